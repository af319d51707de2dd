import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileLedger } from '../../../src/adapters/ledger-store/file'
import type { LedgerNotice } from '../../../src/adapters/ledger-store/file-notice'
import { eventBytesMax } from '../../../src/ledger/event-limits'
import type { NewEvent } from '../../../src/ledger/event'
import type { LedgerStore } from '../../../src/ports/ledger-store'
import { verify } from '../../../src/running/verify-ledger'
import { failureOf, idsOf, inDirectory, linesOf, noted, someLines } from '../../support/ledger-events'

type Given = { readonly directory: string; readonly file: string; readonly notices: LedgerNotice[]; readonly open: () => LedgerStore }

/** A directory whose ledger holds just these bytes. */
async function given(bytes: string | Uint8Array, work: (given: Given) => Promise<void>): Promise<void> {
  await inDirectory(async (directory) => {
    const file = join(directory, 'ledger.jsonl')
    writeFileSync(file, bytes)
    const notices: LedgerNotice[] = []
    const stores: LedgerStore[] = []
    const open = () => {
      const store = fileLedger(directory, { onNotice: (notice) => notices.push(notice) })
      stores.push(store)
      return store
    }
    await work({ directory, file, notices, open })
    for (const store of stores) await store.close()
  })
}

const three = someLines(3)
  .map((line) => `${line}\n`)
  .join('')
const next: NewEvent = noted(4)

async function appendTo(open: () => LedgerStore, event: NewEvent = next): Promise<void> {
  const store = open()
  await store.append([event], [])
  await store.close()
}

describe('a torn tail', () => {
  const fourth = someLines(4)[3] ?? ''
  const batch = linesOf([[noted(1)], [noted(2)], [noted(3)], [noted(7), noted(8), noted(9)]]).slice(3)
  const tails: readonly (readonly [string, Buffer, number])[] = [
    ['half a record', Buffer.from(fourth.slice(0, 100)), 0],
    ['one byte', Buffer.from('{'), 0],
    ['half a character', Buffer.from('{"actor":{"id":"\u20ac').subarray(0, 17), 0],
    ['zeros', Buffer.alloc(5000), 0],
    ['a record with zeros behind it', Buffer.concat([Buffer.from(fourth), Buffer.alloc(3)]), 0],
    ['words of no record', Buffer.from('hello'), 0],
    ['a batch without its last record', Buffer.from(`${batch[0]}\n${batch[1]}\n`), 2],
    ['a batch with half a last record', Buffer.from(`${batch[0]}\n${batch[1]}\n${batch[2]?.slice(0, 30)}`), 2],
    ['a batch cut before a line end', Buffer.from(`${batch[0]}\n${batch[1]}`), 2],
    ['a lot of something without a line end', Buffer.alloc(3_000_000, 'x'), 0],
  ]

  for (const [name, tail, events] of tails) {
    test(`${name}: readers pass over it, the next writer moves it aside and says so`, async () => {
      await given(Buffer.concat([Buffer.from(three), tail]), async ({ directory, file, notices, open }) => {
        const reader = open()
        expect(await idsOf(reader)).toEqual(['id-1', 'id-2', 'id-3'])
        expect((await reader.head()).seq).toBe(3)
        expect(readFileSync(file).length).toBe(three.length + tail.length)
        await appendTo(open)
        expect(readFileSync(file, 'utf8').startsWith(three)).toBe(true)
        expect(readFileSync(join(directory, 'ledger.jsonl.torn-1')).equals(tail)).toBe(true)
        expect(notices).toMatchObject([{ kind: 'torn-tail', bytes: tail.length, events, afterSeq: 3, movedTo: 'ledger.jsonl.torn-1' }])
        expect(notices[0]?.message).toBe(`torn tail of ${tail.length} bytes after event 3, moved aside to ledger.jsonl.torn-1`)
        expect(await idsOf(reader)).toEqual(['id-1', 'id-2', 'id-3', 'id-4'])
        expect((await reader.head()).seq).toBe(4)
      })
    })
  }

  test('is never moved over one that lies there already', async () => {
    await given(`${three}{"to`, async ({ directory, open }) => {
      writeFileSync(join(directory, 'ledger.jsonl.torn-1'), 'earlier')
      await appendTo(open)
      appendFileSync(join(directory, 'ledger.jsonl'), '{"again')
      await appendTo(open, noted(5))
      const aside = ['1', '2', '3'].map((n) => readFileSync(join(directory, `ledger.jsonl.torn-${n}`), 'utf8'))
      expect(aside).toEqual(['earlier', '{"to', '{"again'])
    })
  })

  test('may be all there is', async () => {
    await given('{"actor', async ({ open }) => {
      expect((await open().head()).seq).toBe(0)
      await appendTo(open)
      expect(await idsOf(open())).toEqual(['id-4'])
    })
  })
})

