import { describe, expect, test } from 'vitest'
import { answerSheet } from '../../../src/evidence/answers'
import type { Citation } from '../../../src/evidence/citation'
import type { Corpus, SourceRole } from '../../../src/evidence/corpus'
import { standsInDeletedLines } from '../../../src/evidence/deleted-lines'
import { sourceHaystack } from '../../../src/evidence/haystack'
import { headingsOf, titledBodies } from '../../../src/evidence/headings'
import { locate } from '../../../src/evidence/locate'
import type { Located } from '../../../src/evidence/located'

function haystack(text: string) {
  return sourceHaystack({ id: 's', role: 'diff', text })
}

/** Whether these words, where they stand first in the diff, are no part of what is judged. */
function isDeleted(text: string, words: string): boolean {
  const start = text.indexOf(words)
  expect(start).toBeGreaterThanOrEqual(0)
  return standsInDeletedLines(haystack(text), start, start + words.length)
}

function located(citation: Citation, text: string, role: SourceRole = 'artifact'): Located {
  const corpus: Corpus = { sources: [{ id: 'a', role, path: 'a', text }], runs: [{ command: 'c', exitCode: 0, output: text }] }
  return locate(citation, corpus)
}

describe('lines of a diff that are not the artifact’s words (spec 15, Evidence: a deleted line quoted from a diff)', () => {
  const diff = [
    'diff --git a/a.ts b/a.ts',
    'index 3f1..9c2 100644',
    '--- a/a.ts',
    '+++ b/a.ts',
    '@@ -1,3 +1,3 @@ function f() {',
    ' kept words',
    '-deleted words',
    '+added words',
    '+',
    '+++ counter; // added, with two of its own',
    '\\ No newline at end of file',
    '',
  ].join('\n')

  test('headers, hunk marks, remarks and deleted lines are not, kept and added ones are', () => {
    const lines = diff.split('\n').filter((line) => line.length > 1)
    expect(lines.filter((line) => !isDeleted(diff, line))).toEqual([
      ' kept words',
      '+added words',
      '+++ counter; // added, with two of its own',
    ])
  })

  test('a line with +++ is a header only right below one with ---', () => {
    expect(isDeleted('--- a/x\n+++ b/x\n+words', '+++ b/x')).toBe(true)
    expect(isDeleted('+++ words', '+++ words')).toBe(false)
    expect(isDeleted('--- a/x\n+words\n+++ more', '+++ more')).toBe(false)
    expect(isDeleted(' words\n+++ more', '+++ more')).toBe(false)
    expect(isDeleted('----- a/x\n+++ more', '+++ more')).toBe(false)
    expect(isDeleted('--- a/x\n++++ more', '++++ more')).toBe(false)
    expect(isDeleted('x\n--- a/x\n+++ b/x', 'b/x')).toBe(true)
  })

  test('of several lines one that shows the artifact’s words is enough', () => {
    expect(isDeleted(diff, 'words\n-deleted')).toBe(false)
    expect(isDeleted(diff, 'deleted words\n+added')).toBe(false)
    expect(isDeleted('\n+added words', '\n+added words')).toBe(false)
    expect(isDeleted(diff, '@@ -1,3 +1,3 @@ function f() {\n kept')).toBe(false)
  })

  test('the mark and blanks of a line show nothing of it', () => {
    expect(isDeleted('-deleted\n+   added', 'deleted\n+   ')).toBe(true)
    expect(isDeleted('-deleted\n+   added', 'deleted\n+')).toBe(true)
    expect(isDeleted('-deleted\n+   added', 'deleted\n+   a')).toBe(false)
    expect(isDeleted('-deleted\n+ \t \n-more', 'deleted\n+ \t \n-more')).toBe(true)
    expect(isDeleted('+    \n-deleted', '    ')).toBe(false)
    expect(isDeleted('+    \n-deleted', '    \n')).toBe(false)
    expect(isDeleted('+words\n-deleted', 'words\n')).toBe(false)
    expect(isDeleted('-deleted\n+', 'deleted\n+')).toBe(true)
  })
})

