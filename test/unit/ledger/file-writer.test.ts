import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Disk } from '../../../src/adapters/ledger-store/file-disk'
import { nodeDisk } from '../../../src/adapters/ledger-store/file-disk'
import { surroundings } from '../../../src/adapters/ledger-store/file-holder'
import type { FileLedgerOptions } from '../../../src/adapters/ledger-store/file-store'
import { openFileLedger } from '../../../src/adapters/ledger-store/file-store'
import { verify } from '../../../src/running/verify-ledger'
import { failureOf, idsOf, inDirectory, noted } from '../../support/ledger-events'
import { directoryOf, removeEverything } from '../../support/ledger-faults'
import { childProgram, runChild } from '../../support/ledger-processes'

const here = surroundings()

afterAll(removeEverything)

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code })
}

/** A ledger on a disk that notes the order of what is asked of it, with some of its calls replaced. */
async function onDisk(
  changes: (real: Disk) => Partial<Disk>,
  work: (given: {
    directory: string
    calls: string[]
    open: (options?: FileLedgerOptions) => ReturnType<typeof openFileLedger>
  }) => Promise<void>,
) {
  await inDirectory(async (folder) => {
    const directory = join(folder, 'ledger')
    const calls: string[] = []
    const files = new Map<number, string>()
    const real: Disk = { ...nodeDisk, ...changes(nodeDisk) }
    const nameOf = (path: string) => path.slice(folder.length + 1).replace(/-[0-9a-f]{8}-[0-9a-f-]{27}/, '-X')
    const disk: Disk = {
      open: (path, flags) => {
        const descriptor = real.open(path, flags)
        files.set(descriptor, nameOf(path))
        return descriptor
      },
      close: (descriptor) => real.close(descriptor),
      write: (descriptor, bytes) => {
        calls.push(`write ${files.get(descriptor)}`)
        return real.write(descriptor, bytes)
      },
      truncate: (path, length) => {
        calls.push(`truncate ${nameOf(path)}`)
        real.truncate(path, length)
      },
      sync: async (descriptor) => {
        calls.push(`sync ${files.get(descriptor)}`)
        await real.sync(descriptor)
      },
      link: (from, to) => {
        real.link(from, to)
        calls.push(`link ${nameOf(to)}`)
      },
      unlink: (path) => {
        calls.push(`unlink ${nameOf(path)}`)
        real.unlink(path)
      },
    }
    const stores: ReturnType<typeof openFileLedger>[] = []
    const open = (options: FileLedgerOptions = {}) => {
      const store = openFileLedger(directory, options, { disk, here })
      stores.push(store)
      return store
    }
    await work({ directory, calls, open })
    for (const store of stores) await store.close()
  })
}

