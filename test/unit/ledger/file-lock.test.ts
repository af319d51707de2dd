import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nodeDisk } from '../../../src/adapters/ledger-store/file-disk'
import type { Holder, Surroundings } from '../../../src/adapters/ledger-store/file-holder'
import { parseHolder, standingOf, surroundings } from '../../../src/adapters/ledger-store/file-holder'
import type { FileLock } from '../../../src/adapters/ledger-store/file-lock'
import { acquireLock, fileLock, releaseLock, retireLock } from '../../../src/adapters/ledger-store/file-lock'
import type { LedgerNotice } from '../../../src/adapters/ledger-store/file-notice'
import { openFileLedger } from '../../../src/adapters/ledger-store/file-store'
import { failureOf, inDirectory, noted } from '../../support/ledger-events'

const here = surroundings()
const { stateOf: _, ...me } = here

/** A process of this host that is certainly dead: its pid is given out, but it has ended and been waited for. */
const deadPid = spawnSync(process.execPath, ['-e', '']).pid

function holder(more: Partial<Holder> = {}): Holder {
  return { ...me, nonce: 'a-nonce', ...more }
}

const dead = holder({ pid: deadPid, start: '1', nonce: 'of-the-dead' })

type Given = {
  readonly path: string
  readonly notices: LedgerNotice[]
  readonly lockOf: (waitMs?: number, from?: Surroundings) => FileLock
}

async function given(work: (given: Given) => Promise<void>): Promise<void> {
  await inDirectory(async (directory) => {
    const path = join(directory, 'ledger.jsonl')
    const notices: LedgerNotice[] = []
    const lockOf = (waitMs = 5000, from = here) =>
      fileLock(path, { disk: nodeDisk, here: from, waitMs, onNotice: (notice) => notices.push(notice) })
    await work({ path, notices, lockOf })
  })
}

