import type { GramRarity } from './grams'
import { gramRarityIn, gramUnits, usualGramRarity } from './grams'
import type { Units } from './units'
import { loadUnits, roomFor } from './units'
import { eachSampledWindow, hashOfUnits, leavingFactor, rolled } from './window-hash'

/** Widths of anchors in UTF-16 units; a pattern's anchor is the widest that fits into it. */
export const anchorWidths = [16, 8, 4, 2, 1] as const

/**
 * Windows of one width by rolling hash. Entries are numbered; `pattern[entry]` is the pattern that the entry stands for
 * and `reach[entry]` how far its window's last unit lies behind the pattern's start.
 */
export type AnchorTable = {
  readonly width: number
  readonly leaving: number
  readonly pattern: Int32Array
  readonly reach: Int32Array
  readonly hash: Int32Array
  /** First entry of each bucket, or -1; the bucket is the top bits of the hash. */
  readonly heads: Int32Array
  readonly headShift: number
  readonly next: Int32Array
  /** Where a bucket goes on when this entry's pattern is not there: past all that begin with it. */
  readonly skip: Int32Array
  /** One bit for each possible value of the top bits, set where some window has it. */
  readonly filter: Int32Array
  readonly filterShift: number
}

/** The first place from `last` on where a window ends that some anchor may have, or `count`. */
export function nextEnding({ width, leaving, filter, filterShift }: AnchorTable, at: Uint16Array, last: number, count: number): number {
  let hash = hashOfUnits(at, last, width)
  for (let i = last; i < count;) {
    const bit = hash >>> filterShift
    if ((((filter[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) !== 0) return i
    i++
    hash = rolled(hash, at[i] ?? 0, at[i - width] ?? 0, leaving)
  }
  return count
}

/** Chooses an anchor for each of `members` (indexes into `patterns`), by what is rare in the text to be searched first, and files it. */
export function fileAnchors(patterns: readonly string[], members: readonly number[], width: number, text: string): AnchorTable {
  const rarity = text.length < sampledFrom ? usualGramRarity : gramRarityIn(text)
  let unitsMax = 0
  for (const member of members) unitsMax = Math.max(unitsMax, patterns[member]?.length ?? 0)
  const units = roomFor(undefined, unitsMax)
  const headBits = Math.max(4, Math.ceil(Math.log2(members.length * 2)))
  const filterBits = headBits + 5
  const table: AnchorTable = {
    width,
    leaving: leavingFactor(width),
    pattern: Int32Array.from(members),
    reach: new Int32Array(members.length),
    hash: new Int32Array(members.length),
    heads: new Int32Array(1 << headBits).fill(-1),
    headShift: 32 - headBits,
    next: new Int32Array(members.length),
    skip: new Int32Array(members.length),
    filter: new Int32Array(1 << (filterBits - 5)),
    filterShift: 32 - filterBits,
  }
  members.forEach((member, entry) => {
    loadUnits(units, patterns[member] ?? '', 0)
    const last = chosenEnd(units, table, rarity)
    const hash = hashOfUnits(units.at, last, width)
    const bucket = hash >>> table.headShift
    table.hash[entry] = hash
    table.reach[entry] = last
    table.next[entry] = table.heads[bucket] ?? -1
    table.heads[bucket] = entry
    const bit = hash >>> table.filterShift
    table.filter[bit >>> 5] = (table.filter[bit >>> 5] ?? 0) | (1 << (bit & 31))
  })
  table.skip.set(table.next)
  nestCrowds(table, patterns)
  return table
}

// Smaller texts are read in less time than it takes to look into them for what is rare there.
const sampledFrom = 1 << 15
const crowdSeen = 4

/** The last unit of the window whose grams are rarest in the text, away from windows that others chose already. */
function chosenEnd({ at, count }: Units, table: AnchorTable, rarity: GramRarity): number {
  const { width, leaving } = table
  const rarityAt = (last: number): number => rarity(at[last - 2] ?? 0, at[last - 1] ?? 0, at[last] ?? 0)
  let best = width - 1
  let bestBits = -Infinity
  // Only differences matter, so the first window counts as nothing.
  let bits = 0
  let hash = hashOfUnits(at, width - 1, width)
  for (let last = width - 1; last < count;) {
    const left = bits - crowd(table, hash)
    if (left > bestBits) {
      best = last
      bestBits = left
    }
    last++
    hash = rolled(hash, at[last] ?? 0, at[last - width] ?? 0, leaving)
    if (width >= gramUnits) bits += rarityAt(last) - rarityAt(last - width + gramUnits - 1)
  }
  return best
}

/** Whether the text would cost more than one look at a pattern for each unit: its common windows are the anchors of many. */
export function isCrowdedIn(text: string, table: AnchorTable): boolean {
  let windows = 0
  let looks = 0
  eachSampledWindow(text, table.width, (hash) => {
    windows++
    let entry = table.heads[hash >>> table.headShift] ?? -1
    for (; entry >= 0; entry = table.next[entry] ?? -1) if (table.hash[entry] === hash) looks++
  })
  return looks > windows
}

function crowd(table: AnchorTable, hash: number): number {
  let count = 0
  let entry = table.heads[hash >>> table.headShift] ?? -1
  for (; entry >= 0 && count < crowdSeen; entry = table.next[entry] ?? -1) if (table.hash[entry] === hash) count++
  return count
}

const crowdedFrom = 8

/**
 * Orders each crowded bucket so that a pattern stands before those that begin with it; where it is absent they are too,
 * and one step skips them all. Without this, texts like `aaaa…` would cost a step for each pattern at each place.
 */
function nestCrowds(table: AnchorTable, patterns: readonly string[]): void {
  if (table.pattern.length < crowdedFrom) return
  for (let bucket = 0; bucket < table.heads.length; bucket++) {
    let count = 0
    for (let entry = table.heads[bucket] ?? -1; entry >= 0; entry = table.next[entry] ?? -1) count++
    if (count >= crowdedFrom) nestBucket(table, bucket, patterns)
  }
}

function nestBucket(table: AnchorTable, bucket: number, patterns: readonly string[]): void {
  const textOf = (entry: number): string => patterns[table.pattern[entry] ?? 0] ?? ''
  const entries: number[] = []
  for (let entry = table.heads[bucket] ?? -1; entry >= 0; entry = table.next[entry] ?? -1) entries.push(entry)
  entries.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  table.heads[bucket] = entries[0] ?? -1
  const open: number[] = []
  entries.forEach((entry, index) => {
    table.next[entry] = entries[index + 1] ?? -1
    for (let outer = open.at(-1); outer !== undefined && !nests(outer, entry); outer = open.at(-1)) {
      table.skip[outer] = entry
      open.pop()
    }
    open.push(entry)
  })
  for (const entry of open) table.skip[entry] = -1

  function nests(outer: number, inner: number): boolean {
    // Then their windows are the same, and so are their hashes.
    return table.reach[outer] === table.reach[inner] && textOf(inner).startsWith(textOf(outer))
  }
}
