import { refuseData } from './data-check'

/** Draws whole numbers; `below(n)` gives 0 … n − 1, each equally likely, for n from 1 to 2^32. */
type Draws = { readonly next32: () => number; readonly below: (n: number) => number }

const words = 2 ** 32

/**
 * The generator xoshiro128** (Blackman and Vigna), its four words taken from the first two outputs of SplitMix64 on the seed, low half
 * first. Integer arithmetic only, so that a seed gives the same draws on every platform. The seed is a safe integer; throws `data-invalid`.
 */
export function drawsFrom(seed: number): Draws {
  checkSeed(seed)
  const state = Uint32Array.from(stateFrom(seed))
  const next32 = (): number => advance(state)
  return { next32, below: (n) => belowFrom(next32, n) }
}

/** Passes a safe integer, else throws `data-invalid`. */
export function checkSeed(seed: number): void {
  if (!Number.isSafeInteger(seed)) refuseData(['seed'], seed, 'a seed is a whole number between −2^53 and 2^53')
}

/** Draws again above the last multiple of n, so that no number is favoured. */
function belowFrom(next32: () => number, n: number): number {
  if (!Number.isInteger(n) || n < 1 || n > words) refuseData(['n'], n, 'a bound is a whole number from 1 to 2^32')
  const limit = words - (words % n)
  let drawn = next32()
  while (drawn >= limit) drawn = next32()
  return drawn % n
}

function advance(state: Uint32Array): number {
  const [s0 = 0, s1 = 0, s2 = 0, s3 = 0] = state
  const result = Math.imul(rotated(Math.imul(s1, 5), 7), 9) >>> 0
  const third = s2 ^ s0
  const fourth = s3 ^ s1
  state[0] = s0 ^ fourth
  state[1] = s1 ^ third
  state[2] = third ^ (s1 << 9)
  state[3] = rotated(fourth, 11)
  return result
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}

function stateFrom(seed: number): number[] {
  let counter = BigInt.asUintN(64, BigInt(seed))
  return [0, 1].flatMap(() => {
    counter = BigInt.asUintN(64, counter + 0x9e3779b97f4a7c15n)
    const mixed = mixed64(counter)
    return [Number(mixed & 0xffffffffn), Number(mixed >> 32n)]
  })
}

function mixed64(counter: bigint): bigint {
  const first = BigInt.asUintN(64, (counter ^ (counter >> 30n)) * 0xbf58476d1ce4e5b9n)
  const second = BigInt.asUintN(64, (first ^ (first >> 27n)) * 0x94d049bb133111ebn)
  return second ^ (second >> 31n)
}