describe('a lock', () => {
  test('names host, boot, process and its start, and is gone when it is given back', async () => {
    await given(async ({ path, lockOf }) => {
      const lock = lockOf()
      await acquireLock(lock)
      expect(parseHolder(readFileSync(`${path}.lock`, 'utf8'))).toEqual(lock.holder)
      expect([lock.holder.host, lock.holder.pid]).toEqual([hostname(), process.pid])
      releaseLock(lock)
      expect(existsSync(`${path}.lock`)).toBe(false)
      await acquireLock(lock)
      releaseLock(lock)
      retireLock(lock)
      expect(readdirSync(join(path, '..'))).toEqual([])
    })
  })

  test('on Linux the boot and the start of the process are known', () => {
    if (process.platform !== 'linux') return
    expect([here.boot, here.start].every((text) => text !== '')).toBe(true)
    expect(here.stateOf(process.pid)).toEqual({ running: true, start: here.start })
    expect(here.stateOf(deadPid).running).toBe(false)
  })

  test('is held by one at a time', async () => {
    await given(async ({ lockOf }) => {
      let holders = 0
      let most = 0
      let taken = 0
      const work = async () => {
        const lock = lockOf(20_000)
        for (let round = 0; round < 5; round++) {
          await acquireLock(lock)
          most = Math.max(most, ++holders)
          await Promise.resolve()
          taken++
          holders--
          releaseLock(lock)
        }
        retireLock(lock)
      }
      await Promise.all(Array.from({ length: 6 }, work))
      expect([most, taken]).toEqual([1, 30])
    })
  })

  test('of a living process is waited for, then the error says who holds it', async () => {
    await given(async ({ path, lockOf }) => {
      const other = lockOf()
      await acquireLock(other)
      const failure = await failureOf(acquireLock(lockOf(30)))
      expect(failure).toMatchObject({ code: 'ledger-locked', host: hostname(), pid: process.pid, path: `${path}.lock`, waitMs: 30 })
      expect(failure['message']).toContain(`process ${process.pid} on ${hostname()}`)
      releaseLock(other)
    })
  })

  test('of another host is never taken, whatever its process number', async () => {
    await given(async ({ path, lockOf }) => {
      for (const other of [
        holder({ ...dead, host: 'elsewhere' }),
        holder({ ...dead, boot: 'another-boot', machine: '' }),
        holder({ ...dead, space: 'pid:[1]' }),
      ]) {
        writeFileSync(`${path}.lock`, JSON.stringify(other))
        expect(await failureOf(acquireLock(lockOf(20)))).toMatchObject({ code: 'ledger-locked', host: other.host })
        expect(readFileSync(`${path}.lock`, 'utf8')).toBe(JSON.stringify(other))
      }
    })
  })

  test('that names nobody is never taken', async () => {
    await given(async ({ path, lockOf }) => {
      for (const text of ['', 'x', '{}', '{"pid":0}', JSON.stringify({ ...dead, pid: -1 }), JSON.stringify({ ...dead, nonce: '' })]) {
        writeFileSync(`${path}.lock`, text)
        expect(await failureOf(acquireLock(lockOf(10)))).toMatchObject({ code: 'ledger-locked' })
        expect(readFileSync(`${path}.lock`, 'utf8')).toBe(text)
      }
    })
  })

  test('that somebody removes by hand while it is held is noticed, and another one in its place is left alone', async () => {
    await given(async ({ path, notices, lockOf }) => {
      const lock = lockOf()
      await acquireLock(lock)
      rmSync(`${path}.lock`)
      releaseLock(lock)
      await acquireLock(lock)
      rmSync(`${path}.lock`)
      writeFileSync(`${path}.lock`, JSON.stringify(holder()))
      releaseLock(lock)
      expect(notices.map(({ kind }) => kind)).toEqual(['lock-lost', 'lock-lost'])
      expect(existsSync(`${path}.lock`)).toBe(true)
    })
  })

  test('that is a link into nowhere is waited for, not spun upon', async () => {
    await given(async ({ path, lockOf }) => {
      symlinkSync('nowhere', `${path}.lock`)
      expect(await failureOf(acquireLock(lockOf(20)))).toMatchObject({ code: 'ledger-locked' })
    })
  })

  test('needs no hard links: where there are none it is made in its place, and a dead one is taken over all the same', async () => {
    await given(async ({ path, notices }) => {
      const link = () => {
        throw Object.assign(new Error('ENOTSUP: injected'), { code: 'ENOTSUP' })
      }
      const lockOf = () => fileLock(path, { disk: { ...nodeDisk, link }, here, waitMs: 5000, onNotice: (notice) => notices.push(notice) })
      writeFileSync(`${path}.lock`, JSON.stringify(dead))
      let holders = 0
      let most = 0
      const work = async () => {
        const lock = lockOf()
        await acquireLock(lock)
        most = Math.max(most, ++holders)
        expect(parseHolder(readFileSync(`${path}.lock`, 'utf8'))).toEqual(lock.holder)
        await Promise.resolve()
        holders--
        releaseLock(lock)
        retireLock(lock)
      }
      await Promise.all(Array.from({ length: 5 }, work))
      expect(most).toBe(1)
      expect(notices.map(({ kind }) => kind)).toEqual(['lock-taken-over'])
      expect(readdirSync(join(path, '..'))).toEqual([])
    })
  })

  test('whose finished file somebody tidied up is taken all the same', async () => {
    await given(async ({ path, lockOf }) => {
      const lock = lockOf()
      await acquireLock(lock)
      releaseLock(lock)
      rmSync(lock.own)
      await acquireLock(lock)
      expect(parseHolder(readFileSync(`${path}.lock`, 'utf8'))).toEqual(lock.holder)
      releaseLock(lock)
    })
  })

  test('that could not be given back is still the holder’s, and said so', async () => {
    await given(async ({ path, notices }) => {
      let failing = false
      const unlink = (name: string) => {
        if (failing && name === `${path}.lock`) throw Object.assign(new Error('EIO: injected'), { code: 'EIO' })
        nodeDisk.unlink(name)
      }
      const lock = fileLock(path, { disk: { ...nodeDisk, unlink }, here, waitMs: 50, onNotice: (notice) => notices.push(notice) })
      await acquireLock(lock)
      failing = true
      releaseLock(lock)
      expect(notices).toMatchObject([{ kind: 'lock-not-released' }])
      failing = false
      await acquireLock(lock)
      releaseLock(lock)
      expect(existsSync(`${path}.lock`)).toBe(false)
    })
  })
})

