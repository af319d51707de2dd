import type { Dice } from './dice'
import type { Reply, Score, Scorecard, Seat, VectorInput } from './vector-shapes'

type Spoil = (dice: Dice, input: VectorInput) => VectorInput

/** A good input with one to three faults of different kinds. */
export function spoiled(dice: Dice, input: VectorInput): VectorInput {
  let result = input
  const times = dice.pick([1, 1, 2, 3])
  for (let time = 0; time < times; time += 1) result = dice.pick(spoils)(dice, result)
  return withoutDangling(result)
}

/** Drops adjudications and responses that speak of what the faults took away, or of one of two members of one name. */
function withoutDangling(input: VectorInput): VectorInput {
  const seats = seatsOf(input)
  type Said = { readonly member: string; readonly scenario?: string; readonly caveat?: string }
  const isThere = ({ member, scenario, caveat }: Said): boolean => {
    const [seat, ...others] = seats.filter((one) => one.member === member)
    if (seat?.outcome.kind !== 'scorecard' || others.length > 0) return false
    const { scenarios, caveats } = seat.outcome.scorecard
    return (
      (scenario === undefined || scenarios.some(({ id }) => id === scenario)) &&
      (caveat === undefined || caveats.some(({ id }) => id === caveat))
    )
  }
  return { ...input, adjudications: input.adjudications.filter(isThere), responses: input.responses.filter(isThere) }
}

const spoils: readonly Spoil[] = [
  (dice, input) => ({ ...input, panel: input.panel.slice(0, dice.below(2)) }),
  (_, input) => ({ ...input, panel: input.panel.map((seat) => ({ ...seat, adversary: false })) }),
  (dice, input) => oneSeat(dice, input, (seat) => ({ ...seat, member: dice.pick(seatsOf(input)).member })),
  (dice, input) => oneSeat(dice, input, (seat) => ({ ...seat, session: dice.pick(seatsOf(input)).session })),
  (dice, input) => (seatsOf(input).length === 0 ? input : { ...input, doer: { session: dice.pick(seatsOf(input)).session } }),
  (dice, input) => oneCard(dice, input, (card) => ({ ...card, scores: card.scores.slice(1) })),
  (dice, input) => oneCard(dice, input, (card) => ({ ...card, scores: [...card.scores, { ...goodScore, dimension: 'style' }] })),
  (dice, input) => oneCard(dice, input, (card) => ({ ...card, scores: [...card.scores, ...card.scores.slice(0, 1)] })),
  (dice, input) =>
    oneScore(dice, input, ({ dimension }) => ({
      dimension,
      ...goodScore,
      score: dice.pick(['8', [8], true, 'NaN', '', 'N/A', { value: 8 }]),
    })),
  (dice, input) =>
    oneScore(dice, input, ({ dimension }) => ({ dimension, ...goodScore, score: dice.pick([0, 0.9, 11, 10.5, -3, 100, 0.999]) })),
  (dice, input) =>
    oneScore(dice, input, ({ dimension }) => ({ dimension, ...goodScore, confidence: dice.pick(['high', '0.7', true, null]) })),
  (dice, input) => oneScore(dice, input, ({ dimension }) => ({ dimension, ...goodScore, confidence: dice.pick([1.1, -0.1, 70, 1.001]) })),
  (dice, input) => oneScore(dice, input, (score) => ({ ...score, [dice.pick(['note', 'Score', 'overall'])]: 1 })),
  (dice, input) => oneCard(dice, input, (card) => ({ ...card, [dice.pick(['note', 'verdict', 'overall'])]: 1 })),
  (dice, input) => oneCard(dice, input, (card) => ({ ...card, recommendation: dice.pick(['ship', 'ESCALATE', 'APPROVE', '']) })),
  (dice, input) =>
    oneScore(dice, input, ({ dimension }) => ({ dimension, score: null, ...dice.pick([{}, { reason: '' }, { reason: '  ' }]) })),
  (dice, input) => unanchoredAdjudication(dice, input),
  (_, input) => ({ ...input, rubric: { ...input.rubric, criteria: [] } }),
  (_, input) => ({ ...everyCard(input, (card) => ({ ...card, scores: [] })), rubric: { ...input.rubric, dimensions: [] } }),
  (_, input) => ({
    ...input,
    rubric: { ...input.rubric, dimensions: [...input.rubric.dimensions, ...input.rubric.dimensions.slice(0, 1)] },
  }),
  (dice, input) => ({
    ...input,
    rubric: { ...input.rubric, dimensions: input.rubric.dimensions.map(({ id }) => ({ id, weight: dice.pick([0, -1, -0.5, '1', null]) })) },
  }),
  (dice, input) => ({ ...input, rubric: { ...input.rubric, target: dice.pick([0, -0.1, 1.01, 80, '0.8']) } }),
]

