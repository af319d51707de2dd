import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Step } from '../support/git-steps'
import { clearSteps } from '../support/git-steps'
import type { GatePlace } from '../support/gate-place'
import { blockingOf, gatePlace, json, testOfA } from '../support/gate-place'

// Many processes each: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })
afterAll(clearSteps, 60_000)

const commit: Step = ['commit', 'x']
const control = { from: 'directory' }

/** JUnit as a runner would write it: `pass`, `fail` or `skip` for each case. */
function junit(cases: Readonly<Record<string, 'pass' | 'fail' | 'skip'>>): string {
  const inside = { pass: '', fail: '<failure message="no"/>', skip: '<skipped/>' }
  const rows = Object.entries(cases).map(([name, how]) => `<testcase classname="t" name="${name}">${inside[how]}</testcase>`)
  return `<?xml version="1.0"?>\n<testsuites><testsuite name="t">${rows.join('')}</testsuite></testsuites>\n`
}

/** A check whose results stand in a file of the tree, as if the code had given them. */
const suite = {
  name: 'tests',
  cmd: 'cp results.xml report.xml && ! grep -q "<failure" results.xml',
  report: { format: 'junit', path: 'report.xml' },
}

/** A place whose control files lie outside the tree, with the baseline of its base commit already taken. */
async function withBaseline(
  config: object,
  base: readonly Step[],
  work: readonly Step[],
): Promise<GatePlace & { readonly control: string }> {
  const place = gatePlace({ base, work })
  const folder = `${place.top}/control`
  place.write('../control/config.json', json({ base_ref: 'main', contracts: [], ...config }))
  place.write('../control/tasks/t01.json', json({ task_id: 't01', owned_files: ['src/', 'tests/', '*.xml'] }))
  place.git('checkout', '-q', 'main')
  await place.gate({ integration: true, control: folder })
  expect(JSON.parse(place.read('../control/baseline.json')), 'the run on the base commit takes the baseline').toMatchObject({
    format: 'gate-baseline@1',
    commit: place.pin,
  })
  place.git('clean', '-fdq')
  place.git('checkout', '-q', 'build/t01-a')
  return { ...place, control: folder }
}

const results = (cases: Parameters<typeof junit>[0]): Step => ['write', 'results.xml', junit(cases)]

