import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../../src/faces/cli/cli'
import type { Place } from '../support/command-line'
import { inPlace } from '../support/command-line'
import { recordOf } from '../support/slice-record'

const examples = join(import.meta.dirname, '../../examples/try')

/** The repository of `npm run try`, with its gate. */
function tryRepository(place: Place): void {
  cpSync(examples, place.folder, { recursive: true })
  mkdirSync(join(place.folder, 'repo/.adjudicate'))
  cpSync(join(place.folder, 'gate.json'), join(place.folder, 'repo/.adjudicate/config.json'))
  place.git('-C', 'repo', 'init', '-q')
  place.git('-C', 'repo', 'symbolic-ref', 'HEAD', 'refs/heads/main')
  place.git('-C', 'repo', 'add', '-A')
  place.git('-C', 'repo', 'commit', '-q', '-m', 'begin')
}

test('the slice of npm run try ships: real agents, a synthesis, a fresh doer, a citation thrown out; its gate is left to the next test', async () => {
  await inPlace(async (place) => {
    tryRepository(place)
    const { gate, ...file } = JSON.parse(place.read('slice.json')) as { gate: unknown }
    expect(gate).toEqual({})
    place.write('slice.json', JSON.stringify(file))
    const ran = await place.run('run', 'slice.json')
    expect([ran.exit, ran.out.split(',')[0]], ran.err).toEqual([0, '+ SHIP  S1 .83333'])
    const steps = ran.err.split('\n').map((line) => line.slice(10))
    expect(steps.filter((step) => / verdict /.test(step))).toEqual([
      'S1 round 1  verdict    @ ITERATE .68333 (below-band)',
      'S1 round 2  verdict    + SHIP .83333 (at-target)',
    ])
    expect(steps).toContain('S1 round 1  synthesis  + fitness moves to 5 on robustness')
    const shown = await place.run('status', 'S1', '--rulings')
    expect(shown.out).toContain('x refuted   fitness on robustness, 5: its quote stands nowhere. It left the sum.\n')
    expect(shown.out).toContain('            src/limiter.mjs:6\n')
    expect((await place.run('ledger', 'verify')).exit).toBe(0)
  })
})

