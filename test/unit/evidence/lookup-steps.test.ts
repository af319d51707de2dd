import { describe, expect, test, vi } from 'vitest'
import { answerSheet } from '../../../src/evidence/answers'
import type { Citation } from '../../../src/evidence/citation'
import { fold } from '../../../src/evidence/fold'
import { verbatim } from '../../../src/evidence/hunt'
import { locate, locateAll } from '../../../src/evidence/locate'
import type { Lookup } from '../../../src/evidence/lookup'
import { lookupOf } from '../../../src/evidence/lookup'
import { scopesOf } from '../../../src/evidence/scopes'
import { corpus, hay, line, quote, section } from '../../support/cited-corpus'

/** The only look-up that these citations of one scope need, and how it is taken through a text. */
function lookupFor(...citations: readonly Citation[]): Lookup & { see(text: string): void; near(text: string): void } {
  const [scope, ...others] = scopesOf(citations, corpus('')).all
  expect([scope === undefined, others]).toEqual([false, []])
  const lookup = lookupOf(scope ?? { rule: 'first', groups: [], bare: [] }, answerSheet(citations))
  lookup.begin('found')
  return {
    ...lookup,
    see: (text) => lookup.visit(hay(text), verbatim(text)),
    near: (text) => lookup.visit(hay(text), fold(text)),
  }
}

describe('whether another text could settle something', () => {
  test('quotes: until each was found in some text', () => {
    const lookup = lookupFor(quote('one of two quotes'), quote('other of two quotes'))
    const due = [lookup.isDue()]
    for (const text of ['nothing', 'with one of two quotes', 'nothing', 'with other of two quotes']) {
      lookup.see(text)
      due.push(lookup.isDue())
    }
    lookup.begin('near')
    expect([...due, lookup.isDue()]).toEqual([true, true, true, true, false, false])
  })

  test('quotes that were not found word for word: until each is near', () => {
    const lookup = lookupFor(quote('one  of two quotes'), quote('other  of two quotes'))
    lookup.see('one of two quotes')
    lookup.begin('near')
    const due = [lookup.isDue()]
    for (const text of ['one of two quotes', 'other of two quotes']) {
      lookup.near(text)
      due.push(lookup.isDue())
    }
    expect(due).toEqual([true, true, false])
  })

  test('short texts: until they are a whole line, and by folding only where they were one', () => {
    const lookup = lookupFor(quote('}'))
    const due = [lookup.isDue()]
    lookup.see('{}')
    due.push(lookup.isDue())
    lookup.begin('near')
    due.push(lookup.isDue())
    const found = lookupFor(quote('}'))
    found.see(' }\n')
    expect([...due, found.isDue()]).toEqual([true, true, false, false])
    const near = lookupFor(quote('a  b'))
    near.see('a  b')
    near.begin('near')
    expect(near.isDue()).toBe(false)
    const blank = lookupFor(quote(' '))
    expect(blank.isDue()).toBe(false)
  })

  test('lines and headings alone: word for word, and never by folding', () => {
    for (const [first, second] of [
      [line(1), line(2)],
      [section('T'), section('U')],
    ] as const) {
      const lookup = lookupFor(first, second)
      const before = lookup.isDue()
      lookup.see('# T\n')
      lookup.begin('near')
      expect([before, lookup.isDue()]).toEqual([true, false])
    }
  })

  test('a section with a short text: its heading is looked for all the same', () => {
    const lookup = lookupFor(section('T', ' '))
    const before = lookup.isDue()
    lookup.begin('near')
    expect([before, lookup.isDue()]).toEqual([true, false])
    expect(locateAll([section('T', ' '), section('U', ' ')], corpus('# T\n'))).toEqual([{ outcome: 'too-short' }, { outcome: 'missing' }])
  })

  test('lines and sections with texts: while some are open', () => {
    for (const citation of [line(1, 'the text of a line'), section('T', 'the text of a line')]) {
      const lookup = lookupFor(citation)
      lookup.see('# T\nthe text of a line\n')
      const after = lookup.isDue()
      lookup.begin('near')
      expect([after, lookup.isDue()]).toEqual([true, false])
      const open = lookupFor(citation)
      open.begin('near')
      expect(open.isDue()).toBe(true)
    }
  })
})

