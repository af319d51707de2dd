import type { Corpus, Source } from './corpus'
import { withLfEnds } from './lines'
import { trimmed } from './white-space'

export { differences } from './differences'

/** The line that a quote which stands nowhere most likely meant; `line` counts from 1, `similarity` is above 0 and at most 1. */
export type NearestLine = {
  readonly source: string
  readonly path?: string
  readonly line: number
  readonly text: string
  readonly similarity: number
}

const similarityMin = 0.6
const quoteUnitsMax = 400
const lineUnitsMax = 2000
const candidatesMax = 32

/**
 * For people, never evidence: the line most like the quote, or like the longest line of a longer quote; the artifact and
 * diff come first, other sources only when nothing there is like it, and undefined when nothing is. Of equal lines the
 * first. One pass over the corpus; lines over 2,000 units are passed over and 400 units of the quote are compared.
 */
export function nearestLine(text: string, corpus: Corpus): NearestLine | undefined {
  const quote = longestLine(withLfEnds(text))
  const isOfArtifact = ({ role }: Source): boolean => role === 'artifact' || role === 'diff'
  const ofArtifact = corpus.sources.filter(isOfArtifact)
  return (
    nearestOf(quote, ofArtifact) ??
    nearestOf(
      quote,
      corpus.sources.filter((source) => !isOfArtifact(source)),
    )
  )
}

function longestLine(text: string): string {
  let longest = ''
  for (let start = 0; start < text.length;) {
    const lf = text.indexOf('\n', start)
    const end = lf < 0 ? text.length : lf
    const line = trimmed(text, start, end)
    if (line.length > longest.length) longest = line
    start = end + 1
  }
  return longest.slice(0, quoteUnitsMax)
}

type Candidate = {
  readonly source: Source
  readonly line: number
  readonly text: string
  readonly shared: number
  readonly surplus: number
}

function nearestOf(quote: string, sources: readonly Source[]): NearestLine | undefined {
  let best: { readonly candidate: Candidate; readonly similarity: number } | undefined
  for (const candidate of candidatesFor(quote, sources)) {
    const similarity = 1 - distanceToPart(quote, trimmed(candidate.text)) / quote.length
    if (similarity >= similarityMin && similarity > (best?.similarity ?? 0)) best = { candidate, similarity }
  }
  if (best === undefined) return undefined
  const { source, line, text } = best.candidate
  return { source: source.id, ...(source.path !== undefined && { path: source.path }), line, text, similarity: best.similarity }
}

const gramUnits = 3
const slotMask = 0x3fff

function slotOf(text: string, last: number): number {
  return ((text.charCodeAt(last - 2) << 10) ^ (text.charCodeAt(last - 1) << 5) ^ text.charCodeAt(last)) & slotMask
}

/** The lines that share most groups of three units with the quote, best first: then the least surplus, then the earliest. */
function candidatesFor(quote: string, sources: readonly Source[]): readonly Candidate[] {
  // A slot holds the number of the last line in which it was met, so that each counts once for a line.
  const met = new Int32Array(slotMask + 1).fill(-1)
  for (let last = gramUnits - 1; last < quote.length; last++) met[slotOf(quote, last)] = 0
  const top: Candidate[] = []
  let stamp = 0
  for (const source of sources) {
    const text = withLfEnds(source.text)
    let line = 0
    for (let start = 0; start < text.length;) {
      const lf = text.indexOf('\n', start)
      const end = lf < 0 ? text.length : lf
      line++
      stamp++
      if (end - start <= lineUnitsMax) {
        const shared = sharedGrams(text, start, end, met, stamp)
        const surplus = Math.max(0, end - start - quote.length)
        if (shared > 0 && isWelcome(top, shared, surplus)) insert(top, { source, line, text: text.slice(start, end), shared, surplus })
      }
      start = end + 1
    }
  }
  return top
}

function sharedGrams(text: string, start: number, end: number, met: Int32Array, stamp: number): number {
  let shared = 0
  for (let last = start + gramUnits - 1; last < end; last++) {
    const slot = slotOf(text, last)
    const seen = met[slot] ?? -1
    if (seen < 0 || seen === stamp) continue
    met[slot] = stamp
    shared++
  }
  return shared
}

function isWelcome(top: readonly Candidate[], shared: number, surplus: number): boolean {
  const worst = top.length < candidatesMax ? undefined : top.at(-1)
  return worst === undefined || shared > worst.shared || (shared === worst.shared && surplus < worst.surplus)
}

function insert(top: Candidate[], candidate: Candidate): void {
  let at = top.length
  for (let before = top[at - 1]; before !== undefined && comesFirst(candidate, before); before = top[at - 1]) at--
  // A repeated line would only crowd others out; its first place is enough.
  if (top[at - 1]?.text === candidate.text) return
  top.splice(at, 0, candidate)
  if (top.length > candidatesMax) top.pop()
}

function comesFirst(a: Candidate, b: Candidate): boolean {
  return a.shared > b.shared || (a.shared === b.shared && a.surplus < b.surplus)
}

/** Fewest single-unit edits that turn the quote into some part of the line. */
function distanceToPart(quote: string, line: string): number {
  let row = new Int32Array(line.length + 1)
  let above = new Int32Array(line.length + 1)
  for (let i = 1; i <= quote.length; i++) {
    const spare = above
    above = row
    row = spare
    row[0] = i
    const unit = quote.charCodeAt(i - 1)
    for (let j = 1; j <= line.length; j++) {
      const kept = (above[j - 1] ?? 0) + (unit === line.charCodeAt(j - 1) ? 0 : 1)
      const edited = Math.min(above[j] ?? 0, row[j - 1] ?? 0) + 1
      row[j] = Math.min(kept, edited)
    }
  }
  return row.reduce((least, value) => Math.min(least, value), quote.length)
}
