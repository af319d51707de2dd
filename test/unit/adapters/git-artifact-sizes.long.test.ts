import { describe, expect, test } from 'vitest'
import { idsOf, read, textOf } from './git-reading'
import { throwAwayRepository } from './throw-away'

const mebibyte = 1024 * 1024

describe('what can be no text', () => {
  test('binary files are left out and named; the diff says that they differ', async () => {
    const repo = throwAwayRepository()
    repo.write('kept.png', new Uint8Array([1, 0, 2]))
    repo.commit()
    repo.write('a.png', new Uint8Array([0x89, 0x50, 0, 1]))
    repo.write('late-nul', `${'x'.repeat(8000)}\0 is text`)
    repo.write('last-nul', `${'x'.repeat(7999)}\0`)
    repo.write('latin1.txt', Buffer.from('caf\xe9\n', 'latin1'))
    repo.commit()
    const artifact = await read(repo, 'HEAD', undefined, { citedPaths: ['kept.png'] })
    expect(idsOf(artifact)).toEqual(['late-nul', 'diff:a.png', 'diff:last-nul', 'diff:late-nul', 'diff:latin1.txt'])
    expect(textOf(artifact, 'diff:a.png')).toMatch(/\nBinary files \/dev\/null and b\/a\.png differ\n$/)
    expect(textOf(artifact, 'diff:latin1.txt')).toMatch(
      /^diff --git .*\nnew file mode 100644\nindex .*\n--- \/dev\/null\n\+\+\+ b\/latin1\.txt\n$/,
    )
    expect(artifact.notices).toEqual([
      '4 binary files left out: "a.png", "last-nul", "latin1.txt", "kept.png"',
      '1 diff without lines, which are not in UTF-8: "latin1.txt"',
    ])
  })

  test('a long list of names is cut with its count', async () => {
    const repo = throwAwayRepository()
    for (let index = 10; index < 25; index++) repo.write(`${index}.bin`, new Uint8Array([0]))
    repo.commit()
    const [notice] = (await read(repo)).notices
    expect(notice).toMatch(/^15 binary files left out: "10\.bin", .*"19\.bin", 5 more$/)
  })

  test('a file over 16 MiB is left out and named, one of just 16 MiB is not', async () => {
    const repo = throwAwayRepository()
    repo.write('exact.txt', 'x'.repeat(16 * mebibyte - 1) + '\n')
    repo.write('huge.txt', 'y'.repeat(17 * mebibyte))
    repo.commit()
    repo.git('commit', '-q', '--allow-empty', '-m', 'later')
    const { sources, notices } = await read(repo, 'HEAD', undefined, { citedPaths: ['exact.txt', 'huge.txt'] })
    expect(sources.map(({ id, text }) => [id, text.length])).toEqual([['exact.txt', 16 * mebibyte]])
    expect(notices).toEqual([`1 file over ${16 * mebibyte} bytes left out: "huge.txt"`])
    const change = await read(repo, 'HEAD~', undefined)
    expect(textOf(change, 'diff:huge.txt')).toMatch(/\nBinary files \/dev\/null and b\/huge\.txt differ\n$/)
    expect(textOf(change, 'diff:exact.txt')?.length).toBeGreaterThan(16 * mebibyte)
  })

  test('more than 64 MiB of text is an error with the value and the limit; the same blob counts each time', async () => {
    const repo = throwAwayRepository()
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names) repo.write(name, 'z'.repeat(15 * mebibyte))
    repo.commit()
    await expect(read(repo, 'HEAD', 'HEAD', { citedPaths: names })).rejects.toMatchObject({
      code: 'file-too-large',
      message: `the artifact holds ${75 * mebibyte} bytes of text up to "e", at most ${64 * mebibyte} are read`,
      details: { bytes: 75 * mebibyte, bytesMax: 64 * mebibyte, path: 'e' },
    })
    await expect(read(repo)).rejects.toMatchObject({ code: 'file-too-large', message: expect.stringContaining(String(64 * mebibyte)) })
  })
})
