import { inputFaults } from './book-input-faults'
import { causesOf } from './book-causes'
import { coverageMet, coverageUnknown, quorumMet, seatsOf } from './book-quorum'
import { judgedCaveats, judgedScenarios } from './book-remarks'
import { replacementAsked, replacementFor } from './book-replacement'
import { replyFormFaults, replyPlaceFaults } from './book-replies'
import { dissentsOf, overallOf, resolve } from './book-resolution'
import { dimensionsOf, firstRound, repliesOf, survivorsOn, withReplies } from './book-scores'
import { disputedBy, triggersOf } from './book-triggers'
import { afterBudgets, afterMode, fixListOf, rowFor } from './book-verdict'
import type { Findings } from './book-verdict'
import { exact, shown } from './exact'
import type { Issue, VectorExpected, VectorInput } from './vector-shapes'

/** The ruling that the written rules give: 03 “Order of work”, step by step, without a thought for speed. */
export function ruleByTheBook(input: VectorInput): VectorExpected {
  const faults = inputFaults(input)
  const replyFaults = replyFormFaults(input)
  if (faults.length > 0) return refused([...faults, ...replyFaults])

  const dimensions = dimensionsOf(input)
  const target = exact(Number(input.rubric.target))
  // 1. Refuted and unanchored scores are out: every later step asks for the survivors.
  const first = firstRound(input)
  // 2. Quorum and coverage.
  const quorum = quorumMet(input)
  const covered = coverageMet(input)
  // 3. All four triggers on what survives.
  const triggers = triggersOf(first, dimensions, target)
  const disputed = disputedBy(triggers, dimensions)
  replyFaults.push(...replyPlaceFaults(input, first, disputed))
  if (replyFaults.length > 0) return refused(replyFaults)

  // 4. C-SETTLEDLATE: nothing more is dispatched when quorum or coverage is not met.
  if (quorum && covered && disputed.length > 0 && input.synthesis === undefined) {
    const rationales = Object.fromEntries(disputed.map((id) => [id, survivorsOn(id, first).length]))
    return { kind: 'synthesis', disputed, triggers, rationales }
  }
  // 5. Apply synthesis.
  const entries = withReplies(first, repliesOf(input))
  // 6. Resolve each dimension.
  const resolutions = dimensions.map(({ id }) => resolve(id, entries, replacementAsked(input)))
  const replacement = quorum && covered ? replacementFor(input, resolutions, entries) : undefined
  if (replacement !== undefined) return replacement

  // 7. Overall. 8. Verdict.
  const overall = overallOf(resolutions, dimensions)
  const resolved = resolutions.map(({ facts }) => facts)
  const scenarios = judgedScenarios(input)
  const caveats = judgedCaveats(input)
  const causes = resolved.filter(({ blocked }) => blocked).map(({ id }) => causesOf(id, entries, scenarios, caveats))
  const findings: Findings = { input, quorum, covered, dimensions: resolved, causes, scenarios, caveats, overall, target }
  const judged = afterMode(rowFor(findings), findings)
  const { verdict, row, reasons } = afterBudgets(judged, findings)
  return {
    kind: 'verdict',
    verdict,
    row,
    reasons,
    overall: overall === undefined ? null : shown(overall),
    target: shown(target),
    dimensions: resolved,
    triggers,
    disputed,
    seats: seatsOf(input),
    dissents: dissentsOf(resolutions, entries),
    caveats: caveats.map(({ member, id, status, blocking }) => ({ member, id, status, blocking })),
    scenarios: scenarios.map(({ member, id, status }) => ({ member, id, status })),
    fixList: judged.verdict === 'ITERATE' ? fixListOf(findings) : [],
    warnings: warningsOf(input, disputed),
    escalation: verdict === 'ESCALATE',
    independence: input.independence,
  }
}

/** Every fault is listed once, by path and code; nothing is ruled. */
function refused(issues: readonly Issue[]): VectorExpected {
  const key = ({ path, code }: Issue): string => `${path} ${code}`
  const once = issues.filter((issue, index) => issues.findIndex((other) => key(other) === key(issue)) === index)
  return { kind: 'refused', issues: once.sort((a, b) => (key(a) < key(b) ? -1 : 1)) }
}

function warningsOf(input: VectorInput, disputed: readonly string[]): string[] {
  const warnings: string[] = []
  if (coverageUnknown(input)) warnings.push('coverage-unknown')
  if (input.synthesis === 'waived' && disputed.length > 0) warnings.push('synthesis-waived')
  return warnings
}
