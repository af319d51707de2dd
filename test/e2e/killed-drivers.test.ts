import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Driven, Point } from '../support/drive-kills'
import { driveKilled, driveProgram, faultsOf, strayProcesses } from '../support/drive-kills'

const top = mkdtempSync(join(tmpdir(), 'adjudicate-drivers-'))
let program = ''
let undisturbed: Driven
beforeAll(async () => {
  program = await driveProgram(join(top, 'program'))
  undisturbed = await driveKilled(program, join(top, 'undisturbed'), [])
}, 60_000)
afterAll(() => rmSync(top, { recursive: true, force: true }))

/** Numbers from 0 up to 1, the same for a seed. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('a driver killed without warning twenty times, wherever it was, ends as if it never had been', async () => {
  expect(undisturbed.closing).toMatchObject({
    verdict: 'SHIP',
    ending: 'shipped',
    rounds: { used: 4, max: 4 },
    dispatches: { used: 4, max: 6 },
    outcome: { kind: 'idle' },
  })
  const chains = [3, 7, 11].map((seed): Point[] => {
    const random = dice(seed)
    return Array.from({ length: 6 }, () => ({ at: 1 + Math.floor(random() * 30) }))
  })
  // These two would go on for ten minutes if nobody ended them.
  chains.push([
    { at: 4, kind: 'await-report' },
    { at: 3, kind: 'verify-report' },
  ])
  const runs = await Promise.all(
    chains.map(async (points, index) => {
      const folder = join(top, `run-${index}`)
      const driven = await driveKilled(program, folder, points)
      return { folder, driven, faults: await faultsOf(folder, driven, undisturbed) }
    }),
  )
  expect(runs.map(({ faults }) => faults)).toEqual([[], [], [], []])
  expect(await strayProcesses(top)).toEqual([])
  expect(runs.flatMap(({ driven }) => driven.killed)).toHaveLength(20)
  expect(runs.at(-1)?.driven.killed).toEqual(['await-report in the middle of the agent', 'verify-report in the middle of a command'])
}, 60_000)

test('two processes that drive one slice at once do no harm: the end is one, and nobody is asked twice', async () => {
  const folder = join(top, 'both')
  const both = await Promise.all([driveKilled(program, folder, []), driveKilled(program, folder, [])])
  const ends = both.map(({ closing }) => (closing as { readonly outcome: { readonly kind: string } }).outcome.kind)
  // Whoever came second was sent away, or came so late that all was done.
  expect(ends).toContain('idle')
  for (const kind of ends) expect(['idle', 'held']).toContain(kind)
  const ended = both.find((_, index) => ends[index] === 'idle') ?? both[0]
  expect(await faultsOf(folder, ended, undisturbed)).toEqual([])
  const calls = readFileSync(join(folder, 'calls.log'), 'utf8').split('\n').filter(Boolean)
  expect(new Set(calls).size).toBe(calls.length)
})
