import type { Digest } from '../canonical/digest'
import { canonicalJson } from '../canonical/canonical-json'
import { isAdjudicateError } from '../errors'
import { shown } from '../issues'
import { hashOfEvent, storedLine } from './chain'
import type { Event } from './event'
import { actorKinds, hashPattern, nameLengthMax, timePattern } from './event-limits'

/**
 * What can be wrong with a line by itself. `content`: what it says isn't what its hash was made of; `re-spelled`: the values are those that were
 * hashed, the bytes aren't; `refused-value`: it holds what an append refuses; `envelope`: JSON, but no event.
 */
export type LineFault = (typeof lineFaults)[number]

/** All that can be wrong with a line by itself. */
export const lineFaults = ['not-utf8', 'too-long', 'bom', 'not-json', 'envelope', 'refused-value', 're-spelled', 'content'] as const

/** An event whose line is exactly as it was written, or the fault; `expected` is the hash that the line carries, `actual` that of what it says. */
export type LineReading =
  | { readonly ok: true; readonly event: Event }
  | { readonly ok: false; readonly reason: LineFault; readonly message: string; readonly expected?: string; readonly actual?: string }

/** A fault that no hash tells of. */
export function faulty(reason: LineFault, message: string): LineReading {
  return { ok: false, reason, message }
}

/** The fault of an event that doesn't say what its hash was made of. */
export function changed(expected: string, actual: string): LineReading {
  return { ok: false, reason: 'content', message: 'the event was changed after it was written', expected, actual }
}

/** The slow look at a line that isn't spelled in the usual way: right all the same (a name with an escape in it, keys like numbers), or why not. */
export function diagnosed(line: string, value: unknown, digest: Digest): LineReading {
  if (!isEvent(value)) return faulty('envelope', `${faultyField(value) ?? 'the record'} is not as an event has it`)
  try {
    for (const text of [value.actor.id, value.id, value.stream, value.type]) canonicalJson(text)
    const actual = hashOfEvent(value, digest)
    if (actual !== value.hash) return changed(value.hash, actual)
    if (storedLine(value) === line) return { ok: true, event: value }
    return faulty('re-spelled', 'the values are those that were hashed, but the line is not their canonical JSON')
  } catch (thrown) {
    if (isAdjudicateError(thrown) && thrown.code === 'not-canonical') return faulty('refused-value', thrown.message)
    throw thrown
  }
}

const kinds: ReadonlySet<unknown> = new Set(actorKinds)

function isEvent(value: unknown): value is Event {
  return faultyField(value) === undefined
}

/** Checked by hand: the schema would bring zod into everything that verifies. */
function faultyField(value: unknown): string | undefined {
  if (!isRecord(value)) return 'the record'
  const unknown = Object.keys(value).find((key) => !fields.has(key))
  if (unknown !== undefined) return `the field ${shown(unknown)}`
  const wrong = Object.entries(checks).find(([name, isRight]) => !isRight(value[name]))
  if (wrong !== undefined) return wrong[0]
  return Object.hasOwn(value, 'batch') && !isBatchMark(value['batch']) ? 'batch' : undefined
}

// In the order of their names, which is that in which faults are told.
const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  actor: (value) => isRecord(value) && hasOnly(value, ['id', 'kind']) && isName(value['id']) && kinds.has(value['kind']),
  at: (value) => typeof value === 'string' && timePattern.test(value),
  data: (value) => value !== undefined,
  hash: isHash,
  id: isName,
  prev: isHash,
  schema: isCount,
  seq: isCount,
  stream: isName,
  type: isName,
  version: isCount,
}
const fields: ReadonlySet<string> = new Set([...Object.keys(checks), 'batch'])

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((key) => names.includes(key))
}

function isBatchMark(value: unknown): boolean {
  return isRecord(value) && hasOnly(value, ['i', 'n']) && isCount(value['i']) && isCount(value['n']) && value['i'] <= value['n']
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && hashPattern.test(value)
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= nameLengthMax
}
