import type { Run, Source, SourceRole } from './corpus'
import type { LineIndex } from './lines'
import { indexLines, withLfEnds } from './lines'
import type { Located, Place } from './located'

/** One text to look in, with LF line ends. */
export type Haystack = {
  readonly text: string
  readonly lines: LineIndex
  readonly role?: SourceRole
  placeAt(offset: number): Place
}

/** A source with its line ends made LF. */
export function sourceHaystack(source: Source): Haystack {
  const text = withLfEnds(source.text)
  const lines = indexLines(text)
  return { text, lines, role: source.role, placeAt: (offset) => ({ source: source.id, offset, line: lines.lineAt(offset) }) }
}

/** What a run printed, its line ends made LF; places name the run by its index. */
export function runHaystack(run: Run, index: number): Haystack {
  const text = withLfEnds(run.output)
  const lines = indexLines(text)
  return { text, lines, placeAt: (offset) => ({ run: index, offset, line: lines.lineAt(offset) }) }
}

/** A result at an offset of the haystack. */
export function locatedAt(hay: Haystack, outcome: 'found' | 'drifted' | 'near', offset: number, deletedOnly = false): Located {
  const place = hay.placeAt(offset)
  return hay.role === undefined ? { outcome, place, deletedOnly } : { outcome, place, role: hay.role, deletedOnly }
}
