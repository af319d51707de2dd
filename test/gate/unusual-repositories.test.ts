import { afterAll, expect, test, vi } from 'vitest'
import { runGate } from '../../src/faces/embed/run-gate'
import type { Step } from '../support/git-steps'
import { buildSteps, clearSteps, stepGit } from '../support/git-steps'
import { blockingOf, gatePlace, json, reportOf, task } from '../support/gate-place'

// Many processes each: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })
afterAll(clearSteps, 60_000)

test('submodules, line end and encoding attributes, modes, links and names of any bytes stand in a deciding checkout as they were committed', async () => {
  const built = buildSteps([
    ['init'],
    ['subrepo', 'sub'],
    ['gitlink', 'sub', 'vendor/lib', 'HEAD'],
    ['commit-index', 'sub'],
    [
      'write',
      '.gitattributes',
      '*.txt text eol=crlf\n*.id ident\n*.utf16 working-tree-encoding=UTF-16\n*.bin filter=lfs diff=lfs merge=lfs -text\n',
    ],
    ['write', 'a.txt', 'one\ntwo\n'],
    ['write', 'a.id', '$Id$\n'],
    ['write', 'run.sh', '#!/bin/sh\n'],
    ['chmod', 'run.sh', '755'],
    ['symlink', 'run.sh', 'link'],
    ['write', 'src/caf\udce9\n.ts', '1\n'],
    [
      'write',
      '.claude/build/config.json',
      json({
        base_ref: 'main',
        contracts: [],
        validation: [
          {
            name: 'as committed',
            cmd: 'test -x run.sh && test -L link && test -d vendor/lib && test "$(cksum < a.txt)" = "$(printf "one\\ntwo\\n" | cksum)" && git diff --exit-code HEAD',
          },
        ],
      }),
    ],
    ['write', '.claude/build/tasks/t01.json', json({ ...task, owned_files: ['src/'] })],
    ['git', '-c', 'core.autocrlf=false', 'add', '.gitattributes', 'run.sh', 'link', 'src', '.claude', 'a.txt', 'a.id'],
    ['commit-index', 'base'],
    ['git', 'checkout', '-q', '-b', 'build/t01-a'],
    ['write', 'src/caf\udce9\n.ts', '2\n'],
    ['git', 'add', 'src'],
    ['commit-index', 'work'],
  ])
  const report = reportOf(await runGate({ repo: built.folder, task: 't01', decide: true }))
  expect(report.validation[0]?.log_tail).toEqual([])
  expect(blockingOf(report)).toEqual([])
  expect(report.verdict).toBe('PASS')
})

test('a repository with SHA-256 ids is judged in both kinds of run', async () => {
  const place = gatePlace({ work: [] })
  const root = `${place.top}/new`
  stepGit(place.top, 'init', '-q', '--object-format=sha256', '-b', 'main', root)
  const steps: readonly (readonly [string, string])[] = [
    ['src/a.ts', 'export const a = 1\n'],
    ['.claude/build/config.json', json({ base_ref: 'main', validation: [{ name: 'x', cmd: 'git status --porcelain' }], contracts: [] })],
    ['.claude/build/tasks/t01.json', json(task)],
  ]
  for (const [path, text] of steps) place.write(`../new/${path}`, text)
  stepGit(root, 'add', '-A')
  stepGit(root, 'commit', '-qm', 'base')
  stepGit(root, 'checkout', '-q', '-b', 'build/t01-a')
  place.write('../new/src/a.ts', 'export const a = 2\n')
  stepGit(root, 'commit', '-qam', 'work')
  for (const decide of [true, false]) {
    const report = reportOf(await runGate({ repo: root, task: 't01', decide }))
    expect(report.commits.head, String(decide)).toMatch(/^[0-9a-f]{64}$/)
    expect(report, String(decide)).toMatchObject({ verdict: 'PASS', scope: { changed: ['src/a.ts'] } })
  }
})

test('a work tree in the own layout `.adjudicate`, from a folder inside it, gets its report there', async () => {
  const base: readonly Step[] = [
    ['git', 'mv', '.claude/build', '.adjudicate'],
    ['write', '.adjudicate/config.json', json({ base_ref: 'main', validation: [{ name: 'x', cmd: 'test -f src/a.ts' }], contracts: [] })],
  ]
  const place = gatePlace({ base: [['git', 'add', '-A'], ...base] })
  expect(await place.judge({ repo: `${place.folder}/src` })).toMatchObject({ verdict: 'PASS', control: { from: 'base-commit' } })
  expect(JSON.parse(place.read('.adjudicate/gate/t01.json'))).toMatchObject({ verdict: 'PASS' })
  expect(place.exists('.claude/build/gate')).toBe(false)
})
