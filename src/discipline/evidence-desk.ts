import { hashOf } from '../canonical/digest'
import type { Citation } from '../evidence/citation'
import { parseCorpus } from '../evidence/corpus'
import type { Located } from '../evidence/located'
import { locate, locateAll } from '../evidence/locate'
import { anchors } from '../evidence/standing'
import type { CheckedEvidence } from './card'

/** Citations as they were looked up, and the hash of what they were looked up in; or why the corpus can't be read. */
export type EvidenceReading =
  | { readonly ok: true; readonly evidence: readonly CheckedEvidence[]; readonly corpus: string }
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
  const evidence = citations.map((citation, index) => checked(citation, located[index] ?? { outcome: 'missing' }))
  return { ok: true, evidence, corpus: hashOf(parsed.value) }
}

function checked(citation: Citation, located: Located): CheckedEvidence {
  if (!('place' in located)) return { citation, outcome: located.outcome, anchors: false }
  const { outcome, place, role } = located
  const isOfAct = citation.kind === 'output' || role === 'artifact' || role === 'diff'
  const source = place.source === undefined ? {} : { source: place.source }
  return { citation, outcome, anchors: anchors(located) && isOfAct, ...source, line: place.line }
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