const goodScore = { score: 7, confidence: 0.7, standing: 'stands', claims: [] } as const

/** An escalation and its refutation without evidence. */
function unanchoredAdjudication(dice: Dice, input: VectorInput): VectorInput {
  if (input.panel.length === 0) return input
  const { member } = dice.pick(input.panel)
  const escalated = input.panel.map((seat) =>
    seat.member === member ? withCard(seat, (card) => ({ ...card, escalate: 'data loss on retry' })) : seat,
  )
  const others = input.adjudications.filter((one) => one.target !== 'escalate' || one.member !== member)
  return {
    ...input,
    panel: escalated,
    adjudications: [{ target: 'escalate', member, outcome: 'refuted', anchored: false, by: 'orchestrator' }, ...others],
  }
}

function seatsOf({ panel, replacements = [] }: VectorInput): Seat[] {
  return [...panel, ...replacements]
}

/** Any seat, a replacement's too. */
function oneSeat(dice: Dice, input: VectorInput, change: (seat: Seat) => Seat): VectorInput {
  const replacements = input.replacements ?? []
  const chosen = dice.below(input.panel.length + replacements.length)
  const panel = input.panel.map((seat, index) => (index === chosen ? change(seat) : seat))
  if (chosen < panel.length) return { ...input, panel }
  return { ...input, replacements: replacements.map((seat, index) => (panel.length + index === chosen ? change(seat) : seat)) }
}

function withCard(seat: Seat, change: (card: Scorecard) => Scorecard): Seat {
  const { outcome } = seat
  return outcome.kind === 'scorecard' ? { ...seat, outcome: { ...outcome, scorecard: change(outcome.scorecard) } } : seat
}

function oneCard(dice: Dice, input: VectorInput, change: (card: Scorecard) => Scorecard): VectorInput {
  return oneSeat(dice, input, (seat) => withCard(seat, change))
}

function everyCard(input: VectorInput, change: (card: Scorecard) => Scorecard): VectorInput {
  return { ...input, panel: input.panel.map((seat) => withCard(seat, change)) }
}

function oneScore(dice: Dice, input: VectorInput, change: (score: Score) => Score): VectorInput {
  return oneCard(dice, input, (card) => {
    const chosen = dice.below(card.scores.length)
    return { ...card, scores: card.scores.map((score, index) => (index === chosen ? change(score) : score)) }
  })
}

/** An input with one or two faulty replies among its own. */
export function spoiledReplies(dice: Dice, input: VectorInput): VectorInput {
  let replies: readonly Reply[] = input.synthesis === undefined || input.synthesis === 'waived' ? [] : input.synthesis
  const times = dice.pick([1, 1, 2])
  for (let time = 0; time < times; time += 1) replies = dice.pick(replySpoils)(dice, replies, input)
  return { ...input, synthesis: replies }
}

type ReplySpoil = (dice: Dice, replies: readonly Reply[], input: VectorInput) => readonly Reply[]

const replySpoils: readonly ReplySpoil[] = [
  (dice, replies, { panel }) => [maintained(dice.pick(panel).member, 'style'), ...replies],
  (dice, replies, { panel, rubric }) => [...replies, maintained(dice.pick(panel).member, dice.pick(rubric.dimensions).id)],
  (dice, replies, { rubric }) => [maintained('m9', dice.pick(rubric.dimensions).id), ...replies],
  (dice, replies) => (replies.length === 0 ? replies : [...replies, dice.pick(replies)]),
  (dice, replies) => oneReply(dice, replies, dice.pick(['7', true, null, [7]])),
  (dice, replies) => oneReply(dice, replies, dice.pick([0, 11, -1, 10.5])),
]

function maintained(member: string, dimension: string): Reply {
  return { member, dimension, action: 'MAINTAIN', rebuttal: 'no' }
}

function oneReply(dice: Dice, replies: readonly Reply[], score: unknown): readonly Reply[] {
  const chosen = dice.below(replies.length)
  return replies.map(({ member, dimension, ...reply }, index) =>
    index === chosen
      ? { member, dimension, action: 'REVISE', score, justification: 'x', standing: 'stands', claims: [] }
      : { member, dimension, ...reply },
  )
}