describe('baseline, census and originals through the whole gate', () => {
  test('A-BLD-5 F25 F28: a red suite is known, a new failing case in it is a regression, also at integration', async () => {
    const place = await withBaseline(
      { validation: [suite] },
      [results({ one: 'fail', two: 'pass', three: 'fail' })],
      [results({ one: 'fail', two: 'pass', three: 'pass' }), commit],
    )
    const better = await place.judge({ control: place.control })
    expect(better).toMatchObject({ verdict: 'PASS', control, failing_checks: ['tests'] })
    expect(better.delta).toMatchObject({ known: ['tests:t::one'], fixed: ['tests:t::three'], regressions: [] })
    expect(better.validation[0]).toMatchObject({ status: 'FAIL', classification: 'known_failing_at_baseline' })
    expect(await place.judge({ control: place.control, integration: true })).toMatchObject({ verdict: 'PASS', mode: 'integration' })
    place.write('results.xml', junit({ one: 'fail', two: 'fail', three: 'pass' }))
    place.commit()
    for (const integration of [false, true]) {
      const worse = await place.judge({ control: place.control, integration })
      expect(worse).toMatchObject({ verdict: 'FAIL', delta: { regressions: ['tests:t::two'] } })
    }
  })

  test('A-BLD-5: at integration the merged range is looked at for tampering and for links that lead out', async () => {
    const place = gatePlace({
      work: [['write', 'tests/a.spec.ts', testOfA.replace('toBe', 'not.toBe')], ['symlink', '/etc', 'src/out'], commit],
    })
    const report = await place.judge({ integration: true })
    expect(report).toMatchObject({ verdict: 'FAIL', mode: 'integration', validation: [{ status: 'PASS' }] })
    expect(blockingOf(report)).toEqual(expect.arrayContaining(['src/out symlink-leaves', 'tests/a.spec.ts assertion-weakened']))
  })

  test('F26 F27: a check is known by kind, name and command together; under another configuration a baseline says nothing', async () => {
    const validation = [{ name: 'api', cmd: 'false' }]
    const contracts = [{ artifact: 'api', cmd: 'test -f src/api.json' }]
    const place = await withBaseline({ validation, contracts }, [['write', 'src/api.json', '{}\n']], [['write', 'src/a.ts', '1\n'], commit])
    expect(await place.judge({ control: place.control })).toMatchObject({
      verdict: 'PASS',
      baseline_delta: { known_failing_at_baseline: ['api'] },
    })
    place.git('rm', '-q', 'src/api.json')
    place.commit()
    expect(await place.judge({ control: place.control }), 'a contract is no validation of the same name').toMatchObject({
      verdict: 'FAIL',
      validation: [{ classification: 'known_failing_at_baseline' }],
      contracts: [{ classification: 'regression' }],
    })
    place.write('../control/config.json', json({ base_ref: 'main', validation: [{ name: 'unit', cmd: 'false' }], contracts }))
    expect(await place.gate({ control: place.control }), 'renamed').toMatchObject({
      verdict: 'nothing-judged',
      issues: [{ path: expect.stringMatching(/^baseline\.json/) }],
    })
  })

  test('F58: a baseline of another base commit judges nothing', async () => {
    const place = await withBaseline({ validation: [suite] }, [results({ one: 'fail' })], [['write', 'src/a.ts', '1\n'], commit])
    place.git('checkout', '-q', 'main')
    place.write('src/later.ts', '1\n')
    place.commit()
    place.git('checkout', '-q', 'build/t01-a')
    expect(await place.judge({ control: place.control }), 'the base moved on, the branch still stands on that commit').toMatchObject({
      verdict: 'PASS',
    })
    place.git('merge', '-q', '--no-edit', 'main')
    expect(await place.gate({ control: place.control })).toMatchObject({
      verdict: 'nothing-judged',
      issues: [{ path: expect.stringMatching(/^baseline\.json/), message: expect.stringContaining('commit') }],
    })
  })

  test('census: nothing run, all skipped, fewer run, failures under exit 0, no report and a planted one are red', async () => {
    const place = await withBaseline(
      { validation: [suite] },
      [results({ one: 'pass', two: 'pass' })],
      [results({ one: 'pass', two: 'pass' }), ['write', 'src/a.ts', '1\n'], commit],
    )
    const green = await place.judge({ control: place.control })
    expect(green).toMatchObject({ verdict: 'PASS', census: { status: 'PASS', checks: [{ check: 'tests', run: 2, at_baseline: 2 }] } })
    const red: readonly (readonly [string, Parameters<typeof junit>[0]])[] = [
      ['nothing-run', {}],
      ['all-skipped', { one: 'skip', two: 'skip' }],
      ['fewer-run', { one: 'pass' }],
    ]
    for (const [kind, cases] of red) {
      place.write('results.xml', junit(cases))
      place.commit()
      const report = await place.judge({ control: place.control })
      expect(report.validation[0]?.status, kind).toBe('PASS')
      expect(report, kind).toMatchObject({
        verdict: 'FAIL',
        census: { status: 'FAIL', findings: [{ kind, severity: 'block', subject: 'tests' }] },
      })
    }
    place.git('rm', '-q', '--cached', 'results.xml')
    const quiet = gatePlace({
      config: {
        validation: [
          { name: 'liar', cmd: 'cp results.xml out.xml', report: { format: 'junit', path: 'out.xml' } },
          { name: 'silent', cmd: 'true', report: { format: 'json', path: 'planted.json' } },
          { name: 'plain', cmd: 'true' },
        ],
      },
      base: [results({ one: 'fail' }), ['write', '.gitignore', 'planted.json\n']],
      work: [
        ['write', 'src/a.ts', 'export const a = 1 // x\n'],
        commit,
        ['write', 'planted.json', '{"numTotalTests":9,"numPassedTests":9,"testResults":[]}'],
      ],
    })
    const report = await quiet.judge()
    expect(report.census).toMatchObject({ status: 'FAIL', uncounted: ['plain'] })
    expect(report.census.findings.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['failed-with-exit-0', 'liar'],
      ['report-unreadable', 'silent'],
    ])
  })

  test('originals: the tests of the merge base catch what a skip hides, in both kinds of run, with what setup prepares', async () => {
    const base: readonly Step[] = [
      ['write', 'src/add.sh', 'echo $(($1 + $2))\n'],
      ['write', 'tests/add_test.sh', '. deps/ready && [ "$(sh src/add.sh 1 2)" = 3 ]\n'],
    ]
    const originals = { cmd: 'sh tests/add_test.sh' }
    const config = {
      validation: [{ name: 'tests', cmd: 'test -f src/add.sh' }],
      setup: [{ cmd: 'mkdir -p deps && echo : > deps/ready' }],
      originals,
    }
    const place = gatePlace({
      config,
      manifest: { owned_files: ['src/'] },
      base,
      work: [['write', 'src/add.sh', 'echo $(($1 - $2))\n'], ['write', 'tests/add_test.sh', 'exit 0\n'], commit],
    })
    for (const decide of [false, true]) {
      const report = await place.judge({ decide })
      expect(report.validation[0]?.status).toBe('PASS')
      expect(report.originals, String(decide)).toMatchObject({ status: 'FAIL', findings: [{ kind: 'original-failed', severity: 'block' }] })
    }
    place.write('src/add.sh', 'echo $(($2 + $1))\n')
    place.commit()
    for (const decide of [false, true]) expect((await place.judge({ decide })).originals, String(decide)).toMatchObject({ status: 'PASS' })
    const owned = gatePlace({
      config,
      manifest: { owned_files: ['src/', 'tests/'] },
      base,
      work: [
        ['write', 'src/add.sh', 'echo sum: $(($1 + $2))\n'],
        ['write', 'tests/add_test.sh', '. deps/ready && [ "$(sh src/add.sh 1 2)" = "sum: 3" ]\n'],
        commit,
      ],
    })
    expect((await owned.judge()).originals, 'the task may change behaviour that it owns the test of').toMatchObject({
      status: 'PASS',
      findings: [{ kind: 'original-failed', severity: 'report' }],
    })
  })
})

