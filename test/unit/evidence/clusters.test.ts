import { describe, expect, test, vi } from 'vitest'
import { clusterEnd, foldedCluster, isPlain, startsCluster } from '../../../src/evidence/clusters'
import type { Citation } from '../../../src/evidence/citation'
import type { Corpus } from '../../../src/evidence/corpus'
import { fold } from '../../../src/evidence/fold'
import { locate } from '../../../src/evidence/locate'
import { naiveFold } from '../../support/naive-evidence'

function codesFrom(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, index) => first + index)
}

/** Latin to the kana, the ends of the Hangul blocks, surrogates, and the compatibility forms at the end of the plane. */
const units = [...codesFrom(0, 0x3400), ...codesFrom(0xa900, 0xac40), ...codesFrom(0xd780, 0xe010), ...codesFrom(0xf900, 0x10000)]
const marks = /\p{M}/u
/** Letters that NFKC can join to what stands before them, from the Unicode blocks of jamo, halfwidth forms and Kirat Rai vowels. */
const joins = (code: number): boolean =>
  (code >= 0x1160 && code <= 0x11ff) ||
  (code >= 0x3131 && code <= 0x318e) ||
  (code >= 0xa960 && code <= 0xa97f) ||
  (code >= 0xd7b0 && code <= 0xd7fb) ||
  code === 0xff9e ||
  code === 0xff9f ||
  (code >= 0xffa0 && code <= 0xffdc) ||
  (code >= 0x16d40 && code <= 0x16d7f)

describe('clusters', () => {
  test('begin with every character but marks and letters that join the one before them', () => {
    const all = [...units, ...codesFrom(0x10000, 0x10400), ...codesFrom(0x16d30, 0x16d90), 0x1d165, 0x1d1aa, 0x1e2ae, 0xe0100, 0x1f680]
    expect(all.filter((code) => startsCluster(code) !== (!marks.test(String.fromCodePoint(code)) && !joins(code)))).toEqual([])
  })

  test('a unit is plain when it is folded to itself; half of a pair never is', () => {
    const wrong = units.filter((code) => {
      const char = String.fromCharCode(code)
      return isPlain(code) !== (naiveFold(char) === char && !(code >= 0xd800 && code <= 0xdfff))
    })
    expect(wrong).toEqual([])
  })

  test('what is known of a unit is worked out once', () => {
    const several = [0x41, 0xe9, 0x301, 0x340, 0x1161, 0x2026, 0x3000, 0xd83d, 0xffa0, 0xffff]
    const beyond = [0x10000, 0x1d165, 0x1f680]
    const again = (): unknown => [several.map((code) => [isPlain(code), startsCluster(code)]), beyond.map(startsCluster)]
    const first = again()
    const normalized = vi.spyOn(String.prototype, 'normalize')
    const matched = vi.spyOn(RegExp.prototype, 'test')
    const second = again()
    const counts = [normalized.mock.calls.length, matched.mock.calls.length]
    normalized.mockRestore()
    matched.mockRestore()
    expect(second).toEqual(first)
    // Beyond the first plane two expressions are asked, one alone of a mark.
    expect(counts).toEqual([0, 5])
  })

  test('E-FOLDTRIM: each is folded as it would be as a text of its own', () => {
    const clusters = [
      ...units.map((code) => String.fromCharCode(code)),
      'e\u0301',
      '\u1100\u1161\u11a8',
      'ﬁ\u0301',
      ' \u0301',
      '\ud83d\ude80',
      ' \n\t',
      'x \n',
      ' x ',
      '“”',
    ]
    expect(clusters.filter((cluster) => foldedCluster(cluster) !== naiveFold(cluster))).toEqual([])
  })

  test('one ends before the next character that begins one, or with the text', () => {
    const ends = (text: string): number[] => {
      const found: number[] = []
      for (let at = 0; at < text.length; at = clusterEnd(text, at)) found.push(clusterEnd(text, at))
      return found
    }
    expect(ends('ab')).toEqual([1, 2])
    expect(ends('e\u0301\u0323x')).toEqual([3, 4])
    expect(ends('\u0301a')).toEqual([1, 2])
    expect(ends('🚀🚀\u0301a')).toEqual([2, 5, 6])
    expect(ends('a\u{1d165}\u{1d16e}b\u{16d67}')).toEqual([5, 8])
    expect(ends('\uffff\u0301\u{10000}\u0301')).toEqual([2, 5])
    expect(ends('\ud83d\u0301\ude80\u0301')).toEqual([2, 4])
    expect(ends('각\u1100\u1161\u11a8')).toEqual([1, 4])
    expect(ends('\uffffx')).toEqual([1, 2])
    expect(ends('')).toEqual([])
  })
})

