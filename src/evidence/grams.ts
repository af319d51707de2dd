import { loadUnits, roomFor } from './units'

/** Three neighbouring units are a gram. */
export const gramUnits = 3

/** A number for three units; those of ordinary texts rarely share it modulo some thousands. */
export function gramOf(first: number, second: number, third: number): number {
  return (first << 10) ^ (second << 5) ^ third
}

/** The bits that meeting a gram is worth, the more the rarer it is. Only ever a hint. */
export type GramRarity = (first: number, second: number, third: number) => number

const slots = 1 << 13
const bitsMax = 13
const blocks = 8
const unitsPerBlock = 1024

/** By a count of the grams in eight evenly spread blocks of the text. */
export function gramRarityIn(text: string): GramRarity {
  const counts = new Uint16Array(slots)
  const units = roomFor(undefined, unitsPerBlock)
  const count = Math.min(blocks, Math.ceil(text.length / unitsPerBlock))
  for (let block = 0; block < count; block++) {
    loadUnits(units, text, count === 1 ? 0 : Math.floor(((text.length - units.at.length + 1) * block) / (count - 1)))
    for (let last = gramUnits - 1; last < units.count; last++) {
      const slot = gramOf(units.at[last - 2] ?? 0, units.at[last - 1] ?? 0, units.at[last] ?? 0) & (slots - 1)
      counts[slot] = (counts[slot] ?? 0) + 1
    }
  }
  return (first, second, third) => bitsMax - (31 - Math.clz32((counts[gramOf(first, second, third) & (slots - 1)] ?? 0) + 1))
}

/** What can be said of any text: runs of one unit and blanks are common, small letters less, all else still less. */
export const usualGramRarity: GramRarity = (first, second, third) =>
  first === second && second === third ? 0 : unitBits(first) + unitBits(second) + unitBits(third)

function unitBits(unit: number): number {
  if (unit <= 0x20) return 0
  return unit >= 0x61 && unit <= 0x7a ? 3 : 4
}
