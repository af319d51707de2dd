import { below } from '../../consensus/tolerance'
import type { AnsweredSeat } from '../../consensus/seat'
import type { Citation } from '../../evidence/citation'
import type { Corpus } from '../../evidence/corpus'
import { withLfEnds } from '../../evidence/lines'
import { locateAll } from '../../evidence/locate'
import type { Located } from '../../evidence/located'
import { anchors } from '../../evidence/standing'
import { hasText } from '../../text/blank'
import type { CanaryItem } from './canary-slice'
import { diffHeadLines, textOf } from './canary-slice'

/** Nobody who points at more lines than this, in all, says where a fault is, however long the text; unless the fault itself is longer. */
export const pointedLinesMax = 10

/** A score counts against the work where it is below the rubric's default target of 8. */
const targetOfTen = 8

/**
 * How many lines all findings of a card may point at together: a quarter of the text's, rounded up, and at most 10; but always as many as the fault has. So whoever points
 * blindly meets a fault of one line in about a quarter of the texts, however its citations are cut up.
 */
export function pointedLinesAllowed(item: CanaryItem): number {
  const quarter = Math.ceil(linesOf(item).length / 4)
  return Math.max(Math.min(quarter, pointedLinesMax), faultLines(item).size)
}

/** Whether the findings of a card say where the fault is: one of their lines is the fault's, and all their lines together are no more than `pointedLinesAllowed`. */
export function pointsAtFault(seat: AnsweredSeat, item: CanaryItem, corpus: Corpus): boolean {
  const pointed = pointedLines(citationsAgainst(seat), item, corpus)
  const fault = faultLines(item)
  return pointed.size <= pointedLinesAllowed(item) && [...pointed].some((line) => fault.has(line))
}

/** The lines of the judged file that anchored citations point at; a quote points at every place where it stands, in the file as in its diff. */
export function pointedLines(citations: readonly Citation[], item: CanaryItem, corpus: Corpus): ReadonlySet<number> {
  const lines = new Set<number>()
  const last = linesOf(item).length
  locateAll(citations, corpus).forEach((located, index) => {
    const citation = citations[index]
    if (citation === undefined) return
    for (const { from, to } of placesOf(citation, located, item)) {
      for (let line = Math.max(1, from); line <= Math.min(to, last); line++) lines.add(line)
    }
  })
  return lines
}

type Range = { readonly from: number; readonly to: number }

function placesOf(citation: Citation, located: Located, item: CanaryItem): Range[] {
  if (!anchors(located) || !('place' in located)) return []
  const { source, line } = located.place
  const { path } = item.pair
  if (source !== path && source !== `diff:${path}`) return []
  // A finding in the diff stands at the line of the file; what stands before the file's first line is none of it.
  const before = source === path ? 0 : diffHeadLines
  if (citation.kind === 'quote') {
    const added = before === 0 ? linesOf(item) : linesOf(item).map((one) => `+${one}`)
    return standingsOf(citation.text, added)
  }
  const count = citation.kind === 'line' ? (citation.endLine ?? citation.line) - citation.line + 1 : 1
  return [{ from: line - before, to: line - before + count - 1 }]
}

/** Every place of a quote in a text, by lines. */
function standingsOf(quote: string, lines: readonly string[]): Range[] {
  const text = lines.join('\n')
  const wanted = withLfEnds(quote).trim()
  const places: Range[] = []
  if (wanted === '') return places
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const from = lineEnds(text.slice(0, at)) + 1
    places.push({ from, to: from + lineEnds(wanted) })
  }
  return places
}

function lineEnds(text: string): number {
  return text.split('\n').length - 1
}

function linesOf(item: CanaryItem): string[] {
  return withLfEnds(textOf(item)).replace(/\n$/, '').split('\n')
}

function faultLines({ pair }: CanaryItem): ReadonlySet<number> {
  return new Set(pair.lines.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index)))
}

/**
 * What is said against the work, with evidence: claims below the target only, since a claim of a good score praises what it quotes. Remarks of the class `other` stop no work;
 * they are looked at where a card has nothing else against it.
 */
function citationsAgainst({ scenarios, caveats, specCompliance, scores }: AnsweredSeat): Citation[] {
  const claims = scores.flatMap((score) => (score.score === null || !below(score.score, targetOfTen) ? [] : score.claims))
  const failures = specCompliance?.status === 'failed' ? specCompliance.claims : []
  const named = [...scenarios.filter(isNamed), ...caveats]
  const grave = [...named.filter((one) => one.class !== 'other'), ...claims, ...failures].flatMap(({ citations }) => citations)
  return grave.length > 0 ? grave : named.flatMap(({ citations }) => citations)
}

/** A scenario says which input brings about which wrong behaviour (R-TRI-32). */
export function isNamed({ input, wrongBehaviour }: { readonly input: string; readonly wrongBehaviour: string }): boolean {
  return hasText(input) && hasText(wrongBehaviour)
}
