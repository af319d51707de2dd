// Scores are decimals kept in binary: comparisons allow 1e-9 in favour of equality (C-TOLERANCE, A-TRI-6); the rest is for exactly 1e-9.
const slack = 1e-9 + 1e-12

/** `a` is at least `b`. */
export function atLeast(a: number, b: number): boolean {
  return a >= b - slack
}

/** `a` is at most `b`. */
export function atMost(a: number, b: number): boolean {
  return a <= b + slack
}

/** `a` is less than `b` by more than the tolerance. */
export function below(a: number, b: number): boolean {
  return a < b - slack
}

/** `a` exceeds `b` by more than the tolerance. */
export function above(a: number, b: number): boolean {
  return a > b + slack
}

/** `a` and `b` are the same number. */
export function same(a: number, b: number): boolean {
  return Math.abs(a - b) <= slack
}