describe('an append', () => {
  test('is one write and one sync between taking the lock and giving it back; what is new is made durable first', async () => {
    await onDisk(
      () => ({}),
      async ({ calls, open }) => {
        const store = open()
        await store.append([noted(1), noted(2)], [])
        expect(calls).toEqual([
          'sync ',
          'write ledger/ledger.jsonl.lock-X',
          'sync ledger/ledger.jsonl.lock-X',
          'link ledger/ledger.jsonl.lock',
          'sync ledger',
          'write ledger/ledger.jsonl',
          'sync ledger/ledger.jsonl',
          'unlink ledger/ledger.jsonl.lock',
        ])
        calls.length = 0
        await store.append([noted(3)], [])
        expect(calls).toEqual([
          'link ledger/ledger.jsonl.lock',
          'write ledger/ledger.jsonl',
          'sync ledger/ledger.jsonl',
          'unlink ledger/ledger.jsonl.lock',
        ])
      },
    )
  })

  test('shares its sync with those that come meanwhile', async () => {
    await onDisk(
      () => ({}),
      async ({ calls, open }) => {
        const store = open()
        let left = 640
        const caller = async () => {
          while (left > 0) await store.append([noted(left--)], [])
        }
        await Promise.all(Array.from({ length: 64 }, caller))
        expect((await store.head()).seq).toBe(640)
        expect(calls.filter((call) => call === 'sync ledger/ledger.jsonl').length).toBeLessThanOrEqual(12)
      },
    )
  })

  test('is written whole however little the disk takes at once', async () => {
    await onDisk(
      (real) => ({ write: (descriptor, bytes) => real.write(descriptor, bytes.subarray(0, 7)) }),
      async ({ open }) => {
        const store = open()
        await store.append([noted(1), noted(2, { data: { text: '\u20ac'.repeat(50) } })], [])
        expect(await idsOf(store)).toEqual(['id-1', 'id-2'])
      },
    )
  })

  test('fails when the disk takes nothing', async () => {
    let stuck = false
    await onDisk(
      (real) => ({ write: (descriptor, bytes) => (stuck ? 0 : real.write(descriptor, bytes)) }),
      async ({ open }) => {
        const store = open()
        await store.append([noted(1)], [])
        stuck = true
        expect((await failureOf(store.append([noted(2)], [])))['code']).toBe('ledger-io')
        stuck = false
        expect((await store.append([noted(3)], []))[0]?.seq).toBe(2)
      },
    )
  })

  test('that is a repeat is synced too: the one who wrote it may have died before its sync', async () => {
    await onDisk(
      () => ({}),
      async ({ calls, open }) => {
        const first = open()
        await first.append([noted(1)], [])
        calls.length = 0
        await open().append([noted(1)], [])
        expect(calls.filter((call) => call.endsWith('ledger.jsonl'))).toEqual(['sync ledger/ledger.jsonl'])
      },
    )
  })

  test('is told of a conflict only when what it conflicts with is there to stay', async () => {
    let failing = false
    await onDisk(
      (real) => ({
        sync: async (descriptor) => {
          if (failing) throw systemError('EIO')
          await real.sync(descriptor)
        },
      }),
      async ({ open }) => {
        const store = open()
        await store.append([noted(1)], [])
        failing = true
        const expected = [{ stream: 'slice/S1', version: 1 }]
        const failures = await Promise.all([failureOf(store.append([noted(2)], expected)), failureOf(store.append([noted(3)], expected))])
        expect(failures.map(({ code }) => code)).toEqual(['ledger-io', 'ledger-io'])
        failing = false
        expect((await store.append([noted(3)], expected))[0]?.version).toBe(2)
      },
    )
  })

  test('whose failure could not be undone says that it may be recorded; asking again with the same ids tells', async () => {
    let failing = false
    const fail = () => {
      throw systemError('EIO')
    }
    await onDisk(
      (real) => ({
        sync: async (descriptor) => (failing ? fail() : await real.sync(descriptor)),
        truncate: (path, length) => (failing ? fail() : real.truncate(path, length)),
      }),
      async ({ open }) => {
        const store = open()
        await store.append([noted(1)], [])
        failing = true
        const failure = await failureOf(store.append([noted(2)], []))
        expect(failure).toMatchObject({ code: 'ledger-io', recorded: 'unknown', system: 'EIO' })
        expect(failure['cause']).toBeInstanceOf(AggregateError)
        failing = false
        expect((await store.append([noted(2)], []))[0]?.seq).toBe(2)
        expect((await store.append([noted(3)], []))[0]?.seq).toBe(3)
        expect(await verify(store)).toMatchObject({ state: 'intact', events: 3 })
      },
    )
  })

  test('whose half could not be taken back leaves a torn tail to the next one', async () => {
    let failing = false
    await onDisk(
      (real) => ({
        write: (descriptor, bytes) => {
          if (!failing) return real.write(descriptor, bytes)
          real.write(descriptor, bytes.subarray(0, 10))
          throw systemError('EIO')
        },
        truncate: (path, length) => {
          if (failing) throw systemError('EIO')
          real.truncate(path, length)
        },
      }),
      async ({ directory, open }) => {
        const store = open()
        await store.append([noted(1)], [])
        failing = true
        expect(await failureOf(store.append([noted(2)], []))).toMatchObject({ code: 'ledger-io', recorded: 'unknown' })
        failing = false
        expect(await idsOf(store)).toEqual(['id-1'])
        await store.append([noted(3)], [])
        expect(await idsOf(store)).toEqual(['id-1', 'id-3'])
        expect(readFileSync(join(directory, 'ledger.jsonl.torn-1'), 'utf8')).toBe('{"actor":{')
      },
    )
  })

  test('with a clock that makes no sense is refused, and no other with it', async () => {
    await onDisk(
      () => ({}),
      async ({ open }) => {
        let time = 'noon'
        const store = open({ now: () => time })
        const [broken, whole] = await Promise.all([
          failureOf(store.append([noted(1)], [])),
          store.append([noted(2, { at: '2026-08-14T16:30:00Z' })], []),
        ])
        expect([broken['code'], whole[0]?.seq]).toEqual(['event-refused', 1])
        time = '2026-08-14T16:30:00Z'
        await store.append([noted(3)], [])
      },
    )
  })

  test('leaves no lock and no finished file behind, also when it fails', async () => {
    let failing = false
    await onDisk(
      (real) => ({
        write: (descriptor, bytes) => {
          if (failing) throw systemError('ENOSPC')
          return real.write(descriptor, bytes)
        },
      }),
      async ({ directory, open }) => {
        const store = open()
        await store.append([noted(1)], [])
        failing = true
        expect(await failureOf(store.append([noted(2)], []))).toMatchObject({ code: 'ledger-io', recorded: false, system: 'ENOSPC' })
        expect(existsSync(join(directory, 'ledger.jsonl.lock'))).toBe(false)
        await store.close()
        const late = open()
        expect(await failureOf(late.append([noted(3)], []))).toMatchObject({ code: 'ledger-io', system: 'ENOSPC' })
        await late.close()
        expect(readdirSync(directory)).toEqual(['ledger.jsonl'])
      },
    )
  })
})

describe('an open ledger to which nothing is appended for a while', () => {
  test('puts away what it needs only for appending, and gets it again for the next append', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      await onDisk(
        () => ({}),
        async ({ directory, open }) => {
          const store = open()
          const files = () => readdirSync(directory).length
          await store.append([noted(1)], [])
          await turn()
          vi.advanceTimersByTime(150)
          await store.append([noted(2)], [])
          await turn()
          vi.advanceTimersByTime(100)
          expect(files()).toBe(2)
          vi.advanceTimersByTime(400)
          expect(readdirSync(directory)).toEqual(['ledger.jsonl'])
          await store.append([noted(3)], [])
          expect(files()).toBe(2)
        },
      )
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a process with a limit on the size of its files', () => {
  test('fails when it reaches the limit; what it confirmed is there and others go on', async () => {
    const directory = directoryOf('limited')
    await childProgram()
    const work = { directory, name: 'limited', appends: 10_000, batch: 3, callers: 4 }
    const { ids, code, err } = await runChild(work, Infinity, ['bash', '-c', 'ulimit -f 64; exec "$0" "$@"'])
    expect([code, /ledger-io|EFBIG/.test(err), ids.length > 10]).toEqual([1, true, true])
    const store = openFileLedger(directory, {}, { disk: nodeDisk, here })
    await store.append([noted(1)], [])
    const found = new Set(await idsOf(store))
    expect(ids.filter((id) => !found.has(id))).toEqual([])
    expect((await verify(store)).state).toBe('intact')
    await store.close()
  })
})
