import type { Verdict } from '../../consensus/ruling'
import type { SliceState } from '../../tribunal/state'
import { cutTo, printable } from '../../text/printable'

/** The mark of each verdict, the same on every page. */
export const verdictMarks: { readonly [verdict in Verdict]: string } = {
  SHIP: '+',
  SHIP_WITH_CAVEATS: '*',
  ITERATE: '@',
  BLOCK: '#',
  ESCALATE: '^',
}

/** A commit or another address as a person tells it apart, at most 40 columns. */
export function shortAddress(address: string): string {
  const shorter = address.replace(/\b([0-9a-f]{7})[0-9a-f]{33,57}\b/g, '$1')
  return cutTo(printable(shorter), 40)
}

/** `1 round`, `2 rounds`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Words that others wrote on one line of a page. */
export function quotedShort(text: string, columnsMax = 160): string {
  return cutTo(printable(text.replace(/\s+/g, ' ').trim()), columnsMax)
}

/** What the gate's run is called among the runs of a slice. */
export const gateRunName = 'adjudicate gate --decide'

const afterConvening: ReadonlySet<SliceState['phase']> = new Set([
  'judging',
  'ruling',
  'synthesis',
  'asking',
  'delivering',
  'delivered',
  'closed',
])

/** The round that what is under way belongs to: a doer works for the panel that comes. */
export function roundOf({ phase, rounds }: Pick<SliceState, 'phase' | 'rounds'>): number {
  return Math.max(1, Math.min(rounds.max, afterConvening.has(phase) ? rounds.used : rounds.used + 1))
}