describe('a reader without a lock', () => {
  test('that a writer overtakes in the middle of a torn tail reads on as if nothing had been', async () => {
    const torn = `{"actor":{"id":"${'y'.repeat(400_000)}`
    await given(`${three}${torn}`, async ({ open }) => {
      const reader = open()
      const ids: string[] = []
      for await (const event of reader.read()) {
        ids.push(event.id)
        if (ids.length > 1) continue
        // The first portion has been read, up to the middle of what is cut here and overwritten.
        const writer = open()
        await writer.append(
          Array.from({ length: 40 }, (_, n) => noted(n + 4, { data: 'z'.repeat(10_000) })),
          [],
        )
      }
      expect(ids).toEqual(Array.from({ length: 43 }, (_, n) => `id-${n + 1}`))
    })
  })

  test('verifies as little by halves', async () => {
    const torn = `{"actor":{"id":"${'y'.repeat(400_000)}`
    await given(`${three}${torn}`, async ({ open }) => {
      const reader = open()
      let passes = 0
      const overtaken: LedgerStore = {
        ...reader,
        stored: () => {
          const { legacyLines, parts } = reader.stored?.() ?? { legacyLines: 0, parts: [] as never }
          passes++
          const first = passes === 1
          return {
            legacyLines,
            parts: (async function* () {
              let begun = false
              for await (const part of parts) {
                yield part
                if (first && !begun) {
                  await open().append(
                    Array.from({ length: 40 }, (_, n) => noted(n + 4, { data: 'z'.repeat(10_000) })),
                    [],
                  )
                }
                begun = true
              }
            })(),
          }
        },
      }
      expect(await verify(overtaken)).toMatchObject({ state: 'intact', events: 43 })
      expect(passes).toBe(2)
    })
  })
})

describe('a last record that lacks only its line end', () => {
  test('is read, and gets it with the next append', async () => {
    await given(three.slice(0, -1), async ({ directory, file, notices, open }) => {
      const early = open()
      expect([await idsOf(early), (await early.head()).seq]).toEqual([['id-1', 'id-2', 'id-3'], 3])
      await appendTo(open)
      expect(readFileSync(file, 'utf8').startsWith(three)).toBe(true)
      expect(readdirSync(directory)).toEqual(['ledger.jsonl'])
      expect(notices).toMatchObject([{ kind: 'line-end-added', afterSeq: 3 }])
      // The early handle knew the record without its line end.
      await appendTo(() => early, noted(5))
      expect(await idsOf(open())).toEqual(['id-1', 'id-2', 'id-3', 'id-4', 'id-5'])
    })
  })

  test('counts for repeats and versions', async () => {
    await given(three.slice(0, -1), async ({ file, open }) => {
      const store = open()
      expect((await store.append([noted(3)], [{ stream: 'slice/S1', version: 2 }]))[0]?.seq).toBe(3)
      expect(readFileSync(file, 'utf8')).toBe(three.slice(0, -1))
      expect((await failureOf(store.append([next], [{ stream: 'slice/S1', version: 2 }])))['code']).toBe('conflict')
      await store.append([next], [{ stream: 'slice/S1', version: 3 }])
    })
  })
})

