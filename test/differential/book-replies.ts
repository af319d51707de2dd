import { numberFaults } from './book-input-faults'
import { repliesOf, survivorsOn } from './book-scores'
import type { Entry } from './book-scores'
import type { Issue, VectorInput } from './vector-shapes'

/** What is wrong with a reply whatever the scores are: C-REFUSED. */
export function replyFormFaults(input: VectorInput): Issue[] {
  const replies = repliesOf(input)
  return replies.flatMap(({ member, dimension, action, score }, index) => {
    const path = `/synthesis/${index}`
    const issues = action === 'REVISE' ? numberFaults(`${path}/score`, score) : []
    if (!isSeated(member, input)) issues.push({ code: 'reply-member-unknown', path: `${path}/member` })
    const before = replies.slice(0, index)
    if (before.some((other) => other.member === member && other.dimension === dimension)) issues.push({ code: 'reply-twice', path })
    return issues
  })
}

/** R-TRI-55, C-UNANCHOREDREPLY: on a disputed dimension only, by a member whose score survives there. */
export function replyPlaceFaults(input: VectorInput, entries: readonly Entry[], disputed: readonly string[]): Issue[] {
  return repliesOf(input).flatMap(({ member, dimension }, index) => {
    if (!disputed.includes(dimension)) return [{ code: 'reply-undisputed', path: `/synthesis/${index}/dimension` }]
    const survives = survivorsOn(dimension, entries).some((entry) => entry.member === member)
    return isSeated(member, input) && !survives ? [{ code: 'reply-excluded', path: `/synthesis/${index}/member` }] : []
  })
}

function isSeated(member: string, { panel, replacements = [] }: VectorInput): boolean {
  return [...panel, ...replacements].some((seat) => seat.member === member)
}
