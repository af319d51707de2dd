import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { fileLedger } from '../../../src/adapters/ledger-store/file'
import { memoryLedger } from '../../../src/adapters/ledger-store/memory'
import { genesisHash } from '../../../src/ledger/chain'
import type { Decider } from '../../../src/ledger/decider'
import { eventRegistry } from '../../../src/ledger/event-registry'
import type { LedgerStore } from '../../../src/ports/ledger-store'
import { fold } from '../../../src/running/fold-stream'
import { ledgerOpener } from '../../../src/running/open-ledger'
import { record } from '../../../src/running/record'
import { verify } from '../../../src/running/verify-ledger'
import { withEventTypes } from '../../../src/running/typed-ledger'
import { failureOf, idsOf, inDirectory, linesOf, noted, someLines } from '../../support/ledger-events'

const registry = eventRegistry([{ type: 'noted', schema: 1, data: z.object({ n: z.number() }) }])

async function filled(store: LedgerStore, count: number): Promise<LedgerStore> {
  for (let n = 1; n <= count; n++) await store.append([noted(n)], [])
  return store
}

describe('verify', () => {
  test('a whole ledger is intact, with its events counted by whether their type is known', async () => {
    const ledger = await filled(memoryLedger(), 2)
    await ledger.append([noted(3, { type: 'other' }), noted(4, { type: 'noted', schema: 2 })], [])
    const { hash } = await ledger.head()
    expect(await verify(ledger)).toEqual({
      state: 'intact',
      events: 4,
      head: hash,
      known: 0,
      unknown: 4,
      unknownTypes: { noted: 3, other: 1 },
    })
    expect(await verify(ledger, { types: registry })).toMatchObject({ known: 2, unknown: 2, unknownTypes: { noted: 1, other: 1 } })
  })

  test('an empty ledger is empty, and broken where a head was expected', async () => {
    expect(await verify(memoryLedger())).toEqual({ state: 'empty' })
    expect(await verify(memoryLedger(), { expectHead: genesisHash })).toEqual({ state: 'empty' })
    const expected = `sha256:${'a'.repeat(64)}`
    expect(await verify(memoryLedger(), { expectHead: expected })).toMatchObject({
      state: 'broken',
      seq: 1,
      reason: 'head',
      expected,
      actual: genesisHash,
    })
  })

  test('a cut tail is found by the head that was kept, and a ledger that has gone on is not as expected', async () => {
    await inDirectory(async (directory) => {
      const ledger = await filled(fileLedger(directory), 3)
      const kept = await ledger.head()
      expect(await verify(ledger, { expectHead: kept })).toMatchObject({ state: 'intact', head: kept.hash })
      expect(await verify(ledger, { expectHead: kept.hash.slice('sha256:'.length) })).toMatchObject({ state: 'intact' })
      await ledger.append([noted(4)], [])
      expect(await verify(ledger, { expectHead: kept })).toMatchObject({ state: 'broken', seq: 4, reason: 'head', events: 4 })
      await ledger.close()
      const file = join(directory, 'ledger.jsonl')
      truncateSync(file, readFileSync(file, 'utf8').indexOf('\n') + 1)
      const after = fileLedger(directory)
      expect(await verify(after)).toMatchObject({ state: 'intact', events: 1 })
      expect(await verify(after, { expectHead: kept.hash })).toMatchObject({ state: 'broken', seq: 2, reason: 'head', expected: kept.hash })
      await after.close()
    })
  })

  test('what is no hash is no head', async () => {
    expect((await failureOf(verify(memoryLedger(), { expectHead: 'sha256:abc' })))['code']).toBe('usage')
  })

  test('what stands behind the last whole batch is told and no part of the ledger', async () => {
    await inDirectory(async (directory) => {
      const file = join(directory, 'ledger.jsonl')
      const batch = linesOf([[noted(1)], [noted(2), noted(3, { type: 'other' }), noted(4)]])
      const ledger = fileLedger(directory)
      writeFileSync(file, `${batch[0]}\n${batch[1]}\n${batch[2]}\n{"ac`)
      const bytes = `${batch[1]}\n${batch[2]}\n{"ac`.length
      expect(await verify(ledger, { types: registry })).toMatchObject({
        state: 'intact',
        events: 1,
        known: 1,
        unknown: 0,
        tail: { kind: 'torn', bytes, events: 2, afterSeq: 1 },
      })
      writeFileSync(file, `${batch[0]}\n\n\n`)
      expect(await verify(ledger)).toMatchObject({ state: 'intact', events: 1, tail: { kind: 'blank', lines: 2, afterSeq: 1 } })
      writeFileSync(file, batch.join('\n'))
      expect(await verify(ledger, { types: registry })).toMatchObject({
        state: 'intact',
        events: 4,
        known: 3,
        tail: { kind: 'unended', afterSeq: 4 },
      })
      writeFileSync(file, '{"ac')
      expect(await verify(ledger)).toMatchObject({ state: 'empty', tail: { kind: 'torn', bytes: 4, afterSeq: 0 } })
      await ledger.close()
    })
  })

  test('the first break is told with both hashes and what was whole before it', async () => {
    await inDirectory(async (directory) => {
      const lines = someLines(5)
      writeFileSync(join(directory, 'ledger.jsonl'), `${lines.with(2, lines[2]?.replace('"n":3', '"n":4') ?? '').join('\n')}\n`)
      const found = await verify(fileLedger(directory))
      expect(found).toMatchObject({ state: 'broken', seq: 3, reason: 'content', events: 2, expected: JSON.parse(lines[2] ?? '').hash })
      expect(found).toHaveProperty('actual', expect.stringMatching(/^sha256:[0-9a-f]{64}$/))
    })
  })

  test('data that breaks the schema of its type is a break at that event', async () => {
    const ledger = await filled(memoryLedger(), 2)
    await ledger.append([noted(3), noted(4, { data: { n: 'four' } })], [])
    await ledger.append([noted(5)], [])
    expect(await verify(ledger, { types: registry })).toMatchObject({ state: 'broken', seq: 4, reason: 'schema' })
    expect((await verify(ledger)).state).toBe('intact')
  })

  test('lines of an old log are counted as unverified; fewer of them than the ledger was begun on are a break', async () => {
    await inDirectory(async (directory) => {
      writeFileSync(join(directory, 'ledger.jsonl'), '{"old":1}\n{"old":2}\n')
      const ledger = await filled(fileLedger(directory, { legacyLines: 2 }), 2)
      expect(await verify(ledger)).toMatchObject({ state: 'intact', events: 2, unverifiedPrefix: 2 })
      expect(await idsOf(ledger)).toEqual(['id-1', 'id-2'])
      await ledger.close()
      const unaware = fileLedger(directory)
      expect(await verify(unaware)).toMatchObject({ state: 'broken', seq: 1, reason: 'envelope' })
      const tooMany = fileLedger(directory, { legacyLines: 9 })
      expect(await verify(tooMany)).toMatchObject({ state: 'broken', seq: 1, reason: 'gap' })
      expect((await failureOf(tooMany.append([noted(3)], [])))['code']).toBe('ledger-corrupt')
      for (const store of [unaware, tooMany]) await store.close()
    })
  })

  test('a store that only gives events is verified by them', async () => {
    const { stored: _, ...ledger } = await filled(memoryLedger(), 3)
    expect(await verify(ledger)).toMatchObject({ state: 'intact', events: 3 })
    const altered: LedgerStore = {
      ...ledger,
      read: async function* () {
        for await (const event of ledger.read()) yield event.seq === 2 ? { ...event, data: { n: 9 } } : event
      },
    }
    expect(await verify(altered)).toMatchObject({ state: 'broken', seq: 2, reason: 'content', events: 1 })
    await inDirectory(async (directory) => {
      writeFileSync(join(directory, 'ledger.jsonl'), `${someLines(3).toSpliced(1, 1).join('\n')}\n`)
      const { stored: __, ...file } = fileLedger(directory)
      expect(await verify(file)).toMatchObject({ state: 'broken', seq: 2, reason: 'gap', events: 1 })
    })
  })
})

