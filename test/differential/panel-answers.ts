import type { Dice } from './dice'
import { claimsFor, exclusion, rounded } from './panel-scores'
import type { Adjudication, Reply, Response, Scorecard, Seat, Standing } from './vector-shapes'

function cardsOf(seats: readonly Seat[]): { readonly member: string; readonly card: Scorecard }[] {
  return seats.flatMap(({ member, outcome }) => (outcome.kind === 'scorecard' ? [{ member, card: outcome.scorecard }] : []))
}

/** Refutations and confirmations by hand of some of what was said. */
export function adjudicationsOf(dice: Dice, seats: readonly Seat[], percent: number): Adjudication[] {
  const some = { anchored: true, by: 'orchestrator' }
  const outcome = (): Adjudication['outcome'] => dice.pick(['upheld', 'upheld', 'refuted'])
  return cardsOf(seats).flatMap(({ member, card }) => [
    ...card.scenarios
      .filter(() => dice.chance(percent))
      .map(({ id }) => ({ target: 'scenario' as const, member, scenario: id, outcome: outcome(), ...some })),
    ...(card.escalate !== undefined && dice.chance(percent) ? [{ target: 'escalate' as const, member, outcome: outcome(), ...some }] : []),
    ...(card.specCompliance !== undefined && dice.chance(percent)
      ? [{ target: 'spec' as const, member, outcome: outcome(), ...some }]
      : []),
  ])
}

/** Rebuttals, fixes, deferrals and acceptances of some of what was said. */
export function responsesOf(dice: Dice, seats: readonly Seat[], percent: number): Response[] {
  return cardsOf(seats).flatMap(({ member, card }) => {
    const responses: Response[] = []
    for (const { id } of card.scenarios) {
      if (dice.chance(percent)) responses.push({ kind: 'rebuttal', member, scenario: id, anchored: dice.chance(70) })
      if (dice.chance(percent)) responses.push({ kind: 'fixed', member, scenario: id, reason: 'fixed in the branch' })
    }
    for (const { id } of card.caveats) if (dice.chance(percent)) responses.push(caveatResponse(dice, member, id))
    if (card.specCompliance !== undefined && dice.chance(percent)) {
      responses.push({ kind: 'rebuttal', member, spec: true, anchored: dice.chance(60) })
    }
    return responses
  })
}

function caveatResponse(dice: Dice, member: string, caveat: string): Response {
  const kind = dice.pick(['fixed', 'deferred', 'deferred', 'deferred', 'accepted'] as const)
  if (kind === 'accepted') return { kind, member, caveat, by: { kind: dice.chance(80) ? 'human' : 'agent', id: 'x' } }
  if (kind === 'deferred' && dice.chance(15)) return { kind, member, caveat, reason: dice.pick(['', '  ']) }
  return { kind, member, caveat, reason: 'because' }
}

/** What the members of the disputed dimensions answer: towards one another, anywhere, or not at all. */
export function repliesFor(dice: Dice, seats: readonly Seat[], disputed: readonly string[]): Reply[] {
  const towards = dice.pick([3, 4, 6, 7, 8, 9])
  const answering = dice.pick([100, 80, 40])
  return cardsOf(seats).flatMap(({ member, card }) =>
    card.scores
      .filter(({ dimension, standing }) => disputed.includes(dimension) && standing === 'stands' && dice.chance(answering))
      .map(({ dimension, score }) => replyOf(dice, member, dimension, Number(score), towards)),
  )
}

function replyOf(dice: Dice, member: string, dimension: string, before: number, towards: number): Reply {
  if (dice.chance(35)) return { member, dimension, action: 'MAINTAIN', rebuttal: 'the counter-argument fails' }
  const near = towards + dice.pick([0, 0, 0.5, 1, -0.5, 1e-10, -1e-10])
  const score = rounded(Math.min(10, Math.max(1, dice.pick([near, near, near, before, dice.between(1, 10)]))))
  const standing: Standing = dice.chance(12) ? exclusion(dice, score) : 'stands'
  const claims = claimsFor(dice, score, standing)
  return { member, dimension, action: 'REVISE', score, justification: 'because', standing, claims }
}
