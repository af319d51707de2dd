import type { Citation } from '../../src/evidence/citation'
import type { Corpus, Source } from '../../src/evidence/corpus'
import type { Located } from '../../src/evidence/located'

// The rules of citations once more, as plainly as they can be written and at any cost: each citation walks every text anew.

type Text = { readonly text: string; readonly role?: Source['role']; readonly at: (offset: number) => Located & { place: unknown } }
type Span = { readonly start: number; readonly end: number }

const white = /\p{White_Space}/u
const lf = (text: string): string => text.split('\r\n').join('\n').split('\r').join('\n')
const isOfArtifact = (role: string | undefined): boolean => role === 'artifact' || role === 'diff'

/** Folded all at once, without a way back. */
export function naiveFold(text: string): string {
  const folded = text
    .normalize('NFKC')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replaceAll('…', '...')
  return folded.replace(/\p{White_Space}+/gu, ' ')
}

function trim(text: string): string {
  return text.replace(/^\p{White_Space}+/u, '').replace(/\p{White_Space}+$/u, '')
}

/** Offsets at which a text can be cut without changing its fold; the ends are among them. */
function seams(text: string): number[] {
  const whole = text.normalize('NFKC')
  const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset)
  return offsets.filter((offset) => text.slice(0, offset).normalize('NFKC') + text.slice(offset).normalize('NFKC') === whole)
}

function allIndexes(text: string, part: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) found.push(at)
  return found
}

function verbatimSpans(text: string, quote: string): Span[] {
  return allIndexes(text, quote).map((start) => ({ start, end: start + quote.length }))
}

function nearSpans(text: string, quote: string): Span[] {
  const wanted = trim(naiveFold(quote))
  const cuts = seams(text)
  const lengths = cuts.map((cut) => naiveFold(text.slice(0, cut)).length)
  return allIndexes(naiveFold(text), wanted).map((index) => ({
    start: cuts.findLast((_, at) => (lengths[at] ?? 0) <= index) ?? 0,
    end: cuts.find((_, at) => (lengths[at] ?? 0) >= index + wanted.length) ?? text.length,
  }))
}

/** [start, end) of each line, its LF included. */
function linesOf(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  for (const part of text.split('\n')) {
    const end = Math.min(start + part.length + 1, text.length)
    if (end > start) spans.push({ start, end })
    start += part.length + 1
  }
  return spans
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function isShort(text: string): boolean {
  return [...text].filter((char) => !white.test(char)).length < 8
}

function isWholeLine(text: string, quote: string): boolean {
  return trim(quote) !== '' && text.split('\n').some((line) => trim(line) === trim(quote))
}

function bodies(text: string, heading: string): { readonly heading: number; readonly body: Span }[] {
  const found: { start: number; level: number; title: string; body: number }[] = []
  let fence = ''
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end).replace(/\n$/, '')
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/s.exec(line)
    if (fence !== '') {
      if (mark !== null && mark[1]?.[0] === fence[0] && (mark[1]?.length ?? 0) >= fence.length && /^[ \t]*$/.test(mark[2] ?? '')) fence = ''
    } else if (mark !== null && !(mark[1]?.[0] === '`' && mark[2]?.includes('`'))) fence = mark[1] ?? ''
    else {
      const atx = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/s.exec(line)
      if (atx === null) continue
      const title = (atx[2] ?? '').replace(/[ \t]+$/, '').replace(/(^|[ \t]+)#+$/, '')
      found.push({ start, level: atx[1]?.length ?? 0, title: title.replace(/^[ \t]+|[ \t]+$/g, ''), body: end })
    }
  }
  return found.flatMap((one, index) => {
    const next = found.slice(index + 1).find(({ level }) => level <= one.level)
    return one.title === heading ? [{ heading: one.start, body: { start: one.body, end: next?.start ?? text.length } }] : []
  })
}

/** All of an occurrence that shows content stands in lines that begin with `-`. */
function isDeleted(text: string, { start, end }: Span): boolean {
  const shown = linesOf(text).filter((line) => line.start < end && line.end > start)
  const withContent = shown.filter((line) => trim(text.slice(Math.max(start, line.start + 1), Math.min(end, line.end))) !== '')
  const isOwn = (line: { readonly start: number }): boolean => {
    if (text[line.start] === ' ') return true
    if (text[line.start] !== '+') return false
    const lines = text.slice(0, line.start).split('\n')
    return !(text.startsWith('+++ ', line.start) && (lines.at(-2) ?? '').startsWith('--- '))
  }
  return shown.some((line) => !isOwn(line)) && withContent.every((line) => !isOwn(line))
}