describe('a ledger with types', () => {
  test('refuses what breaks a schema on the way in, with its path, and passes what it does not know', async () => {
    const ledger = withEventTypes(memoryLedger(), registry)
    const failure = await failureOf(ledger.append([noted(1), noted(2, { data: { n: 'two' } })], []))
    expect(failure).toMatchObject({ code: 'event-refused', path: 'events[1].data.n' })
    await ledger.append([noted(3), noted(4, { type: 'other', data: 'anything' })], [])
    expect(await idsOf(ledger)).toEqual(['id-3', 'id-4'])
  })

  test('stops at what breaks a schema on the way out', async () => {
    const plain = memoryLedger()
    await plain.append([noted(1)], [])
    await plain.append([noted(2, { data: {} })], [])
    expect(await failureOf(idsOf(withEventTypes(plain, registry)))).toMatchObject({ code: 'ledger-corrupt', seq: 2, reason: 'schema' })
  })
})

describe('opening a ledger', () => {
  const openLedger = ledgerOpener({
    memory: (_, settings) => memoryLedger(settings),
    file: ({ place }, settings) => fileLedger(place, settings),
  })

  test('an address chooses the store by its scheme', async () => {
    await inDirectory(async (directory) => {
      const ledger = await openLedger(`file:${directory}`, { types: registry, now: () => '2026-01-01T00:00:00Z' })
      expect((await ledger.append([noted(1)], []))[0]?.at).toBe('2026-01-01T00:00:00Z')
      expect((await failureOf(ledger.append([noted(2, { data: 2 })], [])))['code']).toBe('event-refused')
      await ledger.close()
      expect(await idsOf(fileLedger(directory))).toEqual(['id-1'])
    })
    expect((await (await openLedger('memory:')).head()).seq).toBe(0)
  })

  test('a scheme that is not offered is told with those that are', async () => {
    for (const address of ['sqlite:x', 'nothing', '', 'toString:x']) {
      const failure = await failureOf(openLedger(address))
      expect(failure).toMatchObject({ code: 'usage', address })
      expect(failure['message']).toContain('memory:, file:')
    }
  })
})