describe('blank lines', () => {
  test('at the end they are cut without a copy', async () => {
    await given(`${three}\n\n`, async ({ directory, file, notices, open }) => {
      expect(await idsOf(open())).toEqual(['id-1', 'id-2', 'id-3'])
      await appendTo(open)
      expect(readFileSync(file, 'utf8').split('\n').length).toBe(5)
      expect(readdirSync(directory)).toEqual(['ledger.jsonl'])
      expect(notices).toMatchObject([{ kind: 'blank-lines-cut', lines: 2, afterSeq: 3 }])
    })
  })
})

describe('a record broken in the middle', () => {
  const lines = someLines(6)
  const edited = lines.with(3, lines[3]?.replace('"n":4', '"n":5') ?? '')
  const broken: readonly (readonly [string, readonly (string | Buffer)[], number, string])[] = [
    ['edited', edited, 4, 'content'],
    ['half', lines.with(3, '{"type":"card","n":'), 4, 'not-json'],
    ['removed', lines.toSpliced(3, 1), 4, 'gap'],
    ['no UTF-8', lines.map((line, index) => (index === 3 ? Buffer.from([0x7b, 0xff, 0x7d]) : line)), 4, 'not-utf8'],
    ['too long', lines.toSpliced(3, 0, 'y'.repeat(eventBytesMax + 1)), 4, 'too-long'],
    [
      'after a byte order mark',
      [Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(lines[0] ?? '')]), ...lines.slice(1)],
      1,
      'bom',
    ],
    ['with a carriage return', lines.map((line) => `${line}\r`), 1, 're-spelled'],
  ]

  for (const [name, pieces, seq, reason] of broken) {
    test(`${name}: reading gives what is before it and stops, nothing is appended, nothing repaired`, async () => {
      const bytes = Buffer.concat(pieces.flatMap((piece) => [Buffer.from(piece), Buffer.from('\n')]))
      await given(bytes, async ({ directory, file, open }) => {
        const store = open()
        const ids: string[] = []
        const reading = (async () => {
          for await (const event of store.read()) ids.push(event.id)
        })()
        expect(await failureOf(reading)).toMatchObject({ code: 'ledger-corrupt', seq, reason })
        expect(ids).toEqual(['id-1', 'id-2', 'id-3'].slice(0, seq - 1))
        expect(await failureOf(store.head())).toMatchObject({ code: 'ledger-corrupt', seq, reason })
        for (let tries = 0; tries < 2; tries++) {
          expect(await failureOf(store.append([noted(9)], []))).toMatchObject({ code: 'ledger-corrupt', seq, reason })
        }
        await store.close()
        expect(readFileSync(file).equals(bytes)).toBe(true)
        expect(readdirSync(directory)).toEqual(['ledger.jsonl'])
      })
    })
  }

  test('events before it can still be read by their range', async () => {
    await given(`${edited.join('\n')}\n`, async ({ open }) => {
      expect(await idsOf(open(), { toSeq: 3 })).toEqual(['id-1', 'id-2', 'id-3'])
    })
  })
})

