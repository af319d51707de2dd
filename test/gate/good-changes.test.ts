import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Step } from '../support/git-steps'
import { buildSteps, clearSteps, stepGit } from '../support/git-steps'
import { blockingOf, gatePlace, reportOf, task, testOfA } from '../support/gate-place'
import { runGate } from '../../src/faces/embed/run-gate'

// Many processes each: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })
afterAll(clearSteps, 60_000)

const commit: Step = ['commit', 'x']

/** A test file with cases of this name alone. */
function cases(name: string): string {
  return testOfA.replaceAll("it('", `it('${name} `)
}

describe('good changes that the public script refuses', () => {
  test('F01 F08 F14 F30 F35 F37 F51 F53 F54 F55: an honest branch passes, in its own folder and as a commit', async () => {
    const place = gatePlace({
      config: { validation: [{ name: 'tests', cmd: 'mkdir -p coverage && echo 1 > coverage/out.json' }] },
      manifest: { owned_files: ['src/**', 'tests/**'] },
      base: [
        ['write', 'src/café.ts', 'export const c = 1\n'],
        ['write', 'src/a\tb.ts', 'export const t = 1\n'],
        ['write', 'tests/old.spec.ts', cases('old')],
        ['write', 'tests/from.spec.ts', cases('from')],
        ['write', 'tests/to.spec.ts', cases('to')],
        [
          'write',
          'tests/table.spec.ts',
          "it('adds 1', () => {\n  expect(add(1)).toBe(2)\n})\nit('adds 2', () => {\n  expect(add(2)).toBe(3)\n})\n",
        ],
        ['write', 'tests/words.spec.ts', `// it (the adder) must work\n${cases('words')}`],
        ['write', '.gitignore', 'dist/\n'],
      ],
      work: [
        ['write', 'src/café.ts', 'export const c = 2\n'],
        ['write', 'src/a\tb.ts', 'export const t = 2\n'],
        ['mv', 'tests/old.spec.ts', 'tests/renamed.spec.ts'],
        ['write', 'tests/from.spec.ts', cases('from').replace(/it\('from two'[^]*$/, '')],
        ['write', 'tests/to.spec.ts', `${cases('to')}${cases('from').slice(cases('from').indexOf("it('from two'"))}`],
        ['write', 'tests/table.spec.ts', "it.each([[1, 2], [2, 3]])('adds %i', (n, sum) => {\n  expect(add(n)).toBe(sum)\n})\n"],
        ['write', 'tests/words.spec.ts', `// the adder has to work\n${cases('words')}`],
        ['write', 'tests/cursor.spec.ts', "it('skips rows', () => {\n  cursor.skip(10)\n  expect(cursor.rows).toBe(3)\n})\n"],
        commit,
        ['write', '.gitignore', 'dist/\nNUDGE.md\n.NUDGE.md.tmp\n'],
        ['write', 'NUDGE.md', 'hurry\n'],
      ],
    })
    const report = await place.judge()
    expect({ verdict: report.verdict, blocking: blockingOf(report) }).toEqual({ verdict: 'PASS', blocking: [] })
    expect(place.exists('coverage/out.json')).toBe(true)
    const deciding = await place.judge({ decide: true })
    expect({ verdict: deciding.verdict, blocking: blockingOf(deciding) }).toEqual({ verdict: 'PASS', blocking: [] })
  })

  test('F06: what the base branch gained meanwhile is not missed here', async () => {
    const place = gatePlace({
      work: [
        ['write', 'src/a.ts', 'export const a = 1 // better\n'],
        commit,
        ['git', 'checkout', '-q', 'main'],
        ['write', 'tests/later.spec.ts', cases('later')],
        ['write', 'tests/a.spec.ts', `${testOfA}it('three', () => {\n  expect(a + 2).toBe(3)\n})\n`],
        commit,
        ['git', 'checkout', '-q', 'build/t01-a'],
      ],
    })
    const report = await place.judge()
    expect({ verdict: report.verdict, blocking: blockingOf(report) }).toEqual({ verdict: 'PASS', blocking: [] })
    expect(report.commits).toMatchObject({ merge_bases: [place.pin], base: place.git('rev-parse', 'main') })
  })

  test('F56: a fixture of the own tests may go', async () => {
    const place = gatePlace({
      manifest: { owned_files: ['src/a.ts', 'tests/'] },
      base: [['write', 'tests/fixtures/rows.json', '[1]\n']],
      work: [['rm', 'tests/fixtures/rows.json'], commit],
    })
    expect(blockingOf(await place.judge())).toEqual([])
  })

  test('F33: a linked worktree is judged by the control files that lie untracked in the main one', async () => {
    const built = buildSteps([
      ['init'],
      ['write', 'src/a.ts', '1\n'],
      ['write', '.gitignore', '.claude/\n'],
      ['commit', 'base'],
      ['pin'],
      ['git', 'branch', 'build/t01-a'],
      ['write', '.claude/build/config.json', '{"base_ref":"main","validation":[{"name":"tests","cmd":"true"}],"contracts":[]}\n'],
      ['write', '.claude/build/tasks/t01.json', JSON.stringify(task)],
      ['worktree', 'build/t01-a'],
      ['write', 'src/a.ts', '2\n'],
      commit,
    ])
    const report = reportOf(await runGate({ repo: `${built.folder}/src`, task: 't01', decide: true }))
    expect(report).toMatchObject({ verdict: 'PASS', run: { kind: 'deciding' }, control: { from: 'main-worktree' } })
    expect(stepGit(built.folder, 'status', '--porcelain', '--ignored')).toBe('!! .claude/')
  })

  test('F50: a clone too shallow for a merge base judges nothing and says how to get on; a deeper one is judged', async () => {
    const steps = (depth: string): Step[] => [
      ['init'],
      ['write', '.claude/build/config.json', '{"base_ref":"main","validation":[{"name":"tests","cmd":"true"}],"contracts":[]}\n'],
      ['write', '.claude/build/tasks/t01.json', JSON.stringify(task)],
      ['write', 'src/a.ts', '0\n'],
      ['commit', 'base'],
      ['git', 'checkout', '-q', '-b', 'build/t01-a'],
      ['write', 'src/a.ts', '1\n'],
      ['commit', '1'],
      ['write', 'src/a.ts', '2\n'],
      ['commit', '2'],
      ['git', 'checkout', '-q', 'main'],
      ['write', 'README.md', 'm\n'],
      ['commit', 'm'],
      ['clone-shallow', depth, 'build/t01-a'],
    ]
    const judged = async (depth: string): ReturnType<typeof runGate> =>
      runGate({ repo: buildSteps(steps(depth)).folder, task: 't01', decide: true })
    expect(await judged('1')).toMatchObject({
      verdict: 'nothing-judged',
      issues: [{ code: 'no-merge-base', message: expect.stringContaining('fetch the whole history') }],
    })
    expect(await judged('3')).toMatchObject({ verdict: 'PASS', scope: { changed: ['src/a.ts'] } })
  })

  test('F68: the files of a nested repository are named one by one', async () => {
    const place = gatePlace()
    place.write('src/vendor/x/one.ts', '1\n')
    place.git('init', '-q', 'src/vendor/x')
    expect((await place.judge()).scope.violations).toEqual(['src/vendor/x/one.ts'])
  })

  test('a file that was staged and then edited again is read in both states', async () => {
    const place = gatePlace({ work: [] })
    place.write('tests/a.spec.ts', testOfA.replace("it('one'", "it.skip('one'"))
    place.git('add', '-A')
    place.write('tests/a.spec.ts', `${testOfA}// whole again\n`)
    const report = await place.judge()
    expect(report.dirty).toEqual(['tests/a.spec.ts'])
    expect(report.verdict).toBe('PASS')
  })

  test('a detached HEAD is judged; several merge bases blame nobody for what one of them has', async () => {
    const place = gatePlace()
    place.git('checkout', '-q', '--detach')
    expect(await place.judge()).toMatchObject({ verdict: 'PASS', scope: { changed: ['src/a.ts'] } })
    const crossed = gatePlace({
      work: [
        ['write', 'src/a.ts', 'export const a = 1 // better\n'],
        ['commit', 'w1'],
        ['git', 'checkout', '-q', 'main'],
        ['write', 'README.md', 'm\n'],
        ['commit', 'm1'],
        ['git', 'branch', 'm1'],
        ['git', 'merge', '-q', '--no-edit', 'build/t01-a'],
        ['git', 'checkout', '-q', 'build/t01-a'],
        ['git', 'merge', '-q', '--no-edit', 'm1'],
        ['write', 'src/a.ts', 'export const a = 1 // best\n'],
        ['commit', 'w2'],
      ],
    })
    const report = await crossed.judge()
    expect(report.commits.merge_bases).toHaveLength(2)
    expect(report).toMatchObject({ verdict: 'PASS', scope: { changed: ['src/a.ts'] } })
  })
})