type Change = { readonly type: 'added'; readonly data: { readonly by: number } }
const counter: Decider<undefined, number, number, Change, never> = {
  initial: () => 0,
  decide: (total, by) =>
    by > 100
      ? { ok: false, refusal: { rule: 'R-0', code: 'too-much', message: `${by} is over 100` } }
      : { ok: true, events: by === 0 ? [] : [{ type: 'added', data: { by: total + by > 100 ? 100 - total : by } }] },
  evolve: (total, event) => (event.type === 'added' ? total + event.data.by : total),
  next: () => [],
}

describe('deciders on a ledger', () => {
  test('what is decided is recorded at the version it was decided on, and folded again', async () => {
    const ledger = memoryLedger()
    expect(await record(ledger, counter, 'counter', 5)).toMatchObject({
      ok: true,
      repeated: false,
      events: [{ version: 1, type: 'added', data: { by: 5 } }],
    })
    await ledger.append([noted(1, { stream: 'counter' })], [])
    await record(ledger, counter, 'counter', 7)
    await record(ledger, counter, 'another', 50)
    expect([await fold(ledger, counter, 'counter'), await fold(ledger, counter, 'another'), await fold(ledger, counter, 'none')]).toEqual([
      12, 50, 0,
    ])
  })

  test('a refusal and a decision without events write nothing', async () => {
    const ledger = memoryLedger()
    expect(await record(ledger, counter, 'counter', 101)).toEqual({
      ok: false,
      refusal: { rule: 'R-0', code: 'too-much', message: '101 is over 100' },
    })
    expect(await record(ledger, counter, 'counter', 0)).toEqual({ ok: true, events: [], repeated: false })
    expect((await ledger.head()).seq).toBe(0)
  })

  test('many writers at once: each is decided on the state that its events follow', async () => {
    const ledger = memoryLedger()
    await Promise.all(Array.from({ length: 12 }, () => record(ledger, counter, 'counter', 9)))
    expect(await fold(ledger, counter, 'counter')).toBe(100)
    expect((await ledger.head()).seq).toBe(12)
  })

  test('a command with a key is recorded once, also when it is given twice at the same time', async () => {
    const ledger = memoryLedger()
    const results = await Promise.all(
      [1, 2, 3].map((by) => record(ledger, counter, 'counter', by, { key: 'action-1', actor: { kind: 'human', id: 'eve' } })),
    )
    expect(results.map((result) => result.ok && result.events.map(({ id, actor }) => [id, actor.id]))).toEqual(
      results.map(() => [['action-1/1', 'eve']]),
    )
    expect(results.filter((result) => result.ok && result.repeated).length).toBe(2)
    expect((await ledger.head()).seq).toBe(1)
  })

  test('a writer that is always overtaken gives up with the conflict', async () => {
    const ledger = memoryLedger()
    let rival = 0
    const contested: LedgerStore = {
      ...ledger,
      append: async (events, expected) => {
        await ledger.append([noted(++rival, { stream: 'counter' })], [])
        return await ledger.append(events, expected)
      },
    }
    expect(await failureOf(record(contested, counter, 'counter', 1, { attemptsMax: 3 }))).toMatchObject({ code: 'conflict' })
    expect(rival).toBe(3)
  })

  test('a decider with a setup is given it', async () => {
    const from: Decider<{ readonly start: number }, number, number, Change, never> = { ...counter, initial: ({ start }) => start }
    const ledger = memoryLedger()
    await record(ledger, from, 'counter', 9, { setup: { start: 95 } })
    expect(await fold(ledger, from, 'counter', { setup: { start: 95 } })).toBe(100)
  })
})

