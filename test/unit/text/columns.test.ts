import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hang, ledLine, pageWidth, pips, share, shortShare } from '../../../src/text/columns'
import { widthOf } from '../../../src/text/printable'

describe('a led line', () => {
  test('puts the right part at the right edge', () => {
    expect(ledLine('left', 'right')).toBe(`left${' '.repeat(71)}right`)
    expect(ledLine('left', '')).toBe('left')
  })

  test('gives it a line of its own where fewer than two spaces are left', () => {
    expect(ledLine('x'.repeat(73), 'right')).toBe(`${'x'.repeat(73)}  right`)
    expect(ledLine('x'.repeat(74), 'right')).toBe(`${'x'.repeat(74)}\n${' '.repeat(75)}right`)
    expect(ledLine('\u6f22'.repeat(36), 'right')).toBe(`${'\u6f22'.repeat(36)}   right`)
  })
})

describe('shares', () => {
  test.each<[number, string]>([
    [0.672, '.67200'],
    [1, '1.00000'],
    [0, '.00000'],
    [0.123456, '.12346'],
    [0.05, '.05000'],
  ])('%s is %s in full', (value, text) => {
    expect(share(value, 5)).toBe(text)
  })

  test.each<[number, string]>([
    [0.8, '.80'],
    [0.333, '.333'],
    [1 / 3, '.33333'],
    [0.125, '.125'],
    [1, '1.00'],
    [0, '.00'],
    [0.0001, '.0001'],
    [0.7999999999, '.80'],
    [0.8 - 0.1, '.70'],
    [0.05, '.05'],
  ])('%s is %s in short', (value, text) => {
    expect(shortShare(value)).toBe(text)
  })
})

describe('pips', () => {
  test.each<[number, number, string]>([
    [0, 3, '[...]'],
    [1, 3, '[#..]'],
    [3, 3, '[###]'],
    [5, 3, '[###]'],
    [10, 10, '[##########]'],
    [9, 10, '[#########.]'],
    [5, 20, '[###.......]'],
    [11, 11, '[##########]'],
    [1, 1000, '[..........]'],
    [0, 0, '[]'],
    [12, 11, '[##########]'],
  ])('%s of %s is %s', (used, of, text) => {
    expect(pips(used, of)).toBe(text)
  })

  test('never show more than ten, nor more used than there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 1000 }), (used, of) => {
        expect(pips(used, of)).toMatch(/^\[#*\.*\]$/)
        expect(pips(used, of).length).toBe(Math.min(10, of) + 2)
      }),
      { numRuns: 200 },
    )
  })
})

describe('hanging', () => {
  test('follows its head and indents the rest below it, at most 12 columns', () => {
    expect(hang('! ', 'short')).toEqual(['! short'])
    const words = Array.from({ length: 30 }, () => 'word').join(' ')
    // 15 words of four letters with 14 spaces and the head of two make 76 columns; a sixteenth would make 81.
    expect(hang('! ', words)).toEqual([`! ${words.slice(0, 74)}`, `  ${words.slice(75)}`])
    const deep = hang('a head of some length: ', words)
    expect(deep[0]?.startsWith('a head of some length: word')).toBe(true)
    expect(deep[1]).toMatch(/^ {12}word/)
  })

  test('keeps words whole that fit a line of their own', () => {
    const long = 'y'.repeat(68)
    expect(hang('x head that is rather long  ', `a ${long} b`)).toEqual([
      'x head that is rather long  a',
      `${' '.repeat(12)}${long}`,
      `${' '.repeat(12)}b`,
    ])
  })

  test('breaks those that don’t', () => {
    const lines = hang('! ', 'z'.repeat(200))
    expect(lines.join('').replaceAll(/[! ]/g, '')).toBe('z'.repeat(200))
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(pageWidth)
  })

  test('stays within the page whatever head and text it is given, and loses no letter', () => {
    const words = fc
      .array(fc.constantFrom('a', 'to', 'word', '\u6f22\u5b57', ' ', 'x'.repeat(90)), { maxLength: 40 })
      .map((all) => all.join(' '))
    let hung = 0
    fc.assert(
      fc.property(words, words, (head, text) => {
        const lines = hang(head, text)
        if (lines.length > 1) hung++
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(pageWidth)
        expect(lines.join('').replaceAll(' ', '')).toBe(`${head}${text}`.replaceAll(' ', ''))
      }),
      { numRuns: 200 },
    )
    expect(hung).toBeGreaterThan(50)
  })

  test('no line but the first starts at the edge, so that no word can pose as a mark', () => {
    for (const head of ['x refuted   ', '! ', 'z'.repeat(90)]) {
      const lines = hang(head, 'word '.repeat(40))
      for (const line of lines.slice(1)) expect(line.startsWith('  ')).toBe(true)
    }
  })
})
