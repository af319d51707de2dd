import { afterAll, describe, expect, test } from 'vitest'
import { gitRepositories } from '../src/adapters/repository/git'
import type { WorkTreeChanges } from '../src/ports/repository'
import type { Built, Step } from './support/git-steps'
import { buildSteps, clearSteps, stepGit } from './support/git-steps'
import type { Outcome } from './support/translate/git-scope'
import { scopeOf } from './support/translate/git-scope'

afterAll(clearSteps, 60_000)

const begin: readonly Step[] = [
  ['init'],
  ['write', 'src/a.ts', 'a\n'],
  ['write', 'src/victim.ts', 'victim\n'],
  ['write', 'tests/a.spec.ts', "it('one', () => {})\n"],
  ['write', '.gitignore', 'dist/\n'],
  ['write', 'lib/.gitignore', '/made\n*.log\n!keep.log\n'],
  ['commit', 'base'],
  ['pin'],
  ['git', 'checkout', '-q', '-b', 'build/t01'],
]
const owner = { task_id: 't01', owned_files: ['src/a.ts', 'tests/a.spec.ts'] }

async function scope(steps: readonly Step[], manifest: object = {}, base = '$PIN'): Promise<Outcome> {
  const built = buildSteps([...begin, ...steps])
  return gitRepositories()(built.folder, (repository) =>
    scopeOf(repository, base.replace('$PIN', built.pin ?? ''), { ...owner, ...manifest }),
  )
}

async function workTree(steps: readonly Step[]): Promise<WorkTreeChanges & { readonly built: Built }> {
  const built = buildSteps([...begin, ...steps])
  const changes = await gitRepositories()(built.folder, async (repository) =>
    repository.workTreeChanges([built.pin ?? ''], (await repository.head()).commit),
  )
  return { ...changes, built }
}

