import type { Citation } from '../../../src/evidence/citation'
import type { Corpus } from '../../../src/evidence/corpus'
import { locate } from '../../../src/evidence/locate'
import type { CheckedClaim } from '../../../src/evidence/standing'
import { anchors, standingOf } from '../../../src/evidence/standing'

type Row<Input, Expected> = { readonly id: string; readonly input: Input; readonly expected: Expected }

export type EvidenceVector = Row<{ readonly corpus: Corpus; readonly citation: Citation }, Readonly<Record<string, unknown>>>

/** Undefined when the row passes, else one line that says what differs. */
export function runEvidenceVector({ id, input, expected }: EvidenceVector): string | undefined {
  const located = locate(input.citation, input.corpus)
  const actual = 'place' in located ? { outcome: located.outcome, ...located.place } : located
  return difference(id, expected, actual)
}

export type StandingVector = Row<
  { readonly score: number; readonly claims: readonly CheckedClaim[] },
  { readonly standing: string; readonly claims: readonly string[] }
>

/** Undefined when the row passes, else one line that says what differs. */
export function runStandingVector({ id, input, expected }: StandingVector): string | undefined {
  return difference(id, expected, standingOf(input.score, input.claims))
}

/** Lines of the artifact and, where the case has them, of a diff and of the specification. */
type CaseInput = {
  readonly artifact_lines?: readonly string[]
  readonly quote: string
  readonly cited_line?: number
  readonly [more: string]: unknown
}

export type CitationCase = Row<CaseInput, Readonly<Record<string, unknown>>>

const file = 'src/artifact.ts'

/** Undefined when the row passes, else one line that says what differs; an expectation that nobody knows is a difference. */
export function runCitationCase({ id, input, expected }: CitationCase): string | undefined {
  const corpus = corpusOf(input)
  const citation: Citation =
    input.cited_line === undefined
      ? { kind: 'quote', text: input.quote }
      : { kind: 'line', file, line: input.cited_line, text: input.quote }
  const located = locate(citation, corpus)
  const line = 'place' in located && anchors(located) ? located.place.line : undefined
  for (const [key, wanted] of Object.entries(expected)) {
    const actual = observed(key, line, corpus, input)
    if (actual !== unchecked && !sameValue(wanted, actual))
      return `${id}: ${key} is ${JSON.stringify(actual)}, wanted ${JSON.stringify(wanted)}`
  }
  return undefined
}

const unchecked = Symbol('nothing in the input decides it')

function observed(key: string, line: number | undefined, corpus: Corpus, input: CaseInput): unknown {
  switch (key) {
    case 'found':
      return isArtifactEvidence(input.quote, corpus, line)
    case 'actual_line':
      return line ?? null
    case 'occurrences':
      return linesWith(input.quote, corpus, input.artifact_lines?.length ?? 0)
    case 'where':
      // Which side of a diff a text comes from can only be told where the diff is given.
      return corpus.sources.some(({ role }) => role === 'diff') ? whereabouts(input.quote, corpus) : unchecked
    default:
      return `no meaning known for ${JSON.stringify(key)}`
  }
}

/** Whether it could carry a score of 9: what only the specification or deleted lines say is no evidence of the artifact. */
function isArtifactEvidence(quote: string, corpus: Corpus, line: number | undefined): boolean {
  if (line === undefined) return false
  const located = locate({ kind: 'quote', text: quote }, corpus)
  if (!('place' in located)) return false
  const { outcome, role, deletedOnly } = located
  const citation = { kind: 'quote' as const, outcome, deletedOnly, ...(role !== undefined && { role }) }
  return standingOf(9, [{ loadBearing: true, citations: [citation] }]).standing === 'stands'
}

function linesWith(quote: string, corpus: Corpus, lines: number): number {
  const cited = Array.from({ length: lines }, (_, index) => locate({ kind: 'line', file, line: index + 1, text: quote }, corpus))
  return cited.filter(({ outcome }) => outcome === 'found').length
}

function whereabouts(quote: string, corpus: Corpus): string {
  const located = locate({ kind: 'quote', text: quote }, corpus)
  if (!('place' in located) || !anchors(located)) return 'nowhere'
  if (located.role === 'diff') return located.deletedOnly ? 'base-only' : 'diff'
  return located.role ?? 'nowhere'
}

function corpusOf(input: CaseInput): Corpus {
  const sources: Corpus['sources'][number][] = []
  const add = (id: string, role: Corpus['sources'][number]['role'], lines: unknown): void => {
    const text = textOf(lines)
    if (text !== undefined) sources.push({ id, role, text, ...(role === 'artifact' && { path: file }) })
  }
  add('artifact', 'artifact', input.artifact_lines ?? input['artifact'])
  add('diff', 'diff', input['diff_lines'] ?? input['diff'])
  add('spec', 'spec', input['spec_lines'] ?? input['spec'])
  add('reference', 'reference', input['reference_lines'] ?? input['reference'])
  return { sources, runs: [] }
}

function textOf(lines: unknown): string | undefined {
  if (typeof lines === 'string') return lines
  return Array.isArray(lines) ? lines.map(String).join('\n') : undefined
}

/** Deep equality of JSON values, whatever the order of their keys. */
function sameValue(a: unknown, b: unknown): boolean {
  return ordered(a) === ordered(b)
}

function ordered(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

function difference(id: string, expected: unknown, actual: unknown): string | undefined {
  return sameValue(expected, actual) ? undefined : `${id}: ${ordered(actual)}, wanted ${ordered(expected)}`
}
