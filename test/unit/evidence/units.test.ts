import { describe, expect, test, vi } from 'vitest'
import { isAscii, loadUnits, roomFor } from '../../../src/evidence/units'

const stretch = 16_384

/** Units as a text of numbers, which is quicker to compare than a list. */
function codes(text: string, from = 0, to = text.length): string {
  return Array.from({ length: to - from }, (_, index) => text.charCodeAt(from + index)).join()
}

function loaded(text: string, from = 0): { count: number; from: number; units: string; next: number | undefined } {
  const units = roomFor(undefined, text.length)
  loadUnits(units, text, from)
  return { count: units.count, from: units.from, units: units.at.subarray(0, units.count).join(), next: units.at[units.count] }
}

describe('the units of a text', () => {
  test('room is for the whole text and one unit more, and at most for one stretch', () => {
    expect([0, 1, stretch - 1, stretch, stretch + 1, 10 * stretch].map((length) => roomFor(undefined, length).at.length)).toEqual([
      1,
      2,
      stretch,
      stretch + 1,
      stretch + 1,
      stretch + 1,
    ])
  })

  test('room that is large enough is used again', () => {
    const room = roomFor(undefined, 10)
    expect([room.from, room.count]).toEqual([0, 0])
    for (const length of [0, 9, 10]) expect(roomFor(room, length)).toBe(room)
    expect(roomFor(room, 11)).not.toBe(room)
    expect(roomFor(room, 11).at.length).toBe(12)
    const full = roomFor(undefined, stretch)
    expect(roomFor(full, stretch * 5)).toBe(full)
  })

  test('units of one, two, three and four bytes and halves of pairs are loaded as they are', () => {
    const edges = '\u0000\u0001 az\u007f\u0080\u00e9\u07ff\u0800\u2028\u4e2d\ud7ff\ue000\ufeff\uffff\u{10000}\u{1f680}\u{10ffff}\u{fffff}'
    for (const text of ['', edges, `${edges}\ud83d`, `\ude80${edges}`, `${edges}\ude80\ud83d${edges}`, 'plain', 'é', '中', '🚀']) {
      expect(loaded(text)).toEqual({ count: text.length, from: 0, units: codes(text), next: 0 })
    }
    const every = Array.from({ length: 0x800 }, (_, index) => String.fromCodePoint(index * 0x21f)).join('')
    expect(loaded(every).units).toBe(codes(every))
  })

  test('a stretch begins where it is asked to, and the unit after it is there too', () => {
    for (const filler of ['x', 'é', '中', '\ud83d']) {
      const text = `${filler.repeat(stretch)}abc${filler.repeat(20)}`
      expect(loaded(text)).toMatchObject({ count: stretch, from: 0, next: 0x61 })
      expect(loaded(text, 1)).toEqual({ count: stretch, from: 1, units: codes(text, 1, stretch + 1), next: 0x62 })
      expect(loaded(text, stretch)).toEqual({ count: 23, from: stretch, units: codes(text, stretch, stretch + 23), next: 0 })
      expect(loaded(text, stretch + 23)).toEqual({ count: 0, from: stretch + 23, units: '', next: 0 })
    }
    const pairs = `x${'🚀'.repeat(stretch)}`
    expect(loaded(pairs)).toMatchObject({ count: stretch, units: codes(pairs, 0, stretch), next: 0xde80 })
  })

  test('what is well-formed is not read unit by unit', () => {
    for (const text of ['plain text '.repeat(90), 'é…中🚀 '.repeat(90)]) {
      const units = roomFor(undefined, text.length)
      const reads = vi.spyOn(String.prototype, 'charCodeAt')
      loadUnits(units, text, 0)
      const count = reads.mock.calls.length
      reads.mockRestore()
      expect(count).toBe(0)
    }
    const looks = vi.spyOn(String.prototype, 'isWellFormed')
    loadUnits(roomFor(undefined, 9), 'all ASCII', 0)
    const count = looks.mock.calls.length
    looks.mockRestore()
    expect(count).toBe(0)
  })

  test('ASCII is all below 0x80, wherever something else stands', () => {
    const ascii = '\u0000\n az\u007f'
    expect(['', ascii, 'x'.repeat(3 * stretch), '\u0080', `${ascii}é`, '\ud83d', '\uffff'].map(isAscii)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    for (const at of [0, stretch - 1, stretch, 2 * stretch - 1, 2 * stretch, 3 * stretch - 1]) {
      expect([at, isAscii(`${'x'.repeat(at)}é${'x'.repeat(3 * stretch - at - 1)}`)]).toEqual([at, false])
    }
  })
})