describe('F01..F70 turned round: scope and git', () => {
  const edit: Step = ['write', 'src/a.ts', 'b\n']

  test('F03: a file moved over an owned one is gone from where it was', async () => {
    const outcome = await scope(
      [
        ['mv', 'src/victim.ts', 'src/new.ts'],
        ['commit', 'x'],
      ],
      { owned_files: ['src/new.ts'] },
    )
    expect(outcome).toMatchObject({ verdict: 'FAIL', changed: ['src/new.ts', 'src/victim.ts'], violations: ['src/victim.ts'] })
  })

  test('A-BLD-2, F07, F48, F49: a moved base branch and settings of the repository change nothing', async () => {
    const steps: readonly Step[] = [
      ['mv', 'src/victim.ts', 'src/a.ts'],
      ['commit', 'x'],
      ['git', 'branch', '-f', 'main', 'HEAD'],
      ['git', 'config', 'diff.orderFile', '/nonexistent'],
      ['git', 'config', 'diff.renames', 'copies'],
      ['git', 'config', 'diff.ignoreSubmodules', 'all'],
      ['git', 'config', 'core.ignoreCase', 'true'],
      ['git', 'config', 'core.fileMode', 'false'],
      ['git', 'config', 'core.trustctime', 'false'],
      ['git', 'config', 'core.checkStat', 'minimal'],
      ['git', 'config', 'core.worktree', '/nonexistent'],
    ]
    expect(await scope(steps)).toMatchObject({ verdict: 'FAIL', changed: ['src/a.ts', 'src/victim.ts'], violations: ['src/victim.ts'] })
  })

  test('F20, F21: a shared file may only grow in the own region, and one without a class is append-only', async () => {
    const text = '// build:t02 start\ntwo\n// build:t02 end\n// build:t01 start\n// build:t01 end\n'
    const base: readonly Step[] = [
      ['write', 'src/index.ts', text],
      ['write', 'package.json', '{"scripts":{"test":"exit 1"}}\n'],
      ['commit', 'shared'],
    ]
    const shared = { shared_files: ['src/index.ts', 'package.json'] }
    const after = async (path: string, head: string, manifest: object): Promise<Outcome> => {
      const built = buildSteps([
        ...begin.slice(0, 6),
        ...base,
        ['pin'],
        ['git', 'checkout', '-q', '-b', 'build/t01'],
        ['write', path, head],
        ['commit', 'x'],
      ])
      return gitRepositories()(built.folder, (repository) => scopeOf(repository, built.pin ?? '', { ...owner, ...manifest }))
    }
    expect(await after('src/index.ts', text.replace('t01 start\n', 't01 start\none\n'), shared)).toMatchObject({ verdict: 'PASS' })
    expect(await after('src/index.ts', text.replace('two\n', ''), shared)).toMatchObject({ verdict: 'FAIL', violations: ['src/index.ts'] })
    expect(await after('package.json', '{"scripts":{"test":"exit 0"}}\n', shared)).toMatchObject({ violations: ['package.json'] })
    const writer = { shared_files: [{ path: 'package.json', class: 'single-writer', writer: 't01' }] }
    expect(await after('package.json', '{}\n', writer)).toMatchObject({ verdict: 'PASS' })
  })

  test('R-BUILD-64, F29, F41: what no commit holds is dirty, and nothing at all is no success', async () => {
    const { changed, dirty } = await workTree([edit])
    expect({ paths: changed.map(({ path, where }) => [path, where]), dirty }).toEqual({
      paths: [['src/a.ts', 'unstaged']],
      dirty: ['src/a.ts'],
    })
    expect(await scope([])).toMatchObject({ verdict: 'FAIL', reason: 'no-op', changed: [] })
    expect(await scope([], { no_op: true })).toMatchObject({ verdict: 'PASS', changed: [] })
  })

  test('A-BLD-21, F30: the orchestrator may put its nudges into .gitignore, and nobody anything else', async () => {
    const lines = 'dist/\nNUDGE.md\n.NUDGE.md.tmp\n'
    expect(await scope([edit, ['write', '.gitignore', lines], ['write', 'NUDGE.md', 'hurry\n']])).toMatchObject({
      verdict: 'PASS',
      changed: ['src/a.ts'],
    })
    expect(await scope([edit, ['write', '.gitignore', `${lines}src/\n`]])).toMatchObject({ violations: ['.gitignore'] })
    expect(await scope([edit, ['write', '.gitignore', lines], ['commit', 'x']])).toMatchObject({ violations: ['.gitignore'] })
  })

  test('F31: skip-worktree and assume-unchanged hide nothing', async () => {
    for (const flag of ['--skip-worktree', '--assume-unchanged']) {
      const hide: Step = ['git', 'update-index', flag, 'src/victim.ts']
      expect(await scope([hide, ['write', 'src/victim.ts', 'edited\n']]), flag).toMatchObject({ violations: ['src/victim.ts'] })
      expect(await scope([edit, hide]), flag).toMatchObject({ verdict: 'PASS', changed: ['src/a.ts'] })
    }
    const gone = await scope([
      ['git', 'update-index', '--assume-unchanged', 'src/victim.ts'],
      ['rm', 'src/victim.ts'],
    ])
    expect(gone).toMatchObject({ violations: ['src/victim.ts'] })
  })

  test('a sparse checkout leaves files out without having changed them', async () => {
    expect(await scope([edit, ['git', 'sparse-checkout', 'set', '--no-cone', '/src/a.ts']])).toMatchObject({
      verdict: 'PASS',
      changed: ['src/a.ts'],
    })
    expect(
      await scope(
        [
          ['git', 'sparse-checkout', 'set', '--cone', '--sparse-index', 'src'],
          ['write', 'tests/a.spec.ts', 'x\n'],
        ],
        { owned_files: [] },
      ),
    ).toMatchObject({
      violations: ['tests/a.spec.ts'],
    })
  })

  test("R-BUILD-64, F32: only what the merge base's own .gitignore ignores is not there", async () => {
    const files: readonly Step[] = [
      ['gitdirfile', 'info/exclude', 'src/hidden.ts\n'],
      ['write', 'src/hidden.ts', '1\n'],
      ['write', '.gitignore', 'dist/\nsrc/own.ts\n'],
      ['write', 'src/own.ts', '1\n'],
      ['write', 'dist/out.js', '1\n'],
      ['write', 'lib/made', '1\n'],
      ['write', 'lib/x/made', '1\n'],
      ['write', 'lib/x/a.log', '1\n'],
      ['write', 'lib/x/keep.log', '1\n'],
      ['write', 'lib/.gitignore', '*\n'],
      ['write', 'more/.gitignore', '*\n'],
    ]
    const { changed } = await workTree(files)
    expect(changed.map(({ path }) => path)).toEqual([
      '.gitignore',
      'lib/.gitignore',
      'lib/x/keep.log',
      'lib/x/made',
      'more/.gitignore',
      'src/hidden.ts',
      'src/own.ts',
    ])
  })

  test('F34, F35: globs own what they say', async () => {
    const steps: readonly Step[] = [
      ['write', 'src/notgen.ts', '1\n'],
      ['write', 'src/x/gen.ts', '1\n'],
      ['write', 'docs/A.md', '1\n'],
      ['commit', 'x'],
    ]
    expect(await scope(steps, { owned_files: ['src/**/gen.ts', '*.md'] })).toMatchObject({ violations: ['docs/A.md', 'src/notgen.ts'] })
    expect(await scope(steps, { owned_files: ['src/**', 'docs/*'] })).toMatchObject({ verdict: 'PASS' })
  })

  test('F47: a file taken out of the index and left on disk is deleted', async () => {
    const steps: readonly Step[] = [
      ['git', 'rm', '-q', '--cached', 'src/victim.ts'],
      ['commit-index', 'x'],
    ]
    expect(await scope(steps)).toMatchObject({ verdict: 'FAIL', changed: ['src/victim.ts'] })
    const { dirty } = await workTree(steps)
    expect(dirty).toEqual(['src/victim.ts'])
  })

  test('F50: no common commit is an error, in a shallow clone and for an orphan branch', async () => {
    const orphan: readonly Step[] = [['git', 'checkout', '-q', '--orphan', 'o'], edit, ['commit', 'x']]
    await expect(scope(orphan)).rejects.toMatchObject({ code: 'no-merge-base' })
    const shallow: readonly Step[] = [edit, ['commit', '1'], ['commit', '2'], ['clone-shallow', '1', 'build/t01'], ['use']]
    await expect(scope(shallow, {}, 'main')).rejects.toMatchObject({ code: 'no-merge-base', message: expect.stringContaining('shallow') })
    await expect(scope([edit, ['commit', '1']], {}, 'none')).rejects.toMatchObject({
      code: 'git-failed',
      message: '"none" is no commit of this repository',
    })
  })

  test('a shallow clone that reaches the merge base is judged, and an end written by hand cuts nothing off', async () => {
    const reaching: readonly Step[] = [
      edit,
      ['commit', '1'],
      ['git', 'checkout', '-q', 'main'],
      ['write', 'README.md', 'm\n'],
      ['commit', 'm'],
    ]
    const clone: readonly Step[] = [...reaching, ['clone-shallow', '2', 'build/t01'], ['use']]
    expect(await scope(clone, {}, 'main')).toMatchObject({ verdict: 'PASS', changed: ['src/a.ts'] })
    const built = buildSteps([...begin, edit, ['write', 'src/victim.ts', 'x\n'], ['commit', '1']])
    const head = stepGit(built.root, 'rev-parse', 'HEAD')
    const forged = buildSteps([...begin, edit, ['write', 'src/victim.ts', 'x\n'], ['commit', '1'], ['gitdirfile', 'shallow', `${head}\n`]])
    expect(await gitRepositories()(forged.folder, (repository) => scopeOf(repository, forged.pin ?? '', owner))).toMatchObject({
      violations: ['src/victim.ts'],
    })
  })

  test('F01, F51: names of any bytes', async () => {
    const names = [
      'src/caf\u00e9.ts',
      'src/a\tb.ts',
      'src/a\nb.ts',
      'src/"q".ts',
      'src/\udce9.ts',
      ' src/a.ts',
      `src/${'d'.repeat(200)}/${'e'.repeat(200)}.ts`,
    ]
    const steps = names.map((name): Step => ['write', name, '1\n'])
    const written = names.map((name) => (name.includes('\udce9') ? '"src/\\351.ts"' : name)).sort()
    expect(await scope([...steps, ['commit', 'x']], { owned_files: ['src/'] })).toMatchObject({
      changed: written,
      violations: [' src/a.ts'],
    })
    expect(await scope(steps, { owned_files: [] })).toMatchObject({ changed: written, violations: written })
  })

  test('F68: the files of a nested repository are seen, and so are those in a stray .git', async () => {
    const built = buildSteps([
      ...begin,
      ['write', 'vendor/x/f.js', '1\n'],
      ['write', 'src/.git/evil.js', '1\n'],
      ['write', 'more/.git', 'x'],
    ])
    stepGit(`${built.root}/vendor/x`, 'init', '-q')
    const { changed } = await gitRepositories()(built.root, async (repository) =>
      repository.workTreeChanges([built.pin ?? ''], built.pin ?? ''),
    )
    expect(changed.map(({ path }) => path)).toEqual(['src/.git/evil.js', 'vendor/x/f.js'])
  })
})

