import type * as z from 'zod'
import type { Digest } from '../canonical/digest'
import { plainCopy } from '../canonical/plain'
import { isAdjudicateError } from '../errors'
import type { Issue, Parsed } from '../issues'
import { pathOf, shown, sortIssues } from '../issues'
import { parseWith } from '../parsing'
import type { ParsedInput } from './adjudicate-input'
import { adjudicateInputSchema } from './adjudicate-input'
import type { RawSeat } from './panel-faults'
import { panelFaults } from './panel-faults'
import { dimensionIdsOf, freezeRubric } from './rubric'
import { dimensionFaults, doubledNames, scorecardCode } from './scorecard'
import type { Seat } from './seat'
import { seatSpelledOut } from './seat'
import type { NamedReply } from './synthesis'
import type { SynthesisReply } from './synthesis-reply'
import { synthesisReplySchema } from './synthesis-reply'

/** An input read as far as it can be: with `issues` nothing is ruled, but what could be read still serves to find more faults. */
export type InputReading = {
  readonly fields: ReadFields
  readonly issues: readonly Issue[]
  /** Replies and members as far as they name themselves. */
  readonly replies: readonly (NamedReply | undefined)[]
  readonly members: ReadonlySet<string>
  /** The replies that can be read where some can't: they still say which scores survive, and so where the others stand. */
  readonly readable: readonly SynthesisReply[]
}

type Fields = Omit<z.infer<typeof adjudicateInputSchema>, 'rubric'>
type ReadFields = { readonly [field in keyof Fields]?: Fields[field] } & { readonly rubric?: ParsedInput['rubric'] }

/** Reads the input of `adjudicate`: short forms, every field apart, so that one fault never hides another. */
export function readInput(raw: unknown, digest: Digest): InputReading {
  const { copy: input, issues: textFaults } = plainCopy(raw)
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    const issue = { code: 'invalid-value', path: '', message: `found ${shown(input)}: expected an object` }
    return { fields: {}, issues: [issue], replies: [], members: new Set(), readable: [] }
  }
  const given = input as Record<string, unknown>
  const issues: Issue[] = [...textFaults]
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(adjudicateInputSchema.shape, key))
      issues.push({ code: 'unknown-field', path: pathOf([key]), message: `unknown field ${shown(key)}` })
  }
  const { fields, issues: faults } = readFields(given, digest)
  issues.push(...faults)
  const panel = rawSeats(given, 'panel')
  const replacements = rawSeats(given, 'replacements')
  issues.push(...seatFaults(given), ...panelFaults(panel, replacements, doerSessionOf(given)))
  const names = [...panel, ...replacements].map((seat) => seat.member)
  const members = new Set(names.filter((name) => typeof name === 'string'))
  return {
    fields,
    issues: sortIssues(issues),
    replies: rawReplies(given['synthesis']),
    members,
    readable: readableReplies(given['synthesis']),
  }
}

/** In one go where all is well; where something isn't, every field apart. */
function readFields(given: Record<string, unknown>, digest: Digest): { readonly fields: ReadFields; readonly issues: readonly Issue[] } {
  const rubric = readField(() => freezeRubric(given['rubric'], digest))
  const whole = rubric.ok ? readField(() => parseWith(adjudicateInputSchema, given)) : rubric
  if (rubric.ok && whole.ok) return { fields: { ...(whole.value as Fields), rubric: rubric.value as ParsedInput['rubric'] }, issues: [] }
  const fields: Record<string, unknown> = {}
  const issues: Issue[] = []
  for (const [key, schema] of Object.entries(adjudicateInputSchema.shape)) {
    const parsed = key === 'rubric' ? rubric : readField(() => parseWith(schema, given[key], scorecardCode))
    if (parsed.ok) fields[key] = parsed.value
    else issues.push(...parsed.issues.map((issue) => ({ ...issue, path: under(key, issue.path) })))
  }
  return { fields, issues }
}

function readableReplies(synthesis: unknown): SynthesisReply[] {
  return listOf(synthesis).flatMap((reply) => {
    const parsed = parseWith(synthesisReplySchema, reply)
    return parsed.ok ? [parsed.value] : []
  })
}

/** Who replies on what; undefined for a reply that doesn't say, so that the others keep their places. */
function rawReplies(synthesis: unknown): (NamedReply | undefined)[] {
  return listOf(synthesis).map((reply) => {
    const { member, dimension } = typeof reply === 'object' && reply !== null ? (reply as Record<string, unknown>) : {}
    return typeof member === 'string' && typeof dimension === 'string' ? { member, dimension } : undefined
  })
}

/** A value that was readable a moment ago and throws now, such as a getter that changes its mind, is a fault of the input. */
function readField(read: () => Parsed<unknown>): Parsed<unknown> {
  try {
    return read()
  } catch (error) {
    if (isAdjudicateError(error)) throw error
    const message = `reading it failed: ${error instanceof Error ? error.message : 'it threw'}`
    return { ok: false, issues: [{ code: 'unreadable', path: '', message }] }
  }
}

/** Whether every member has a session of its own; if one lacks it, independence can't be claimed (R-TRI-81). */
export function independenceOf(stated: ParsedInput['independence'] | undefined, seats: readonly Seat[]): ParsedInput['independence'] {
  if (stated === 'single-context') return stated
  return seats.every((seat) => seat.session !== undefined) ? (stated ?? 'panel') : 'unstated'
}

function under(key: string, path: string): string {
  if (path === '') return key
  return path.startsWith('[') ? `${key}${path}` : `${key}.${path}`
}

function seatFaults(given: Record<string, unknown>): Issue[] {
  const ids = dimensionIdsOf(given['rubric'])
  return ['panel', 'replacements'].flatMap((list) =>
    listOf(given[list]).flatMap((seat, index) => {
      const at = `${list}[${index}]`
      return [...dimensionFaults(seat, ids, at), ...doubledNames(seat, at)]
    }),
  )
}

function rawSeats(given: Record<string, unknown>, list: 'panel' | 'replacements'): RawSeat[] {
  return listOf(given[list]).map((input, index) => {
    const seat = seatSpelledOut(input)
    const { member, session, adversary } = typeof seat === 'object' && seat !== null ? (seat as Partial<RawSeat>) : {}
    return { path: `${list}[${index}]`, member, session, adversary }
  })
}

function doerSessionOf(given: Record<string, unknown>): unknown {
  const doer = given['doer']
  return typeof doer === 'object' && doer !== null ? (doer as { session?: unknown }).session : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
