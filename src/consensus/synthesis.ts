import type { Digest } from '../canonical/digest'
import type { Issue } from '../issues'
import { shown } from '../issues'
import type { Column, Entry, Matrix } from './columns'
import { dissentOf } from './columns'
import type { DocketReply, DocketScore } from './docket'
import type { Dissent, Rationale } from './ruling'

/** A rationale sent to the other members is cut to this many words (R-TRI-52). */
export const rationaleWordsMax = 500

/**
 * The one synthesis request: for each disputed dimension every survivor's rationale without its role, labelled
 * Rationale-1 … n in the order of SHA-256 of `seed`/dimension/member, so that it can be redone (R-TRI-52, R-TRI-53).
 */
export function rationalesOf(
  columns: readonly Column[],
  disputed: readonly string[],
  seed: number,
  digest: Digest,
): { [dimension: string]: Rationale[] } {
  const request: { [dimension: string]: Rationale[] } = {}
  for (const { id, entries } of columns) {
    if (!disputed.includes(id)) continue
    const shuffled = entries
      .map((entry) => ({ key: digest(`${seed}/${id}/${entry.member}`), entry }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    request[id] = shuffled.map(({ entry }, index) => ({ label: `Rationale-${index + 1}`, text: unlabelled(entry) }))
  }
  return request
}

/** Cuts to 500 words and drops a label at the head such as `Adversary:`; the words themselves stay as they were said. */
function unlabelled({ member, lens, given }: Entry): string {
  const text = withoutLabel(given.rationale, [member, lens])
  let words = 0
  for (const { index } of text.matchAll(/\S+/g)) {
    if (++words > rationaleWordsMax) return `${text.slice(0, index).trimEnd()} ...`
  }
  return text
}

const separators = [':', '\u2013', '\u2014', '-']

/** `[Adversary]: text`, `adversary - text`: names are compared without case, and only at the very head. */
function withoutLabel(rationale: string, names: readonly string[]): string {
  const head = rationale.trimStart().replace(/^\[/, '')
  for (const name of names) {
    if (!head.toLowerCase().startsWith(name.toLowerCase())) continue
    const rest = head.slice(name.length).replace(/^\]/, '').trimStart()
    if (separators.includes(rest.charAt(0))) return rest.slice(1).trimStart()
  }
  return rationale
}

/** Who replies on what; all that the faults of a reply need, so that a reply with a faulty score is still looked at. */
export type NamedReply = Pick<DocketReply, 'member' | 'dimension'>

/** Replies by a member that holds no seat, and second replies on the same dimension. */
export function replyNameFaults(replies: readonly (NamedReply | undefined)[], members: ReadonlySet<string>): Issue[] {
  const seen = new Set<string>()
  return replies.flatMap((reply, index): Issue[] => {
    if (reply === undefined) return []
    const { member, dimension } = reply
    const key = JSON.stringify([member, dimension])
    const again = seen.has(key)
    seen.add(key)
    const unknown = { code: 'reply-member-unknown', path: `synthesis[${index}].member`, message: `${shown(member)} holds no seat` }
    const twice = { code: 'reply-twice', path: `synthesis[${index}]`, message: `${shown(member)} replies twice on ${shown(dimension)}` }
    return [...(members.has(member) ? [] : [unknown]), ...(again ? [twice] : [])]
  })
}

/** Replies that may not be made: on an undisputed dimension, or by a seated member without a surviving score there (R-TRI-55). */
export function replyPlaceFaults(
  replies: readonly (NamedReply | undefined)[],
  members: ReadonlySet<string>,
  columns: readonly Column[],
  disputed: readonly string[],
): Issue[] {
  return replies.flatMap((reply, index): Issue[] => {
    if (reply === undefined) return []
    const { member, dimension } = reply
    if (!disputed.includes(dimension)) {
      const message = `${shown(dimension)} is not disputed, its scores are frozen`
      return [{ code: 'reply-undisputed', path: `synthesis[${index}].dimension`, message }]
    }
    const survives = columns.some(({ id, entries }) => id === dimension && entries.some((entry) => entry.member === member))
    if (survives || !members.has(member)) return []
    const message = `${shown(member)} has no surviving score on ${shown(dimension)}`
    return [{ code: 'reply-excluded', path: `synthesis[${index}].member`, message }]
  })
}

/** Puts revised scores in place; one that does not stand is taken out, the first-round score does not come back (C-REVISEFALLBACK). */
export function applyReplies(matrix: Matrix, replies: readonly DocketReply[]): Matrix {
  const excluded: Dissent[] = [...matrix.excluded]
  const columns = matrix.columns.map((column): Column => {
    const entries = column.entries.flatMap((entry) => {
      const reply = replies.find((one) => one.member === entry.member && one.dimension === column.id)
      if (reply?.action !== 'REVISE') return [entry]
      const given = revised(entry.given, reply)
      if (given.standing === 'stands') return [{ ...entry, score: given.score, confidence: given.confidence, given }]
      excluded.push(dissentOf(entry.member, given, given.standing))
      return []
    })
    return { ...column, entries }
  })
  return { columns, excluded }
}

function revised(first: DocketScore, reply: DocketReply & { readonly action: 'REVISE' }): DocketScore {
  return {
    dimension: first.dimension,
    score: reply.score,
    confidence: reply.confidence ?? first.confidence,
    rationale: reply.justification,
    claims: reply.claims ?? first.claims,
    standing: reply.standing,
  }
}
