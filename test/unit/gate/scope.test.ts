import { describe, expect, test } from 'vitest'
import type { ChangedPath, ChangeLayer } from '../../../src/gate/changed-path'
import { changedPath } from '../../../src/gate/changed-path'
import { withIds } from '../../../src/gate/fingerprint'
import { leavesRepository } from '../../../src/gate/link-target'
import type { ScopeInput } from '../../../src/gate/scope'
import { judgeScope } from '../../../src/gate/scope'
import type { TaskManifest } from '../../../src/gate/task-manifest'
import { parseTaskManifest } from '../../../src/gate/task-manifest'
import { taskMismatch } from '../../../src/gate/task-match'
import { parseViolation } from '../../../src/gate/violation'

const [old, now] = ['1'.repeat(40), '2'.repeat(40)]

function edited(path: string, where: ChangeLayer = 'committed', mode = '100644'): ChangedPath {
  return changedPath(path, { mode: '100644', oid: old }, { mode, oid: now }, where)
}

function task(fields: object): TaskManifest {
  const parsed = parseTaskManifest({ task_id: 't03', ...fields })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues))
  return parsed.value
}

function judged(paths: readonly (string | ChangedPath)[], fields: object, more: Partial<ScopeInput> = {}): string[] {
  const changed = paths.map((path) => (typeof path === 'string' ? edited(path) : path))
  return judgeScope({ changed, manifest: task(fields), ...more }).violations.map(({ kind, path }) => `${kind} ${path}`)
}

describe('scope', () => {
  test('every violation is one that a report can hold', () => {
    const { violations } = judgeScope({ changed: [edited('x'), edited('.adjudicate/config.json', 'staged')], manifest: task({}) })
    expect(withIds(violations).map((violation) => parseViolation(violation).ok)).toEqual([true, true])
    expect(violations[1]).toEqual({
      kind: 'not-owned',
      severity: 'block',
      path: 'x',
      where: 'committed',
      message: 't03 neither owns nor shares it',
      before: `100644 ${old}`,
      after: `100644 ${now}`,
    })
  })

  test('R-BUILD-29: one writer, the integration task and append-only go before ownership', () => {
    const shared = {
      owned_files: ['**/*.json', 'src/'],
      single_writer: { 'package.json': 't01' },
      integration_files: ['src/routes.ts'],
      append_only: ['src/index.ts'],
    }
    expect(judged(['package.json', 'a.json', 'src/routes.ts', 'src/a.ts'], shared)).toEqual([
      'single-writer package.json',
      'integration src/routes.ts',
    ])
    expect(judged(['package.json', 'src/routes.ts'], { ...shared, task_id: 't01' })).toEqual(['integration src/routes.ts'])
    expect(judged(['src/routes.ts'], { ...shared, task_id: 't99' })).toEqual([])
    expect(judged(['src/index.ts'], shared)).toEqual(['region src/index.ts'])
    const classes = {
      shared_files: [
        { path: 'a', class: 'integration' },
        { path: 'b', class: 'single-writer', writer: 't03' },
        { path: 'c', class: 'append-only' },
        'd',
      ],
    }
    expect(judged(['a', 'b', 'c', 'd'], classes)).toEqual(['integration a', 'region c', 'region d'])
  })

  test('R-BUILD-29: an append-only file is judged by its regions, and deleting it or changing its mode is none', () => {
    const fields = { shared_files: ['i.ts'] }
    const base = '// build:t03 start\n// build:t03 end\n'
    const texts = (head: string): Partial<ScopeInput> => ({
      texts: new Map([
        [old, base],
        [now, head],
      ]),
    })
    expect(judged(['i.ts'], fields, texts('// build:t03 start\nx\n// build:t03 end\n'))).toEqual([])
    expect(judged(['i.ts'], fields, texts(`${base}x\n`))).toEqual(['outside-region i.ts'])
    expect(judged([edited('i.ts', 'committed', '100755')], fields, texts(base))).toEqual(['region i.ts'])
    expect(judged([changedPath('i.ts', { mode: '100644', oid: old }, undefined, 'committed')], fields, texts(base))).toEqual([
      'region i.ts',
    ])
    const fresh = changedPath('i.ts', undefined, { mode: '100644', oid: now }, 'committed')
    expect(judged([fresh], fields, texts(base))).toEqual([])
  })

  test("control files are never the task's, and the gate's own folder is not looked at", () => {
    const fields = { owned_files: ['.claude/', '.adjudicate/', 'package.json', 'src/'] }
    const control = [
      '.claude/build/config.json',
      '.claude/build/tasks/t03.json',
      '.claude/build/baseline.json',
      '.adjudicate/config.json',
      '.CLAUDE/build/config.json',
    ]
    for (const path of control) expect(judged([path], fields), path).toEqual([`control-plane ${path}`])
    expect(judged(['package.json', 'src/a.ts'], fields, { controlPaths: ['package.json'] })).toEqual(['control-plane package.json'])
    expect(judged(['src/a.ts', '.claude/build/gate/t03.json', edited('.claude/build/config.json', 'untracked')], fields)).toEqual([])
    expect(judged(['src/a.ts', '.claude/settings.json'], { owned_files: ['src/'] })).toEqual(['not-owned .claude/settings.json'])
  })

  test('F34: scope_ignore has the same globs, and what is left decides about no-op', () => {
    const scopeIgnore = ['src/**/gen.ts', '*.md']
    const changed = ['src/gen.ts', 'A.md', 'src/notgen.ts', 'docs/A.md'].map((path) => edited(path))
    const verdict = judgeScope({ changed, scopeIgnore, manifest: task({}) })
    expect(verdict.violations.map(({ path }) => path)).toEqual(['docs/A.md', 'src/notgen.ts'])
    expect(verdict).toMatchObject({ status: 'FAIL', reason: 'violations', ignored: ['A.md', 'src/gen.ts'] })
    expect(judgeScope({ changed: [edited('A.md')], scopeIgnore, manifest: task({}) })).toMatchObject({ status: 'FAIL', reason: 'no-op' })
  })

  test('without a task everything but ownership is judged', () => {
    const link = edited('l', 'committed', '120000')
    const { violations } = judgeScope({ changed: [edited('a'), link, edited('.adjudicate/config.json')], texts: new Map([[now, '/etc']]) })
    expect(violations.map(({ kind }) => kind)).toEqual(['control-plane', 'symlink-leaves'])
    expect(judgeScope({ changed: [link] }).violations).toMatchObject([{ message: 'a symbolic link whose target was not read' }])
    expect(judgeScope({ changed: [] })).toMatchObject({ status: 'FAIL', reason: 'no-op' })
  })

  test('where a link leads', () => {
    const links = new Map([
      ['up', '..'],
      ['in', 'src/deep'],
      ['src/out', '/etc'],
      ['ring', 'ring'],
      ['src/back', '../in'],
    ])
    const rows: readonly (readonly [string, string, boolean])[] = [
      ['a', 'b', false],
      ['a', './b/../c', false],
      ['src/a', '../b', false],
      ['src/a', '../../b', true],
      ['a', '..', true],
      ['a', '/x', true],
      ['a', 'C:/x', true],
      ['a', '\\\\host\\x', true],
      ['a', 'up/x', true],
      ['a', 'in/../..', false],
      ['a', 'in/../../..', true],
      ['a', 'src/out/passwd', true],
      ['a', 'ring/x', true],
      ['a', 'src/back/x', false],
      ['a', '.git/config', true],
      ['src/a', '../.GIT/hooks', true],
      ['src/a', '.github', false],
    ]
    for (const [path, target, leaves] of rows) expect(leavesRepository(path, target, links), `${path} -> ${target}`).toBe(leaves)
  })
})

