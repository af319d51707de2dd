import type { VectorInput, VectorVerdict } from './vector-shapes'

/** Seats that gave none stay in the count. */
export function seatsOf({ panel }: VectorInput): VectorVerdict['seats'] {
  const abstained: Record<string, number> = {}
  for (const { outcome } of panel) {
    if (outcome.kind === 'abstained') abstained[outcome.reason] = (abstained[outcome.reason] ?? 0) + 1
  }
  return { asked: panel.length, answered: panel.filter(({ outcome }) => outcome.kind === 'scorecard').length, abstained }
}

/** Answered: more than half of those asked, at least 2, an adversary among them. */
export function quorumMet({ panel }: VectorInput): boolean {
  const answered = panel.filter(({ outcome }) => outcome.kind === 'scorecard')
  return answered.length * 2 > panel.length && answered.length >= 2 && answered.some(({ adversary }) => adversary)
}

/** C-CHANGEDFILES: the paths of the diff sources or, where there is none, of the artifact sources. */
function changedFiles({ corpus }: VectorInput): string[] {
  const ofRole = (wanted: string): string[] => corpus.sources.filter(({ role }) => role === wanted).map(({ path }) => path)
  return ofRole('diff').length > 0 ? ofRole('diff') : ofRole('artifact')
}

type Shown = {
  readonly counts: boolean
  readonly coverage: readonly { readonly path: string; readonly bytes: number; readonly of: number }[]
}

function shownTo({ panel }: VectorInput): Shown[] {
  return panel.flatMap(({ adversary, lens, outcome }) =>
    outcome.kind === 'scorecard' && outcome.scorecard.coverage !== undefined
      ? [{ counts: adversary || lens === 'quality', coverage: outcome.scorecard.coverage }]
      : [],
  )
}

export function coverageUnknown(input: VectorInput): boolean {
  return shownTo(input).length === 0
}

/** Every changed file was shown whole to an adversary or quality member. */
export function coverageMet(input: VectorInput): boolean {
  if (coverageUnknown(input)) return true
  return changedFiles(input).every((file) =>
    shownTo(input).some(({ counts, coverage }) => counts && coverage.some(({ path, bytes, of }) => path === file && bytes >= of)),
  )
}
