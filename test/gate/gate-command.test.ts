import { existsSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { runCli } from '../../src/faces/cli/cli'
import type { Step } from '../support/git-steps'
import { clearSteps } from '../support/git-steps'
import type { GatePlace } from '../support/gate-place'
import { gatePlace } from '../support/gate-place'

// Many processes each: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })
afterAll(clearSteps, 60_000)

type Ran = { readonly exit: number; readonly out: string; readonly err: string }

async function command(cwd: string, args: readonly string[], answers?: readonly string[]): Promise<Ran> {
  let [out, err] = ['', '']
  const left = [...(answers ?? [])]
  const exit = await runCli(args, {
    cwd,
    env: {},
    out: (text) => (out += text),
    err: (text) => (err += text),
    isTerminal: answers !== undefined,
    ...(answers === undefined ? {} : { ask: async () => left.shift() ?? '' }),
  })
  return { exit, out, err }
}

const commit: Step = ['commit', 'x']
const odd = 'src/\u202e<b>&"\'`|\u001b[31m::error::x\n]]>.ts'
const hostile: readonly Step[] = [['write', odd, '1\n'], ['write', 'src/caf\udce9 %2e.ts', '1\n'], commit]

function bad(): GatePlace {
  const cmd = "printf '::error::no\\n<script>&\\033[2J]]>\\n'; exit 1"
  return gatePlace({ config: { validation: [{ name: '<b>"x" & | `y`', cmd }] }, work: hostile })
}

describe('adjudicate gate', () => {
  test('R-BUILD-62: exit 0, 1 and 2; one JSON document on stdout; every run with a verdict is in a ledger that verifies', async () => {
    const place = gatePlace({ base: [['write', '.gitignore', '.adjudicate/\n.claude/build/gate/\n']] })
    const passed = await command(`${place.folder}/src`, ['gate', 't01', '--decide', '--json'])
    expect(passed.exit).toBe(0)
    expect(passed.out.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(passed.out)).toMatchObject({ verdict: 'PASS', run: { kind: 'deciding' }, task_id: 't01' })
    expect(passed.err).toContain('recorded as event 1')
    expect(existsSync(`${place.folder}/src/.adjudicate`), 'the record stands at the top').toBe(false)
    place.write('src/victim.ts', '1\n')
    place.commit()
    const failed = await command(place.folder, ['gate', 't01', '--no-decide'])
    expect(failed).toMatchObject({ exit: 1, err: expect.stringContaining('recorded as event 2') })
    expect(failed.out).toMatch(/^x FAIL .*exit 1$/m)
    for (const args of [
      ['gate', '../config'],
      ['gate', 't99'],
      ['gate', 't01', '--integration'],
      ['gate', 't01', '--control', ''],
      ['gate', 't01', '--base', 'nowhere'],
    ]) {
      const nothing = await command(place.folder, [...args, '--json'])
      expect(nothing.exit, args.join(' ')).toBe(2)
      expect(() => JSON.parse(nothing.out), args.join(' ')).not.toThrow()
      expect(nothing.err, args.join(' ')).not.toContain('recorded')
    }
    expect(await command(place.folder, ['ledger', 'verify'])).toMatchObject({ exit: 0 })
    const shown = await command(place.folder, ['ledger', 'show', '--json'])
    expect(shown.out).toContain('gate.judged')
    expect(await command(place.folder, ['gate', 't01', '--no-decide']), 'the record is no change of the task').toMatchObject({
      exit: 1,
      out: expect.not.stringContaining('.adjudicate/'),
    })
  })

  test('names and logs full of markup are words in every format and never markup', async () => {
    const place = bad()
    const ran = await command(place.folder, [
      'gate',
      't01',
      '--no-decide',
      '--junit',
      '../r.xml',
      '--sarif',
      '../r.sarif',
      '--summary',
      '../r.md',
      '--annotations',
    ])
    expect(ran.exit).toBe(1)
    const [xml = '', sarif = '', summary = ''] = ['r.xml', 'r.sarif', 'r.md'].map((name) => readFileSync(`${place.top}/${name}`, 'utf8'))
    const text = [ran.out, xml, summary]
    for (const one of text) {
      expect(one).not.toMatch(/[\u001b\u202e]/)
      expect(one).not.toMatch(/^::error::/m)
    }
    const annotations = ran.err.split('\n').filter((line) => line.startsWith('::'))
    expect(annotations.length).toBeGreaterThan(0)
    for (const line of annotations) expect(line).toMatch(/^::(error|warning|notice)( |::)/)
    const names = JSON.parse(ran.out === '' ? 'null' : place.read('.claude/build/gate/t01.json'))
    expect(names.scope.violations).toEqual([odd, '"src/caf\\351 %2e.ts"'].sort())
    expect(xml).not.toContain('<b>')
    expect(xml.match(/<testsuite /g)?.length).toBeGreaterThan(1)
    const results: unknown = JSON.parse(sarif)
    expect(JSON.stringify(results)).toContain('not-owned')
    expect(summary).not.toContain('<script>')
  })

  test('an interrupt ends the commands: exit 2, nothing recorded, and no verdict is left behind', async () => {
    const place = gatePlace({ config: { validation: [{ name: 'tests', cmd: 'touch started; sleep 60' }] } })
    const running = command(place.folder, ['gate', 't01', '--no-decide', '--json'])
    await vi.waitUntil(() => place.exists('started'), { timeout: 20_000, interval: 10 })
    process.emit('SIGINT')
    const stopped = await running
    expect(stopped.exit).toBe(2)
    expect(JSON.parse(stopped.out)).toMatchObject({ verdict: 'nothing-judged', issues: [{ code: 'stopped' }] })
    expect(JSON.parse(place.read('.claude/build/gate/t01.json'))).toMatchObject({ verdict: 'nothing-judged' })
    expect(place.exists('.adjudicate')).toBe(false)
    expect(process.listenerCount('SIGINT')).toBe(0)
  })

  test('A-BLD-25: a waiver needs a person at a terminal who types the words', async () => {
    const place = gatePlace({ work: [['write', 'src/victim.ts', '1\n'], commit] })
    const waive = ['gate', 't01', '--no-decide', '--waive', 'not-owned', '--reason', 'agreed with the owner']
    expect(await command(place.folder, waive)).toMatchObject({ exit: 2, err: expect.stringContaining('there is none') })
    expect(await command(place.folder, waive, ['ada', 'yes'])).toMatchObject({ exit: 2 })
    expect(await command(place.folder, waive, ['', 'waive'])).toMatchObject({ exit: 2 })
    expect(await command(place.folder, waive.slice(0, -2), ['ada', 'waive'])).toMatchObject({ exit: 2 })
    const waived = await command(place.folder, [...waive, '--json'], ['ada', 'waive'])
    expect(waived.exit).toBe(0)
    expect(JSON.parse(waived.out)).toMatchObject({
      verdict: 'PASS',
      waivers: { used: [{ by: { kind: 'human', id: 'ada' }, reason: 'agreed with the owner' }] },
    })
    const event = await command(place.folder, ['ledger', 'show', '1', '--json'])
    expect(event.out).toContain('agreed with the owner')
    expect(await command(place.folder, ['gate', 't01', '--no-decide']), 'it holds for that run alone').toMatchObject({ exit: 1 })
  })
})
