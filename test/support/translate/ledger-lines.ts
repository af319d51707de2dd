import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { canonicalJson } from '../../../src/canonical/canonical-json'
import { sha256Hex } from '../../../src/canonical/digest'
import { emptyHead, seal } from '../../../src/ledger/chain'
import type { Event } from '../../../src/ledger/event'

/** What a case does to the bytes of a ledger file, behind the back of every store. Lines count from 1. */

export function bytesOf(file: string): Buffer {
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
}

export function writeBytes(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
}

export function linesOf(file: string): string[] {
  const lines = bytesOf(file).toString('utf8').split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

export function writeLines(file: string, lines: readonly string[]): void {
  writeBytes(file, Buffer.from(lines.map((line) => `${line}\n`).join('')))
}

/** The line with this number, from 1, or -1 and the like from the end. */
export function indexOf(lines: readonly string[], line: unknown): number {
  if (typeof line !== 'number' || !Number.isInteger(line) || line === 0) throw new Error(`${JSON.stringify(line)} is no number of a line`)
  const index = line > 0 ? line - 1 : lines.length + line
  if (index < 0 || index >= lines.length) throw new Error(`there is no line ${line} among ${lines.length}`)
  return index
}

const envelope = new Set(['seq', 'version', 'stream', 'type', 'schema', 'at', 'actor', 'id', 'prev', 'hash', 'batch'])

/** An event with some fields changed: those of the envelope there, all others in the data. */
export function edited(line: string, patch: Readonly<Record<string, unknown>>): Event {
  const event = JSON.parse(line) as Event
  const entries = Object.entries(patch)
  const outside = Object.fromEntries(entries.filter(([key]) => envelope.has(key)))
  const inside = Object.fromEntries(entries.filter(([key]) => !envelope.has(key)))
  return { ...event, ...outside, data: { ...Object(event.data), ...inside } }
}

/** Chains events to what stands before them, giving each a new seq, prev and hash. */
export function rechained(before: Event | undefined, events: readonly Event[]): string[] {
  let { seq, hash } = before ?? emptyHead
  return events.map(({ stream, type, schema, actor, id, at, data, version, batch }) => {
    const place = { seq: seq + 1, version, at, prev: hash, ...(batch === undefined ? {} : { batch }) }
    const sealed = seal({ stream, type, schema, actor, id, dataText: canonicalJson(data) }, place, sha256Hex)
    seq = sealed.event.seq
    hash = sealed.event.hash
    return sealed.line
  })
}

/** The same values as another program writes them. */
export function rewritten(line: string, program: string): string {
  if (/python/i.test(program)) return pythonText(JSON.parse(line))
  if (/indent|pretty|jq \./i.test(program)) return JSON.stringify(JSON.parse(line), null, 2)
  if (/reorder|shuffle|reverse/i.test(program))
    return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line) as object).reverse()))
  if (/jq -c|sort|compact|canonical|JSON\.stringify/i.test(program)) return JSON.stringify(JSON.parse(line))
  if (/crlf|dos|windows/i.test(program)) return `${line}\r`
  throw new Error(`no such program: ${program}`)
}

/** As Python's json.dumps does: blanks after commas and colons, ASCII only, floats with two digits in the exponent. */
function pythonText(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value).replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  if (typeof value === 'number') return String(value).replace(/e([+-])(\d)$/, 'e$10$2')
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, member]) => `${pythonText(key)}: ${pythonText(member)}`)
    .join(', ')}}`
}
