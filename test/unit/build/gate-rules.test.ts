import { describe, expect, test } from 'vitest'
import { parseTaskManifest } from '../../../src/entries/gate'
import { assembleReport } from '../../../src/gate/assemble-report'
import { changedPath } from '../../../src/gate/changed-path'
import { judgeRegions } from '../../../src/gate/regions'
import { judgeScope } from '../../../src/gate/scope'
import { screenCommand } from '../../../src/gate/screen-command'
import { quiet } from '../../support/gate-parts-example'
import { judgeMaps } from '../../support/translate/tampering'

type Files = Readonly<Record<string, string | null>>

const manifest = {
  task_id: 't03',
  branch: 'build/t03-limiter',
  worktree: '.claude/worktrees/t03',
  complexity: 'M',
  model: 'sonnet',
  requirements: ['R-001'],
  deferred_requirements: ['R-009'],
  owned_files: ['src/limiter.ts'],
  shared_files: [{ path: 'src/routes.ts', class: 'append-only' }],
  depends_on: ['t01'],
}

describe('R-BUILD-35 a task manifest', () => {
  test('holds the ten fields as they were written', () => {
    const parsed = parseTaskManifest(manifest)
    expect(parsed.ok && parsed.value).toMatchObject(manifest)
    expect(Object.keys(manifest)).toHaveLength(10)
  })

  test.each<[string, unknown]>([
    ['task_id', undefined],
    ['branch', ''],
    ['worktree', 3],
    ['complexity', 'XXL'],
    ['model', null],
    ['requirements', 'R-001'],
    ['deferred_requirements', [1]],
    ['owned_files', ['../x']],
    ['shared_files', [{ path: 'a', class: 'free-for-all' }]],
    ['depends_on', ['a/b']],
  ])('is refused for a %s that is none, by its path', (field, value) => {
    const parsed = parseTaskManifest({ ...manifest, [field]: value })
    expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).toEqual([expect.stringMatching(new RegExp(`^${field}`))])
  })
})

describe('what becomes of the tests of the merge base', () => {
  const file = (...cases: readonly string[]): string =>
    `import { expect, it } from 'vitest'\nimport { add } from '../src/add'\n\n${cases.join('')}`
  const adds = "it('adds', () => {\n  expect(add(1, 2)).toBe(3)\n})\n"
  const nothing = "it('adds nothing', () => {\n  expect(add(0, 0)).toBe(0)\n})\n"
  const judged = async (base: Files, head: Files) => {
    const { verdict, findings } = await judgeMaps(base, head, ['tests/**'])
    return [verdict, ...new Set(findings.map(({ kind, path }) => `${kind} ${path ?? ''}`))]
  }
  const base = { 'tests/a.spec.ts': file(adds, nothing), 'tests/b.spec.ts': file(adds) }

  test('R-BUILD-65 each file is followed: one that vanished, a lost case, an added skip or focus is a finding', async () => {
    expect(await judged(base, base)).toEqual(['PASS'])
    expect(await judged(base, { ...base, 'tests/b.spec.ts': null })).toEqual(['FAIL', 'test-deleted tests/b.spec.ts'])
    expect(await judged(base, { ...base, 'tests/a.spec.ts': file(adds) })).toEqual(['FAIL', 'test-case-removed tests/a.spec.ts'])
    const skipped = file(adds, nothing.replace('it(', 'it.skip('))
    expect(await judged(base, { ...base, 'tests/a.spec.ts': skipped })).toEqual(['FAIL', 'test-skipped tests/a.spec.ts'])
    const focused = file(adds, nothing.replace('it(', 'it.only('))
    expect(await judged(base, { ...base, 'tests/a.spec.ts': focused })).toEqual(['FAIL', 'focus-added tests/a.spec.ts'])
  })

  test('A-BLD-26 a case is traced across all test files, so moving one is no loss, and a copy elsewhere replaces none', async () => {
    const other = {
      'tests/a.spec.ts': file(adds, nothing),
      'tests/c.spec.ts': file("it('is there', () => {\n  expect(add).toBeDefined()\n})\n"),
    }
    const moved = {
      'tests/a.spec.ts': file(adds),
      'tests/c.spec.ts': `${other['tests/c.spec.ts']}${nothing}`,
    }
    expect((await judged(other, moved))[0]).toBe('PASS')
    const twice = { 'tests/a.spec.ts': file(adds, adds.replace('adds', 'adds again')), 'tests/c.spec.ts': other['tests/c.spec.ts'] }
    expect(await judged(other, twice)).toEqual(['FAIL', 'test-case-removed tests/a.spec.ts'])
  })

  test('A-BLD-24 a test file may be renamed as long as its cases and their assertions come along', async () => {
    const gone = { 'tests/b.spec.ts': null }
    expect((await judged({ 'tests/b.spec.ts': file(adds) }, { ...gone, 'tests/z.spec.ts': file(adds) }))[0]).toBe('PASS')
    const [emptied] = await judged({ 'tests/b.spec.ts': file(adds) }, { ...gone, 'tests/z.spec.ts': file("it('adds', () => {})\n") })
    expect(emptied).toBe('FAIL')
    expect((await judged({ 'tests/b.spec.ts': file(adds) }, { ...gone, 'src/z.ts': file(adds) }))[0]).toBe('FAIL')
  })
})

