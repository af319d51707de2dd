import { describe, expect, test, vi } from 'vitest'
import type { Citation } from '../../../src/evidence/citation'
import type { Corpus, Source } from '../../../src/evidence/corpus'
import { huntShorts, shortsOf, verbatim } from '../../../src/evidence/hunt'
import { locate } from '../../../src/evidence/locate'
import type { Located } from '../../../src/evidence/located'
import type { Scope } from '../../../src/evidence/scopes'
import { scopesOf } from '../../../src/evidence/scopes'
import { linesSeeker, sectionSeeker } from '../../../src/evidence/seekers'
import { corpus, hay, line, quote, section } from '../../support/cited-corpus'

describe('the scopes of citations (spec 02, table of kinds)', () => {
  const texts = (scope: Scope | undefined): unknown => scope?.groups.map(({ text, members, asLine }) => [text, members, asLine])

  test('citations that are looked up in the same texts by the same rule share one, and equal texts are one group', () => {
    const given = corpus('x', { role: 'spec', text: 'y' })
    const citations: Citation[] = [
      quote('a longer text\r\nof two lines'),
      { kind: 'quote', text: 'a longer text', source: 's1' },
      quote('a longer text\nof two lines'),
      { kind: 'quote', text: 'a longer text', source: 's1' },
      quote(' } '),
      line(1),
      line(2, 'a longer text'),
      section('T'),
    ]
    const { all, bySource, byRun } = scopesOf(citations, given)
    const [everywhere, ofOne, lines, sections] = all
    expect(all.map(({ rule, bare }) => [rule, bare])).toEqual([
      ['first', []],
      ['first', []],
      ['lines', [5]],
      ['section', [7]],
    ])
    expect([everywhere, ofOne, lines, sections].map(texts)).toEqual([
      [
        ['a longer text\nof two lines', [0, 2], undefined],
        [' } ', [4], '}'],
      ],
      [['a longer text', [1, 3], undefined]],
      [['a longer text', [6], undefined]],
      [],
    ])
    expect(bySource).toEqual([
      [everywhere, lines, sections],
      [everywhere, ofOne],
    ])
    expect(byRun).toEqual([])
  })

  test('what names nothing of the corpus has none; a quote without a source always has one', () => {
    const runs = [{ command: 'test', exitCode: 0, output: '}' }]
    const output = (command: string, exitCode?: number): Citation => ({
      kind: 'output',
      command,
      text: '}',
      ...(exitCode !== undefined && { exitCode }),
    })
    const count = (citation: Citation, sources: Corpus['sources'] = []): number => scopesOf([citation], { sources, runs }).all.length
    expect([count(quote('}')), count({ kind: 'quote', text: '}', source: 's0' }), count(line(1)), count(section('T'))]).toEqual([
      1, 0, 0, 0,
    ])
    expect([output('test'), output('test', 0), output('test', 1), output('other')].map((citation) => count(citation))).toEqual([1, 1, 0, 0])
    expect(
      scopesOf([output('test'), output('test', 0), output('test')], { sources: [], runs }).byRun.map((scopes) => scopes.length),
    ).toEqual([2])
    expect(locate(quote('}'), corpus())).toEqual({ outcome: 'too-short' })
    expect(locate(output('other'), { sources: [], runs })).toEqual({ outcome: 'missing' })
  })

  test('equal texts of any length are one group, different ones are not; only long ones are hashed', () => {
    const long = (end: string, length = 9000): string => 'x'.repeat(length) + end
    const [one, other] = [
      [0x4e00, 0x4e00, 0x4e00 + 23_854],
      [0x4e00 + 103, 0x4e00 + 181, 0x4e00],
    ].map((units) => long(String.fromCharCode(...units)))
    const citations = [long('a'), long('b'), long('a'), one ?? '', other ?? '', one ?? '', other ?? '', long('a', 8192)].map(quote)
    const groups = scopesOf(citations, corpus('')).all[0]?.groups.map(({ members }) => members)
    expect(groups).toEqual([[0, 2], [1], [3, 5], [4, 6], [7]])
    const steps = (length: number): number => {
      const spy = vi.spyOn(Math, 'imul')
      scopesOf([quote('x'.repeat(length))], corpus(''))
      const { length: count } = spy.mock.calls
      spy.mockRestore()
      return count
    }
    expect([8191, 8192, 8193].map(steps)).toEqual([0, 0, 8193])
  })
})

