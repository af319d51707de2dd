import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { gateAnnotations } from '../../src/faces/formats/gate-github'
import { gateSummary } from '../../src/faces/formats/gate-summary'
import { gateText } from '../../src/faces/formats/gate-text'
import { runGate } from '../../src/faces/embed/run-gate'
import { gatePlace, json, reportOf } from '../support/gate-place'
import { clearSteps } from '../support/git-steps'

// Many processes each: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })
afterAll(clearSteps, 60_000)

const baseline = '.claude/build/baseline.json'

test('spec 10, 4: a baseline committed on the commit it was taken at is of the same work; with any other path between, it judges nothing', async () => {
  const place = gatePlace({ work: [] })
  place.git('checkout', '-q', 'main')
  await place.gate({ integration: true })
  const taken = JSON.parse(place.read(baseline)).commit
  expect(taken).toBe(place.git('rev-parse', 'HEAD').trim())
  place.git('add', baseline)
  place.git('commit', '-qm', 'baseline')
  for (const decide of [false, true])
    expect(await place.judge({ integration: true, decide }), 'on the base branch itself it is green').toMatchObject({
      verdict: 'PASS',
      tampering: { findings: [] },
    })
  place.git('checkout', '-q', '-B', 'build/t01-a')
  place.write('src/a.ts', 'export const a = 1 // better\n')
  place.git('add', 'src/a.ts')
  place.git('commit', '-qm', 'work')
  const report = await place.judge({ decide: true })
  expect(report).toMatchObject({ verdict: 'PASS', run: { kind: 'deciding' }, delta: { judged: 'yes' } })
  // The branch edits nothing that it is judged by, and the base moves on by code.
  place.git('checkout', '-q', 'main')
  place.write('src/victim.ts', 'export const victim = 2\n')
  place.git('add', 'src/victim.ts')
  place.git('commit', '-qm', 'code')
  expect(await place.judge({ integration: true, decide: true }), 'and after other work too').toMatchObject({ verdict: 'PASS' })
  place.git('checkout', '-q', 'build/t01-a')
  expect(await place.gate(), 'the branch still stands on the baseline').toMatchObject({ verdict: 'PASS' })
  place.git('checkout', '-q', '-B', 'build/t01-a', 'main')
  place.write('src/a.ts', 'export const a = 1 // better\n')
  place.git('commit', '-qam', 'work on the new base')
  const moved = await place.gate()
  expect(moved).toMatchObject({ verdict: 'nothing-judged', issues: [{ code: 'baseline-of-another-commit' }] })
  const said = moved.verdict === 'nothing-judged' ? (moved.issues[0]?.message ?? '') : ''
  expect(said).toContain('"src/victim.ts"')
  expect(said).toContain('adjudicate gate --integration')
})

test('spec 10, 4: a program in the gate’s folder is no control file, and a commit beside the base is another one', async () => {
  const place = gatePlace({ work: [] })
  place.git('checkout', '-q', 'main')
  await place.gate({ integration: true })
  place.write('.claude/build/check.sh', 'exit 0\n')
  place.commit('baseline and a script')
  place.git('checkout', '-q', '-B', 'build/t01-a')
  place.write('src/a.ts', 'export const a = 1 // better\n')
  place.commit('work')
  expect(await place.gate()).toMatchObject({ verdict: 'nothing-judged', issues: [{ code: 'baseline-of-another-commit' }] })
  const tree = place.git('rev-parse', 'HEAD~2^{tree}').trim()
  const beside = place.git('commit-tree', '-m', 'beside', tree).trim()
  place.git('checkout', '-q', 'main')
  place.git('reset', '-q', '--hard', 'HEAD~1')
  place.write(baseline, json({ ...JSON.parse(place.git('show', `build/t01-a:${baseline}`)), commit: beside }))
  place.commit('of a commit beside')
  place.git('checkout', '-q', '-B', 'build/t01-a')
  place.write('src/a.ts', 'export const a = 1 // better\n')
  place.commit('work')
  expect(await place.gate()).toMatchObject({ verdict: 'nothing-judged', issues: [{ code: 'baseline-of-another-commit' }] })
})

