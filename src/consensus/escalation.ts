import type { Cause } from './causes'
import type { Docket, DocketSeat } from './docket'
import { atMost } from './tolerance'
import type { DimensionRuling, Escalation, Reason, RuledScenario } from './ruling'

/** The whole package for a person: what was said, checked and answered, where the artifact is, what to do (R-TRI-75). */
export function escalationOf(
  docket: Docket,
  seats: readonly DocketSeat[],
  found: {
    readonly reasons: readonly Reason[]
    readonly disputed: readonly string[]
    readonly dimensions: readonly DimensionRuling[]
    readonly causes: readonly Cause[]
    readonly scenarios: readonly RuledScenario[]
  },
): Escalation {
  const open = found.dimensions.filter((dimension) => dimension.consensus === null || dimension.blocked).map(({ id }) => id)
  const asked = new Set([...found.disputed, ...open])
  return {
    reasons: found.reasons,
    scenarios: found.scenarios.filter((scenario) => scenario.status === 'unrebutted' || scenario.status === 'verified'),
    escalations: seats.flatMap(({ member, outcome }) =>
      outcome.kind === 'scorecard' && outcome.card.escalate !== undefined && !outcome.card.escalate.refuted
        ? [{ member, text: outcome.card.escalate.text }]
        : [],
    ),
    scorecards: seats.flatMap(({ member, outcome }) =>
      outcome.kind === 'scorecard' ? [{ member, scores: outcome.card.scores.filter((score) => asked.has(score.dimension)) }] : [],
    ),
    unclassified: unclassified(found.dimensions, found.causes),
    replies: docket.synthesis === 'waived' ? [] : (docket.synthesis ?? []),
    adjudications: docket.adjudications,
    address: docket.address ?? null,
    nextStep: nextStepOf(found.reasons),
  }
}

function unclassified(dimensions: readonly DimensionRuling[], causes: readonly Cause[]): Escalation['unclassified'] {
  return dimensions
    .filter(({ id, blocked }) => blocked && !causes.some((cause) => cause.dimension === id && cause.classified))
    .map(({ id, scores }) => ({ dimension: id, members: scores.filter(({ score }) => atMost(score, 3)).map(({ member }) => member) }))
}

const steps: { readonly [reason in Reason]?: string } = {
  quorum: 'convene enough members, an adversary among them, and judge again',
  coverage: 'show every changed file whole to an adversary or quality member and judge again',
  deadlock: 'read the scorecards on the deadlocked dimensions and decide, or convene a fresh panel',
  'cause-unclassified': 'say for each blocked dimension whether its cause is local, structural or unsafe',
  'unrebutted-scenario': 'check each scenario: rebut it with evidence, have it verified, or stop',
  escalate: "answer the member's concern with evidence, or stop",
  'budget-rounds': 'accept what is left, grant a round, or abandon the slice',
  'budget-dispatches': 'accept what is left, grant a dispatch, or abandon the slice',
}

function nextStepOf(reasons: readonly Reason[]): string {
  return reasons.flatMap((reason) => steps[reason] ?? []).join('; ')
}
