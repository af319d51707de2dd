import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileLedger } from '../../src/adapters/ledger-store/file'
import { noPlaces, notePlace, stretchFor } from '../../src/adapters/ledger-store/file-places'
import { memoryLedger } from '../../src/adapters/ledger-store/memory'
import { isAdjudicateError } from '../../src/errors'
import type { Event } from '../../src/ledger/event'
import type { LedgerStore, ReadOptions } from '../../src/ports/ledger-store'
import { inDirectory, linesOf, noted } from '../support/ledger-events'

type Step =
  | { readonly do: 'append'; readonly by: 'reader' | 'other'; readonly stream: string; readonly count: number }
  | { readonly do: 'cut'; readonly lines: number }
  | { readonly do: 'replace'; readonly lines: number }
  | { readonly do: 'tear' }

const stream = fc.constantFrom('slice/a', 'slice/b', 'drive/slice/a')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      by: fc.constantFrom('reader', 'other'),
      stream,
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const), lines: fc.integer({ min: 0, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replace' as const), lines: fc.integer({ min: 0, max: 6 }) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'tear' as const }) },
)
const which: fc.Arbitrary<ReadOptions> = fc.record(
  {
    stream: fc.constantFrom('slice/a', 'slice/b', 'drive/slice/a', 'slice/none'),
    fromSeq: fc.integer({ min: 1, max: 14 }),
    toSeq: fc.integer({ min: 0, max: 14 }),
  },
  { requiredKeys: [] },
)

/** What reading gives, events as texts, and how it ends. */
async function reading(store: LedgerStore, asked: ReadOptions): Promise<readonly string[]> {
  const told: string[] = []
  try {
    for await (const event of store.read(asked)) told.push(JSON.stringify(event))
  } catch (thrown) {
    if (!isAdjudicateError(thrown)) throw thrown
    told.push(thrown.code)
  }
  return told
}

let made = 0
const fresh = (name: string) => noted((made += 1), { stream: name })

async function take(directory: string, reader: LedgerStore, one: Step): Promise<void> {
  const file = join(directory, 'ledger.jsonl')
  switch (one.do) {
    case 'append': {
      const store = one.by === 'reader' ? reader : fileLedger(directory)
      const events = Array.from({ length: one.count }, () => fresh(one.stream))
      // A writer that saw what has been cut off since refuses to go on: that is right, and reading goes on all the same.
      await store.append(events, []).catch((thrown: unknown) => expect(thrown).toMatchObject({ code: 'ledger-corrupt' }))
      if (one.by === 'other') await store.close()
      return
    }
    case 'cut':
      return writeFileSync(file, kept(file, one.lines))
    case 'replace': {
      const lines = linesOf(Array.from({ length: one.lines }, () => [fresh('slice/b')]))
      writeFileSync(`${file}.new`, lines.map((line) => `${line}\n`).join(''))
      return renameSync(`${file}.new`, file)
    }
    case 'tear':
      return appendFileSync(file, '{"actor"')
  }
}

function kept(file: string, lines: number): string {
  const text = readFileSync(file, 'utf8')
  return text.split('\n').slice(0, lines).join('\n') + (lines > 0 && text !== '' ? '\n' : '')
}

test('whoever has read before reads what a newcomer reads, whatever was appended, cut off, torn or put in the place of the file', async () => {
  let stretches = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, which), { minLength: 2, maxLength: 10 }), async (steps) => {
      await inDirectory(async (directory) => {
        const reader = fileLedger(directory)
        await reader.append([fresh('slice/a'), fresh('slice/b')], [])
        for (const [one, asked] of steps) {
          await take(directory, reader, one)
          const newcomer = fileLedger(directory)
          const expected = await reading(newcomer, asked)
          expect(await reading(reader, asked)).toEqual(expected)
          if (expected.length > 0 && (asked.stream !== undefined || (asked.fromSeq ?? 1) > 1)) stretches++
          await newcomer.close()
        }
        await reader.close()
      })
    }),
    { numRuns: 40 },
  )
  expect(stretches).toBeGreaterThan(20)
})

test('an event that was changed in place is not read, also by whoever had read it before', async () => {
  await inDirectory(async (directory) => {
    const reader = fileLedger(directory)
    await reader.append([noted(1), noted(2), noted(3)], [])
    expect(await reading(reader, { fromSeq: 2 })).toHaveLength(2)
    const file = join(directory, 'ledger.jsonl')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"n":3', '"n":4'))
    const told = await reading(reader, { fromSeq: 2 })
    expect(told.at(-1)).toBe('ledger-corrupt')
    expect(told).toHaveLength(1)
    await reader.close()
  })
})

test('a reader that only reads sees what others append between, also when it never appends', async () => {
  await inDirectory(async (directory) => {
    const [reader, writer] = [fileLedger(directory), fileLedger(directory)]
    for (let round = 1; round <= 4; round++) {
      await writer.append([noted(round)], [])
      expect(await reading(reader, { stream: 'slice/S1' })).toHaveLength(round)
      expect(await reading(reader, { fromSeq: round })).toHaveLength(1)
    }
    await reader.close()
    await writer.close()
  })
})

const event = (seq: number, name: string, prev: string): Pick<Event, 'seq' | 'stream' | 'prev'> => ({ seq, stream: name, prev })
const mark = { device: 1, inode: 1, size: 1, changedMs: 1 }

test('the stretch known for some events begins at or before the first of them, and a long file has no more starts than a short one may', () => {
  const places = noPlaces()
  const bytes = 1_500
  const count = 40_000
  for (let seq = 1; seq <= count; seq++)
    notePlace(places, event(seq, `slice/${Math.ceil(seq / 10)}`, `sha256:${seq - 1}`), (seq - 1) * bytes)
  expect(places.starts.length).toBeLessThanOrEqual(4096)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: count / 10 }), fc.integer({ min: 1, max: count }), (number, fromSeq) => {
      const of = (asked: ReadOptions) => stretchFor(places, asked, count, mark)
      expect(of({ fromSeq })?.to).toBe(count)
      const { before, offset } = of({ fromSeq })?.start ?? { before: { seq: -1, hash: '' }, offset: -1 }
      expect(before.seq).toBeLessThan(fromSeq)
      expect(offset).toBe(before.seq * bytes)
      expect(fromSeq - before.seq).toBeLessThanOrEqual(Math.ceil(places.strideBytes / bytes) + 1)
      const its = of({ stream: `slice/${number}` })
      expect(its?.to).toBe(number * 10)
      expect(its?.start.before.seq).toBeLessThanOrEqual((number - 1) * 10)
      expect(of({ stream: `slice/${number}`, fromSeq: number * 10 + 1 })).toBeUndefined()
    }),
  )
})

test('the memory ledger gives the same events as the file ledger, whatever is asked for', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(stream, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 8 }),
      which,
      async (appends, asked) => {
        await inDirectory(async (directory) => {
          const now = () => '2026-08-14T16:30:00.000Z'
          const [memory, file] = [memoryLedger({ now }), fileLedger(directory, { now })]
          for (const [name, count] of appends) {
            const events = Array.from({ length: count }, () => fresh(name))
            await memory.append(events, [])
            await file.append(events, [])
          }
          expect(await reading(memory, asked)).toEqual(await reading(file, asked))
          await file.close()
        })
      },
    ),
    { numRuns: 30 },
  )
})