describe('other ways to hide or to blame a change', () => {
  const edit: Step = ['write', 'src/a.ts', 'b\n']

  test('a tag cannot take the place of the base branch, a replaced or grafted commit not that of the real one', async () => {
    const work: readonly Step[] = [
      ['write', 'src/victim.ts', 'x\n'],
      ['commit', 'x'],
    ]
    expect(await scope([...work, ['git', 'tag', 'main']], {}, 'main')).toMatchObject({ violations: ['src/victim.ts'] })
    expect(await scope([...work, ['git', 'branch', 'HEAD-2'], ['replace-blob-tree', 'main', 'HEAD']], {}, 'main')).toMatchObject({
      violations: ['src/victim.ts'],
    })
  })

  test('case-only renames, types, modes and folders in the place of files', async () => {
    const cased = await scope([
      ['mv', 'src/victim.ts', 'src/Victim.ts'],
      ['commit', 'x'],
    ])
    expect(cased).toMatchObject({ violations: ['src/Victim.ts', 'src/victim.ts'] })
    const folder = await scope([
      ['rm', 'src/victim.ts'],
      ['write', 'src/victim.ts/a.ts', '1\n'],
      ['commit', 'x'],
    ])
    expect(folder).toMatchObject({ violations: ['src/victim.ts', 'src/victim.ts/a.ts'] })
    expect(
      await scope([
        ['rm', 'src/victim.ts'],
        ['write', 'src/victim.ts/a.ts', '1\n'],
      ]),
    ).toMatchObject({ violations: ['src/victim.ts', 'src/victim.ts/a.ts'] })
    expect(await scope([['chmod', 'src/victim.ts', '755']])).toMatchObject({ violations: ['src/victim.ts'] })
    const link = await scope([['symlink', 'a.ts', 'src/victim.ts']])
    expect(link).toMatchObject({ violations: ['src/victim.ts'] })
    const linked = await scope(
      [
        ['mv', 'src', 'real'],
        ['symlink', 'real', 'src'],
      ],
      { owned_files: ['src/a.ts', 'real/'] },
    )
    expect(linked).toMatchObject({ violations: ['src', 'src/victim.ts'] })
  })

  test('a symbolic link out of the repository is a violation, owned or not', async () => {
    const owned = { owned_files: ['src/', 'lib/'] }
    for (const target of ['/etc/passwd', '../../x', '../lib/../../x', '../.git/config']) {
      expect(
        await scope(
          [
            ['symlink', target, 'src/l'],
            ['commit', 'x'],
          ],
          owned,
        ),
        target,
      ).toMatchObject({ violations: ['src/l'] })
    }
    expect(
      await scope(
        [
          ['symlink', '../lib', 'src/l'],
          ['commit', 'x'],
        ],
        owned,
      ),
    ).toMatchObject({ verdict: 'PASS' })
    expect(
      await scope(
        [
          ['symlink', '../..', 'src/l'],
          ['symlink', 'l/x', 'src/m'],
        ],
        owned,
      ),
    ).toMatchObject({ violations: ['src/l', 'src/m'] })
  })

  test('an octopus merge and a merge of the base blame nobody for the others', async () => {
    const other = (name: string): readonly Step[] => [
      ['git', 'checkout', '-q', '-b', name, 'main'],
      ['write', `${name}.md`, '1\n'],
      ['commit', name],
    ]
    const steps: readonly Step[] = [
      edit,
      ['commit', 'w'],
      ...other('one'),
      ...other('two'),
      ['git', 'checkout', '-q', 'main'],
      ['git', 'merge', '-q', '--no-edit', 'one', 'two'],
      ['git', 'checkout', '-q', 'build/t01'],
      ['git', 'merge', '-q', '--no-edit', 'one', 'two'],
    ]
    expect(await scope(steps, {}, 'main')).toMatchObject({ verdict: 'PASS', changed: ['src/a.ts'] })
    expect(await scope(steps)).toMatchObject({ violations: ['one.md', 'two.md'] })
  })

  test('line ends that git converts itself are no change, others are', async () => {
    const crlf: Step = ['write', 'src/victim.ts', 'victim\r\n']
    expect(await scope([edit, crlf, ['git', 'config', 'core.autocrlf', 'true']])).toMatchObject({ verdict: 'PASS', changed: ['src/a.ts'] })
    expect(await scope([edit, crlf])).toMatchObject({ violations: ['src/victim.ts'] })
  })

  test('a submodule counts when its commit moves and when its own tree is dirty', async () => {
    const sub: readonly Step[] = [
      ['subrepo', 'sub'],
      ['gitlink', 'sub', 'vendor/lib', 'HEAD~1'],
      ['commit-index', 'sub'],
    ]
    const built = buildSteps([...begin.slice(0, 7), ...sub, ['pin']])
    stepGit(built.root, 'clone', '-q', `${built.top}/sub`, 'vendor/lib')
    const changes = async (): Promise<string[]> =>
      gitRepositories()(built.root, async (repository) =>
        (await repository.workTreeChanges([built.pin ?? ''], built.pin ?? '')).changed.map(({ path, where }) => `${path} ${where}`),
      )
    expect(await changes()).toEqual(['vendor/lib unstaged'])
    stepGit(`${built.root}/vendor/lib`, 'checkout', '-q', 'HEAD~1')
    expect(await changes()).toEqual([])
    stepGit(`${built.root}/vendor/lib`, 'rm', '-q', 'f.txt')
    expect(await changes()).toEqual(['vendor/lib/f.txt staged'])
  })

  test('a split index is read whole', async () => {
    expect(
      await scope([
        ['git', 'update-index', '--split-index'],
        ['write', 'src/victim.ts', 'x\n'],
        ['git', 'add', '-A'],
      ]),
    ).toMatchObject({ violations: ['src/victim.ts'] })
  })

  test('a linked worktree knows its main one and is no stranger inside it', async () => {
    const built = buildSteps([
      ...begin,
      ['git', 'checkout', '-q', 'main'],
      ['git', 'worktree', 'add', '-q', '.claude/worktrees/t01', 'build/t01'],
    ])
    const open = gitRepositories()
    const { changed } = await open(built.root, (repository) => repository.workTreeChanges([built.pin ?? ''], built.pin ?? ''))
    expect(changed).toEqual([])
    const linked = `${built.root}/.claude/worktrees/t01`
    const facts = await open(`${linked}/src`, async ({ root, stateDir, mainWorkTree, head }) => ({
      root,
      stateDir,
      mainWorkTree,
      branch: (await head()).branch,
    }))
    expect(facts).toEqual({
      root: linked,
      stateDir: stepGit(linked, 'rev-parse', '--path-format=absolute', '--git-path', 'adjudicate'),
      mainWorkTree: built.root,
      branch: 'build/t01',
    })
  })
})