describe('seekers', () => {
  const text = 'one\ntwo here\nthree\ntwo here\n'

  test('of cited lines have seen enough once an occurrence stands at or after the last of them', () => {
    const settled: Located[] = []
    const settle = (located: Located): void => void settled.push(located)
    const seeker = linesSeeker(hay(text), 'found', [
      { citation: line(2), settle },
      { citation: line(3), settle },
    ])
    expect([seeker.see(4, 12), seeker.see(19, 27), seeker.see(19, 27)]).toEqual([true, false, false])
    seeker.close?.()
    expect(settled.map(({ outcome }) => outcome)).toEqual(['found', 'drifted'])
  })

  test('of sections have seen enough once each title has its occurrence or no part left', () => {
    const settled: string[] = []
    const titles = ['T', 'U'].map((title, index) => ({
      bodies: [{ start: index * 13, end: index * 13 + 12 }],
      settle: () => void settled.push(title),
    }))
    const seeker = sectionSeeker(hay(text), 'found', titles)
    expect([seeker.see(4, 12), seeker.see(19, 25), seeker.see(19, 25)]).toEqual([true, false, false])
    expect(settled).toEqual(['T', 'U'])
    const past = sectionSeeker(hay(text), 'found', titles)
    expect([past.see(0, 13), past.see(20, 26)]).toEqual([true, false])
  })

  test('a line 0 or an end before the line is not there, whatever text it has', () => {
    const given = corpus('x\nthe second line\nthe third line\n')
    const cited = (first: number, endLine: number, wanted?: string): string => locate({ ...line(first, wanted), endLine }, given).outcome
    expect([cited(0, 3), cited(3, 2), cited(2, 3)]).toEqual(['missing', 'missing', 'found'])
    expect([cited(0, 3, 'the second line'), cited(0, 0, 'x'), cited(2, 3, 'the third line')]).toEqual(['drifted', 'drifted', 'found'])
  })

  test('a heading that only one of two files of a path has is not lacking', () => {
    const given = corpus({ path: 'p', text: '# T\nwords\n' }, { path: 'p', text: '# U\n' })
    const of = (heading: string): Located => locate({ kind: 'section', source: 'p', heading, text: 'no' }, given)
    expect([of('T'), of('U'), of('V')].map(({ outcome }) => outcome)).toEqual(['too-short', 'too-short', 'missing'])
  })
})

describe('short texts', () => {
  test('are looked for until they are found where the artifact shows them', () => {
    const left = (likeness: 'found' | 'near', role: Source['role'], text: string, located?: Located): number => {
      const group = { text: '}', asLine: '}', members: [0], wholeLine: false, ...(located && { located }) }
      const shorts = shortsOf([group])
      huntShorts(shorts, likeness, hay(text, role), verbatim(text), () => ({ see: () => false }))
      expect(group.wholeLine).toBe(text.split('\n').includes('}'))
      return shorts.byLine.size
    }
    const place = { source: 's0', offset: 0, line: 1 }
    expect([left('found', 'artifact', '}'), left('found', 'artifact', '{}')]).toEqual([1, 1])
    expect(left('found', 'artifact', 'x\n}', { outcome: 'found', place, deletedOnly: false })).toBe(0)
    expect(left('found', 'diff', '}', { outcome: 'found', place, deletedOnly: true })).toBe(1)
    expect(left('found', 'artifact', '}', { outcome: 'drifted', place, deletedOnly: false })).toBe(1)
    expect(left('near', 'artifact', '}', { outcome: 'near', place, deletedOnly: false })).toBe(0)
    expect(left('near', 'artifact', '{}', { outcome: 'near', place, deletedOnly: false })).toBe(1)
  })
})
