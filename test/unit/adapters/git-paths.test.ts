import { describe, expect, test } from 'vitest'
import { gitRepositories } from '../../../src/adapters/repository/git'
import type { Repository } from './throw-away'
import { throwAwayRepository } from './throw-away'

const open = gitRepositories()

function withManyNames(...initArgs: readonly string[]): Repository {
  const repo = throwAwayRepository(...initArgs)
  repo.write('a.ts', 'a\n')
  repo.write('a/b/c.ts', 'c\n')
  repo.write('a.b/c d/ü.ts', 'u\n')
  repo.write('"quoted"', 'q\n')
  repo.write('run', '#!/bin/sh\n')
  repo.makeExecutable('run')
  repo.link('to-a', 'a')
  if (process.platform === 'linux') repo.write(Buffer.from([0x64, 0x2f, 0xff, 0x2e, 0x74]), 'bytes\n')
  repo.commit()
  const id = repo.git('rev-parse', 'HEAD')
  repo.git('update-index', '--add', '--cacheinfo', `160000,${id},sub`)
  repo.git('commit', '-q', '-m', 'sub')
  return repo
}

describe('entries by their paths', () => {
  test.each([[[]], [['--object-format=sha256']]])('are those of the whole listing, and nothing else is found, %j', async (initArgs) => {
    await open(withManyNames(...initArgs).dir, async (repository) => {
      const { commit, tree } = await repository.head()
      const all = await repository.allEntries(tree)
      expect(all.size).toBeGreaterThan(6)
      expect([...all.values()].map(({ mode }) => mode)).toEqual(expect.arrayContaining(['100644', '100755', '120000', '160000']))
      expect(await repository.entriesAt(commit, [...all.keys()])).toEqual(all)
      expect(await repository.entriesAt(tree, [...all.keys()])).toEqual(all)
      const others = [
        '',
        '/',
        'a',
        'a/',
        'a/b',
        '/a.ts',
        'a.ts/',
        'a.ts/b',
        'to-a/b/c.ts',
        'sub/a.ts',
        '../a.ts',
        './a.ts',
        'A.ts',
        'a/b/c.ts/d',
      ]
      expect(await repository.entriesAt(commit, others)).toEqual(new Map())
    })
  })

  test('a tree that is missing is an error and not an empty folder', async () => {
    await open(withManyNames().dir, async (repository) => {
      await expect(repository.entriesAt('f'.repeat(40), ['a.ts'])).rejects.toMatchObject({ code: 'git-failed' })
      expect((await repository.entriesAt((await repository.head()).commit, ['a.ts'])).size).toBe(1)
    })
  })
})

describe('looking again', () => {
  test('what the index says counts anew once it changed, and so does HEAD', async () => {
    const repo = withManyNames()
    await open(repo.dir, async (repository) => {
      const look = async (): Promise<[string, string][]> => {
        const { commit } = await repository.head()
        const { changed } = await repository.workTreeChanges([commit], commit)
        return changed.flatMap(({ path, where }): [string, string][] => (path === 'sub' ? [] : [[path, where]]))
      }
      expect(await look()).toEqual([])
      repo.write('a.ts', 'other\n')
      expect(await look()).toEqual([['a.ts', 'unstaged']])
      repo.git('add', 'a.ts')
      expect(await look()).toEqual([['a.ts', 'staged']])
      repo.git('update-index', '--assume-unchanged', 'run')
      repo.write('run', 'hidden\n')
      expect(await look()).toEqual([
        ['a.ts', 'staged'],
        ['run', 'skip-worktree'],
      ])
      repo.git('commit', '-q', '-m', 'meanwhile')
      expect(await look()).toEqual([['run', 'skip-worktree']])
    })
  })
})
