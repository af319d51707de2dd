import type { AnchorTable } from './anchors'
import { anchorWidths, fileAnchors, isCrowdedIn, nextEnding } from './anchors'
import { gramOf, gramUnits } from './grams'
import type { PatternMatcher } from './pattern-match'
import { patternMatcher } from './pattern-match'
import type { Units } from './units'
import { loadUnits, roomFor } from './units'
import { hashOfUnits } from './window-hash'

/** Called at each occurrence of a pattern, overlapping ones too, in ascending order for each pattern; false ends the search for it. */
export type Visit = (pattern: number, offset: number) => boolean

export type Strategy = 'index-of' | 'skipping' | 'rolling'

/** A set of patterns that is looked for in one text after the other; patterns that were given up stay so. */
export type TextSearch = { in(text: string, visit: Visit, strategy?: Strategy): void; readonly left: () => number }

type PatternClass = {
  readonly width: number
  members: number[]
  left: number
  /** Length of all members together. */
  units: number
  table?: AnchorTable | undefined
  skips?: Skips | undefined
}

type Pass = {
  readonly patterns: readonly string[]
  readonly wanted: Uint8Array
  readonly matcher: PatternMatcher
  readonly text: string
  /** Where the text is loaded; made when a strategy first needs it, which looking with `indexOf` doesn't. */
  readonly room: () => Units
  readonly visit: Visit
}

/**
 * Looks for all patterns (none empty, none twice) in one pass for each anchor width, at most five: time grows with the
 * texts plus the patterns, not their product (spec 02, Cost). All strategies give the same; left to itself it takes the quickest.
 */
export function searchFor(patterns: readonly string[]): TextSearch {
  const classes = classesOf(patterns)
  const wanted = new Uint8Array(patterns.length).fill(1)
  let units: Units | undefined
  return {
    in(text, visit, strategy) {
      const room = (): Units => (units = roomFor(units, text.length))
      const pass = { patterns, wanted, matcher: patternMatcher(patterns, text), text, room, visit }
      for (const one of classes) {
        if (one.left * 2 <= one.members.length) forgetEnded(one, wanted)
        if (one.left > 0) searchClass(one, pass, strategy ?? quickest(one))
      }
    },
    left: () => classes.reduce((sum, one) => sum + one.left, 0),
  }
}

function classesOf(patterns: readonly string[]): PatternClass[] {
  const classes: PatternClass[] = anchorWidths.map((width) => ({ width, members: [], left: 0, units: 0 }))
  patterns.forEach((pattern, index) => {
    const one = classes.find(({ width }) => width <= pattern.length)
    if (one === undefined) return
    one.left = one.members.push(index)
    one.units += pattern.length
  })
  return classes
}

/** Patterns given up still cost a little; once they are half of a class it is filed anew without them. */
function forgetEnded(one: PatternClass, wanted: Uint8Array): void {
  one.members = one.members.filter((member) => wanted[member] === 1)
  one.table = undefined
  one.skips = undefined
}

const indexOfUpTo = 2
const skippingUpTo = 64

function quickest(one: PatternClass): Strategy {
  if (one.members.length <= indexOfUpTo) return 'index-of'
  return one.width >= 8 && one.members.length <= skippingUpTo ? 'skipping' : 'rolling'
}

const manyFrom = 64

function searchClass(one: PatternClass, pass: Pass, strategy: Strategy): void {
  if (strategy === 'index-of') return oneByOne(one, pass)
  // Anchors chosen for an earlier text may be all over this one; choosing anew must not cost more than reading it.
  const mayChoose = one.left > manyFrom && pass.text.length > one.units
  if (one.table !== undefined && mayChoose && isCrowdedIn(pass.text, one.table)) forgetEnded(one, pass.wanted)
  one.table ??= fileAnchors(pass.patterns, one.members, one.width, pass.text)
  if (strategy === 'rolling' || one.width < gramUnits) return rolling(one, one.table, pass)
  one.skips ??= skipsOf(one.table, pass.patterns)
  skipping(one, one.table, one.skips, pass)
}

function oneByOne(one: PatternClass, { patterns, wanted, text, visit }: Pass): void {
  for (const member of one.members) {
    if (wanted[member] !== 1) continue
    const pattern = patterns[member] ?? ''
    for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) {
      if (visit(member, at)) continue
      wanted[member] = 0
      one.left--
      break
    }
  }
}

