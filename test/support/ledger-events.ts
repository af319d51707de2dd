import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { planAppend } from '../../src/ledger/append-plan'
import type { Head } from '../../src/ledger/chain'
import { emptyHead } from '../../src/ledger/chain'
import { nodeDigest } from '../../src/adapters/ledger-store/file-read'
import { draftsOf } from '../../src/ledger/draft'
import type { Event, NewEvent } from '../../src/ledger/event'
import type { LedgerStore, ReadOptions } from '../../src/ports/ledger-store'

export const time = '2026-08-14T16:30:00.000Z'

/** A new event whose id and data follow from n. */
export function noted(n: number, more: Partial<NewEvent> = {}): NewEvent {
  return { stream: 'slice/S1', type: 'noted', schema: 1, actor: { kind: 'engine', id: 'test' }, id: `id-${n}`, data: { n }, ...more }
}

/** The lines of a ledger to which these appends were made one after another, as the rules of appending make them. */
export function linesOf(appends: readonly (readonly NewEvent[])[]): string[] {
  const versions = new Map<string, number>()
  const lines: string[] = []
  let head: Head = emptyHead
  for (const events of appends) {
    const facts = { head, versionOf: (stream: string) => versions.get(stream) ?? 0, eventOf: () => undefined }
    const plan = planAppend(draftsOf(events), [], facts, { now: () => time, digest: nodeDigest })
    if (plan.kind !== 'write') throw new Error('the events of a test are new')
    for (const { event, line } of plan.sealed) {
      versions.set(event.stream, event.version)
      head = { seq: event.seq, hash: event.hash }
      lines.push(line)
    }
  }
  return lines
}

/** The lines of n events, each appended by itself. */
export function someLines(n: number): string[] {
  return linesOf(Array.from({ length: n }, (_, index) => [noted(index + 1)]))
}

export function parsed(line: string | undefined): Event {
  return JSON.parse(line ?? '') as Event
}

/** A throw-away directory. */
export async function inDirectory(work: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'adjudicate-unit-'))
  try {
    await work(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

export async function idsOf(store: LedgerStore, which?: ReadOptions): Promise<string[]> {
  const ids: string[] = []
  for await (const event of store.read(which)) ids.push(event.id)
  return ids
}

/** The code and details of what was thrown, or what was given instead. */
export async function failureOf(work: Promise<unknown>): Promise<Readonly<Record<string, unknown>>> {
  try {
    return { given: await work }
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && 'details' in thrown) {
      return { code: thrown.code, message: thrown.message, cause: thrown.cause, ...Object(thrown.details) }
    }
    throw thrown
  }
}
