import { canonicalJson } from '../canonical/canonical-json'
import { AdjudicateError, isAdjudicateError } from '../errors'
import type { Issue } from '../issues'
import { shown } from '../issues'
import type { Draft } from './chain'
import { parseNewEvent } from './event'
import { eventBytesMax } from './event-limits'

/**
 * Reads what a caller wants appended, once and at once, so that nothing the caller changes later reaches the ledger. Throws `event-refused` with the
 * path of the first fault (a value JSON can't hold exactly, a prototype key, a wrong envelope), `event-too-large` beyond 1 MiB.
 */
export function draftsOf(events: unknown): Draft[] {
  if (!Array.isArray(events))
    throw new AdjudicateError('event-refused', `events: found ${shown(events)}, wanted a list`, { path: 'events' })
  return events.map((event, index) => draftOf(event, `events[${index}]`))
}

function draftOf(input: unknown, at: string): Draft {
  const parsed = parseNewEvent(input)
  if (!parsed.ok) throw refusal(parsed.issues, at)
  const { data, at: time, ...named } = parsed.value
  const dataText = canonicalData(data, at)
  assertFits(utf8Length(dataText), at)
  return { ...named, ...(time === undefined ? {} : { at: time }), dataText }
}

/** The refusal of an event whose faults are given; paths are those inside the event. */
export function refusal(issues: readonly Issue[], at: string): AdjudicateError {
  const [first] = issues
  const path = first === undefined ? at : joined(at, first.path)
  const placed = issues.map((issue) => ({ ...issue, path: joined(at, issue.path) }))
  return new AdjudicateError('event-refused', `${path}: ${first?.message ?? 'not an event'}`, { path, issues: placed })
}

/** Throws `event-too-large` for a line beyond 1 MiB; `at` names the event. */
export function assertFits(bytes: number, at: string): void {
  if (bytes <= eventBytesMax) return
  const message = `${at} takes ${bytes} bytes, at most ${eventBytesMax}: what is larger goes to the blobs port, and its hash into the event`
  throw new AdjudicateError('event-too-large', message, { path: at, bytes, bytesMax: eventBytesMax })
}

/** How many bytes a well-formed text takes as UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length
  if (!beyondAscii.test(text)) return bytes
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    // A surrogate pair is two code units and four bytes: two a unit.
    if (unit >= 0x80) bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}

const beyondAscii = /[^\0-\x7f]/

function canonicalData(data: unknown, at: string): string {
  try {
    return canonicalJson(data)
  } catch (thrown) {
    if (!isAdjudicateError(thrown) || thrown.code !== 'not-canonical') throw thrown
    const path = joined(`${at}.data`, String(thrown.details['path']))
    throw new AdjudicateError('event-refused', `${thrown.message} of ${at}.data`, { path }, thrown)
  }
}

function joined(at: string, path: string): string {
  return path === '' || path.startsWith('[') ? `${at}${path}` : `${at}.${path}`
}
