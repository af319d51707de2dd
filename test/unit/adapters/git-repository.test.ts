import { appendFileSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { gitRepositories } from '../../../src/adapters/repository/git'
import type { BlobContent, Repository as Opened, UntrackedWanted } from '../../../src/ports/repository'
import type { Repository } from './throw-away'
import { throwAwayFolder, throwAwayRepository } from './throw-away'

afterEach(() => {
  vi.unstubAllEnvs()
})

const open = gitRepositories()

/** `main` with one commit, `work` with another on top and an edit, a link and a new file that no commit holds. */
function workedOn(): Repository {
  const repo = throwAwayRepository()
  repo.write('a.ts', 'a\n')
  repo.write('crlf.txt', 'one\r\ntwo\r\n')
  repo.write('.gitattributes', '*.txt text eol=crlf\n*.ts ident\n')
  repo.link('to-a', 'a.ts')
  repo.write('bin/run', '#!/bin/sh\n')
  repo.makeExecutable('bin/run')
  repo.git('add', '-A')
  repo.commit('base')
  repo.git('checkout', '-q', '-b', 'work')
  repo.write('a.ts', '$Id$ b\n')
  repo.commit('work')
  repo.write('a.ts', 'unstaged\n')
  repo.write('new.ts', 'new\n')
  return repo
}

/** All that the gate asks, in one value. */
async function everything(repository: Opened): Promise<unknown> {
  const head = await repository.head()
  const base = await repository.commitAt('main')
  const bases = await repository.mergeBases(head.commit, base.commit)
  const committed = await repository.committedChanges(bases, head.commit)
  const workTree = await repository.workTreeChanges(bases, head.commit)
  const checkout = await repository.checkOut(head.commit)
  const files = readdirSync(checkout.dir).sort()
  await checkout.remove()
  return {
    head,
    base,
    bases,
    committed,
    workTree,
    files,
    fingerprint: await repository.fingerprint(bases),
    all: [...(await repository.allEntries(head.tree))],
  }
}

function listing(repo: Repository): (readonly [string, number, number])[] {
  return readdirSync(repo.dir, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { mtimeMs, size } = lstatSync(`${repo.dir}/${name}`)
    return [name, mtimeMs, size] as const
  })
}

