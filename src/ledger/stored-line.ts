import type { Digest } from '../canonical/digest'
import { depthMax } from '../canonical/canonical-json'
import { shown } from '../issues'
import { genesisHash, hashMemberLength } from './chain'
import type { Event } from './event'
import { eventBytesMax, nameLengthMax } from './event-limits'
import type { LineReading } from './line-fault'
import { changed, diagnosed, faulty } from './line-fault'

/**
 * Reads a stored line (without its line end) and checks all that it can prove alone: its exact canonical spelling and its own hash. A line in the
 * usual spelling costs one parse, one writing of its data and one hash; every other one is looked at slowly (spec 08: bytes and values can't disagree).
 */
export function readStoredLine(line: string, digest: Digest): LineReading {
  if (line.length > eventBytesMax) return faulty('too-long', `a line of ${line.length} characters, at most ${eventBytesMax} bytes`)
  if (!line.isWellFormed()) return faulty('not-utf8', 'the line holds half a surrogate pair')
  const value = parsed(line)
  if (value === undefined) return unparsed(line)
  const event = value as Event
  const dataAt = endOfBefore(line)
  const dataEnd = dataAt < 0 ? -1 : endOfData(event, line, dataAt)
  if (dataEnd < 0 || !isAfter(event, line, dataEnd)) return diagnosed(line, value, digest)
  const actual = digest(line.slice(0, dataEnd + 1) + line.slice(dataEnd + hashMemberLength))
  return event.hash.endsWith(actual) ? { ok: true, event } : changed(event.hash, `sha256:${actual}`)
}

const hashLength = genesisHash.length

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function unparsed(line: string): LineReading {
  if (line.charCodeAt(0) === 0xfeff) return faulty('bom', 'a byte order mark stands before the first record')
  return faulty('not-json', `the line is not JSON: ${shown(line)}`)
}

// The canonical envelope as long as no text in it needs an escape: everything before the data, everything after it. Lengths are looked at in the values.
const before = new RegExp(
  /\{"actor":\{"id":"[^"\\]+","kind":"(?:human|agent|engine|system)"\},/.source +
    /"at":"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z",/.source +
    /(?:"batch":\{"i":[1-9]\d{0,14},"n":[1-9]\d{0,14}\},)?"data":/.source,
  'y',
)
const after = new RegExp(
  /,"hash":"sha256:[0-9a-f]+","id":"[^"\\]+","prev":"sha256:[0-9a-f]+",/.source +
    /"schema":[1-9]\d{0,14},"seq":[1-9]\d{0,14},"stream":"[^"\\]+","type":"[^"\\]+","version":[1-9]\d{0,14}\}$/.source,
  'y',
)

function endOfBefore(line: string): number {
  before.lastIndex = 0
  return before.test(line) ? before.lastIndex : -1
}

/** Where the data ends if it stands there as its exact canonical text, else -1; -1 also where that takes a slower look to be sure. */
function endOfData({ data }: Event, line: string, dataAt: number): number {
  if (!isInOrder(data, depthMax)) return -1
  const text = JSON.stringify(data)
  return line.startsWith(text, dataAt) && !text.includes('\\ud') ? dataAt + text.length : -1
}

function isAfter({ actor, batch, hash, id, prev, stream, type }: Event, line: string, dataEnd: number): boolean {
  after.lastIndex = dataEnd
  if (!after.test(line) || hash.length !== hashLength || prev.length !== hashLength) return false
  if (batch !== undefined && batch.i > batch.n) return false
  return actor.id.length <= nameLengthMax && id.length <= nameLengthMax && stream.length <= nameLengthMax && type.length <= nameLengthMax
}

/** Keys ascending, none forbidden, no integer beyond 2^53, nesting within the limit. */
function isInOrder(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value)
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (Array.isArray(value)) return areInOrder(value, levels - 1)
  const members = value as Readonly<Record<string, unknown>>
  let previous: string | undefined
  for (const key in members) {
    if (previous !== undefined && key <= previous) return false
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') return false
    if (!isInOrder(members[key], levels - 1)) return false
    previous = key
  }
  return true
}

function areInOrder(items: readonly unknown[], levels: number): boolean {
  for (const item of items) if (!isInOrder(item, levels)) return false
  return true
}
