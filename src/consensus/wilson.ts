import { checkCount, refuseData } from './data-check'

/** Both ends are shares in [0, 1]. */
export type Interval = { readonly low: number; readonly high: number }

/** The two-sided 95 % point of the normal distribution (15-fine-print, Agreement). */
const z = 1.959963984540054

/** The 95 % Wilson score interval of `successes` out of `n`; [0, 1] when n is 0. Throws `data-invalid` for bad counts and more successes than n. */
export function wilsonInterval(successes: number, n: number): Interval {
  checkCount(n, ['n'])
  checkCount(successes, ['successes'])
  if (successes > n) refuseData(['successes'], successes, `at most n, here ${n}`)
  if (n === 0) return { low: 0, high: 1 }
  const share = successes / n
  const scale = 1 + (z * z) / n
  const centre = (share + (z * z) / (2 * n)) / scale
  const half = (z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))) / scale
  // The ends are exact there; rounding would leave them a hair outside or inside.
  return { low: successes === 0 ? 0 : centre - half, high: successes === n ? 1 : centre + half }
}