describe('the scope', () => {
  const [old, now] = ['1'.repeat(40), '2'.repeat(40)]
  const task = (fields: object) => {
    const parsed = parseTaskManifest({ task_id: 't03', ...fields })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues))
    return parsed.value
  }
  const edited = changedPath('src/routes.ts', { mode: '100644', oid: old }, { mode: '100644', oid: now }, 'committed')
  const own = '# build:t03 start\nx\n# build:t03 end\n'
  const kinds = (shared: unknown, head: string) =>
    judgeScope({
      changed: [edited],
      manifest: task({ shared_files: [shared] }),
      texts: new Map([
        [old, 'a\n'],
        [now, head],
      ]),
    }).violations.map(({ kind }) => kind)

  test('A-BLD-7 a shared file carries its class, and one without a class is append-only with its regions checked', () => {
    for (const shared of ['src/routes.ts', { path: 'src/routes.ts', class: 'append-only' }]) {
      expect([kinds(shared, `a\n${own}`), kinds(shared, 'a\nx\n'), kinds(shared, own)]).toEqual([
        [],
        ['outside-region'],
        ['outside-region'],
      ])
    }
    const writer = (name: string) => ({ path: 'src/routes.ts', class: 'single-writer', writer: name })
    expect([kinds(writer('t03'), 'b\n'), kinds(writer('t01'), `a\n${own}`)]).toEqual([[], ['single-writer']])
    expect(kinds({ path: 'src/routes.ts', class: 'integration' }, `a\n${own}`)).toEqual(['integration'])
  })

  test('A-BLD-8 markers count in any comment style, and a format without comments takes its one writer', () => {
    const styles = [
      ['//', ''],
      ['#', ''],
      ['--', ''],
      ['<!--', ' -->'],
      ['/*', ' */'],
      [';', ''],
      ['%', ''],
    ]
    for (const [open, close] of styles) {
      const lines = (text: string) => `a\n${open} build:t03 start${close}\n${text}${open} build:t03 end${close}\n`
      expect(judgeRegions({ base: lines(''), head: lines('x\n'), task: 't03' }).ok, open).toBe(true)
      expect(judgeRegions({ base: lines(''), head: `x\n${lines('')}`, task: 't03' }).ok, open).toBe(false)
    }
    // Without a comment there is no marker, so nothing but a single writer lets a change of such a file through.
    expect(kinds('src/routes.ts', '{ "a": 2 }\n')).toEqual(['outside-region'])
    expect(kinds({ path: 'src/routes.ts', class: 'single-writer', writer: 't03' }, '{ "a": 2 }\n')).toEqual([])
  })

  test('A-BLD-23 a branch without any change fails as no-op unless its task declares that', () => {
    expect(judgeScope({ changed: [], manifest: task({}) })).toMatchObject({ status: 'FAIL', reason: 'no-op' })
    expect(judgeScope({ changed: [], manifest: task({ no_op: true }) })).toMatchObject({ status: 'PASS', violations: [] })
  })
})

test('A-BLD-22 a verdict names its HEAD, and a dirty tree makes it provisional', () => {
  const clean = assembleReport(quiet)
  const dirty = assembleReport({ ...quiet, dirty: ['src/a.ts'] })
  if (clean.verdict === 'nothing-judged' || dirty.verdict === 'nothing-judged') throw new Error('nothing was judged')
  expect([clean.commits.head, clean.run.kind]).toEqual([quiet.commits.head, 'deciding'])
  expect([dirty.commits.head, dirty.run.kind]).toEqual([quiet.commits.head, 'provisional'])
})

test('A-BLD-18 an npx command that would install is rejected, unless a person approved exactly those bytes', () => {
  for (const cmd of ['npx -y vitest', 'npx vitest@latest run', 'npx --yes vitest', 'npx github:a/b']) {
    for (const approved of [[], [cmd.replace('npx ', 'npx  ')], [`${cmd} --run`], [cmd.toUpperCase()]]) {
      expect(screenCommand(cmd, approved).decision, cmd).toBe('reject')
    }
    expect(screenCommand(cmd, [cmd])).toMatchObject({ decision: 'allow', approved: cmd })
  }
  expect(screenCommand('npx --no-install vitest', []).decision).toBe('propose')
})
