import { describe, expect, test } from 'vitest'
import type { Citation } from '../../../src/evidence/citation'
import type { Corpus, SourceRole } from '../../../src/evidence/corpus'
import { huntFor, huntIn, verbatim } from '../../../src/evidence/hunt'
import { locateAll } from '../../../src/evidence/locate'

const quote = (text: string): Citation => ({ kind: 'quote', text })

function corpus(...sources: readonly (readonly [SourceRole, string])[]): Corpus {
  return { sources: sources.map(([role, text], index) => ({ id: `s${index}`, role, path: 'a.ts', text })), runs: [] }
}

function places(citations: readonly Citation[], where: Corpus): unknown[] {
  return locateAll(citations, where).map((one) =>
    'place' in one ? [one.outcome, one.place.source, one.place.line, one.deletedOnly] : one.outcome,
  )
}

describe('short texts in several sources (spec 02 too-short, E-SHORTPERSOURCE)', () => {
  test('a deleted line that the artifact has elsewhere too is not only deleted', () => {
    const deleted: readonly [SourceRole, string] = ['diff', ' kept\n- x\n']
    expect(places([quote('- x')], corpus(deleted))).toEqual([['found', 's0', 2, true]])
    expect(places([quote('- x')], corpus(deleted, ['artifact', 'list:\n\n- x\n']))).toEqual([['found', 's0', 2, false]])
    expect(places([quote('- x')], corpus(deleted, ['spec', '- x\n']))).toEqual([['found', 's0', 2, true]])
  })

  test('of two files of one path the one that has it in the cited lines counts', () => {
    const line: Citation = { kind: 'line', file: 'a.ts', line: 2, text: '}' }
    expect(places([line], corpus(['artifact', 'a\nb\n}\n'], ['artifact', 'a\n}\n']))).toEqual([['found', 's1', 2, false]])
    expect(places([line], corpus(['artifact', 'a\nb\n}\n'], ['artifact', 'a\nb\n']))).toEqual([['drifted', 's0', 3, false]])
  })

  test('two that are the same line when trimmed are each looked for as they are', () => {
    const where = corpus(['artifact', 'x\n}\n'], ['artifact', 'x\ny\n }\n'])
    expect(places([quote('}'), quote(' }')], where)).toEqual([
      ['found', 's0', 2, false],
      ['found', 's1', 3, false],
    ])
  })
})

describe('one text cited at several lines (spec 02, E-DRIFTRANGE)', () => {
  const cited = (line: number, text: string): Citation => ({ kind: 'line', file: 'a.ts', line, text })
  const offsets = (lines: readonly number[], text: string, where: string): unknown[] =>
    locateAll(
      lines.map((line) => cited(line, text)),
      corpus(['artifact', where]),
    ).map((one) => ('place' in one ? [one.outcome, one.place.offset, one.place.line] : one.outcome))

  test('each has the place in its own lines or the nearest, in whatever order they are cited', () => {
    const text = 'these words\nb\nc\nd\nthese words\nf\ng\n'
    expect(offsets([5, 1, 7, 2, 4], 'these words', text)).toEqual([
      ['found', 18, 5],
      ['found', 0, 1],
      ['drifted', 18, 5],
      ['drifted', 0, 1],
      ['drifted', 18, 5],
    ])
  })

  test('of several on one line the first counts, on a last line without its end too', () => {
    for (const end of ['', '\n', '\nz']) {
      expect(offsets([1, 2, 3], 'these words', `a\nb\nthese words, these words${end}`)).toEqual([
        ['drifted', 4, 3],
        ['drifted', 4, 3],
        ['found', 4, 3],
      ])
      expect(offsets([4], 'these words', `these words, these words\nb${end}`)).toEqual([['drifted', 0, 1]])
      expect(offsets([4], 'these words', `b these words, these words${end}`)).toEqual([['drifted', 2, 1]])
    }
  })
})

describe('looking for many texts (spec 02, Cost and near)', () => {
  test('texts that fold to the same are each near', () => {
    const where = corpus(['artifact', 'the words "as they stand" here'])
    const all = [quote('the words “as they  stand”'), quote('the words "as\tthey stand"'), quote('the  words "as they stand"')]
    expect(places(all, where)).toEqual(all.map(() => ['near', 's0', 1, false]))
  })

  test('one that is near is found so however many others are not there', () => {
    const where = corpus(['artifact', 'the words "as they stand" here\n}\n'])
    const absent = ['nothing of the kind', 'nor anything like it', 'and this is elsewhere'].map(quote)
    expect(places([quote('the words "as  they stand"'), ...absent], where)).toEqual([
      ['near', 's0', 1, false],
      ...absent.map(() => 'missing'),
    ])
    expect(places([quote(' }'), ...absent], where)).toEqual([['near', 's0', 2, false], ...absent.map(() => 'missing')])
  })

  test('E-FIRSTHEADING, E-NEARFIRST: a text may be found below one heading and near below another', () => {
    const where = corpus(['spec', '# T\nthe words as they stand\n# U\nthe  words as they stand\n'])
    const below = (heading: string): Citation => ({ kind: 'section', source: 's0', heading, text: 'the words as they stand' })
    expect(places([below('T'), below('U'), below('V')], where)).toEqual([['found', 's0', 2, false], ['near', 's0', 4, false], 'missing'])
  })

  test('who has seen enough is told no more, others are', () => {
    const group = (text: string) => ({ text, members: [0], wholeLine: false })
    const seen: string[] = []
    huntIn(
      huntFor([group('enough of it'), group('all of it')], 'found'),
      verbatim('enough of it, all of it, enough of it, all of it'),
      ({ text }) => ({
        see(start, end) {
          seen.push(`${text} ${start}-${end}`)
          return text === 'all of it'
        },
        close() {
          seen.push(`${text} closed`)
        },
      }),
    )
    expect(seen.sort()).toEqual(['all of it 14-23', 'all of it 39-48', 'all of it closed', 'enough of it 0-12', 'enough of it closed'])
  })
})