describe('headings (spec 15: E-SETEXT, E-FENCE, E-CLOSINGHASH, E-FIRSTHEADING)', () => {
  const titles = (text: string) => headingsOf(text).map(({ title, level }) => `${level} ${title}`)

  test('each has its place and what stands below it, up to the next of its level or a higher one', () => {
    expect(headingsOf('')).toEqual([])
    const text = '\n# A\none\n## B\ntwo\n### C\n## D\n# E'
    const shown = headingsOf(text).map(({ title, start, bodyStart, bodyEnd }) => [
      title,
      text.slice(start, bodyStart),
      text.slice(bodyStart, bodyEnd),
    ])
    expect(shown).toEqual([
      ['A', '# A\n', 'one\n## B\ntwo\n### C\n## D\n'],
      ['B', '## B\n', 'two\n### C\n'],
      ['C', '### C\n', ''],
      ['D', '## D\n', ''],
      ['E', '# E', ''],
    ])
  })

  test('what stands below a heading of the sixth level ends with the next heading of any', () => {
    for (const next of ['###### b', '# b', '### b']) {
      const text = `###### a\nx\n${next}\ny`
      const [first] = headingsOf(text)
      expect(text.slice(first?.bodyStart, first?.bodyEnd), next).toBe('x\n')
    }
  })

  test('E-SETEXT: one to six #s and a blank, indented by up to three spaces', () => {
    expect(titles('# a\n## b\n### c\n#### d\n##### e\n###### f\n####### g')).toEqual(['1 a', '2 b', '3 c', '4 d', '5 e', '6 f'])
    expect(titles(' # a\n  # b\n   # c\n    # d\n\t# e')).toEqual(['1 a', '1 b', '1 c'])
    expect(titles('#a\n#\tb\n#\n# \n##')).toEqual(['1 b', '1 ', '1 ', '2 '])
    expect(titles('text # a\nb\n===')).toEqual([])
  })

  test('E-CLOSINGHASH: closing #s and blanks around the title are dropped, others are part of it', () => {
    expect(titles('#  a b  \n# a ##\n# a#\n# a \\#\t#\n# ###\n# a ## \t\n# # a\n## #a #')).toEqual([
      '1 a b',
      '1 a',
      '1 a#',
      '1 a \\#',
      '1 ',
      '1 a',
      '1 # a',
      '2 #a',
    ])
  })

  test('E-FENCE: a fence of three or more is closed by one as long of the same mark, with nothing after it', () => {
    const fenced = (open: string, close: string) => titles(`${open}\n# in\n${close}\n# out`)
    for (const [open, close] of [
      ['```', '```'],
      ['~~~', '~~~'],
      ['````', '`````'],
      ['```js', '``` \t'],
      ['   ~~~', '  ~~~'],
      ['~~~ `x`', '~~~'],
    ] as const)
      expect(fenced(open, close), `${open} ${close}`).toEqual(['1 out'])
    for (const [open, close] of [
      ['```', '~~~'],
      ['````', '```'],
      ['```', '``` x'],
      ['```', '    ```'],
    ] as const)
      expect(fenced(open, close), `${open} ${close}`).toEqual([])
    for (const open of ['``', '~~', '``` `', '```x`', '    ```', 'x ```']) expect(titles(`${open}\n# in`), open).toEqual(['1 in'])
    expect(titles('```\nx\n```\n`y`\n# out')).toEqual(['1 out'])
    expect(titles('```x\n`\n# in')).toEqual([])
  })

  test('E-FIRSTHEADING: of one title the first place, and every body that is not inside another of that title', () => {
    const text = '# T\nx\n## T\ny\n# U\n## T\nz\n'
    const same = titledBodies(headingsOf(text)).get('T')
    expect(same?.first).toBe(0)
    expect(same?.bodies.map(({ start, end }) => text.slice(start, end))).toEqual(['x\n## T\ny\n', 'z\n'])
    expect(titledBodies(headingsOf('# T\n## T\n')).get('T')?.bodies).toHaveLength(1)
    expect([...titledBodies(headingsOf('# T\n# T\nx')).keys()]).toEqual(['T'])
  })
})

describe('the answers of one look-up', () => {
  const found = (offset: number): Located => ({ outcome: 'found', place: { source: 'a', offset, line: 1 }, deletedOnly: false })
  const drifted: Located = { outcome: 'drifted', place: { source: 'a', offset: 9, line: 2 }, deletedOnly: false }

  test('the first stands, except that found replaces drifted; what has none is missing', () => {
    const citations: readonly Citation[] = ['a', 'b', 'c', 'd'].map((text) => ({ kind: 'quote', text }))
    const sheet = answerSheet(citations)
    expect([0, 1, 2, 3].map((index) => sheet.isOpen(index))).toEqual([true, true, true, true])
    sheet.settle(0, found(1))
    sheet.settle(0, found(2))
    sheet.settle(1, drifted)
    sheet.settle(1, { outcome: 'missing' })
    sheet.settle(2, drifted)
    sheet.settle(2, found(3))
    expect([0, 1, 2, 3].map((index) => sheet.isOpen(index))).toEqual([false, false, false, true])
    expect(sheet.all()).toEqual([found(1), drifted, found(3), { outcome: 'missing' }])
    expect(sheet.citation(1)).toBe(citations[1])
  })

  test('the place of an output names its run and no role', () => {
    const output = located({ kind: 'output', command: 'c', text: 'printed words' }, 'one\nprinted words')
    expect(output).toStrictEqual({ outcome: 'found', place: { run: 0, offset: 4, line: 2 }, deletedOnly: false })
    const quote = located({ kind: 'quote', text: 'printed words' }, 'one\nprinted words', 'spec')
    expect(quote).toStrictEqual({ outcome: 'found', place: { source: 'a', offset: 4, line: 2 }, role: 'spec', deletedOnly: false })
  })
})