test('what the gate fails never comes before a panel: the findings go back to the doer', async () => {
  await inPlace(async (place) => {
    tryRepository(place)
    place.git('-C', 'repo', 'switch', '-q', '-c', 'work')
    place.write('repo/test/clock.test.mjs', place.read('repo/test/clock.test.mjs').replace("test('a clock", "test.skip('a clock"))
    place.git('-C', 'repo', 'commit', '-q', '-a', '-m', 'quicker tests')
    const address = place.git('-C', 'repo', 'rev-parse', 'HEAD').trim()
    place.write(
      'answers.json',
      JSON.stringify({ answers: [{ role: 'doer', contains: 'the gate fails', says: { status: 'BLOCKED', needs: 'the test is slow' } }] }),
    )
    const scripted = { use: 'scripted', answers: 'answers.json' }
    const rubric = { criteria: ['Tests are quick'], dimensions: ['correctness'] }
    const slice = { id: 'S2', spec: 'Quicker tests', rubric, existing: { address, request: 'make the tests quick' } }
    const file = { slice, repository: 'repo', base: 'main', gate: {}, models: { doer: scripted, panel: [scripted], adversary: scripted } }
    place.write('slice.json', JSON.stringify(file))
    const ran = await place.run('run', 'slice.json')
    expect([ran.exit, ran.out], ran.err).toEqual([3, expect.stringContaining('the doer is blocked: the test is slow')])
    expect(ran.err).toMatch(/gate {7}# FAIL\n/)
    const [verified] = await recordOf(place, { types: ['tribunal.verified'] })
    expect(verified?.data).toMatchObject({ follows: 'redo', runs: [{ command: 'adjudicate gate --decide', exitCode: 1 }] })
    expect(JSON.stringify(verified?.data)).toContain('test-skipped')
    expect(await recordOf(place, { types: ['tribunal.convened'] })).toEqual([])
    place.write('slice.json', JSON.stringify({ ...file, slice: { ...slice, id: 'S3' }, gate: { task: 'no-such-task' } }))
    const stuck = await place.run('run', 'slice.json')
    expect([stuck.exit, stuck.out], stuck.err).toEqual([2, expect.stringMatching(/^x stuck {2}S3/)])
  })
})

test('a task that the work brings along for itself opens no way past the gate', async () => {
  await inPlace(async (place) => {
    tryRepository(place)
    place.git('-C', 'repo', 'switch', '-q', '-c', 'work')
    place.write('repo/src/limiter.mjs', place.read('work/second/limiter.mjs'))
    const manifest = { task_id: 't9', owned_files: ['src/**'] }
    place.write('repo/.adjudicate/tasks/t9.json', JSON.stringify(manifest))
    place.git('-C', 'repo', 'add', '-f', '-A')
    place.git('-C', 'repo', 'commit', '-q', '-m', 'a task of its own making')
    const address = place.git('-C', 'repo', 'rev-parse', 'HEAD').trim()
    place.write('answers.json', JSON.stringify({ answers: [{ role: 'doer', says: { status: 'BLOCKED', needs: 'nothing' } }] }))
    const scripted = { use: 'scripted', answers: 'answers.json' }
    const rubric = { criteria: ['Clients are forgotten'], dimensions: ['correctness'] }
    const slice = { id: 'S4', spec: 'Forget clients', rubric, existing: { address, request: 'forget clients' } }
    const models = { doer: scripted, panel: [scripted], adversary: scripted }
    place.write('slice.json', JSON.stringify({ slice, repository: 'repo', base: 'main', gate: { task: 't9' }, models }))
    const ran = await place.run('run', 'slice.json')
    expect([ran.exit, ran.out], ran.err).toEqual([3, expect.stringMatching(/sent back {2}the gate fails: [^\n]*\(control-plane\)/)])
    expect(await recordOf(place, { types: ['tribunal.convened'] })).toEqual([])
  })
})

test('R-TRI-05 a run announces itself; on a terminal the steps are redrawn in place, no line wider than 79 columns; TERM=dumb and CI get plain lines', async () => {
  await inPlace(async (place) => {
    tryRepository(place)
    place.write('answers.json', JSON.stringify({ answers: [{ role: 'doer', says: { status: 'BLOCKED', needs: 'a database' } }] }))
    const scripted = { use: 'scripted', answers: 'answers.json' }
    const file = (id: string): object => ({
      slice: { id, spec: 'A limiter \u001b[31m', rubric: { criteria: ['x'], dimensions: ['y'] } },
      repository: 'repo',
      models: { doer: scripted, panel: [scripted], adversary: scripted },
    })
    const told = async (id: string, env: Readonly<Record<string, string>>): Promise<string> => {
      place.write('slice.json', JSON.stringify(file(id)))
      let err = ''
      const rest = { cwd: place.folder, env, out: () => undefined, isTerminal: true, redrawColumns: 100 }
      expect(await runCli(['run', 'slice.json'], { ...rest, err: (text) => (err += text) })).toBe(3)
      return err
    }
    const live = await told('S4', { NO_COLOR: '1' })
    const drawn = live.split(/\u001b\[\d+A\u001b\[J/)
    expect(drawn.length).toBeGreaterThan(1)
    expect(drawn[0]?.split('\n').slice(2)).toEqual([
      expect.stringMatching(/^S4 A limiter \\u\{1b\}\[31m +round 1 of 3 {3}dispatch 0 of 5 {3}\d+s$/),
      '. doer',
      '. panel',
      '. synthesis',
      '. verdict',
      '',
    ])
    expect(drawn.at(-1)).toMatch(/^\S+ .*dispatch 1 of 5 .*\n\. doer {7}sent back: a database\n/)
    for (const line of drawn.join('').split('\n')) expect(line.length).toBeLessThan(80)
    expect(drawn.join('')).not.toContain('\u001b')
    for (const [id, env] of [
      ['S5', { TERM: 'dumb' }],
      ['S6', { CI: 'true' }],
    ] as const) {
      expect(await told(id, env)).toMatch(/^\. This runs as a tribunal: [^\n]+\n[^\n]+\n\d\d:\d\d:\d\d {2}S. round 1 {2}rubric /)
    }
  })
})
