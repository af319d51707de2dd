import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Place, Ran } from '../support/command-line'
import { inPlace } from '../support/command-line'
import { isAlive } from '../support/is-alive'
import { sliceRepository, soundAnswers, writeSlice } from '../support/slice-place'
import { recordOf } from '../support/slice-record'

// The command line as a process of its own, with agents that are processes too.
const top = mkdtempSync(join(tmpdir(), 'adjudicate-slice-'))
const program = join(top, 'cli', 'cli.mjs')

beforeAll(async () => {
  const input = join(import.meta.dirname, '../../src/faces/cli/main.ts')
  const external = ['@vscode/tree-sitter-wasm', '@agentclientprotocol/sdk']
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external },
    build: { ssr: input, outDir: join(top, 'cli'), minify: false, rollupOptions: { external, output: { entryFileNames: 'cli.mjs' } } },
  })
}, 60_000)
afterAll(() => rmSync(top, { recursive: true, force: true }))

/** Runs it to its end; `meanwhile` gets what can end it as soon as an agent hangs. */
async function run(
  place: Place,
  args: readonly string[],
  meanwhile?: (kill: (signal: NodeJS.Signals) => void) => unknown,
): Promise<Ran & { readonly signal: string | null }> {
  const running = spawn(process.execPath, [program, ...args], { cwd: place.folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  running.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  running.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const hung = join(place.folder, 'hung')
  const watcher = meanwhile === undefined ? undefined : watch(place.folder)
  watcher?.on('change', () => {
    if (!existsSync(hung)) return
    watcher.close()
    meanwhile?.((signal) => running.kill(signal))
  })
  try {
    return await new Promise((resolve, reject) => {
      running.once('error', reject)
      running.once('close', (code, signal) => resolve({ exit: code ?? -1, out, err, signal }))
    })
  } finally {
    watcher?.close()
  }
}

async function withAgents(hangs: string, work: (place: Place) => Promise<void>): Promise<void> {
  await inPlace(async (place) => {
    const repository = sliceRepository(place)
    const agent = {
      use: 'command',
      argv: [process.execPath, join(import.meta.dirname, '../support/slice-agent.mjs'), place.folder],
      id: 'agent',
    }
    writeSlice(place, repository, soundAnswers(repository), { models: { doer: agent, panel: [agent], adversary: agent } })
    place.write(`hang-${hangs}`, '')
    await work(place)
  })
}

const pidIn = (place: Place): number => Number(readFileSync(join(place.folder, 'hung'), 'utf8').split('\n')[0])
const folderIn = (place: Place): string => readFileSync(join(place.folder, 'hung'), 'utf8').split('\n')[1] ?? ''
const goOn = (place: Place, hangs: string): void => [`hang-${hangs}`, 'hung'].forEach((name) => rmSync(join(place.folder, name)))

test('a judge stands in a folder of its own, nobody else drives meanwhile; Ctrl-C ends the agents, records what is known and exits with 130; resume goes on and no answer is asked for twice', async () => {
  await withAgents('quality', async (place) => {
    const beside: Ran[] = []
    const stopped = await run(place, ['run', 'slice.json'], async (kill) => {
      beside.push(await place.run('run', 'slice.json'))
      kill('SIGINT')
    })
    expect(beside).toEqual([expect.objectContaining({ exit: 3, out: expect.stringMatching(/^\. held {2}S1/) })])
    expect([stopped.exit, stopped.out], stopped.err).toEqual([130, expect.stringMatching(/^\. stopped {2}S1 +exit 130\n/)])
    expect(stopped.err).toContain('! stopping: ')
    expect(isAlive(pidIn(place))).toBe(false)
    expect([folderIn(place).startsWith(place.folder), existsSync(folderIn(place))]).toEqual([false, false])
    expect((await recordOf(place, { types: ['action.stopped'] })).length).toBeGreaterThan(0)
    const standing = await place.run('status')
    expect([standing.exit, standing.out]).toEqual([1, expect.stringMatching(/\. S1 {14}under way .*due: judge/)])
    goOn(place, 'quality')
    const resumed = await run(place, ['resume', 'S1', '--json'])
    expect([resumed.exit, JSON.parse(resumed.out)], resumed.err).toEqual([0, expect.objectContaining({ phase: 'closed' })])
    const answered = await recordOf(place, { types: ['tribunal.answered'] })
    expect(answered).toHaveLength(6)
  })
})

test('killed without warning in the middle of the work, it is resumed by its id alone and ends as if it never had been', async () => {
  await withAgents('doer', async (place) => {
    const killed = await run(place, ['run', 'slice.json'], (kill) => kill('SIGKILL'))
    expect(killed.signal, killed.err).toBe('SIGKILL')
    goOn(place, 'doer')
    const resumed = await run(place, ['resume', 'S1'])
    expect([resumed.exit, resumed.out.split(',')[0]], resumed.err).toEqual([0, '+ SHIP  S1 .85'])
    expect(resumed.out).toContain('dispatches [##...] 2 of 5')
    expect((await place.run('ledger', 'verify')).exit).toBe(0)
  })
})

test('what another program prints is read from standard input, as a shell hands it over', async () => {
  await inPlace(async (place) => {
    const shell = (script: string): Ran => {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', script, process.execPath, program], { cwd: place.folder, encoding: 'utf8' })
      return { exit: status ?? -1, out: stdout, err: stderr }
    }
    const piped = shell('printf "{}" | "$0" "$1" run /dev/stdin --json')
    expect([piped.exit, JSON.parse(piped.out)]).toEqual([2, { error: expect.objectContaining({ code: 'data-invalid' }), exit: 2 }])
    const handed = shell('printf "{}" | "$0" "$1" run /dev/fd/3 --json 3<&0')
    expect([handed.exit, handed.out.replaceAll('/dev/fd/3', '/dev/stdin')]).toEqual([2, piped.out])
  })
})