describe('a lock left by a dead process of this host', () => {
  test('is taken over and said so', async () => {
    await given(async ({ path, notices, lockOf }) => {
      writeFileSync(`${path}.lock`, JSON.stringify(dead))
      writeFileSync(`${path}.lock-of-the-dead`, JSON.stringify(dead))
      const lock = lockOf()
      await acquireLock(lock)
      expect(parseHolder(readFileSync(`${path}.lock`, 'utf8'))).toEqual(lock.holder)
      expect(notices).toMatchObject([{ kind: 'lock-taken-over', from: dead }])
      releaseLock(lock)
      retireLock(lock)
      expect(readdirSync(join(path, '..'))).toEqual([])
    })
  })

  test('is taken over also where its process number was given out anew, or the machine was started again', async () => {
    await given(async ({ path, lockOf }) => {
      if (here.start === '' || here.machine === '') return
      for (const gone of [holder({ start: '1' }), holder({ boot: 'an-earlier-boot' })]) {
        writeFileSync(`${path}.lock`, JSON.stringify(gone))
        const lock = lockOf()
        await acquireLock(lock)
        releaseLock(lock)
      }
    })
  })

  test('is taken over by one of many, who then hold it one after another', async () => {
    for (let round = 0; round < 10; round++) {
      await given(async ({ path, notices, lockOf }) => {
        writeFileSync(`${path}.lock`, JSON.stringify(dead))
        let holders = 0
        let most = 0
        const work = async () => {
          const lock = lockOf(20_000)
          await acquireLock(lock)
          most = Math.max(most, ++holders)
          await Promise.resolve()
          holders--
          releaseLock(lock)
          retireLock(lock)
        }
        await Promise.all(Array.from({ length: 8 }, work))
        expect(most).toBe(1)
        expect(notices.map(({ kind }) => kind)).toEqual(['lock-taken-over'])
        expect(readdirSync(join(path, '..'))).toEqual([])
      })
    }
  })

  test('is taken over although earlier takers died with the right to it', async () => {
    await given(async ({ path, lockOf }) => {
      writeFileSync(`${path}.lock`, JSON.stringify(dead))
      writeFileSync(`${path}.lock-steal-of-the-dead`, JSON.stringify({ ...dead, nonce: 'taker-1' }))
      writeFileSync(`${path}.lock-steal-taker-1`, JSON.stringify({ ...dead, nonce: 'taker-2' }))
      const lock = lockOf()
      await acquireLock(lock)
      releaseLock(lock)
      retireLock(lock)
      expect(readdirSync(join(path, '..'))).toEqual([])
    })
  })

  test('is left to a living taker who has the right to it', async () => {
    await given(async ({ path, lockOf }) => {
      writeFileSync(`${path}.lock`, JSON.stringify(dead))
      writeFileSync(`${path}.lock-steal-of-the-dead`, JSON.stringify(holder({ nonce: 'alive' })))
      expect(await failureOf(acquireLock(lockOf(20)))).toMatchObject({ code: 'ledger-locked', pid: dead.pid })
      expect(readFileSync(`${path}.lock`, 'utf8')).toBe(JSON.stringify(dead))
    })
  })

  test('a taker who was too slow does not remove the next holder’s lock', async () => {
    await given(async ({ path, lockOf }) => {
      const winner = lockOf()
      let slow = true
      const disk = {
        ...nodeDisk,
        link: (from: string, to: string) => {
          nodeDisk.link(from, to)
          // Just as the slow one gets the right, the winner has come and gone through with it.
          if (slow && to.includes('-steal-')) {
            slow = false
            writeFileSync(`${path}.lock`, JSON.stringify(winner.holder))
          }
        },
      }
      writeFileSync(`${path}.lock`, JSON.stringify(dead))
      const lock = fileLock(path, { disk, here, waitMs: 20, onNotice: () => undefined })
      expect(await failureOf(acquireLock(lock))).toMatchObject({ code: 'ledger-locked', pid: process.pid })
      expect(readFileSync(`${path}.lock`, 'utf8')).toBe(JSON.stringify(winner.holder))
    })
  })
})

describe('whether a holder is dead', () => {
  const unknown: Surroundings = {
    ...here,
    machine: '',
    boot: '',
    space: '',
    start: '',
    stateOf: (pid) => ({ running: pid === 7, start: '' }),
  }
  const there = (more: Partial<Holder>): Holder => ({ ...holder(), machine: '', boot: '', space: '', start: '', ...more })

  test('where a system tells neither boot nor start, the process number decides', () => {
    expect(standingOf(there({ pid: 7 }), unknown)).toBe('alive')
    expect(standingOf(there({ pid: 8 }), unknown)).toBe('dead')
    expect(standingOf(there({ pid: 8, host: 'other' }), unknown)).toBe('elsewhere')
    expect(standingOf(there({ pid: 8, boot: 'known' }), unknown)).toBe('elsewhere')
  })

  test('a stopped process lives, a zombie does not', async () => {
    if (process.platform !== 'linux') return
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const pid = child.pid ?? 0
    child.kill('SIGSTOP')
    expect(here.stateOf(pid).running).toBe(true)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    expect(here.stateOf(pid).running).toBe(false)
  })
})

describe('an append that meets a lock', () => {
  test('fails with ledger-locked after the time given, and goes on when the lock is gone', async () => {
    await given(async ({ path, lockOf }) => {
      const other = lockOf()
      await acquireLock(other)
      const store = openFileLedger(join(path, '..'), { lockWaitMs: 20 }, { disk: nodeDisk, here })
      const failures = await Promise.all([1, 2].map(async (n) => await failureOf(store.append([noted(n)], []))))
      expect(failures.map(({ code }) => code)).toEqual(['ledger-locked', 'ledger-locked'])
      expect((await store.head()).seq).toBe(0)
      const waiting = openFileLedger(join(path, '..'), {}, { disk: nodeDisk, here })
      const appending = waiting.append([noted(3)], [])
      releaseLock(other)
      retireLock(other)
      expect((await appending)[0]?.seq).toBe(1)
      await store.append([noted(4)], [])
      await store.close()
      await waiting.close()
      expect(readdirSync(join(path, '..'))).toEqual(['ledger.jsonl'])
    })
  })
})