describe('F48 and its like: nothing that the repository names is run or obeyed', () => {
  test('what is untracked is looked at only as far as it is wanted', async () => {
    const repo = workedOn()
    repo.write('.records/blobs/one', 'one\n')
    repo.write('.records/deep/two', 'two\n')
    repo.write('sub/.records/kept', 'kept\n')
    await open(repo.dir, async (repository) => {
      const [base, head] = [(await repository.commitAt('main')).commit, (await repository.head()).commit]
      const untracked = async (...wanted: [UntrackedWanted?]): Promise<{ paths: string[]; dirty: readonly string[] }> => {
        const { changed, dirty } = await repository.workTreeChanges([base], head, ...wanted)
        expect(changed.some(({ path, where }) => path === 'a.ts' && where === 'unstaged')).toBe(true)
        return { paths: changed.filter(({ where }) => where === 'untracked').map(({ path }) => path), dirty }
      }
      const all = ['.records/blobs/one', '.records/deep/two', 'new.ts', 'sub/.records/kept']
      expect(await untracked()).toEqual({
        paths: all,
        dirty: ['.records/blobs/one', '.records/deep/two', 'a.ts', 'new.ts', 'sub/.records/kept'],
      })
      expect((await untracked('all')).paths).toEqual(all)
      expect(await untracked({ outside: ['.records/'] })).toEqual({
        paths: ['new.ts', 'sub/.records/kept'],
        dirty: ['a.ts', 'new.ts', 'sub/.records/kept'],
      })
      expect(await untracked('none')).toEqual({ paths: [], dirty: ['a.ts'] })
    })
  })

  test('programs, settings, variables and files of the git directory', async () => {
    const repo = workedOn()
    const before = await open(repo.dir, everything)
    const sentinel = `${throwAwayFolder()}/was-run`
    const script = `${throwAwayFolder()}/run.sh`
    writeFileSync(script, `#!/bin/sh\ntouch '${sentinel}'\necho lie\n`, { mode: 0o755 })
    mkdirSync(`${repo.dir}/.git/info`, { recursive: true })
    writeFileSync(`${repo.dir}/.git/info/attributes`, '* filter=evil diff=evil merge=evil text eol=lf\n')
    writeFileSync(`${repo.dir}/.git/info/exclude`, '*\n')
    writeFileSync(`${repo.dir}/.git/more`, `[core]\n\tfsmonitor = ${script}\n[diff]\n\texternal = ${script}\n`)
    const programs = [
      'diff.external',
      'diff.evil.command',
      'diff.evil.textconv',
      'filter.evil.clean',
      'filter.evil.smudge',
      'filter.evil.process',
      'core.fsmonitor',
      'core.pager',
      'core.sshCommand',
      'core.gitProxy',
      'core.alternateRefsCommand',
      'uploadpack.packObjectsHook',
    ]
    repo.configure([
      ...programs.map((name) => [name, script] as const),
      ['alias.diff-tree', `!${script}`],
      ['alias.ls-files', `!${script}`],
      ['include.path', 'more'],
      ['core.worktree', throwAwayFolder()],
      ['core.bare', 'true'],
      ['core.hooksPath', '.git/hooks'],
      ['core.excludesFile', `${repo.dir}/.git/info/exclude`],
      ['core.fileMode', 'false'],
      ['core.symlinks', 'false'],
      ['core.ignoreStat', 'true'],
      ['core.sparseCheckout', 'true'],
      ['diff.relative', 'true'],
      ['diff.ignoreSubmodules', 'all'],
      ['status.showUntrackedFiles', 'no'],
      ['core.quotePath', 'true'],
      ['color.ui', 'always'],
    ])
    mkdirSync(`${repo.dir}/.git/hooks`, { recursive: true })
    for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman', 'post-checkout', 'pre-commit']) {
      writeFileSync(`${repo.dir}/.git/hooks/${hook}`, readFileSync(script), { mode: 0o755 })
    }
    const tricks = {
      GIT_DIR: '/nonexistent',
      GIT_WORK_TREE: '/nonexistent',
      GIT_INDEX_FILE: '/nonexistent',
      GIT_EXTERNAL_DIFF: script,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: script,
      GIT_LITERAL_PATHSPECS: '0',
      GIT_CEILING_DIRECTORIES: repo.dir,
    }
    for (const [name, value] of Object.entries(tricks)) vi.stubEnv(name, value)
    expect(await open(repo.dir, everything)).toEqual(before)
    expect(existsSync(sentinel)).toBe(false)
  })

  test('a submodule with programs of its own does not run them', async () => {
    const repo = workedOn()
    const sentinel = `${throwAwayFolder()}/was-run`
    const script = `${throwAwayFolder()}/run.sh`
    writeFileSync(script, `#!/bin/sh\ntouch '${sentinel}'\n`, { mode: 0o755 })
    const inner = throwAwayRepository()
    inner.write('f', '1\n')
    const commit = inner.commit()
    repo.git('clone', '-q', inner.dir, 'sub')
    repo.git('update-index', '--add', '--cacheinfo', `160000,${commit},sub`)
    appendFileSync(`${repo.dir}/sub/.git/config`, `[core]\n\tfsmonitor = ${script}\n`)
    repo.write('sub/f', '2\n')
    const { changed } = await open(repo.dir, async (repository) =>
      repository.workTreeChanges([repo.git('rev-parse', 'main')], repo.git('rev-parse', 'HEAD')),
    )
    expect(changed.map(({ path, where }) => `${path} ${where}`)).toEqual([
      'a.ts unstaged',
      'new.ts untracked',
      'sub staged',
      'sub/f unstaged',
    ])
    expect(existsSync(sentinel)).toBe(false)
  })

  test('grafts do not count', async () => {
    const repo = workedOn()
    const before = await open(repo.dir, everything)
    mkdirSync(`${repo.dir}/.git/info`, { recursive: true })
    appendFileSync(`${repo.dir}/.git/info/grafts`, `${repo.git('rev-parse', 'HEAD')}\n`)
    expect(await open(repo.dir, everything)).toEqual(before)
  })

  test('nothing is written into the repository and nothing is left behind', async () => {
    const repo = workedOn()
    const temporary = throwAwayFolder()
    vi.stubEnv('TMPDIR', temporary)
    const before = listing(repo)
    await open(repo.dir, everything)
    expect(listing(repo)).toEqual(before)
    expect(readdirSync(temporary)).toEqual([])
    expect(tmpdir()).toBe(temporary)
  })
})

