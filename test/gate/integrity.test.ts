import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { withoutTimes } from '../../src/gate/assemble-report'
import { clearSteps } from '../support/git-steps'
import { blockingOf, gatePlace, json } from '../support/gate-place'

// Many processes each: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })
afterAll(clearSteps, 60_000)
afterEach(() => {
  vi.unstubAllEnvs()
})

const reportPath = '.claude/build/gate/t01.json'

describe('crashes, hangs and what a report may not hold', () => {
  test('F16 F17 F40 F43 F59 F64 F65: hanging, shouting and talkative commands end in one small report', async () => {
    vi.stubEnv('SECRET_TOKEN', 'hunter2hunter2')
    vi.stubEnv('OTHER_TOKEN', 'not-passed-on')
    vi.stubEnv('PYTHONIOENCODING', 'ascii')
    vi.stubEnv('LANG', 'C')
    const checks = [
      { name: 'hangs', cmd: 'sleep 60', timeout_s: 0.3 },
      { name: 'bytes', cmd: "printf '\\377\\376 → \\033[31m'" },
      { name: 'long', cmd: 'head -c 5000000 /dev/zero | tr "\\0" x' },
      { name: 'leaves', cmd: 'sleep 60 & true' },
      { name: 'secrets', cmd: 'echo "mine: $SECRET_TOKEN other: $OTHER_TOKEN enc: $PYTHONIOENCODING"' },
      { name: 'order', cmd: 'echo first >&2; echo second; exit 1' },
      { name: 'missing', cmd: 'no-such-program-at-all' },
    ]
    const place = gatePlace({ config: { validation: checks, env: ['SECRET_TOKEN'], concurrency: 4 } })
    const report = await place.judge()
    const entry = Object.fromEntries(report.validation.map((one) => [one.name, one]))
    expect(report.validation.map(({ name }) => name)).toEqual(checks.map(({ name }) => name))
    expect(entry['hangs']).toMatchObject({
      status: 'INCONCLUSIVE',
      exit: null,
      why: 'ended at its limit of 0.3 s',
      classification: 'regression',
    })
    expect(entry['bytes']).toMatchObject({ status: 'PASS', log_tail: ['\ufffd\ufffd → \u001b[31m'] })
    expect(entry['long']).toMatchObject({ status: 'PASS', log_tail: [expect.stringMatching(/^x{1000} \.\.\. \(5000000 bytes\)$/)] })
    expect(entry['leaves']).toMatchObject({ status: 'PASS' })
    expect(entry['secrets']).toMatchObject({ log_tail: ['mine: [SECRET_TOKEN] other:  enc: '] })
    expect(entry['order']).toMatchObject({ status: 'FAIL', exit: 1, log_tail: ['first', 'second'] })
    expect(entry['missing']).toMatchObject({ status: 'ERROR', exit: 127 })
    expect(report.verdict).toBe('FAIL')
    const written = place.read(reportPath)
    expect(written.length).toBeLessThan(20_000)
    expect(written).not.toContain('hunter2')
    const logs = `${place.folder}/.git/adjudicate/logs/t01`
    const logged = readdirSync(logs).map((name) => readFileSync(`${logs}/${name}`, 'utf8'))
    expect(logged).toHaveLength(checks.length)
    expect(logged.join('')).not.toContain('hunter2')
  })

  test('F17 F18 F19: odd bytes and a folder in the place of a test are judged; no report of an earlier run outlives a fault', async () => {
    const place = gatePlace({
      base: [
        ['write', 'tests/latin.spec.ts', "it('caf\udce9', () => {\n  expect(1).toBe(a)\n})\n"],
        ['write', 'tests/folder.spec.ts', "it('folder', () => {\n  expect(1).toBe(a)\n})\n"],
      ],
      manifest: { owned_files: ['src/a.ts', 'tests/'] },
      work: [
        ['write', 'tests/latin.spec.ts', '// none\n'],
        ['rm', 'tests/folder.spec.ts'],
        ['write', 'tests/folder.spec.ts/x.ts', '1\n'],
        ['commit', 'x'],
      ],
    })
    expect(blockingOf(await place.judge())).toEqual(['tests/folder.spec.ts test-deleted', 'tests/latin.spec.ts test-case-removed'])
    place.write('.claude/build/config.json', '{"base_ref":"main"}')
    place.git('add', '-A')
    place.git('commit', '-qm', 'empty')
    place.git('branch', '-f', 'main', 'HEAD')
    place.git('commit', '-qm', 'next', '--allow-empty')
    expect(JSON.parse(place.read(reportPath))).toMatchObject({ verdict: 'FAIL' })
    expect(await place.gate()).toMatchObject({ verdict: 'nothing-judged', issues: [{ code: 'no-checks' }] })
    expect(JSON.parse(place.read(reportPath))).toMatchObject({ verdict: 'nothing-judged' })
  })

  test('F22 F36 F70: faulty control files judge nothing, each with its path; a half report is worth nothing', async () => {
    const faults: readonly (readonly [object | string, string, string])[] = [
      [{ base_ref: 'main' }, 'no-checks', 'config.json'],
      [[], 'invalid-value', 'config.json'],
      [{ base_ref: 'main', validation: null }, 'invalid-value', 'config.json: validation'],
      [{ base_ref: 'main', validation: [{ name: 'x' }] }, 'missing-field', 'config.json: validation[0].cmd'],
      ['{"base_ref":', 'not-json', 'config.json'],
      [{ base_ref: 'nowhere', validation: [{ name: 'x', cmd: 'true' }] }, 'git-failed', 'config.json: base_ref'],
    ]
    const place = gatePlace()
    const control = `${place.top}/control`
    for (const [config, code, path] of faults) {
      place.write('../control/config.json', typeof config === 'string' ? config : json(config))
      place.write('../control/tasks/t01.json', '{"task_id":"t01","owned_files":["src/"]}')
      for (const integration of [false, true]) {
        const outcome = await place.gate({ control, integration })
        expect(outcome, `${code} ${path}`).toMatchObject({ verdict: 'nothing-judged', issues: [{ code, path }] })
      }
    }
    place.write('../control/config.json', json({ base_ref: 'main', validation: [{ name: 'x', cmd: 'true' }] }))
    for (const baseline of ['[]', '["x"]', '{"checks":{}}']) {
      place.write('../control/baseline.json', baseline)
      expect(await place.gate({ control }), baseline).toMatchObject({ verdict: 'nothing-judged' })
    }
  })

  test('F24: a task id that names another file is refused before anything is read or written', async () => {
    const place = gatePlace()
    const before = place.read('.claude/build/config.json')
    for (const task of ['../config', '..', 't01/../../config', '', '.', 't01\0', 't01\n']) {
      expect(await place.gate({ task }), JSON.stringify(task)).toMatchObject({ verdict: 'nothing-judged', issues: [{ code: 'task-id' }] })
    }
    expect(place.read('.claude/build/config.json')).toBe(before)
    expect(place.exists('.claude/build/gate')).toBe(false)
  })

  test('○: two runs on one path leave one whole report, and nothing beside it', async () => {
    const place = gatePlace({ config: { validation: [{ name: 'tests', cmd: 'echo done' }] } })
    const outcomes = await Promise.all([place.gate(), place.gate(), place.gate()])
    for (const outcome of outcomes) expect(outcome.verdict, JSON.stringify('issues' in outcome ? outcome.issues : '')).toBe('PASS')
    expect(JSON.parse(place.read(reportPath))).toMatchObject({ verdict: 'PASS' })
    expect(readdirSync(`${place.folder}/.claude/build/gate`)).toEqual(['t01.json'])
    expect(place.git('status', '--porcelain')).toBe('?? .claude/build/gate/')
  })

  test('the same commit judged twice gives the same report, apart from its times', async () => {
    const place = gatePlace({
      config: { validation: [{ name: 'tests', cmd: 'echo one; exit 1' }] },
      work: [
        ['write', 'src/victim.ts', 'x\n'],
        ['write', 'tests/a.spec.ts', '// gone\n'],
        ['commit', 'x'],
      ],
    })
    const [first, second] = [await place.judge({ decide: true }), await place.judge({ decide: true })]
    expect(withoutTimes(second)).toEqual(withoutTimes(first))
    const { generated_at: _at, times: _times, ...written } = JSON.parse(place.read(reportPath))
    expect(written).toEqual(withoutTimes(second))
  })

  test('a report is not written through a link that the judged tree holds', async () => {
    const place = gatePlace({
      work: [
        ['symlink', '../../src', '.claude/build/gate'],
        ['write', 'src/a.ts', 'export const a = 1 // x\n'],
        ['commit', 'x'],
      ],
    })
    await expect(place.gate()).rejects.toMatchObject({ code: 'file-io', message: expect.stringContaining('is a link') })
    expect(existsSync(`${place.folder}/src/t01.json`)).toBe(false)
  })

  test('a bare repository and a folder without one judge nothing and get no files', async () => {
    const place = gatePlace()
    place.git('clone', '-q', '--bare', '.', '../bare.git')
    for (const repo of [`${place.top}/bare.git`, place.top]) {
      const before = readdirSync(repo)
      const outcome = await place.gate({ repo, base: place.pin ?? '', decide: true })
      expect(outcome, repo).toMatchObject({ verdict: 'nothing-judged', issues: [{ code: 'git-failed' }] })
      expect(readdirSync(repo), repo).toEqual(before)
    }
  })

  test('a run that is stopped judges nothing, and what it made is gone', async () => {
    const place = gatePlace({ config: { validation: [{ name: 'tests', cmd: 'touch "$OUT"; sleep 60' }], env: ['OUT'] } })
    const started = `${place.top}/started`
    vi.stubEnv('OUT', started)
    vi.stubEnv('TMPDIR', place.top)
    const before = readdirSync(place.top)
    const stopping = new AbortController()
    const run = place.gate({ decide: true, signal: stopping.signal })
    await vi.waitUntil(() => existsSync(started), { timeout: 20_000, interval: 10 })
    stopping.abort()
    expect(await run).toMatchObject({ verdict: 'nothing-judged', issues: [{ code: 'stopped' }] })
    expect(readdirSync(place.top)).toEqual([...before, 'started'].sort())
    expect(await place.gate({ signal: AbortSignal.abort() })).toMatchObject({ verdict: 'nothing-judged', issues: [{ code: 'stopped' }] })
  })

  test('without a task everything but ownership is judged', async () => {
    const place = gatePlace({
      work: [
        ['write', 'src/victim.ts', 'x\n'],
        ['rm', 'tests/a.spec.ts'],
        ['commit', 'x'],
      ],
    })
    const report = await place.judge({ task: null })
    expect(report).toMatchObject({ mode: 'branch', task_id: null, verdict: 'FAIL' })
    expect(blockingOf(report)).toEqual(['tests/a.spec.ts test-deleted'])
  })
})
