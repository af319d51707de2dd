const base = 0x01000193
const stride = 8

/** Hashes of slices of one text in bounded steps, whatever their length; equal slices have equal hashes, not the reverse. `power` is `powerOf(length)`. */
export type PrefixHash = { slice(start: number, length: number, power: number): number }

/** Keeps one number for 8 units of the text. */
export function prefixHashOf(text: string): PrefixHash {
  const marks = new Int32Array(Math.floor(text.length / stride) + 1)
  let hash = 0
  for (let at = 0; at < text.length; at++) {
    if (at % stride === 0) marks[at / stride] = hash
    hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0
  }
  if (text.length % stride === 0) marks[text.length / stride] = hash

  function upTo(end: number): number {
    const mark = Math.floor(end / stride)
    let partial = marks[mark] ?? 0
    for (let at = mark * stride; at < end; at++) partial = (Math.imul(partial, base) + text.charCodeAt(at)) | 0
    return partial
  }
  return { slice: (start, length, power) => (upTo(start + length) - Math.imul(upTo(start), power)) | 0 }
}

/** The same hash of a whole text. */
export function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0
  return hash
}

/** The weight that `slice` gives to what stands before so many units. */
export function powerOf(exponent: number): number {
  let result = 1
  let factor = base
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = Math.imul(result, factor)
    factor = Math.imul(factor, factor)
  }
  return result
}