test('what was asked to decide and can’t says so in its first lines, with the reason and what to do', async () => {
  const place = gatePlace()
  const hash = reportOf(await place.gate()).hashes.config
  const check = { kind: 'validation', name: 'tests', cmd: 'true', status: 'PASS', exit: 0 }
  const commit = place.git('rev-parse', 'main').trim()
  place.write(baseline, json({ format: 'gate-baseline@1', tool: '1', commit, config: hash, checks: [check] }))
  const outcome = await place.gate({ decide: true })
  expect(outcome).toMatchObject({ verdict: 'PASS', run: { kind: 'provisional' } })
  const [first = '', second = '', third = '', fourth = ''] = gateText(outcome).split('\n')
  expect(first).toMatch(/^! PASS .*provisional/)
  expect(second).toContain('decides nothing')
  expect(third).toContain('baseline.json lies in the judged tree alone')
  expect(fourth).toContain('commit the control files on the base branch')
  expect(gateSummary(outcome).split('\n')[0]).toBe('### Gate: PASS, provisional: it decides nothing')
  expect(gateAnnotations(outcome)).toMatch(/^::warning title=gate%3A decides nothing::/)
  const asked = gateText(await place.gate())
  expect(asked, 'nobody asked this one to decide').toMatch(/^\+ PASS .*provisional/)
})

test('reports go where the control files are at home: a folder that was handed over counts by its name', async () => {
  const place = gatePlace()
  const config = place.read('.claude/build/config.json')
  for (const [folder, home] of [
    ['control', '.adjudicate'],
    ['elsewhere/.claude/build', '.claude/build'],
  ] as const) {
    place.write(`../${folder}/config.json`, config)
    const control = join(place.top, folder)
    await runGate({ repo: place.folder, decide: false, control })
    expect(place.exists(`${home}/gate/branch.json`)).toBe(true)
    const other = home === '.adjudicate' ? '.claude/build' : '.adjudicate'
    expect(place.exists(`${other}/gate/branch.json`), 'one report, and no older one beside it').toBe(false)
    expect(JSON.parse(readFileSync(join(place.folder, home, 'gate/branch.json'), 'utf8'))).toMatchObject({ verdict: 'PASS' })
  }
})

test('F36: a package script that is nowhere is a fault of the configuration; one that the branch took away is the branch’s', async () => {
  const missing = gatePlace({ config: { validation: [{ name: 'lint', cmd: 'npm run lnt -- --quiet' }] } })
  expect(await missing.gate()).toMatchObject({
    verdict: 'nothing-judged',
    issues: [{ code: 'no-such-script', path: 'config.json: validation[0].cmd', message: expect.stringContaining('no package.json') }],
  })
  missing.write('package.json', '{ "scripts": { "lint": "true" } }\n')
  expect(await missing.gate({ decide: false })).toMatchObject({ issues: [{ message: expect.stringContaining('it has "lint"') }] })
  missing.write('package.json', '{ "scripts": { "lnt": "true" } }\n')
  expect(await missing.gate({ decide: false }), 'the work tree brings it').toMatchObject({ verdict: expect.stringMatching(/PASS|FAIL/) })
  const taken = gatePlace({
    config: { validation: [{ name: 'tests', cmd: 'npm test' }] },
    base: [['write', 'package.json', '{ "scripts": { "test": "true" } }\n']],
    work: [
      ['write', 'package.json', '{ "scripts": {} }\n'],
      ['commit', 'work'],
    ],
  })
  expect(await taken.gate()).toMatchObject({ verdict: 'FAIL', failing_checks: ['tests'] })
})

test('F36: a misspelt field is told with the fields there are, and a base that is nowhere with the field that names it', async () => {
  const place = gatePlace({ config: { base_ref: 'mian', timeout: 5, validation: [{ name: 'a', cmd: 'true', timeout: 5 }] } })
  expect(await place.gate()).toMatchObject({
    issues: [
      { code: 'unknown-field', path: 'config.json: timeout', message: expect.stringContaining('base_ref, validation') },
      {
        code: 'unknown-field',
        path: 'config.json: validation[0].timeout',
        message: expect.stringContaining('name, cmd, timeout_s, report'),
      },
    ],
  })
  const nowhere = gatePlace({ config: { base_ref: 'mian' } })
  expect(await nowhere.gate()).toMatchObject({ issues: [{ path: 'config.json: base_ref', message: expect.stringContaining('mian') }] })
  expect(await nowhere.gate({ base: 'nil' })).toMatchObject({ issues: [{ message: expect.stringContaining('nil') }] })
})

test('F41: no work is told as no work, and a waived finding is no "all owned"', async () => {
  const place = gatePlace({ work: [] })
  place.git('checkout', '-q', 'main')
  const text = gateText(await place.gate({ task: null }))
  expect(text).toContain('0 files: no work to judge')
  expect(text).not.toContain('the task does not declare')
  expect(text).toContain('adjudicate gate --integration')
  const breach = gatePlace({
    work: [
      ['write', 'src/victim.ts', '1\n'],
      ['commit', 'x'],
    ],
  })
  const waiveKinds = { kinds: ['not-owned'], by: { kind: 'human' as const, id: 'ada' }, reason: 'agreed' }
  const waived = gateText(await breach.gate({ waiveKinds }))
  expect(waived).toContain('! scope       1 file, 1 waived')
  expect(waived).not.toContain('all owned')
})
