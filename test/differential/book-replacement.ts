import { survivorsOn } from './book-scores'
import type { Entry } from './book-scores'
import type { Resolution } from './book-resolution'
import type { VectorExpected, VectorInput } from './vector-shapes'

/** Fresh members were asked for already; an empty list asked nobody. */
export function replacementAsked({ replacements = [] }: VectorInput): boolean {
  return replacements.length > 0
}

/** R-TRI-49, C-NONELEFT, C-REPLFIRST: asked for once, and never while another dimension is deadlocked. */
export function replacementFor(
  input: VectorInput,
  resolutions: readonly Resolution[],
  entries: readonly Entry[],
): VectorExpected | undefined {
  const undecided = resolutions.filter(({ facts }) => facts.kind === 'undecided').map(({ facts }) => facts)
  const [first] = undecided
  if (first === undefined || resolutions.some(({ facts }) => facts.kind === 'deadlock')) return undefined
  const fewest = Math.min(...undecided.map(({ n }) => n))
  return {
    kind: 'replacement',
    dimensions: undecided.map(({ id }) => id),
    lens: lensOf(first.id, input, entries),
    count: 2 - fewest,
    reason: fewest === 0 ? 'no-survivor' : 'single-survivor',
  }
}

/** C-REPLLENS: the seat without a surviving score on the first named dimension; of several the adversary's, else the smallest member id. */
function lensOf(dimension: string, { panel }: VectorInput, entries: readonly Entry[]): string {
  const survivors = survivorsOn(dimension, entries)
  const without = panel
    .filter((seat) => !survivors.some(({ member }) => member === seat.member))
    .sort((a, b) => (a.member < b.member ? -1 : 1))
  return (without.find(({ adversary }) => adversary) ?? without[0])?.lens ?? ''
}
