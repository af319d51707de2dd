/** Chance from a seed: the same seed throws the same. */
export type Dice = {
  /** A whole number from 0 to `count` − 1. */
  readonly below: (count: number) => number
  /** True in about `percent` of a hundred throws. */
  readonly chance: (percent: number) => boolean
  readonly pick: <T>(list: readonly T[]) => T
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
}

const odd = 0x9e3779b1

/** A counter whose every value is stirred well; `seed` is a whole number. */
export function diceOf(seed: number): Dice {
  let counter = Math.imul(seed + 1, odd) >>> 0
  const next = (): number => {
    counter = (counter + odd) >>> 0
    let word = counter
    word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d)
    word = Math.imul(word ^ (word >>> 12), 0x297a2d39)
    return (word ^ (word >>> 15)) >>> 0
  }
  const below = (count: number): number => Math.floor((next() / 2 ** 32) * count)
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: <T>(list: readonly T[]): T => {
      const picked = list[below(list.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    between: (low, high) => low + below(high - low + 1),
  }
}
