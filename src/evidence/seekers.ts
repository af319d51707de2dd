import type { LineCitation } from './citation'
import type { Haystack } from './haystack'
import { locatedAt } from './haystack'
import type { Located } from './located'

/** Is told every occurrence of one text in one haystack in order, and closed at the end. */
export type Seeker = {
  /** False: it has seen enough. */
  see(start: number, end: number): boolean
  close?(): void
}

export type Settle = (located: Located) => void

/** How the occurrences that a seeker is told of came about: word for word or by folding. */
export type Likeness = 'found' | 'near'

type Span = { readonly start: number; readonly end: number }

/** One `line` citation with a text; `from` and `to` are the offsets of the cited lines, past every occurrence where there are none. */
type CitedLines = {
  readonly first: number
  readonly last: number
  readonly from: number
  readonly to: number
  readonly settle: Settle
  before?: Span | undefined
  after?: Span
}

export type WantedLines = { readonly citation: LineCitation; readonly settle: Settle }

/** For each citation of one text: inside the cited lines, else the nearest place (E-DRIFTRANGE, E-NEARFIRST). */
export function linesSeeker(hay: Haystack, likeness: Likeness, wanted: readonly WantedLines[]): Seeker {
  const cited = wanted.map((one) => citedLines(hay, one)).sort((a, b) => a.from - b.from)
  let next = 0
  let latest: Span | undefined
  let latestLineEnd = -1
  return {
    see(start, end) {
      for (let one = cited[next]; one !== undefined && one.from <= start; one = cited[++next]) {
        one.before = latest
        one.after = { start, end }
      }
      // Of several on one line the first counts.
      if (start > latestLineEnd) {
        latest = { start, end }
        const lf = hay.text.indexOf('\n', start)
        latestLineEnd = lf < 0 ? Infinity : lf
      }
      return next < cited.length
    },
    close() {
      for (const one of cited.slice(next)) one.before = latest
      for (const one of cited) settleLines(hay, likeness, one)
    },
  }
}

function citedLines({ text, lines }: Haystack, { citation, settle }: WantedLines): CitedLines {
  const { line, endLine = line } = citation
  const from = line < 1 ? 0 : (lines.startOf(line) ?? text.length)
  const to = line < 1 ? -1 : (lines.endOf(endLine) ?? -1)
  return { first: line, last: endLine, from, to, settle }
}

function settleLines(hay: Haystack, likeness: Likeness, { first, last, to, before, after, settle }: CitedLines): void {
  if (after !== undefined && after.end <= to) return settle(locatedAt(hay, likeness, after.start))
  const nearest = before === undefined || after === undefined ? (before ?? after) : nearer(hay, first, last, before, after)
  if (nearest !== undefined) settle(locatedAt(hay, likeness === 'found' ? 'drifted' : 'near', nearest.start))
}

/** Of two equally near the earlier. */
function nearer({ lines }: Haystack, first: number, last: number, before: Span, after: Span): Span {
  const above = first - lines.lineAt(before.start)
  const below = Math.max(0, lines.lineAt(after.start) - last)
  return above <= below ? before : after
}

/** What stands below the headings of one title: spans that don't overlap, in order. */
export type TitledBodies = { readonly bodies: readonly Span[]; readonly settle: Settle }

/** For each title: the first occurrence that lies wholly below one of its headings (E-FIRSTHEADING). */
export function sectionSeeker(hay: Haystack, likeness: Likeness, titles: readonly TitledBodies[]): Seeker {
  let open = titles.map(({ bodies, settle }) => ({ bodies, settle, next: 0 }))
  return {
    see(start, end) {
      open = open.filter((title) => {
        let body = title.bodies[title.next]
        while (body !== undefined && body.end < end) body = title.bodies[++title.next]
        if (body === undefined || body.start > start) return body !== undefined
        title.settle(locatedAt(hay, likeness, start))
        return false
      })
      return open.length > 0
    },
  }
}
