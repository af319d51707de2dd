import { describe, expect, test } from 'vitest'
import { gitArtifact } from '../../../src/adapters/artifact/git'
import { grown, idsOf, nothingCited, read, textOf } from './git-reading'
import { throwAwayFolder, throwAwayRepository } from './throw-away'

describe('what a commit holds', () => {
  test('each changed path comes as its whole text and its diff, and nothing else does', async () => {
    const repo = throwAwayRepository()
    repo.write('src/a.ts', 'one\ntwo\nthree\n')
    repo.write('src/same.ts', 'same\n')
    repo.commit()
    repo.write('src/a.ts', 'one\n2\nthree\n')
    repo.write('src/new.ts', 'new\n')
    const commit = repo.commit()
    const artifact = await read(repo)
    expect(idsOf(artifact)).toEqual(['src/a.ts', 'src/new.ts', 'diff:src/a.ts', 'diff:src/new.ts'])
    expect(artifact.sources.map(({ role, path }) => [role, path])).toEqual([
      ['artifact', 'src/a.ts'],
      ['artifact', 'src/new.ts'],
      ['diff', 'src/a.ts'],
      ['diff', 'src/new.ts'],
    ])
    expect(textOf(artifact, 'src/a.ts')).toBe('one\n2\nthree\n')
    const ids = `${repo.git('rev-parse', 'HEAD~:src/a.ts')}..${repo.git('rev-parse', 'HEAD:src/a.ts')}`
    expect(textOf(artifact, 'diff:src/a.ts')).toBe(
      `diff --git a/src/a.ts b/src/a.ts\nindex ${ids} 100644\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n`,
    )
    expect(artifact.address).toBe(`git:${commit}`)
    expect(artifact.digest).toBe(`git-tree:${repo.git('rev-parse', 'HEAD^{tree}')}+${repo.git('rev-parse', 'HEAD~')}`)
    expect(artifact.notices).toEqual([])
  })

  test('a rename counts at both paths', async () => {
    const repo = throwAwayRepository()
    repo.write('old.ts', 'a\nb\nc\n')
    repo.commit()
    repo.git('mv', 'old.ts', 'new.ts')
    repo.commit()
    const artifact = await read(repo)
    expect(idsOf(artifact)).toEqual(['new.ts', 'diff:new.ts', 'diff:old.ts'])
    expect(textOf(artifact, 'diff:old.ts')).toContain('-a\n-b\n-c\n')
  })

  test('a mode change alone has a diff, and the text with it', async () => {
    const repo = grown({})
    repo.makeExecutable('first.txt')
    repo.commit()
    const artifact = await read(repo)
    expect(textOf(artifact, 'diff:first.txt')).toBe('diff --git a/first.txt b/first.txt\nold mode 100644\nnew mode 100755\n')
    expect(textOf(artifact, 'first.txt')).toBe('first\n')
  })

  test('a file that became a link has both halves in its diff, and the link is not followed', async () => {
    const repo = grown({ secret: 'do not read\n' })
    repo.remove('first.txt')
    repo.link('first.txt', 'secret')
    repo.write('after.txt', 'after\n')
    repo.commit()
    const artifact = await read(repo)
    expect(idsOf(artifact)).toEqual(['after.txt', 'diff:after.txt', 'diff:first.txt'])
    const diff = textOf(artifact, 'diff:first.txt')
    expect(diff).toContain('deleted file mode 100644')
    expect(diff).toContain('new file mode 120000')
    expect(diff).toContain('+secret\n')
    expect(diff).not.toContain('do not read')
    expect(artifact.notices).toEqual(['1 symbolic link or submodule given by the diff only: "first.txt"'])
  })

  test('a link that became a file and a file that became a folder', async () => {
    const repo = throwAwayRepository()
    repo.link('link', 'nowhere')
    repo.write('thing', 'file\n')
    repo.commit()
    repo.remove('link')
    repo.remove('thing')
    repo.write('link', 'now a file\n')
    repo.write('thing/inside', 'inside\n')
    repo.commit()
    expect(idsOf(await read(repo))).toEqual(['link', 'thing/inside', 'diff:link', 'diff:thing', 'diff:thing/inside'])
  })

  test('a root commit is compared with nothing', async () => {
    const repo = throwAwayRepository()
    repo.write('a', 'a\n')
    repo.commit()
    const artifact = await read(repo)
    expect(idsOf(artifact)).toEqual(['a', 'diff:a'])
    expect(artifact.digest).toBe(`git-tree:${repo.git('rev-parse', 'HEAD^{tree}')}+empty`)
  })

  test('a merge commit is compared with its first parent unless a base is named', async () => {
    const repo = grown({})
    repo.git('checkout', '-q', '-b', 'side')
    repo.write('side.txt', 'side\n')
    repo.commit()
    repo.git('checkout', '-q', 'main')
    repo.write('main.txt', 'main\n')
    repo.commit()
    repo.git('merge', '-q', '--no-edit', 'side')
    expect(idsOf(await read(repo))).toEqual(['side.txt', 'diff:side.txt'])
    expect(idsOf(await read(repo, 'HEAD', 'side'))).toEqual(['main.txt', 'diff:main.txt'])
    expect(idsOf(await read(repo, 'HEAD', 'main~2'))).toEqual(['main.txt', 'side.txt', 'diff:main.txt', 'diff:side.txt'])
  })

  test('a revision compared with itself holds nothing, but what is cited', async () => {
    const repo = grown({ 'a.txt': 'a line of text\n' })
    expect((await read(repo, 'HEAD', 'HEAD')).sources).toEqual([])
    expect(idsOf(await read(repo, 'HEAD', 'HEAD', { citedPaths: ['a.txt'], citedTexts: ['first'] }))).toEqual(['a.txt'])
  })

  test('a tag, also of a tag, and a search by message name their commit', async () => {
    const repo = grown({ 'a.txt': 'a\n' })
    const commit = repo.git('rev-parse', 'HEAD')
    repo.git('tag', '-a', '-m', 'x', 'one')
    repo.git('tag', '-a', '-m', 'y', 'two', 'one')
    for (const revision of ['two', ':/change', 'main', commit.slice(0, 12), 'HEAD^0']) {
      expect((await read(repo, revision)).address, revision).toBe(`git:${commit}`)
    }
  })

  test('a submodule and its bump are in the diff only', async () => {
    const repo = grown({})
    const inner = repo.git('rev-parse', 'HEAD')
    repo.git('update-index', '--add', '--cacheinfo', `160000,${inner},vendor`)
    repo.git('commit', '-q', '-m', 'submodule')
    const artifact = await read(repo, 'HEAD', undefined, { citedPaths: ['vendor'] })
    expect(idsOf(artifact)).toEqual(['diff:vendor'])
    expect(textOf(artifact, 'diff:vendor')).toContain(`+Subproject commit ${inner}\n`)
    repo.write('more.txt', 'x\n')
    repo.git('add', 'more.txt')
    repo.git('commit', '-q', '-m', 'more')
    const cited = await read(repo, 'HEAD', undefined, { citedPaths: ['vendor'] })
    expect(cited.notices).toEqual(['1 cited path left out, no regular file: "vendor"'])
  })

  test('CRLF, a byte order mark, a missing last line end and an empty file are kept', async () => {
    const artifact = await read(grown({ crlf: 'a\r\nb\r\n', bom: '\uFEFFtext', empty: '', cr: 'a\rb' }))
    expect(['crlf', 'bom', 'empty', 'cr'].map((id) => textOf(artifact, id))).toEqual(['a\r\nb\r\n', '\uFEFFtext', '', 'a\rb'])
    expect(textOf(artifact, 'diff:crlf')).toContain('+a\r\n+b\r\n')
  })

  test('a text line that looks like the head of a diff is no head', async () => {
    const text = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n'
    const artifact = await read(grown({ 'a.patch': text, 'b.txt': 'b\n' }))
    expect(textOf(artifact, 'a.patch')).toBe(text)
    expect(textOf(artifact, 'diff:a.patch')).toContain('+diff --git a/x b/x\n')
    expect(textOf(artifact, 'diff:b.txt')).toMatch(/^diff --git a\/b\.txt b\/b\.txt\n/)
  })

  test('a SHA-256 repository', async () => {
    const repo = throwAwayRepository('--object-format=sha256')
    repo.write('a', 'a line\n')
    const commit = repo.commit()
    const artifact = await read(repo)
    expect(commit).toHaveLength(64)
    expect([artifact.address, ...idsOf(artifact)]).toEqual([`git:${commit}`, 'a', 'diff:a'])
  })

  test('a bare repository, a folder inside one, and a linked work tree read the same', async () => {
    const repo = grown({ 'sub/a.txt': 'a line of text\n' })
    const bare = `${throwAwayFolder()}/bare.git`
    repo.git('clone', '-q', '--bare', repo.dir, bare)
    const linked = `${throwAwayFolder()}/linked`
    repo.git('worktree', 'add', '-q', '--detach', linked)
    const wanted = await read(repo)
    expect(idsOf(wanted)).toEqual(['sub/a.txt', 'diff:sub/a.txt'])
    for (const dir of [bare, linked, `${repo.dir}/sub`])
      expect(await gitArtifact({ repo: dir, revision: 'HEAD' }).read(nothingCited), dir).toEqual(wanted)
  })

  test('a branch called like an option is a branch', async () => {
    const repo = grown({ a: 'a\n' })
    repo.git('update-ref', 'refs/heads/--all', 'HEAD')
    expect(idsOf(await read(repo, '--all'))).toEqual(['a', 'diff:a'])
  })
})
