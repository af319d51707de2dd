/** A fraction that is never rounded: `top / bottom`, `bottom` above 0. */
export type Exact = { readonly top: bigint; readonly bottom: bigint }

const usualDecimals = 10
const readBefore = new Map<number, Exact>()

/** The decimal that a number is written as: 0.1 is one tenth here, not its nearest double. */
export function exact(value: number): Exact {
  const read = readBefore.get(value) ?? readDecimal(value)
  readBefore.set(value, read)
  return read
}

function readDecimal(value: number): Exact {
  const [digits = '0', power = '0'] = String(value).split('e')
  const [whole = '0', decimals = ''] = digits.split('.')
  // Most fractions share one bottom, which keeps sums and comparisons short.
  const zeros = Math.max(0, usualDecimals - decimals.length)
  const top = BigInt(whole + decimals + '0'.repeat(zeros))
  const shift = Number(power) - decimals.length - zeros
  return shift >= 0 ? { top: top * 10n ** BigInt(shift), bottom: 1n } : { top, bottom: 10n ** BigInt(-shift) }
}

export const zero: Exact = exact(0)
const tolerance = exact(1e-9)

export function plus(a: Exact, b: Exact): Exact {
  if (a.bottom === b.bottom) return { top: a.top + b.top, bottom: a.bottom }
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom }
}

export function minus(a: Exact, b: Exact): Exact {
  return plus(a, { top: -b.top, bottom: b.bottom })
}

export function times(a: Exact, b: Exact): Exact {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom }
}

/** `b` is above 0. */
export function over(a: Exact, b: Exact): Exact {
  return { top: a.top * b.bottom, bottom: a.bottom * b.top }
}

export function sum(list: readonly Exact[]): Exact {
  return list.reduce(plus, zero)
}

/** Of one or more. */
export function mean(list: readonly Exact[]): Exact {
  return over(sum(list), exact(list.length))
}

export function distance(a: Exact, b: Exact): Exact {
  const difference = minus(a, b)
  return difference.top < 0n ? minus(zero, difference) : difference
}

/** C-TOLERANCE: numbers no more than 1e-9 apart are equal. */
export function equal(a: Exact, b: Exact): boolean {
  return !strictlyAbove(distance(a, b), tolerance)
}

/** C-TOLERANCE: `a` ≥ `b`, where equal counts. */
export function atLeast(a: Exact, b: Exact): boolean {
  return equal(a, b) || strictlyAbove(a, b)
}

/** C-TOLERANCE: `a` ≤ `b`, where equal counts. */
export function atMost(a: Exact, b: Exact): boolean {
  return atLeast(b, a)
}

/** C-TOLERANCE: `a` > `b` and not equal to it. */
export function above(a: Exact, b: Exact): boolean {
  return !atMost(a, b)
}

/** C-TOLERANCE: `a` < `b` and not equal to it. */
export function below(a: Exact, b: Exact): boolean {
  return !atLeast(a, b)
}

/** Without the tolerance, for putting numbers in order. */
export function strictlyAbove(a: Exact, b: Exact): boolean {
  if (a.bottom === b.bottom) return a.top > b.top
  return a.top * b.bottom > b.top * a.bottom
}

export function largest(list: readonly Exact[]): Exact {
  return list.reduce((best, one) => (strictlyAbove(one, best) ? one : best))
}

export function smallest(list: readonly Exact[]): Exact {
  return list.reduce((best, one) => (strictlyAbove(best, one) ? one : best))
}

/** The nearest double, for what is shown; twenty decimals are kept on the way. */
export function shown(value: Exact): number {
  const scale = 10n ** 20n
  return Number((value.top * scale) / value.bottom) / Number(scale)
}
