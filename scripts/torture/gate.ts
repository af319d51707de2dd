import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { gatePlace } from '../../test/support/gate-place'
import { clearSteps } from '../../test/support/git-steps'

const memoryMebibytesMax = 96
const childFolder = resolve(import.meta.dirname, '../../node_modules/.cache/adjudicate-gate-child')

/**
 * The gate under a kill -9 in mid-run, N times (40): the report's place holds one whole document or none, and the next run judges as if nothing had been. Then a file of M MiB (300) in
 * the change: the process that judges it holds hardly more memory than for a small one, in both kinds of run. Exit 1 on the first fault.
 */
export async function main([kills = '40', mebibytes = '300']: readonly string[]): Promise<number> {
  await buildChild()
  try {
    const fault = (await killed(Number(kills))) ?? (await large(Number(mebibytes)))
    if (fault !== undefined) process.stdout.write(`${fault}\n`)
    return fault === undefined ? 0 : 1
  } finally {
    clearSteps()
    rmSync(childFolder, { recursive: true, force: true })
  }
}

/** The grammars are found from where the program lies, so it lies beside the packages. */
async function buildChild(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: join(import.meta.dirname, 'gate-child.ts'),
      outDir: childFolder,
      emptyOutDir: true,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  })
}

async function killed(times: number): Promise<string | undefined> {
  const place = gatePlace({ config: { validation: [{ name: 'tests', cmd: 'echo one; echo two' }] } })
  const folder = join(place.folder, '.claude/build/gate')
  let whole = 0
  for (let round = 1; round <= times; round++) {
    const child = spawn(process.execPath, childArguments(place.folder, round % 2 === 0 ? 'deciding' : 'provisional'), {
      stdio: ['ignore', 'pipe', 'ignore'],
      // What a killed run can't take away goes with the place.
      env: { ...process.env, TMPDIR: place.top },
    })
    const ended = new Promise((done) => child.once('exit', done))
    // From its first verdict on it judges again and again; where it is hit is left to chance.
    await new Promise((done) => child.stdout.once('data', done))
    await new Promise((done) => setTimeout(done, Math.random() * (round % 3 === 0 ? 10 : 600)))
    child.kill('SIGKILL')
    await ended
    const report = join(folder, 't01.json')
    if (existsSync(report)) {
      whole++
      const verdict: unknown = JSON.parse(readFileSync(report, 'utf8')).verdict
      if (verdict !== 'PASS') return `round ${round}: the report says ${String(verdict)}`
    }
    const after = await judgedOnce(place.folder, 'provisional')
    if (after.verdict !== 'PASS') return `round ${round}: the run after the kill: ${JSON.stringify(after)}`
  }
  const litter = readdirSync(folder).filter((name) => !/^t01\.json(?:\.[0-9a-f-]+\.tmp)?$/.test(name))
  if (litter.length > 0) return `left behind: ${litter.join(', ')}`
  process.stdout.write(`${times} runs killed, ${whole} of them with a report: each was whole\n`)
  return undefined
}

async function large(mebibytes: number): Promise<string | undefined> {
  const path = 'tests/large.spec.ts'
  const place = gatePlace({ manifest: { owned_files: ['src/', 'tests/'] } })
  const small = await judgedOnce(place.folder, 'provisional')
  for (let written = 0; written < mebibytes; written += 4) appendFileSync(join(place.folder, path), '// line\n'.repeat(524_288))
  const loose = await judgedOnce(place.folder, 'provisional')
  place.commit()
  const committed = await judgedOnce(place.folder, 'deciding')
  for (const [what, one] of Object.entries({ loose, committed })) {
    process.stdout.write(`a test file of ${mebibytes} MiB, ${what}: ${one.mebibytes} MiB of memory, ${small.mebibytes} MiB without it\n`)
    if (one.verdict !== 'FAIL' || !one.kinds.includes('too-large')) return `${what}: ${JSON.stringify(one)}`
    if (one.mebibytes > small.mebibytes + memoryMebibytesMax) return `${what}: over ${small.mebibytes} + ${memoryMebibytesMax} MiB`
  }
  return undefined
}

type Seen = { readonly verdict: string; readonly kinds: readonly string[]; readonly mebibytes: number }

async function judgedOnce(repo: string, kind: string): Promise<Seen> {
  const child = spawn(process.execPath, childArguments(repo, kind, '1'), { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
  await new Promise((done) => child.once('close', done))
  return JSON.parse(out) as Seen
}

function childArguments(...args: readonly string[]): string[] {
  return [join(childFolder, 'child.mjs'), ...args]
}
