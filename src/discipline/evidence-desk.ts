import { hashOf } from '../canonical/digest'
import type { Citation } from '../evidence/citation'
import type { Source } from '../evidence/corpus'
import { parseCorpus } from '../evidence/corpus'
import type { Located } from '../evidence/located'
import { locate, locateAll } from '../evidence/locate'
import { anchors } from '../evidence/standing'
import type { CheckedEvidence } from './card'

/** Citations as they were looked up, the words that each one showed, and the hash of what they were looked up in; or why the corpus can't be read. */
export type EvidenceReading =
  | { readonly ok: true; readonly evidence: readonly CheckedEvidence[]; readonly words: readonly string[]; readonly corpus: string }
  | { readonly ok: false; readonly message: string }

/** Looks the evidence of an act up. What stands only in a spec or a reference shows no act and doesn't anchor (spec 07, R-REF-08). */
export function readEvidence(citations: readonly Citation[], corpus: unknown): EvidenceReading {
  const parsed = parseCorpus(corpus ?? { sources: [], runs: [] })
  if (!parsed.ok)
    return { ok: false, message: parsed.issues.map(({ path, message }) => `corpus${path === '' ? '' : ` ${path}`}: ${message}`).join('; ') }
  const { sources, runs } = parsed.value
  const texts = [
    ...sources.flatMap(({ id, path = '', text }) => [id, path, text]),
    ...runs.flatMap(({ command, output }) => [command, output]),
  ]
  const broken = texts.find((text) => !text.isWellFormed())
  if (broken !== undefined) return { ok: false, message: 'the corpus holds half a surrogate pair, which has no UTF-8 and so no hash' }
  const located = locateAll(citations, parsed.value)
  const found = citations.map((citation, index) => checked(citation, located[index] ?? { outcome: 'missing' }, sources))
  return { ok: true, evidence: found.map(({ evidence }) => evidence), words: found.map(({ words }) => words), corpus: hashOf(parsed.value) }
}

function checked(
  citation: Citation,
  located: Located,
  sources: readonly Source[],
): { readonly evidence: CheckedEvidence; readonly words: string } {
  if (!('place' in located)) return { evidence: { citation, outcome: located.outcome, anchors: false }, words: '' }
  const { outcome, place, role, deletedOnly } = located
  const isOfAct = citation.kind === 'output' || role === 'artifact' || role === 'diff'
  const at = { ...(place.source === undefined ? {} : { source: place.source }), line: place.line }
  if (!anchors(located) || !isOfAct) return { evidence: { citation, outcome, anchors: false, ...at }, words: '' }
  const lines = plainWords(linesAt(citation, place.line, sources.find(({ id }) => id === place.source)?.text))
  const evidence = { citation, outcome, anchors: true, ...at, shows: hashOf(lines), ...(deletedOnly ? { deleted: true as const } : {}) }
  return { evidence, words: 'text' in citation && citation.text !== undefined ? plainWords(citation.text) : lines }
}

/** The whole lines that a citation points at; of an output the cited words. */
function linesAt(citation: Citation, line: number, source: string | undefined): string {
  if (citation.kind === 'output' || source === undefined) return 'text' in citation ? (citation.text ?? '') : ''
  const spans = citation.kind === 'line' && citation.endLine !== undefined ? citation.endLine - citation.line + 1 : 1
  const count = Math.max(spans, citation.text?.trim().split(/\r\n?|\n/).length ?? 1)
  return source
    .split(/\r\n?|\n/)
    .slice(line - 1, line - 1 + count)
    .join('\n')
}

/** Words without their white space at the ends and with one space between them, as they are compared. */
export function plainWords(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** How a quote stands in the authority by the rules of spec 02; `unchecked` where only the document's hash is known (R-REF-08, D-SHORTQUOTE). */
export function quoteStanding(
  instruction: string,
  authority: { readonly id: string; readonly text?: string },
): Located['outcome'] | 'unchecked' {
  const { id, text } = authority
  if (text === undefined) return 'unchecked'
  return locate({ kind: 'quote', text: instruction }, { sources: [{ id, role: 'spec', text }], runs: [] }).outcome
}
