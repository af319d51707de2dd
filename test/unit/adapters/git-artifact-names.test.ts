import { describe, expect, test } from 'vitest'
import { grown, idsOf, read, textOf } from './git-reading'
import { throwAwayRepository } from './throw-away'

describe('odd names', () => {
  const names = [
    'tab\there.txt',
    'quote".txt',
    '"quoted".txt',
    'new\nline.txt',
    'caf\u00e9.txt',
    'cafe\u0301.txt',
    '-dash.txt',
    ' spaces at both ends ',
    'back\\slash',
    '\u{1F600}.txt',
    'dir with space/--no-index',
    'a b/diff --git a',
    'star*.txt',
    ':(top)magic',
    '"caf\\303\\251"',
  ]

  test('any UTF-8 name comes through as it is, changed, cited and found by a text', async () => {
    const repo = throwAwayRepository()
    for (const name of names) repo.write(name, 'before\n')
    repo.commit()
    for (const name of names) repo.write(name, `the text of ${JSON.stringify(name)}\n`)
    repo.commit()
    const changed = await read(repo)
    const sorted = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(idsOf(changed)).toEqual([...sorted, ...sorted.map((name) => `diff:${name}`)])
    for (const name of names) {
      expect(textOf(changed, name)).toBe(`the text of ${JSON.stringify(name)}\n`)
      expect(textOf(changed, `diff:${name}`), name).toContain(`+the text of ${JSON.stringify(name)}\n`)
    }
    const cited = await read(repo, 'HEAD', 'HEAD', { citedPaths: names })
    expect(cited.sources).toEqual(changed.sources.filter(({ role }) => role === 'artifact'))
    const quoted = await read(repo, 'HEAD', 'HEAD', { citedTexts: names.map((name) => `the text of ${JSON.stringify(name)}`) })
    expect(quoted.sources).toEqual(cited.sources)
    expect([...changed.notices, ...cited.notices, ...quoted.notices]).toEqual([])
  })

  test('a name that is no UTF-8 is quoted as git does it, and a name that reads like that is another', async () => {
    const raw = Buffer.from('lat\xe9 in.txt', 'latin1')
    const repo = throwAwayRepository()
    repo.write(raw, 'before\n')
    repo.commit()
    repo.write(raw, 'the raw name\n')
    repo.write('"lat\\351 in.txt"', 'the name that looks quoted\n')
    repo.commit()
    const quoted = '"lat\\351 in.txt"'
    const lookalike = '"\\"lat\\\\351 in.txt\\""'
    const artifact = await read(repo)
    expect(textOf(artifact, quoted)).toBe('the raw name\n')
    expect(textOf(artifact, lookalike)).toBe('the name that looks quoted\n')
    expect(textOf(artifact, `diff:${quoted}`)).toMatch(
      /^diff --git "a\/lat\\351 in\.txt" "b\/lat\\351 in\.txt"\nindex .*\n--- "a\/lat\\351 in\.txt"\t?\n\+\+\+ "b\/lat\\351 in\.txt"\t?\n@@ -1 \+1 @@\n-before\n\+the raw name\n$/,
    )
    expect(artifact.notices).toEqual([
      `2 names not in UTF-8, written in quotes with octal escapes: ${JSON.stringify(lookalike)}, ${JSON.stringify(quoted)}`,
    ])
    const cited = await read(repo, 'HEAD', 'HEAD', { citedPaths: [quoted, lookalike] })
    expect(cited.sources).toEqual(artifact.sources.filter(({ role }) => role === 'artifact'))
    const byText = await read(repo, 'HEAD', 'HEAD', { citedTexts: ['the raw name'] })
    expect(idsOf(byText)).toEqual([quoted])
  })

  test('a file called like the diff of another does not take its place', async () => {
    const artifact = await read(grown({ 'a.txt': 'a\n', 'diff:a.txt': 'not a diff\n', 'artifact:diff:a.txt': 'third\n' }))
    expect(new Set(idsOf(artifact)).size).toBe(6)
    expect(textOf(artifact, 'diff:a.txt')).toMatch(/^diff --git a\/a\.txt /)
    expect(artifact.sources.find(({ role, path }) => role === 'artifact' && path === 'diff:a.txt')?.text).toBe('not a diff\n')
  })
})

