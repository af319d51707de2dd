import { describe, expect, test } from 'vitest'
import type { KeptGit } from '../../../src/adapters/git/git-kept'
import { readBlobs } from '../../../src/adapters/repository/git-blobs'
import type { BlobContent } from '../../../src/ports/repository'

/** A stand-in for a run of git that stays open: hands on what `answer` says, cut into pieces of a few bytes, and keeps the questions. */
function keptGit(answer: (oid: string) => string, pieceBytes: number): KeptGit & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    ask: async (question, take) => {
      const oids = question.trimEnd().split('\n')
      asked.push(...oids)
      const bytes = Buffer.from(oids.map(answer).join(''))
      let whole = false
      for (let at = 0; at < bytes.length; at += pieceBytes) whole = take(bytes.subarray(at, at + pieceBytes))
      expect(whole, 'the answer was taken for whole at its end').toBe(true)
    },
    close: () => undefined,
  }
}

const blobs = new Map(Array.from({ length: 6 }, (_, at) => [`${at}`.repeat(40), 'x'.repeat(at * 10)] as const))
const textOf = (oid: string): string => blobs.get(oid) ?? ''
const contents = (oid: string): string => `${oid} blob ${textOf(oid).length}\n${textOf(oid)}\n`
const oids = [...blobs.keys()]

describe('blobs by their ids', () => {
  test.each([1, 3, 1000])('one over the limit is told with its size and never asked for, in pieces of %i bytes', async (pieceBytes) => {
    const git = {
      names: keptGit((oid) => `${oid} blob ${textOf(oid).length}\n`, pieceBytes),
      contents: keptGit(contents, pieceBytes),
    }
    const given = new Map<string, BlobContent>()
    await readBlobs(git, oids, 30, (oid, content) => given.set(oid, content))
    expect(git.names.asked).toEqual(oids)
    expect(git.contents.asked).toEqual(oids.slice(0, 4))
    expect(oids.map((oid) => given.get(oid))).toEqual(
      oids.map((oid) =>
        textOf(oid).length > 30 ? { kind: 'too-large', bytesMin: textOf(oid).length } : { kind: 'bytes', bytes: Buffer.from(textOf(oid)) },
      ),
    )
  })

  test('what has no size is asked for, and its own words are the error', async () => {
    const git = { names: keptGit((oid) => `${oid} missing\n`, 7), contents: keptGit((oid) => `${oid} missing\n`, 7) }
    await expect(readBlobs(git, oids.slice(0, 1), 30, () => undefined)).rejects.toMatchObject({
      code: 'git-failed',
      message: expect.stringContaining('missing'),
    })
    expect(git.contents.asked).toEqual(oids.slice(0, 1))
  })

  test('nothing is asked where nothing is wanted', async () => {
    const git = { names: keptGit(contents, 7), contents: keptGit(contents, 7) }
    await readBlobs(git, [], 30, () => undefined)
    expect([git.names.asked, git.contents.asked]).toEqual([[], []])
  })
})
