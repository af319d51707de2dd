/** How a requirement stands before any card (R-REF-41). */
export const requirementMarks = ['matched', 'drifted', 'missing', 'blocked', 'unknown'] as const

export type RequirementMark = (typeof requirementMarks)[number]

/** One requirement of the authority as somebody compared it with the work, or something found in the work that no requirement asks for. */
export type RequirementFinding = {
  readonly requirement: string
  readonly mark: RequirementMark
  /** `inferred`: nobody wrote it down; `added`: nobody approved it. Both are drift, whatever the mark says. */
  readonly origin?: 'written' | 'inferred' | 'added'
}

/** Names what drifted and whether the comparison lets work go on. It feeds the evidence of a card and decides nothing (R-REF-41). */
export function compareRequirements(findings: readonly RequirementFinding[]): {
  readonly state: 'aligned' | 'paused'
  readonly drifted: readonly string[]
} {
  const drifted = findings.filter(({ mark, origin = 'written' }) => mark === 'drifted' || origin !== 'written')
  const isAligned = drifted.length === 0 && findings.every(({ mark }) => mark === 'matched')
  return { state: isAligned ? 'aligned' : 'paused', drifted: drifted.map(({ requirement }) => requirement) }
}