describe('what is cited', () => {
  test('unchanged files come when their path is cited; links, folders and paths that lead out do not', async () => {
    const repo = throwAwayRepository()
    repo.write('src/deep/a.ts', 'a\n')
    repo.write('src/b.ts', 'b\n')
    repo.link('link', 'src/b.ts')
    repo.commit()
    repo.write('c.ts', 'c\n')
    repo.commit()
    const citedPaths = [
      'src/deep/a.ts',
      'src',
      'src/',
      './src/b.ts',
      '../x',
      '/etc/passwd',
      '',
      '.',
      'a\0b',
      'link',
      'none.ts',
      'SRC/b.ts',
      'c.ts',
      'link/x',
      'src//b.ts',
      '*.ts',
    ]
    const artifact = await read(repo, 'HEAD', undefined, { citedPaths })
    expect(idsOf(artifact)).toEqual(['c.ts', 'src/deep/a.ts', 'diff:c.ts'])
    expect(artifact.notices).toEqual(['1 cited path left out, no regular file: "link"'])
  })

  test('a text that stands in nothing loaded brings the first file that holds it whole', async () => {
    const repo = throwAwayRepository()
    repo.write('a.txt', 'const same = long(enough)\nother end\n')
    repo.write('b.txt', 'head\r\nconst same = long(enough)\r\n  the end of it\r\n')
    repo.write('c.txt', 'head\nconst same = long(enough)\n  the end of it\n')
    repo.write('d.txt', 'something else entirely\n')
    repo.commit()
    repo.write('new.txt', 'the changed words\n')
    repo.commit()
    const citedTexts = [
      'const same = long(enough)\n  the end of it',
      'the changed words',
      'stands nowhere at all',
      'half \ud83d of a pair, long enough',
    ]
    expect(idsOf(await read(repo, 'HEAD', undefined, { citedTexts }))).toEqual(['new.txt', 'b.txt', 'diff:new.txt'])
    expect(idsOf(await read(repo, 'HEAD', undefined, { citedTexts: ['something else entirely'], citedPaths: ['d.txt'] }))).toEqual([
      'new.txt',
      'd.txt',
      'diff:new.txt',
    ])
  })

  test('texts too short to be evidence are not searched for', async () => {
    const repo = grown({ 'a.txt': 'a\n' })
    expect(idsOf(await read(repo, 'HEAD', 'HEAD', { citedTexts: ['a', '', '\n', '      '] }))).toEqual([])
  })

  test('a pattern is taken literally, and attributes hide no file from the search', async () => {
    const repo = grown({ '.gitattributes': '* -diff -text binary\n', 'a.txt': '.*[0-9]+ is no pattern\n', 'b.txt': 'x 1 is no pattern\n' })
    expect(idsOf(await read(repo, 'HEAD', 'HEAD', { citedTexts: ['.*[0-9]+ is no pattern', '-e looks like an option'] }))).toEqual([
      'a.txt',
    ])
  })

  test('of more than 200 missing texts the first 200 are searched for, and that is said', async () => {
    const lines = Array.from({ length: 230 }, (_, index) => `the line with number ${1000 + index}`)
    const repo = grown(Object.fromEntries(lines.map((line, index) => [`f/${1000 + index}.txt`, `${line}\n`])))
    const artifact = await read(repo, 'HEAD', 'HEAD', { citedTexts: lines })
    expect(idsOf(artifact)).toEqual(lines.slice(0, 200).map((_, index) => `f/${1000 + index}.txt`))
    expect(artifact.notices).toEqual(['only 200 of 230 cited texts were searched for in files that are neither changed nor cited'])
  })
})
