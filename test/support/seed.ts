import * as fc from 'fast-check'

// One seed for every run: a property that counts how often its branch was met must not fail by the luck of the draw.
// FAST_CHECK_SEED=any draws anew, as `npm run torture` does; FAST_CHECK_SEED=N repeats a draw.
const asked = process.env['FAST_CHECK_SEED'] ?? '20260'
if (asked !== 'any') {
  const seed = Number(asked)
  if (!Number.isSafeInteger(seed)) throw new Error(`FAST_CHECK_SEED is ${JSON.stringify(asked)}; it is a whole number or "any"`)
  fc.configureGlobal({ seed })
}