/** Looks at every unit once: shifts it into the hash and asks one bit whether any anchor can end here. */
function rolling(one: PatternClass, table: AnchorTable, pass: Pass): void {
  const { text } = pass
  const units = pass.room()
  const { width } = table
  for (let start = 0; start + width <= text.length;) {
    loadUnits(units, text, start)
    let last = nextEnding(table, units.at, width - 1, units.count)
    while (last < units.count) {
      one.left -= candidates(table, hashOfUnits(units.at, last, width), start + last, pass)
      if (one.left === 0) return
      last = nextEnding(table, units.at, last + 1, units.count)
    }
    start += units.count - width + 1
  }
}

/** By slots of three units: how far a window that ends with them can move on, and whether some anchor begins with them. */
type Skips = { readonly mask: number; readonly byLast: Uint8Array; readonly isFirst: Uint8Array }

function skipsOf(table: AnchorTable, patterns: readonly string[]): Skips {
  const size = 1 << Math.max(12, Math.ceil(Math.log2(table.pattern.length * table.width * 8)))
  const mask = size - 1
  const byLast = new Uint8Array(size).fill(table.width - gramUnits + 1)
  const isFirst = new Uint8Array(size)
  table.pattern.forEach((member, entry) => {
    const text = patterns[member] ?? ''
    const end = table.reach[entry] ?? 0
    for (let skip = 0; skip <= table.width - gramUnits; skip++) {
      const last = end - skip
      const slot = gramOf(text.charCodeAt(last - 2), text.charCodeAt(last - 1), text.charCodeAt(last)) & mask
      if ((byLast[slot] ?? 0) > skip) byLast[slot] = skip
      if (skip === table.width - gramUnits) isFirst[slot] = 1
    }
  })
  return { mask, byLast, isFirst }
}

/** For few patterns: most units are never looked at. */
function skipping(one: PatternClass, table: AnchorTable, { mask, byLast, isFirst }: Skips, pass: Pass): void {
  const { text } = pass
  const units = pass.room()
  const { at } = units
  const { width } = table
  const toThird = width - gramUnits
  for (let start = 0; start + width <= text.length;) {
    loadUnits(units, text, start)
    let last = width - 1
    while (last < units.count) {
      const skip = byLast[gramOf(at[last - 2] ?? 0, at[last - 1] ?? 0, at[last] ?? 0) & mask] ?? 0
      if (skip > 0) {
        last += skip
        continue
      }
      const third = last - toThird
      if (isFirst[gramOf(at[third - 2] ?? 0, at[third - 1] ?? 0, at[third] ?? 0) & mask] === 1) {
        one.left -= candidates(table, hashOfUnits(at, last, width), start + last, pass)
        if (one.left === 0) return
      }
      last++
    }
    start += last - width + 1
  }
}

/** Visits every pattern whose anchor ends at `at`; gives how many were given up. */
function candidates(table: AnchorTable, hash: number, at: number, pass: Pass): number {
  const { patterns, wanted, matcher, visit } = pass
  let ended = 0
  // The patterns up to `beyond` begin with one that is here, so that many units need no second look.
  let agreed = 0
  let beyond = -1
  let entry = firstWanted(table.heads, hash >>> table.headShift, table, wanted)
  while (entry >= 0) {
    if (entry === beyond) agreed = 0
    const member = table.pattern[entry] ?? 0
    const start = at - (table.reach[entry] ?? 0)
    if (table.hash[entry] !== hash || !matcher.matches(member, start, agreed)) {
      entry = firstWanted(table.skip, entry, table, wanted)
      continue
    }
    agreed = patterns[member]?.length ?? 0
    beyond = firstWanted(table.skip, entry, table, wanted)
    if (!visit(member, start)) {
      wanted[member] = 0
      ended++
    }
    entry = firstWanted(table.next, entry, table, wanted)
  }
  return ended
}

/** The entry that `links[from]` leads to; entries of patterns given up are taken out of the way for good. */
function firstWanted(links: Int32Array, from: number, table: AnchorTable, wanted: Uint8Array): number {
  let entry = links[from] ?? -1
  if (entry < 0 || wanted[table.pattern[entry] ?? 0] === 1) return entry
  while (entry >= 0 && wanted[table.pattern[entry] ?? 0] !== 1) entry = table.next[entry] ?? -1
  links[from] = entry
  return entry
}
