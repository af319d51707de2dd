import { afterAll, describe, expect, test, vi } from 'vitest'
import { clearSteps } from '../support/git-steps'
import type { Step } from '../support/git-steps'
import { blockingOf, gatePlace, json, task, testOfA } from '../support/gate-place'
import { gutted } from '../support/gutted-tests'

// Many processes each: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })
afterAll(clearSteps, 60_000)

const two = testOfA
const commit: Step = ['commit', 'x']

describe('bad changes that the public script lets through', () => {
  test('F02 F02c F09 F10 F11 F12 F13 F15 F39 F45 F46 F62 F63: every gutted test file of a branch has its own finding', async () => {
    const place = gatePlace({
      manifest: { owned_files: ['src/', 'tests/', 'vitest.config.ts'] },
      base: [
        ...gutted.map(({ path, base }): Step => ['write', path, base]),
        ['write', 'tests/moved.spec.ts', two.replaceAll("it('", "it('moved ")],
        ['write', 'tests/link.spec.ts', two.replaceAll("it('", "it('linked ")],
        ['write', 'vitest.config.ts', "export default { test: { include: ['tests/**'] } }\n"],
      ],
      work: [
        ...gutted.map(({ path, head }): Step => (head === undefined ? ['rm', path] : ['write', path, head])),
        ['mv', 'tests/moved.spec.ts', 'src/owned.ts'],
        ['symlink', 'a.spec.ts', 'tests/link.spec.ts'],
        ['write', 'tests/new.spec.ts', "it.only('fresh', () => {\n  expect(a).toBe(1)\n})\n"],
        ['write', 'vitest.config.ts', "export default { test: { exclude: ['**'], passWithNoTests: true } }\n"],
        commit,
      ],
    })
    const report = await place.judge()
    expect(report).toMatchObject({ verdict: 'FAIL', validation: [{ status: 'PASS' }] })
    const found = blockingOf(report)
    for (const { path, kind } of gutted) expect(found, path).toContain(`${path} ${kind}`)
    expect(found).toContain('tests/moved.spec.ts test-deleted')
    expect(found.filter((one) => one.startsWith('tests/link.spec.ts '))).not.toEqual([])
    expect(found).toContain('tests/new.spec.ts focus-added')
    expect(found).toContain('vitest.config.ts runner-config-weakened')
  })

  test('F03: a file moved onto an owned path counts at the path that it left', async () => {
    const place = gatePlace({ manifest: { owned_files: ['src/new.ts'] }, work: [['mv', 'src/victim.ts', 'src/new.ts'], commit] })
    const report = await place.judge()
    expect(report.scope).toMatchObject({ status: 'FAIL', changed: ['src/new.ts', 'src/victim.ts'], violations: ['src/victim.ts'] })
  })

  test('F04 F05: the configuration, the own manifest and the baseline are taken from the base commit, and editing them is a finding', async () => {
    const config = { validation: [{ name: 'tests', cmd: 'false' }] }
    const place = gatePlace({
      config,
      work: [
        ['write', '.claude/build/config.json', json({ base_ref: 'main', validation: [{ name: 'tests', cmd: 'true' }], contracts: [] })],
        ['write', '.claude/build/tasks/t01.json', json({ ...task, owned_files: ['src/', '.claude/'] })],
        ['write', 'src/victim.ts', '// mine now\n'],
        commit,
      ],
    })
    const report = await place.judge()
    expect(report).toMatchObject({ verdict: 'FAIL', control: { from: 'base-commit' }, failing_checks: ['tests'] })
    expect(report.validation[0]).toMatchObject({ cmd: 'false', status: 'FAIL', classification: 'regression' })
    expect(blockingOf(report)).toEqual(
      expect.arrayContaining([
        '.claude/build/config.json control-plane',
        '.claude/build/tasks/t01.json control-plane',
        'src/victim.ts not-owned',
      ]),
    )
    place.write(
      '.claude/build/baseline.json',
      json({
        format: 'gate-baseline@1',
        tool: '0',
        commit: report.commits.base,
        config: report.hashes.config,
        checks: [{ kind: 'validation', name: 'tests', cmd: 'false', status: 'FAIL', exit: 1 }],
      }),
    )
    const excused = await place.judge({ decide: true })
    expect(excused.run.kind).toBe('provisional')
    expect(excused.run.reasons).toContain('baseline.json lies in the judged tree alone')
  })

  test('F07 F48 F49: a moved base branch and the settings of the repository change no verdict', async () => {
    const place = gatePlace({ work: [['rm', 'tests/a.spec.ts'], ['mv', 'src/victim.ts', 'src/a.ts'], commit] })
    const pinned = { base: place.pin ?? '' }
    const before = await place.judge(pinned)
    expect(blockingOf(before)).toEqual(['src/victim.ts not-owned', 'tests/a.spec.ts test-deleted'])
    for (const [name = '', value = ''] of [
      ['diff.orderFile', '/nonexistent'],
      ['diff.renames', 'copies'],
      ['core.quotePath', 'true'],
      ['diff.ignoreSubmodules', 'all'],
    ])
      place.git('config', name, value)
    place.git('branch', '-f', 'main', 'HEAD')
    const after = await place.judge(pinned)
    expect(blockingOf(after)).toEqual(blockingOf(before))
    expect(after.commits).toEqual(before.commits)
    const unpinned = await place.judge()
    expect(unpinned, 'without a pin the branch looks empty, which is no success').toMatchObject({ verdict: 'FAIL', scope: { changed: [] } })
  })

  test('F29 F31 F32 F47: what only lies on the disk is judged where it lies, told as dirty, and no part of a deciding run', async () => {
    const place = gatePlace({ work: [] })
    place.write('src/a.ts', 'export const a = 1 // the fix\n')
    place.git('update-index', '--skip-worktree', 'src/victim.ts')
    place.write('src/victim.ts', '// edited\n')
    place.write('.git/info/exclude', 'src/hidden.ts\n')
    place.write('src/hidden.ts', '// hidden\n')
    place.git('rm', '-q', '--cached', 'tests/a.spec.ts')
    const report = await place.judge()
    expect(report.dirty).toEqual(['src/a.ts', 'src/hidden.ts', 'src/victim.ts', 'tests/a.spec.ts'])
    expect(report.run.kind).toBe('provisional')
    expect(report.scope.violations).toEqual(['src/hidden.ts', 'src/victim.ts'])
    const deciding = await place.judge({ decide: true })
    expect(deciding).toMatchObject({ verdict: 'FAIL', run: { kind: 'provisional' }, scope: { changed: [] } })
    place.git('commit', '-qm', 'untracked')
    const committed = await place.judge({ decide: true })
    expect(blockingOf(committed)).toContain('tests/a.spec.ts test-deleted')
  })

  test('F38: a command that puts the tree right is found, by a checkout and by a commit', async () => {
    const work: readonly Step[] = [['write', 'src/victim.ts', '// edited\n'], commit]
    const repair = 'git checkout -q main -- src/victim.ts'
    const place = gatePlace({ config: { validation: [{ name: 'repair', cmd: repair }] }, work })
    for (const decide of [false, true]) {
      const found = blockingOf(await place.judge({ decide, base: place.pin ?? '' }))
      expect(found, String(decide)).toContain('src/victim.ts not-owned')
      if (!decide) expect(found).toContain('src/victim.ts tree-rewritten')
    }
    const moving = gatePlace({ config: { validation: [{ name: 'move', cmd: 'git reset -q --hard main' }] }, work })
    expect(blockingOf(await moving.judge())).toEqual(expect.arrayContaining(['src/victim.ts not-owned', '. tree-rewritten']))
  })

  test('F20 F21: the region of another task and the scripts that a check runs are not for this task to change', async () => {
    const shared = '// build:t01 start\n// build:t01 end\n// build:t02 start\nexport const two = 2\n// build:t02 end\n'
    const place = gatePlace({
      config: { validation: [{ name: 'tests', cmd: 'npm test' }] },
      manifest: {
        owned_files: ['src/a.ts', 'package.json'],
        shared_files: [{ path: 'src/index.ts', class: 'append-only' }],
      },
      base: [
        ['write', 'src/index.ts', shared],
        ['write', 'package.json', '{"scripts":{"test":"exit 1"}}\n'],
      ],
      work: [
        ['write', 'src/index.ts', `${shared.replace('export const two = 2\n', '')}outside\n`],
        ['write', 'package.json', '{"scripts":{"test":"exit 0"}}\n'],
        commit,
      ],
    })
    const report = await place.judge()
    expect(report).toMatchObject({ verdict: 'FAIL', validation: [{ status: 'PASS' }] })
    expect(report.scope.violations).toEqual(expect.arrayContaining(['package.json', 'src/index.ts']))
    expect(report.scope.findings).toContainEqual(
      expect.objectContaining({ path: 'package.json', kind: 'control-plane', severity: 'block' }),
    )
  })

  test('F23 F34: tests are guarded without test_globs, and a glob ignores what it says alone', async () => {
    const place = gatePlace({
      config: { scope_ignore: ['src/**/gen.ts', '*.md'] },
      work: [
        ['rm', 'tests/a.spec.ts'],
        ['write', 'src/deep/gen.ts', '1\n'],
        ['write', 'README.md', '1\n'],
        ['write', 'src/notgen.ts', '1\n'],
        ['write', 'docs/api/CONTRACT.md', '1\n'],
        commit,
      ],
    })
    expect(blockingOf(await place.judge())).toEqual([
      'docs/api/CONTRACT.md not-owned',
      'src/notgen.ts not-owned',
      'tests/a.spec.ts test-deleted',
    ])
  })

  test('F41 F66: no change is no success, and a manifest of another task or branch judges nothing', async () => {
    const place = gatePlace({ work: [] })
    expect(await place.judge()).toMatchObject({ verdict: 'FAIL', reasons: [{ code: 'scope-findings' }] })
    place.git('checkout', '-q', 'main')
    expect(await place.gate()).toMatchObject({ verdict: 'nothing-judged', issues: [{ code: 'branch-mismatch' }] })
    const other = gatePlace({ manifest: { task_id: 't77', branch: 'build/t77-x' } })
    expect(await other.gate()).toMatchObject({
      verdict: 'nothing-judged',
      issues: [{ code: 'task-mismatch' }, { code: 'branch-mismatch' }],
    })
  })

  test('F44: the report names the commits, the tree and the hashes of what it was judged by', async () => {
    const place = gatePlace()
    const report = await place.judge({ decide: true })
    const head = place.git('rev-parse', 'HEAD')
    expect(report).toMatchObject({
      verdict: 'PASS',
      run: { kind: 'deciding' },
      commits: { head, base: place.pin, merge_bases: [place.pin] },
    })
    expect(report.tree).toBe(place.git('rev-parse', 'HEAD^{tree}'))
    expect(report.hashes.config).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(report.hashes.task).toMatch(/^sha256:[0-9a-f]{64}$/)
  })
})
