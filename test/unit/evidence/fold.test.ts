import { describe, expect, test } from 'vitest'
import { startsCluster } from '../../../src/evidence/clusters'
import { fold, foldedQuote } from '../../../src/evidence/fold'
import { isWhiteSpace } from '../../../src/evidence/white-space'

const codePoints = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff)

describe('folding', () => {
  test('E-FOLDTRIM: a citation is folded and trimmed', () => {
    expect(foldedQuote('  x  =\t“y” — z…\n')).toBe('x = "y" - z...')
    expect(foldedQuote(' \n ')).toBe('')
  })

  test('the way back leads to the first unit and past the last one of what stands behind a folded character', () => {
    const text = 'a  b ﬁ e\u0301 \u1100\u1161 z'
    const folded = fold(text)
    expect(folded.text).toBe('a b fi é 가 z')
    const spans = [...folded.text].map((char, index) => (char === ' ' ? ' ' : text.slice(folded.start(index), folded.end(index + 1))))
    expect(spans).toEqual(['a', ' ', 'b', ' ', 'ﬁ', 'ﬁ', ' ', 'e\u0301', ' ', '\u1100\u1161', ' ', 'z'])
  })

  test('white space is Unicode’s', () => {
    const units = Array.from({ length: 0x10000 }, (_, code) => code)
    const wrong = units.filter((code) => isWhiteSpace(code) !== /\p{White_Space}/u.test(String.fromCharCode(code)))
    expect(wrong).toEqual([])
  })

  // Marks may be reordered or melt into what stands before them, and so may letters that end a composition.
  test('nothing that could join the character before it begins a cluster', () => {
    const joining = new Set<number>()
    for (const code of codePoints) {
      const char = String.fromCodePoint(code)
      const decomposed = char.normalize('NFD')
      const parts = decomposed === char ? [] : [...decomposed]
      if (parts.length > 1) joining.add(parts.at(-1)?.codePointAt(0) ?? 0)
      // U+0345 has the highest combining class of all, so any other mark moves before it.
      if (`\u0345${char}`.normalize('NFD') !== `\u0345${decomposed}`) joining.add(code)
    }
    expect(joining.size).toBeGreaterThan(500)
    expect([...joining].filter(startsCluster)).toEqual([])
    const hidden = codePoints.filter((code) => {
      const char = String.fromCodePoint(code)
      const compatible = char.normalize('NFKC')
      return compatible !== char && joining.has(compatible.codePointAt(0) ?? 0) && startsCluster(code)
    })
    expect(hidden).toEqual([])
  })
})
