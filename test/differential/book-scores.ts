import { exact } from './exact'
import type { Exact } from './exact'
import type { Claim, Reply, Seat, Standing, VectorInput } from './vector-shapes'

/** One score of a member on a dimension, as it counts (or not) at one point of the order of work. */
export type Entry = {
  readonly member: string
  readonly lens: string
  readonly adversary: boolean
  readonly dimension: string
  readonly score: number
  readonly value: Exact
  readonly confidence: Exact
  readonly standing: Standing
  readonly claims: readonly Claim[]
}

export type Weighted = { readonly id: string; readonly weight: Exact }

/** The rubric's dimensions in its own order; of a rubric without faults. */
export function dimensionsOf({ rubric }: VectorInput): Weighted[] {
  return rubric.dimensions.map(({ id, weight }) => ({ id, weight: exact(Number(weight)) }))
}

/** All scores that are no null, of the seats that answered. */
export function entriesOf(seats: readonly Seat[]): Entry[] {
  return seats.flatMap(({ member, lens, adversary, outcome }) =>
    outcome.kind === 'abstained'
      ? []
      : outcome.scorecard.scores
          .filter(({ score }) => score !== null)
          .map(({ dimension, score, confidence, standing, claims }) => ({
            member,
            lens,
            adversary,
            dimension,
            score: Number(score),
            value: exact(Number(score)),
            confidence: exact(Number(confidence)),
            standing: standing ?? 'stands',
            claims: claims ?? [],
          })),
  )
}

/** 02: refuted and unanchored scores are out of the math. */
export function survivorsOn(dimension: string, entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => entry.dimension === dimension && entry.standing === 'stands')
}

/** R-TRI-54, C-REVISEFALLBACK: a revised score stands in the place of the first one, with the standing it earns itself. */
export function withReplies(entries: readonly Entry[], replies: readonly Reply[]): Entry[] {
  return entries.map((entry) => {
    // Only a survivor replies (C-UNANCHOREDREPLY): the reply of any other is refused and revises nothing.
    const reply =
      entry.standing === 'stands'
        ? replies.find(({ member, dimension }) => member === entry.member && dimension === entry.dimension)
        : undefined
    if (reply?.action !== 'REVISE') return entry
    const score = Number(reply.score)
    return { ...entry, score, value: exact(score), standing: reply.standing ?? 'stands', claims: reply.claims ?? [] }
  })
}

export function repliesOf({ synthesis }: VectorInput): readonly Reply[] {
  return synthesis === undefined || synthesis === 'waived' ? [] : synthesis
}

/** C-REPLALL: the panel's scores, and those of replacements on the dimensions that are undecided without them. */
export function firstRound(input: VectorInput): Entry[] {
  const own = entriesOf(input.panel)
  const afterReplies = withReplies(own, repliesOf(input).filter(isReadable))
  const undecided = dimensionsOf(input).filter(({ id }) => survivorsOn(id, afterReplies).length < 2)
  const fresh = entriesOf(input.replacements ?? [])
  return [...own, ...fresh.filter(({ dimension }) => undecided.some(({ id }) => id === dimension))]
}

/** A reply that can't be read refuses the input; until then it revises nothing. */
function isReadable(reply: Reply): boolean {
  const score: unknown = reply.action === 'REVISE' ? reply.score : 5
  return typeof score === 'number' && score >= 1 && score <= 10
}