/** The place among the occurrences that the citation means, and whether it is where the citation says. */
function chosen(citation: Citation, text: string, spans: readonly Span[]): { span: Span; exact: boolean } | undefined {
  if (citation.kind === 'section') {
    const fits = (span: Span): boolean =>
      bodies(text, citation.heading).some(({ body }) => body.start <= span.start && span.end <= body.end)
    const span = spans.find(fits)
    return span === undefined ? undefined : { span, exact: true }
  }
  if (citation.kind !== 'line') return spans[0] === undefined ? undefined : { span: spans[0], exact: true }
  const { line, endLine = line } = citation
  const lines = linesOf(text)
  const [from, to] = [lines[line - 1], lines[endLine - 1]]
  const inside = spans.find((span) => from !== undefined && to !== undefined && from.start <= span.start && span.end <= to.end)
  if (inside !== undefined) return { span: inside, exact: true }
  const distance = (span: Span): number => Math.max(0, line - lineOf(text, span.start), lineOf(text, span.start) - endLine)
  const least = Math.min(...spans.map(distance))
  const nearest = spans.find((span) => distance(span) === least)
  return nearest === undefined ? undefined : { span: nearest, exact: false }
}

function targets(citation: Citation, corpus: Corpus): Text[] {
  if (citation.kind === 'output') {
    const { command, exitCode } = citation
    return corpus.runs.flatMap((run, index) => {
      if (run.command !== command || (exitCode !== undefined && run.exitCode !== exitCode)) return []
      const text = lf(run.output)
      const at = (offset: number): Text['at'] extends (o: number) => infer R ? R : never => ({
        outcome: 'found',
        place: { run: index, offset, line: lineOf(text, offset) },
        deletedOnly: false,
      })
      return [{ text, at }]
    })
  }
  const named = (source: Source): boolean => {
    if (citation.kind === 'line') return source.role === 'artifact' && source.path === citation.file
    return citation.source === undefined || source.id === citation.source
  }
  const inOrder = [...corpus.sources.filter(({ role }) => isOfArtifact(role)), ...corpus.sources.filter(({ role }) => !isOfArtifact(role))]
  return inOrder.filter(named).map((source) => {
    const text = lf(source.text)
    const { id, role } = source
    const at: Text['at'] = (offset) => ({
      outcome: 'found',
      place: { source: id, offset, line: lineOf(text, offset) },
      role,
      deletedOnly: false,
    })
    return { text, role, at }
  })
}

/** What `locate` has to give. */
export function naiveLocate(citation: Citation, corpus: Corpus): unknown {
  const texts = targets(citation, corpus)
  const isAnyTarget = citation.kind === 'quote' && citation.source === undefined
  if (texts.length === 0 && !isAnyTarget) return { outcome: 'missing' }
  if (citation.kind === 'section' && !texts.some(({ text }) => bodies(text, citation.heading).length > 0)) return { outcome: 'missing' }
  if (citation.text === undefined) {
    const first = texts[0]
    if (first === undefined) return { outcome: 'missing' }
    const lines = linesOf(first.text)
    if (citation.kind === 'section') return first.at(bodies(first.text, citation.heading)[0]?.heading ?? -1)
    if (citation.kind !== 'line') return { outcome: 'missing' }
    const [from, to] = [lines[citation.line - 1], lines[(citation.endLine ?? citation.line) - 1]]
    return from === undefined || to === undefined ? { outcome: 'missing' } : first.at(from.start)
  }
  const quote = lf(citation.text)
  const eligible = isShort(quote) ? texts.filter(({ text }) => isWholeLine(text, quote)) : texts
  if (isShort(quote) && eligible.length === 0) return { outcome: 'too-short' }
  for (const { text, role, at } of eligible) {
    const choice = chosen(citation, text, verbatimSpans(text, quote))
    if (choice === undefined) continue
    const outcome = choice.exact ? 'found' : 'drifted'
    const deletedOnly = citation.kind === 'quote' && role === 'diff' && isDeleted(text, choice.span) && !isShownElsewhere(eligible, quote)
    return { ...at(choice.span.start), outcome, deletedOnly }
  }
  for (const { text, at } of eligible) {
    const choice = chosen(citation, text, nearSpans(text, quote))
    if (choice !== undefined) return { ...at(choice.span.start), outcome: 'near' }
  }
  return { outcome: 'missing' }
}

function isShownElsewhere(texts: readonly Text[], quote: string): boolean {
  return texts
    .filter(({ role }) => isOfArtifact(role))
    .some(({ text, role }) => verbatimSpans(text, quote).some((span) => role !== 'diff' || !isDeleted(text, span)))
}