/** Text pieces with what each is folded to; none melts into another, and each begins and ends with something that is no white space. */
const parts: readonly (readonly [string, string])[] = [
  ['plain', 'plain'],
  ['“', '"'],
  ['…', '...'],
  ['ﬁ', 'fi'],
  ['e\u0301', 'é'],
  ['a\u0323\u0302', 'ậ'],
  ['—', '-'],
  ['\u1100\u1161', '가'],
  ['🚀', '🚀'],
  ['x', 'x'],
  ['é', 'é'],
  ['ﷺ', 'صلى الله عليه وسلم'],
]
const gaps = ['', ' ', '\n', ' \n', '\t', '\u3000', ' \u00a0', '\r\n', '  ', '\n ', '\n    ', ' \u00a0 ']

describe('the way back from a folded text', () => {
  test('every folded character leads to the whole of what it stands for', () => {
    let text = ''
    let folded = ''
    const spans: { readonly at: number; readonly units: number; readonly start: number; readonly end: number; readonly inStep: boolean }[] =
      []
    for (let index = 0; index < 400; index++) {
      const [raw, to] = parts[(index * 7 + (index >> 3)) % parts.length] ?? ['', '']
      const gap = gaps[(index * 3 + (index >> 4)) % gaps.length] ?? ''
      spans.push({ at: folded.length, units: to.length, start: text.length, end: text.length + raw.length, inStep: raw === to })
      text += raw + gap
      folded += to + (gap === '' ? '' : ' ')
    }
    const made = fold(text)
    expect(made.text).toBe(folded)
    const ways = spans.flatMap(({ at, units: count }) =>
      Array.from({ length: count }, (_, unit) => [made.start(at + unit), made.end(at + unit + 1)].join()),
    )
    const expected = spans.flatMap(({ units: count, start, end, inStep }) =>
      Array.from({ length: count }, (_, unit) => (inStep ? [start + unit, start + unit + 1] : [start, end]).join()),
    )
    expect(ways.length).toBeGreaterThan(800)
    expect(ways.join(' ')).toBe(expected.join(' '))
  })

  test('a text of one unusual cluster, of white space or of nothing has its ends', () => {
    for (const [text, folded, ends] of [
      ['ﬁ', 'fi', [0, 2, 1]],
      ['e\u0301', 'é', [0, 1, 2]],
      ['x', 'x', [0, 1, 1]],
    ] as const) {
      const made = fold(text)
      expect([made.text, made.start(ends[0]), made.end(ends[1])]).toEqual([folded, 0, ends[2]])
    }
    expect(['', ' ', '  ', '\n', '\t \n'].map((text) => fold(text).text)).toEqual(['', ' ', ' ', ' ', ' '])
    expect(fold(' \n x').start(1)).toBe(3)
  })

  test('E-FOLDTRIM: what stands at the end of a section is in it, whatever is changed before the next heading’s indentation', () => {
    for (const [text, quoted] of [
      ['the end of ite\u0301', 'the end of ité'],
      ['the end of it…', 'the end of it...'],
      ['the end of it', 'the  end of it'],
    ] as const) {
      const corpus: Corpus = { sources: [{ id: 's', role: 'artifact', path: 'f', text: `# T\n${text}\n  # U\n` }], runs: [] }
      const citations: Citation[] = [
        { kind: 'section', source: 's', heading: 'T', text: quoted },
        { kind: 'line', file: 'f', line: 2, text: quoted },
      ]
      const near = { outcome: 'near', place: { source: 's', offset: 4, line: 2 }, role: 'artifact', deletedOnly: false }
      expect(citations.map((citation) => locate(citation, corpus))).toEqual([near, near])
    }
  })

  test('white space that a cluster folds to joins the white space before it', () => {
    // U+00B4 is a space and a mark by NFKC, U+FDFA has spaces in it.
    for (const text of ['a \u00b4b', 'a\n\u00b4b', 'a  \u00a8\u00a8 b', ' \u00b4', '\u00b4 ', 'x\u2003\u00b4', 'a\u00b4\u00b4'])
      expect([text, fold(text).text]).toEqual([text, naiveFold(text)])
  })

  test('places right of the first 16,384 units, and clusters across that bound, are folded and found', () => {
    const stretch = 16_384
    for (const at of [stretch - 3, stretch - 2, stretch - 1, stretch, stretch + 1, 2 * stretch - 1]) {
      for (const odd of ['\n\n', 'ｶﾞ', 'a\u0300', 'e\u0301', '  ', '\n', '“', '🚀\u0301', '\u1100\u1161\u11a8', 'ﬁ']) {
        const text = `${'x'.repeat(at)}${odd}y${'x'.repeat(20)}${odd}z${odd}`
        const made = fold(text)
        expect(made.text).toBe(naiveFold(text))
        const y = made.text.indexOf('y')
        const z = made.text.indexOf('z')
        expect([odd, at, made.start(y), made.end(y + 1)]).toEqual([odd, at, at + odd.length, at + odd.length + 1])
        expect([odd, at, made.start(z), made.end(z + 1)]).toEqual([odd, at, text.indexOf('z'), text.indexOf('z') + 1])
      }
    }
  })

  test('many pieces are put together in their order, some thousands at once', () => {
    const text = Array.from({ length: 4200 }, (_, index) => `${index}“`).join('')
    const joined = vi.spyOn(Array.prototype, 'join')
    const folded = fold(text).text
    const count = joined.mock.calls.length
    joined.mockRestore()
    expect(folded).toBe(text.replaceAll('“', '"'))
    expect(count).toBeLessThan(6)
  })

  test('ASCII with single spaces is copied at one go', () => {
    const text = 'all of this (even {that} ~ or "this") stays as it is: a = b + c; '.repeat(300)
    const looks = vi.spyOn(String.prototype, 'codePointAt')
    const slices = vi.spyOn(String.prototype, 'slice')
    const reads = vi.spyOn(String.prototype, 'charCodeAt')
    const made = fold(text)
    const read = reads.mock.calls.length
    reads.mockRestore()
    const counts = [looks.mock.calls.length, slices.mock.calls.filter(([start, end]) => start === 0 && end === text.length).length]
    looks.mockRestore()
    slices.mockRestore()
    expect([made.text === text, ...counts]).toEqual([true, 0, 1])
    expect(read).toBeLessThan(5)
  })

  test('only what may not be folded to itself is looked at closely', () => {
    const looked = (text: string): number => {
      const looks = vi.spyOn(String.prototype, 'codePointAt')
      fold(text)
      const count = looks.mock.calls.length
      looks.mockRestore()
      return count
    }
    expect(['!~', 'a b', '~', ' ~', '~ ', '!! \u0021'].map(looked)).toEqual([0, 0, 0, 0, 0, 0])
    expect(looked('a\u0301')).toBeGreaterThan(0)
    expect(looked('é')).toBeGreaterThan(0)
    expect(looked('a\u02ff')).toBe(looked('\u02ff'))
    expect(looked('a  bcdef\n\nghi')).toBe(0)
    expect(looked('éabcdefgh')).toBe(looked('éa'))
    const stretch = 'x'.repeat(16_384)
    expect(looked(`${stretch}éabcdefgh`)).toBe(looked(`${stretch}éa`))
  })

  test('what is known to fold to itself is not folded', () => {
    fold('é')
    const normalized = vi.spyOn(String.prototype, 'normalize')
    fold('é'.repeat(100))
    const count = normalized.mock.calls.length
    normalized.mockRestore()
    expect(count).toBe(0)
  })
})