describe('a fresh checkout', () => {
  test('holds the commit byte for byte, with modes and links, and is a repository of its own', async () => {
    const repo = workedOn()
    repo.configure([['user.name', 'secret']])
    await open(repo.dir, async (repository) => {
      const { commit, tree } = await repository.head()
      const { dir, remove } = await repository.checkOut(commit)
      expect(readFileSync(`${dir}/a.ts`, 'utf8')).toBe('$Id$ b\n')
      expect(readFileSync(`${dir}/crlf.txt`, 'utf8')).toBe('one\ntwo\n')
      expect(readlinkSync(`${dir}/to-a`)).toBe('a.ts')
      expect(statSync(`${dir}/bin/run`).mode & 0o111).toBe(0o111)
      expect(existsSync(`${dir}/new.ts`)).toBe(false)
      expect(readFileSync(`${dir}/.git/config`, 'utf8')).not.toContain('secret')
      await open(dir, async (fresh) => {
        expect(await fresh.head()).toEqual({ commit, tree })
        expect(await fresh.workTreeChanges([commit], commit)).toEqual({ changed: [], dirty: [] })
        const before = await fresh.fingerprint([commit])
        expect(await fresh.fingerprint([commit])).toBe(before)
        writeFileSync(`${dir}/a.ts`, '$Id$ c\n')
        const after = await fresh.fingerprint([commit])
        expect(after).not.toBe(before)
        writeFileSync(`${dir}/a.ts`, '$Id$ d\n')
        expect(await fresh.fingerprint([commit])).not.toBe(after)
      })
      await remove()
      expect(existsSync(dir)).toBe(false)
    })
  })

  test('files of another commit can be laid over it, and others taken away', async () => {
    const repo = workedOn()
    await open(repo.dir, async (repository) => {
      const base = await repository.commitAt('main')
      const entries = await repository.entriesAt(base.tree, ['a.ts', 'bin/run', 'none', 'bin'])
      expect([...entries.keys()]).toEqual(['a.ts', 'bin/run'])
      const entry = entries.get('a.ts')
      if (entry === undefined) throw new Error('no entry')
      const overlays = [{ path: 'a.ts', entry }, { path: 'bin', entry }, { path: 'to-a' }]
      const { dir, remove } = await repository.checkOut((await repository.head()).commit, overlays)
      expect(readFileSync(`${dir}/a.ts`, 'utf8')).toBe('a\n')
      expect(readFileSync(`${dir}/bin`, 'utf8')).toBe('a\n')
      expect(existsSync(`${dir}/to-a`)).toBe(false)
      await remove()
    })
  })
})

describe('reading', () => {
  test('blobs and files of the work tree, each once; of a large one only that it is large', async () => {
    const repo = workedOn()
    repo.write('large', 'x'.repeat(5000))
    await open(repo.dir, async (repository) => {
      const { commit } = await repository.head()
      const { changed } = await repository.workTreeChanges([commit], commit)
      const at = await repository.entriesAt(commit, ['a.ts', 'to-a'])
      const contents = new Map<string, BlobContent>()
      const inTree = changed.flatMap(({ path, head }) => (head === undefined ? [] : [{ oid: head.oid, workTreePath: path }]))
      const wanted = [...[...at.values()].map(({ oid }) => ({ oid })), ...[...at.values()].map(({ oid }) => ({ oid })), ...inTree]
      await repository.read(wanted, 4999, (oid, content) => contents.set(oid, content))
      const texts = [...contents.values()].map((content) => (content.kind === 'bytes' ? Buffer.from(content.bytes).toString() : content))
      expect(texts).toEqual(['$Id$ b\n', 'a.ts', 'unstaged\n', { kind: 'too-large', bytesMin: 5000 }, 'new\n'])
      await expect(repository.read([{ oid: 'f'.repeat(40) }], 10, () => undefined)).rejects.toMatchObject({ code: 'git-failed' })
      repo.write('new.ts', 'changed since')
      await expect(repository.read(inTree, 10_000, () => undefined)).rejects.toMatchObject({ code: 'file-unreadable' })
    })
  })

  test('a folder that is no repository, a bare one and names that can be no commit', async () => {
    await expect(open(throwAwayFolder(), () => Promise.resolve())).rejects.toMatchObject({ code: 'git-failed' })
    await expect(open('/nonexistent/x', () => Promise.resolve())).rejects.toMatchObject({ code: 'git-failed' })
    const repo = workedOn()
    const bare = throwAwayRepository('--bare')
    bare.git('fetch', '-q', repo.dir, 'work:main')
    await open(bare.dir, async (repository) => {
      expect(repository.root).toBeUndefined()
      const { commit } = await repository.head()
      expect(await repository.mergeBases(commit, commit)).toEqual([commit])
      await expect(repository.workTreeChanges([commit], commit)).rejects.toMatchObject({ code: 'git-failed' })
      for (const name of ['', 'a\nb', '--all', 'HEAD:a.ts', 'main..main', ':/base']) {
        await expect(repository.commitAt(name), name).rejects.toMatchObject({ code: 'git-failed' })
      }
    })
  })
})
