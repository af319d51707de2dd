import { afterEach, describe, expect, test, vi } from 'vitest'
import { gitArtifact } from '../../../src/adapters/artifact/git'
import { changedRepository, nothingCited, read } from './git-reading'
import { throwAwayFolder, throwAwayRepository } from './throw-away'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('failures of git', () => {
  test('an unknown revision and an unknown base are named', async () => {
    const repo = changedRepository()
    for (const revision of ['no-such-branch', '', 'HEAD~9', 'HEAD:a.ts', 'main..HEAD', '^main', '--upload-pack=x', 'f'.repeat(40)]) {
      const wanted = {
        code: 'git-failed',
        message: expect.stringContaining(`the revision ${JSON.stringify(revision)} is no commit of this repository`),
      }
      await expect(read(repo, revision), revision).rejects.toMatchObject(wanted)
    }
    await expect(read(repo, 'HEAD', 'no-such-base')).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.stringContaining('the base "no-such-base" is no commit of this repository'),
    })
    await expect(read(repo, 'a\0b')).rejects.toMatchObject({ code: 'git-failed' })
  })

  test('a HEAD without a commit is an unknown revision', async () => {
    await expect(read(throwAwayRepository())).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.stringContaining('the revision "HEAD" is no commit'),
    })
  })

  test('a folder that is no repository, or is not there, is named', async () => {
    const dir = throwAwayFolder()
    for (const repo of [dir, `${dir}/none`]) {
      await expect(gitArtifact({ repo, revision: 'HEAD' }).read(nothingCited)).rejects.toMatchObject({
        code: 'git-failed',
        message: expect.stringContaining(`${JSON.stringify(repo)} is no git repository`),
      })
    }
  })

  test('F50: a shallow clone without the parent is an error, and a base that is there helps', async () => {
    const repo = changedRepository()
    const parent = repo.git('rev-parse', 'HEAD~')
    const dir = `${throwAwayFolder()}/clone`
    repo.git('clone', '-q', '--depth', '1', `file://${repo.dir}`, dir)
    await expect(gitArtifact({ repo: dir, revision: 'HEAD' }).read(nothingCited)).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.stringMatching(new RegExp(`${parent}.*the clone is shallow`)),
    })
    await expect(gitArtifact({ repo: dir, revision: 'HEAD', base: 'HEAD~' }).read(nothingCited)).rejects.toMatchObject({
      message: expect.stringContaining('(the clone is shallow, so older commits are missing)'),
    })
    expect((await gitArtifact({ repo: dir, revision: 'HEAD', base: 'HEAD' }).read(nothingCited)).sources).toEqual([])
  })

  test('git that is not there is said so', async () => {
    const repo = changedRepository()
    vi.stubEnv('PATH', throwAwayFolder())
    await expect(read(repo)).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.stringContaining('git is not installed or not on the PATH'),
    })
  })

  test('a signal given before and while reading ends it', async () => {
    const repo = changedRepository()
    const early = gitArtifact({ repo: repo.dir, revision: 'HEAD', signal: AbortSignal.abort(new Error('enough')) })
    await expect(early.read(nothingCited)).rejects.toMatchObject({ code: 'git-failed', cause: new Error('enough') })
    const controller = new AbortController()
    const reading = gitArtifact({ repo: repo.dir, revision: 'HEAD', signal: controller.signal }).read(nothingCited)
    controller.abort(new Error('later'))
    await expect(reading).rejects.toMatchObject({ code: 'git-failed', message: expect.stringContaining('was stopped') })
  })
})
