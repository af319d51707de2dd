import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addLargeFile, benchGit, generateRepository } from './gate-repository'
import type { Measured } from './timing'
import { atMost, grouped, milliseconds } from './timing'

const rounds = 7
const sayPeak = "data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS+'\\n'))"

/** The whole provisional gate from the command line beside an empty Node, `git diff` and `git status` on the same repository, in turns. */
export async function gates(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'adjudicate-bench-'))
  try {
    const [usual, large] = [join(folder, 'usual'), join(folder, 'large')]
    generateRepository(usual, 5000, 2000)
    generateRepository(large, 5000, 22_000)
    for (const one of [usual, large]) judged(one)
    const [seven, floorSeven, many, floorMany] = await inTurns([judge(usual), floorOf(usual), judge(large), floorOf(large)])
    const before = peakOf(usual)
    addLargeFile(usual, 2 ** 30)
    const after = peakOf(usual)
    const ms = (value: number): string => `${grouped(value)} ms`
    const floorText = (value: number): string => `empty Node, git diff, git status ${ms(value)}`
    return [
      atMost('gate: 5,000 sources, 2,000 tests, 4 files changed', ms(seven), floorText(floorSeven), seven / floorSeven, 4),
      atMost('the same with 20,000 more tests that nobody touched', ms(many), ms(seven), many / seven, 1.5),
      { what: 'its own floor', value: ms(many), beside: floorText(floorMany), ratio: many / floorMany, aim: '', met: null },
      atMost(
        'memory with a file of 1 GiB in the change',
        `${grouped(after / 1024)} MB`,
        `${grouped(before / 1024)} MB without`,
        after / before,
        1.2,
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The best of some rounds for each, one after the other within a round: what else the machine does then meets all of them. */
async function inTurns(works: readonly [() => void, () => void, () => void, () => void]): Promise<[number, number, number, number]> {
  const best: [number, number, number, number] = [Infinity, Infinity, Infinity, Infinity]
  for (let round = 0; round < rounds; round++) {
    for (const at of [0, 1, 2, 3] as const) best[at] = Math.min(best[at], await milliseconds(works[at]))
  }
  return best
}

function judge(folder: string): () => void {
  return () => void judged(folder)
}

function judged(folder: string, nodeOptions: readonly string[] = []): string {
  const { status, stderr } = spawnSync(process.execPath, [...nodeOptions, resolve('dist/cli.js'), 'gate', '--no-decide', '--json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`the gate ended with ${status}: ${stderr}`)
  return stderr
}

/** Kilobytes that the gate's process took at its peak; git's own processes aside. */
function peakOf(folder: string): number {
  return Math.min(...[1, 2, 3].map(() => Number(/peak (\d+)/.exec(judged(folder, ['--import', sayPeak]))?.[1])))
}

function floorOf(folder: string): () => void {
  return () => {
    execFileSync(process.execPath, ['-e', '0'])
    benchGit(folder, ['diff', 'main...HEAD'])
    benchGit(folder, ['status', '--porcelain'])
  }
}
