import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Driven, Point } from '../../test/support/drive-kills'
import { driveKilled, driveProgram, faultsOf, strayProcesses } from '../../test/support/drive-kills'
import { everyKind } from '../../test/support/full-slice'

const killsOnOneSlice = 8
const pointsApartMax = 36

/**
 * Kills the process that drives a slice at a point drawn at random, N times (200), each time going on with the same record, up to eight times for one slice; then at every kind of
 * action that was missed. Each slice must end as an undisturbed one, with nothing started again that has a result, and without a process left. Exit 1 on the first fault.
 */
export async function main([times = '200']: readonly string[]): Promise<number> {
  const top = mkdtempSync(join(tmpdir(), 'adjudicate-drivers-'))
  const tally = new Map<string, number>()
  try {
    const program = await driveProgram(join(top, 'program'))
    const undisturbed = await driveKilled(program, join(top, 'undisturbed'), [])
    const one = await slicesUntilKilled(Number(times), { top, program, undisturbed, tally })
    const fault = one ?? (await missedKinds({ top, program, undisturbed, tally }))
    const strays = await strayProcesses(top)
    if (fault !== undefined) process.stdout.write(`${fault}\n`)
    if (strays.length > 0) process.stdout.write(`processes left: ${strays.join(', ')}\n`)
    print(tally)
    return fault === undefined && strays.length === 0 ? 0 : 1
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}

type Parts = { readonly top: string; readonly program: string; readonly undisturbed: Driven; readonly tally: Map<string, number> }

async function slicesUntilKilled(times: number, parts: Parts): Promise<string | undefined> {
  let killed = 0
  let fault: string | undefined
  let slices = 0
  const worker = async (): Promise<void> => {
    while (killed < times && fault === undefined) {
      const number = ++slices
      const points = Array.from({ length: Math.min(killsOnOneSlice, times - killed) }, () => ({
        at: 1 + Math.floor(Math.random() * pointsApartMax),
      }))
      // Counted before, so that two slices at once don't both fill up what is left.
      killed += points.length
      const ended = await oneSlice(`slice-${number}`, points, parts)
      killed -= points.length - ended.killed
      fault ??= ended.fault
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
  return fault
}

async function missedKinds(parts: Parts): Promise<string | undefined> {
  for (const kind of everyKind) {
    if ([...parts.tally.keys()].some((place) => place.startsWith(`${kind} `))) continue
    const { fault, killed } = await oneSlice(`kind-${kind}`, [{ at: 1, kind }], parts)
    if (fault !== undefined) return fault
    if (killed !== 1) return `no action of the kind ${kind} came up`
  }
  return undefined
}

async function oneSlice(
  name: string,
  points: readonly Point[],
  { top, program, undisturbed, tally }: Parts,
): Promise<{ readonly killed: number; readonly fault?: string }> {
  const folder = join(top, name)
  const driven = await driveKilled(program, folder, points)
  for (const place of driven.killed) tally.set(place, (tally.get(place) ?? 0) + 1)
  const faults = await faultsOf(folder, driven, undisturbed)
  rmSync(folder, { recursive: true, force: true })
  const killed = driven.killed.length
  return faults.length === 0 ? { killed } : { killed, fault: `killed at ${driven.killed.join(', ')}: ${faults.join('; ')}` }
}

function print(tally: ReadonlyMap<string, number>): void {
  const byKind = everyKind.map((kind) => {
    const places = [...tally].filter(([place]) => place.startsWith(`${kind} `))
    return `${kind} ${places.reduce((sum, [, count]) => sum + count, 0)}`
  })
  const all = [...tally.values()].reduce((sum, count) => sum + count, 0)
  process.stdout.write(`${all} drivers killed, by kind of action: ${byKind.join(', ')}\n`)
}
