import { refuseData } from './data-check'
import { checkSeed, drawsFrom } from './random'

/** `resamples` 1 … 100000, default 1000; `level` is the share covered, between 0 and 1, default 0.95. */
export type BootstrapOptions = { readonly seed: number; readonly resamples?: number; readonly level?: number }

/**
 * `defined` says on how many resamples the statistic had a value. There is no interval for fewer than two units, nor when it had none
 * on half of the resamples or more.
 */
export type BootstrapInterval =
  | { readonly low: number; readonly high: number; readonly resamples: number; readonly defined: number }
  | {
      readonly low: null
      readonly high: null
      readonly why: 'under-two-units' | 'mostly-undefined'
      readonly resamples: number
      readonly defined: number
    }

const resamplesMax = 100_000

/**
 * Percentile bootstrap: draws as many units as there are, with replacement, by xoshiro128** from the seed, and takes the middle `level`
 * of the statistic's values, interpolated linearly between neighbours. The same seed gives the same interval everywhere. Throws `data-invalid`.
 */
export function bootstrapInterval<Unit>(
  units: readonly Unit[],
  statistic: (units: readonly Unit[]) => number | null,
  options: BootstrapOptions,
): BootstrapInterval {
  const { seed, resamples, level } = checkedOptions(options)
  const draws = drawsFrom(seed)
  if (units.length < 2) return { low: null, high: null, why: 'under-two-units', resamples, defined: 0 }
  const values: number[] = []
  for (let resample = 0; resample < resamples; resample++) {
    const value = statistic(units.map((unit) => units[draws.below(units.length)] ?? unit))
    if (value === null) continue
    if (!Number.isFinite(value)) refuseData(['statistic'], value, 'a statistic gives a finite number, or null where it has none')
    values.push(value)
  }
  const defined = values.length
  if (defined * 2 <= resamples) return { low: null, high: null, why: 'mostly-undefined', resamples, defined }
  values.sort((a, b) => a - b)
  const tail = (1 - level) / 2
  return { low: quantile(values, tail), high: quantile(values, 1 - tail), resamples, defined }
}

/** Fills in the defaults and throws `data-invalid` for a bad seed, number of resamples or level. */
export function checkedOptions(options: BootstrapOptions): Required<BootstrapOptions> {
  const { seed, resamples = 1000, level = 0.95 } = options
  checkSeed(seed)
  if (!Number.isInteger(resamples) || resamples < 1 || resamples > resamplesMax) {
    refuseData(['resamples'], resamples, `a whole number from 1 to ${resamplesMax} is wanted`)
  }
  if (!(level > 0 && level < 1)) refuseData(['level'], level, 'a share between 0 and 1 is wanted')
  return { seed, resamples, level }
}

function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const low = sorted[below] ?? 0
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low
  return low + (place - below) * (high - low)
}