describe('the task manifest', () => {
  test('faults are named by their paths', () => {
    const input = {
      task_id: '../config',
      owned_files: ['src/a.ts', '!x', '/etc', 'a\\b', '../x', '**', 3],
      shared_files: [{ path: 'a', class: 'single-writer' }, { path: '..', class: 'append-only' }, '!y'],
      depends_on: ['t01', 'a/b'],
      complexity: 'XXL',
    }
    const parsed = parseTaskManifest(input)
    expect(parsed.ok ? [] : parsed.issues.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'complexity invalid-value',
      'depends_on[1] invalid-value',
      'owned_files[1] path-negated',
      'owned_files[2] path-absolute',
      'owned_files[3] path-backslash',
      'owned_files[4] path-parent',
      'owned_files[5] path-owns-all',
      'owned_files[6] invalid-value',
      'shared_files[0].writer missing-field',
      'shared_files[1].path path-parent',
      'shared_files[2] path-negated',
      'task_id invalid-value',
    ])
    for (const [name, value] of [
      ['single_writer', { '../x': 't01' }],
      ['single_writer', { x: 'a b' }],
      ['append_only', ['/x']],
      ['integration_files', ['**']],
    ] as const) {
      expect(parseTaskManifest({ task_id: 't1', [name]: value }).ok, name).toBe(false)
    }
    for (const other of [null, [], 'x', {}, { task_id: 1 }, { task_id: '' }]) expect(parseTaskManifest(other).ok).toBe(false)
  })

  test('F24: a task id can name no other file', () => {
    for (const id of ['t01', 'T-1', 'a_b.c', '_']) expect(parseTaskManifest({ task_id: id }).ok, id).toBe(true)
    for (const id of ['.', '..', '.t', 't.', '-t', 'a/b', 'a b', 'a\n', '\u0442\u0030', 'x'.repeat(129)])
      expect(parseTaskManifest({ task_id: id }).ok, id).toBe(false)
  })

  test('F66: a manifest of another task or branch is no manifest for this one', () => {
    const manifest = task({ branch: 'build/t03-x' })
    expect(taskMismatch(manifest, { taskId: 't03', branch: 'build/t03-x' })).toEqual([])
    expect(taskMismatch(manifest, { taskId: 't03' })).toEqual([])
    expect(taskMismatch(manifest, { taskId: 't01', branch: 'build/t77' }).map(({ code }) => code)).toEqual([
      'task-mismatch',
      'branch-mismatch',
    ])
  })
})