describe('waivers', () => {
  const by = { kind: 'human' as const, id: 'ada' }
  const work: readonly Step[] = [['write', 'src/victim.ts', '1\n'], ['write', 'src/third.ts', '1\n'], commit]

  test('by id a person lets exactly that finding stand, by kind all those that were found, and never a failing command', async () => {
    const place = gatePlace({ work })
    const [first, second] = (await place.judge()).scope.findings
    const waivers = [{ findings: [first?.id ?? ''], by, reason: 'agreed' }] as const
    const one = await place.judge({ waivers: [{ findings: [first?.id ?? ''], by, reason: 'agreed' }] })
    expect(one).toMatchObject({ verdict: 'FAIL', scope: { violations: [second?.path] }, waivers: { used: waivers, unused: [] } })
    const all = await place.judge({ waiveKinds: { kinds: ['not-owned'], by, reason: 'agreed' } })
    expect(all).toMatchObject({ verdict: 'PASS', scope: { violations: [], status: 'PASS' } })
    expect(all.waivers.used[0]?.findings).toEqual([first?.id, second?.id])
    place.write('src/third.ts', '2\n')
    place.write('src/fourth.ts', '1\n')
    place.commit()
    const later = await place.judge({ waivers: all.waivers.used })
    expect(later.scope.violations, 'what came later was never seen by that person').toContain('src/fourth.ts')
    const red = gatePlace({ config: { validation: [{ name: 'tests', cmd: 'false' }] }, work })
    expect(await red.judge({ waiveKinds: { kinds: ['not-owned', 'check-failed', 'tests'], by, reason: 'x' } })).toMatchObject({
      verdict: 'FAIL',
      reasons: [{ code: 'check-regressions' }],
    })
    expect(
      blockingOf(await place.judge({ waivers: [{ findings: [first?.id ?? ''], by, reason: 'x', expires: '2020-01-01T00:00:00Z' }] })),
    ).toContain('src/victim.ts not-owned')
  })
})
