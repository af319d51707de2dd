import type { Folded } from './fold'
import { foldedQuote } from './fold'
import type { Haystack } from './haystack'
import { wholeLinesOf } from './lines'
import type { Group } from './scopes'
import type { TextSearch } from './search'
import { searchFor } from './search'
import type { Likeness, Seeker } from './seekers'

/** The groups of one scope as patterns; it can be taken through one text after the other and forgets what is settled. */
export type Hunt = { readonly search: TextSearch; readonly patterns: readonly string[]; readonly groups: readonly (readonly Group[])[] }

/** What is searched of a haystack: the text itself, or its folded form with the way back. */
export type View = Pick<Folded, 'text' | 'start' | 'end'>

/** The text as it stands, with offsets that are their own. */
export function verbatim(text: string): View {
  return { text, start: (offset) => offset, end: (offset) => offset }
}

/** Groups whose texts fold to the same are one pattern when it is `near` that is looked for. */
export function huntFor(groups: readonly Group[], likeness: Likeness): Hunt {
  if (likeness === 'found') {
    const patterns = groups.map(({ text }) => text)
    return { search: searchFor(patterns), patterns, groups: groups.map((group) => [group]) }
  }
  const byPattern = new Map<string, Group[]>()
  for (const group of groups) {
    const pattern = foldedQuote(group.text)
    const same = byPattern.get(pattern)
    if (same === undefined) byPattern.set(pattern, [group])
    else same.push(group)
  }
  const patterns = [...byPattern.keys()]
  return { search: searchFor(patterns), patterns, groups: [...byPattern.values()] }
}

/** Tells each group's seeker of every occurrence until none wants more. */
export function huntIn(hunt: Hunt, view: View, seekerOf: (group: Group) => Seeker): void {
  const seekers = new Map<number, readonly Seeker[]>()
  hunt.search.in(view.text, (pattern, offset) => {
    const start = view.start(offset)
    const end = view.end(offset + (hunt.patterns[pattern]?.length ?? 0))
    let told = seekers.get(pattern)
    if (told === undefined) {
      told = (hunt.groups[pattern] ?? []).map(seekerOf)
      seekers.set(pattern, told)
    }
    let wanted = false
    for (const seeker of told) if (seeker.see(start, end)) wanted = true
    return wanted
  })
  for (const told of seekers.values()) for (const seeker of told) seeker.close?.()
}

/** The open short groups of one scope by the line that each has to be. */
export type Shorts = { readonly byLine: Map<string, readonly Group[]>; readonly lineUnitsMax: number }

/** A blank text is no line at all, even where the source has an empty one (E-SHORTABSENT). */
export function shortsOf(groups: readonly Group[]): Shorts {
  const byLine = new Map<string, readonly Group[]>()
  let lineUnitsMax = 0
  for (const group of groups) {
    if (group.asLine === undefined || group.asLine === '') continue
    lineUnitsMax = Math.max(lineUnitsMax, group.asLine.length)
    byLine.set(group.asLine, [...(byLine.get(group.asLine) ?? []), group])
  }
  return { byLine, lineUnitsMax }
}

/** Looks for the short groups that are a whole line of this haystack; only there can they be found (E-SHORTPERSOURCE). */
export function huntShorts(
  { byLine, lineUnitsMax }: Shorts,
  likeness: Likeness,
  hay: Haystack,
  view: View,
  seekerOf: (group: Group) => Seeker,
): void {
  if (byLine.size === 0) return
  const lines = wholeLinesOf(hay.text, byLine, lineUnitsMax)
  const groups = lines.flatMap((line) => byLine.get(line) ?? [])
  if (groups.length === 0) return
  for (const group of groups) group.wholeLine = true
  huntIn(huntFor(groups, likeness), view, seekerOf)
  for (const line of lines) if (byLine.get(line)?.every(isSettled) === true) byLine.delete(line)
}

function isSettled({ located }: Group): boolean {
  return located !== undefined && (located.outcome === 'near' || (located.outcome === 'found' && !located.deletedOnly))
}