describe('projections', () => {
  const sum = { initial: 0, on: { noted: (total: number, { data }: { readonly data: unknown }) => total + (data as { n: number }).n } }

  test('go on from a snapshot, which is thrown away where its event is not in the chain', async () => {
    const ledger = await filled(memoryLedger(), 4)
    await ledger.append([noted(5, { type: 'other' })], [])
    const snapshot = await fold(ledger, sum)
    expect(snapshot).toMatchObject({ state: 10, applied: 4, skipped: { other: 1 }, head: { seq: 5 } })
    await ledger.append([noted(6)], [])
    const marked = { ...snapshot, state: 1000 }
    expect((await fold(ledger, sum, { snapshot: marked })).state).toBe(1006)
    const foreign = { ...marked, head: { seq: 5, hash: genesisHash } }
    expect(await fold(ledger, sum, { snapshot: foreign })).toEqual(await fold(ledger, sum))
    expect((await fold(ledger, sum, { snapshot: { ...marked, head: { seq: 50, hash: genesisHash } } })).state).toBe(16)
  })

  test('read a file as it grows', async () => {
    await inDirectory(async (directory) => {
      const ledger = fileLedger(directory)
      await Promise.all(Array.from({ length: 700 }, (_, n) => ledger.append([noted(n + 1)], [])))
      const before = await fold(ledger, sum)
      expect(before.state).toBe((700 * 701) / 2)
      appendFileSync(join(directory, 'ledger.jsonl'), '{"torn')
      expect(await fold(ledger, sum)).toEqual(before)
      await ledger.append([noted(1000)], [])
      expect((await fold(ledger, sum, { snapshot: before })).state).toBe(before.state + 1000)
      await ledger.close()
    })
  })
})