describe('a file that changes under an open ledger', () => {
  test('cut back or emptied: the ledger that was read in it is not gone on with', async () => {
    await given(three, async ({ file, open }) => {
      const store = open()
      await store.append([next], [])
      truncateSync(file, three.length)
      expect(await failureOf(store.append([noted(5)], []))).toMatchObject({ code: 'ledger-corrupt', seq: 4, reason: 'gap' })
      expect(await failureOf(store.head())).toMatchObject({ code: 'ledger-corrupt', seq: 4 })
      expect(await idsOf(store)).toEqual(['id-1', 'id-2', 'id-3'])
      await appendTo(open, noted(6))
      expect(await failureOf(store.append([noted(5)], []))).toMatchObject({ code: 'ledger-corrupt', seq: 4, reason: 'fork' })
    })
  })

  test('what was only read without the lock binds nobody: its writer may have taken it back', async () => {
    await given(three, async ({ file, open }) => {
      const store = open()
      const [, , , fourth = ''] = someLines(4)
      appendFileSync(file, `${fourth}\n`)
      expect((await store.head()).seq).toBe(4)
      truncateSync(file, three.length)
      expect((await store.head()).seq).toBe(3)
      await store.append([noted(5)], [{ stream: 'slice/S1', version: 3 }])
      expect(await idsOf(store)).toEqual(['id-1', 'id-2', 'id-3', 'id-5'])
    })
  })

  test('removed: it is not begun anew by a handle that had events in it', async () => {
    await given(three, async ({ file, open }) => {
      const store = open()
      await store.append([next], [])
      rmSync(file)
      expect(await failureOf(store.append([noted(5)], []))).toMatchObject({ code: 'ledger-corrupt', seq: 1 })
      expect(existsSync(file)).toBe(false)
    })
  })

  test('replaced by a copy of itself: appends go into the copy', async () => {
    await given(three, async ({ file, open }) => {
      const store = open()
      await store.append([next], [])
      copyFileSync(file, `${file}.copy`)
      renameSync(`${file}.copy`, file)
      await store.append([noted(5)], [{ stream: 'slice/S1', version: 4 }])
      expect(await idsOf(open())).toEqual(['id-1', 'id-2', 'id-3', 'id-4', 'id-5'])
    })
  })

  test('replaced by another ledger: nothing is appended to that', async () => {
    await given(three, async ({ file, open }) => {
      const store = open()
      await store.append([next], [])
      const other = linesOf([1, 2, 3, 4, 5].map((n) => [noted(n, { stream: 'other' })]))
      writeFileSync(file, `${other.join('\n')}\n`)
      expect(await failureOf(store.append([noted(6)], []))).toMatchObject({ code: 'ledger-corrupt', seq: 4, reason: 'fork' })
      expect(readFileSync(file, 'utf8')).toBe(`${other.join('\n')}\n`)
    })
  })
})

describe('where the ledger lies', () => {
  test('nothing is made by opening, reading or closing', async () => {
    await inDirectory(async (directory) => {
      const store = fileLedger(join(directory, 'a', 'b'))
      expect(await idsOf(store)).toEqual([])
      expect((await store.head()).seq).toBe(0)
      await store.close()
      expect(readdirSync(directory)).toEqual([])
    })
  })

  test('the directory is made with its parents by the first append, and holds one file when the ledger is closed', async () => {
    await inDirectory(async (directory) => {
      const place = join(directory, 'a', 'b')
      await appendTo(() => fileLedger(place))
      expect(readdirSync(place)).toEqual(['ledger.jsonl'])
    })
  })

  test('a link to a ledger elsewhere leads to that, with the lock beside it', async () => {
    await given(three, async ({ directory, file, open }) => {
      const place = join(directory, 'linked')
      mkdirSync(place)
      symlinkSync(file, join(place, 'ledger.jsonl'))
      const [linked, direct] = [fileLedger(place), open()]
      await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? linked : direct).append([noted(n + 10)], [])))
      await linked.close()
      expect(readdirSync(place)).toEqual(['ledger.jsonl'])
      expect((await direct.head()).seq).toBe(23)
    })
  })

  test('a directory where the file should be is an error, not an empty ledger', async () => {
    await inDirectory(async (directory) => {
      mkdirSync(join(directory, 'ledger.jsonl'))
      const store = fileLedger(directory)
      expect((await failureOf(idsOf(store)))['code']).toBe('ledger-io')
      expect((await failureOf(store.append([next], [])))['code']).toBe('ledger-io')
      await store.close()
    })
  })
})
