import { isBlank } from './book-input-faults'
import type { Adjudication, Caveat, CaveatEnd, Scenario, ScenarioEnd, Scorecard, VectorInput } from './vector-shapes'

export type Card = { readonly member: string; readonly card: Scorecard }
export type JudgedScenario = ScenarioEnd & { readonly scenario: Scenario; readonly fixed: boolean }
export type JudgedCaveat = CaveatEnd & { readonly caveat: Caveat }

/** The scorecards of the panel, then of the replacements. */
export function cardsOf({ panel, replacements = [] }: VectorInput): Card[] {
  return [...panel, ...replacements].flatMap(({ member, outcome }) =>
    outcome.kind === 'scorecard' ? [{ member, card: outcome.scorecard }] : [],
  )
}

/** 03 Caveats, scenarios, causes: the status of every scenario; by member and id. */
export function judgedScenarios(input: VectorInput): JudgedScenario[] {
  const judged = cardsOf(input).flatMap(({ member, card }) =>
    card.scenarios.map((scenario) => ({
      member,
      id: scenario.id,
      status: scenarioStatus(member, scenario, input),
      scenario,
      fixed: input.responses.some(
        (response) =>
          response.kind === 'fixed' && response.member === member && response.scenario === scenario.id && !isBlank(response.reason),
      ),
    })),
  )
  return judged.sort(byMemberAndId)
}

function scenarioStatus(member: string, scenario: Scenario, input: VectorInput): string {
  // R-TRI-30, R-TRI-32, C-BOTHBLANK
  if (!scenario.anchored || isBlank(scenario.input) || isBlank(scenario.wrongBehaviour)) return 'discarded'
  const said = (outcome: Adjudication['outcome']): boolean =>
    input.adjudications.some(
      (one) => one.target === 'scenario' && one.member === member && one.scenario === scenario.id && one.outcome === outcome,
    )
  // R-TRI-46
  if (said('refuted')) return 'refuted'
  if (said('upheld')) return 'verified'
  const rebutted = input.responses.some(
    (one) => one.kind === 'rebuttal' && one.member === member && one.scenario === scenario.id && one.anchored === true,
  )
  return rebutted ? 'rebutted' : 'unrebutted'
}

/** R-TRI-68, R-TRI-78: how every caveat ends, and whether it blocks; by member and id. */
export function judgedCaveats(input: VectorInput): JudgedCaveat[] {
  const judged = cardsOf(input).flatMap(({ member, card }) =>
    card.caveats.map((caveat) => {
      const status = caveatStatus(member, caveat, input)
      return { member, id: caveat.id, status, blocking: isBlocking(caveat, status), caveat }
    }),
  )
  return judged.sort(byMemberAndId)
}

function caveatStatus(member: string, caveat: Caveat, { responses }: VectorInput): string {
  const own = responses.filter((response) => response.member === member && response.caveat === caveat.id && !isBlank(response.reason))
  if (own.some(({ kind }) => kind === 'fixed')) return 'fixed'
  return own.some(({ kind }) => kind === 'deferred') ? 'deferred' : 'open'
}

/** A correctness or safety defect, or neither a fix nor a logged deferral; a fixed one is blocking too, but doesn't survive. */
function isBlocking(caveat: Caveat, status: string): boolean {
  return caveat.class !== 'other' || (isBlank(caveat.fix) && status !== 'deferred')
}

/** C-DEFERUNBLOCKS: only `fixed` takes a correctness or safety caveat out of the way. */
export function survivesBlocking({ status, blocking }: CaveatEnd): boolean {
  return blocking && status !== 'fixed'
}

/** R-TRI-63, C-FIXEDCAVEAT: fixed, deferred with a reason, or accepted by a person. */
export function isSettled({ member, id, status }: JudgedCaveat, { responses }: VectorInput): boolean {
  const accepted = responses.some(
    (response) => response.kind === 'accepted' && response.member === member && response.caveat === id && response.by?.kind === 'human',
  )
  return status !== 'open' || accepted
}

/** R-TRI-34: an escalation of any member, unless an adjudication refuted it (A-TRI-18). */
export function standingEscalations(input: VectorInput): string[] {
  return cardsOf(input)
    .filter(({ card }) => !isBlank(card.escalate))
    .map(({ member }) => member)
    .filter((member) => !input.adjudications.some((one) => one.target === 'escalate' && one.member === member && one.outcome === 'refuted'))
}

/** R-TRI-39, C-SPECANCHOR: members whose spec failure is verified or unrebutted. */
export function standingSpecFailures(input: VectorInput): string[] {
  return cardsOf(input)
    .filter(({ card }) => card.specCompliance?.status === 'failed' && card.specCompliance.anchored)
    .map(({ member }) => member)
    .filter((member) => {
      const said = input.adjudications.filter((one) => one.target === 'spec' && one.member === member)
      if (said.some(({ outcome }) => outcome === 'refuted')) return false
      if (said.some(({ outcome }) => outcome === 'upheld')) return true
      return !input.responses.some((one) => one.kind === 'rebuttal' && one.member === member && one.spec === true && one.anchored === true)
    })
}

function byMemberAndId(a: ScenarioEnd, b: ScenarioEnd): number {
  return `${a.member} ${a.id}` < `${b.member} ${b.id}` ? -1 : 1
}
