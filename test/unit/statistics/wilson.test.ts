import { describe, expect, test } from 'vitest'
import { wilsonInterval } from '../../../src/entries/statistics'

describe('the Wilson interval', () => {
  test('is everything when nothing was tried', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 })
  })

  test('has exact ends at no and at full success', () => {
    // With no success the upper end is z² ÷ (n + z²), z² = 3.841458820694124.
    const none = wilsonInterval(0, 10)
    expect(none.low).toBe(0)
    expect(none.high).toBeCloseTo(3.841458820694124 / 13.841458820694124, 12)
    const full = wilsonInterval(10, 10)
    expect(full.high).toBe(1)
    expect(full.low).toBeCloseTo(1 - none.high, 12)
  })

  test.each([
    [-1, 10, 'successes is -1'],
    [1.5, 10, 'successes is 1.5'],
    [NaN, 10, 'successes is NaN'],
    [11, 10, 'at most n, here 10'],
    [0, -1, 'n is -1'],
    [0, Infinity, 'n is Infinity'],
    [0, NaN, 'n is NaN'],
  ])('refuses %d of %d', (successes, n, message) => {
    expect(() => wilsonInterval(successes, n)).toThrow(
      expect.objectContaining({ code: 'data-invalid', message: expect.stringContaining(message) }),
    )
  })
})