describe('whether an ASCII text may have something by folding', () => {
  const hopes = (citations: readonly Citation[], texts: readonly string[]): boolean[] => {
    const lookup = lookupFor(...citations)
    lookup.begin('near')
    return texts.map((text) => lookup.mayBeNear(text))
  }

  test('it has the longest word of one of the quotes, the first of equally long ones', () => {
    expect(hopes([quote('an extraordinary  word')], ['extraordinary', 'an word', 'ordinary', 'xextraordinaryx', ''])).toEqual([
      true,
      false,
      false,
      true,
      false,
    ])
    expect(hopes([quote('alpha  gamma')], ['gamma', 'alpha'])).toEqual([false, true])
    expect(
      hopes([quote('one  “extraordinary” word'), quote('another  quotation')], ['"extraordinary"', 'extraordinary', 'quotation']),
    ).toEqual([true, false, true])
  })

  test('with more than six quotes open none is looked for', () => {
    const quotes = (count: number): Citation[] => Array.from({ length: count }, (_, index) => quote(`quotation${index}  of something`))
    expect([1, 6, 7].map((count) => hopes(quotes(count), ['nothing of it'])[0])).toEqual([false, false, true])
  })

  test('short texts that were a line are always looked for; so is anything before the folded round', () => {
    const lookup = lookupFor(section('T', 'a  b'), section('T', 'a longer text of  it'))
    expect(lookup.mayBeNear('nothing')).toBe(true)
    lookup.see('# U\na  b\n# T\n')
    lookup.begin('near')
    expect(lookup.mayBeNear('nothing')).toBe(true)
    const long = lookupFor(section('T', 'a longer text of  it'))
    long.begin('near')
    expect(long.mayBeNear('nothing')).toBe(false)
  })
})

/** How often a native was called while something was done, and on which of the given texts. */
function callsOf(
  native: 'includes' | 'indexOf' | 'normalize' | 'replace',
  work: () => unknown,
  texts: readonly string[] = [],
): { count: number; on: number[] } {
  const spy = vi.spyOn(String.prototype, native)
  work()
  const contexts = spy.mock.contexts.map(String)
  spy.mockRestore()
  return { count: contexts.length, on: contexts.map((context) => texts.indexOf(context)).filter((index) => index >= 0) }
}

describe('what is read of a corpus (spec 02, Cost)', () => {
  const texts = ['the first text of all', 'the second text of all', 'the third text of all']
  const opened = (...citations: readonly Citation[]): number[] =>
    callsOf('includes', () => locateAll(citations, corpus(...texts)), texts).on

  test('R-TRI-26: only texts in which something open is looked for, each once for each round', () => {
    expect(opened({ kind: 'quote', text: 'the second text', source: 's1' })).toEqual([1])
    expect(opened(quote('the first text'))).toEqual([0])
    expect(opened(quote('the second text'))).toEqual([0, 1])
    expect(opened(quote('the second text'), quote('the first text'))).toEqual([0, 1])
    expect(opened(quote('the third  text'), { kind: 'quote', text: 'the second text', source: 's1' })).toEqual([0, 1, 2, 0, 0, 1, 1, 2, 2])
    expect(opened({ kind: 'line', file: 'f2', line: 1 })).toEqual([2])
    expect(opened({ kind: 'output', command: 'test', text: 'something of it' })).toEqual([])
    expect(opened()).toEqual([])
  })

  test('nothing is folded for what is found word for word, nor where no word of a quote is', () => {
    const folded = (quoted: string, text: string): number => callsOf('normalize', () => locate(quote(quoted), corpus(text))).count
    expect(folded('cafe\u0301 and much more', 'cafe\u0301 and much more')).toBe(0)
    expect(folded('cafe\u0301 and much more', 'coffee')).toBeGreaterThan(0)
    // Folding the text, and the quote a second time as a pattern.
    const loads = (text: string): number => {
      const spy = vi.spyOn(TextEncoder.prototype, 'encodeInto')
      locate(quote('an extraordinary  word'), corpus(text))
      const { length } = spy.mock.calls
      spy.mockRestore()
      return length
    }
    expect(loads('an extraordinary word') - loads('an usual word of theirs')).toBe(2)
  })

  test('headings are looked for only where a section is cited', () => {
    const text = 'a line of the text\n'.repeat(500)
    expect(callsOf('indexOf', () => locate(quote('and not in the text'), corpus(text))).count).toBeLessThan(20)
    expect(callsOf('indexOf', () => locate(section('T', 'and not in the text'), corpus(text))).count).toBeGreaterThan(500)
  })

  test('a text without CR is not written anew', () => {
    expect(callsOf('replace', () => hay('a line\nof it')).count).toBe(0)
    expect(callsOf('replace', () => hay('a line\r\nof it')).count).toBe(1)
  })
})
