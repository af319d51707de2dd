import { describe, expect, test } from 'vitest'
import { above, atLeast, atMost, below, same } from '../../../src/consensus/tolerance'

describe('comparisons', () => {
  test.each<[number, number]>([
    [3, 3],
    [3, 3 + 1e-9],
    [3 + 1e-9, 3],
    [0.1 + 0.2, 0.3],
    [0.8 - 0.1, 0.7],
    [1, 1 - 1e-9],
  ])('C-TOLERANCE %s and %s are the same', (a, b) => {
    expect([same(a, b), atLeast(a, b), atMost(a, b), below(a, b), above(a, b)]).toEqual([true, true, true, false, false])
  })

  test.each<[number, number]>([
    [3, 3 + 1.1e-9],
    [0.7, 0.8],
    [-1, 1],
  ])('C-TOLERANCE %s is below %s', (a, b) => {
    expect([same(a, b), atLeast(a, b), atMost(a, b), below(a, b), above(a, b)]).toEqual([false, false, true, true, false])
    expect([same(b, a), atLeast(b, a), atMost(b, a), below(b, a), above(b, a)]).toEqual([false, true, false, false, true])
  })
})
