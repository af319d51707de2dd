import { loadUnits, roomFor } from './units'

const base = 0x9e3779b1

/** Hash of the window of `width` units that ends with `units[last]`: each unit reaches all bits above its own. */
export function hashOfUnits(units: Uint16Array, last: number, width: number): number {
  let hash = 0
  for (let at = last - width + 1; at <= last; at++) hash = Math.imul(hash + (units[at] ?? 0), base)
  return hash
}

/** What `rolled` needs to take the leaving unit out of a window of that width. */
export function leavingFactor(width: number): number {
  let factor = 1
  for (let step = 0; step < width; step++) factor = Math.imul(factor, base)
  return factor
}

/** The hash of the window one unit on. */
export function rolled(hash: number, entering: number, leaving: number, factor: number): number {
  return Math.imul(hash + entering - Math.imul(leaving, factor), base)
}

const blocks = 8
const windowsPerBlock = 256

/** Visits the hashes of eight evenly spread blocks of neighbouring windows. */
export function eachSampledWindow(text: string, width: number, visit: (hash: number) => void): void {
  const span = windowsPerBlock + width - 1
  const units = roomFor(undefined, span)
  const spare = Math.max(0, text.length - span)
  const factor = leavingFactor(width)
  const count = Math.min(blocks, Math.ceil(text.length / span))
  for (let block = 0; block < count; block++) {
    loadUnits(units, text, count === 1 ? 0 : Math.floor((spare * block) / (count - 1)))
    if (units.count < width) return
    let hash = hashOfUnits(units.at, width - 1, width)
    for (let last = width - 1; last < units.count;) {
      visit(hash)
      last++
      hash = rolled(hash, units.at[last] ?? 0, units.at[last - width] ?? 0, factor)
    }
  }
}
