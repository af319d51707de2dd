import type { Digest } from '../../canonical/digest'
import { adjudicate as adjudicateWith } from '../../consensus/adjudicate'
import type { AdjudicateInput } from '../../consensus/adjudicate-input'
import { explainRuling as pageOf } from '../../consensus/explain'
import type { ExplainOptions as PageOptions } from '../../consensus/explain'
import type { Ruling } from '../../consensus/ruling'
import { parseCorpus } from '../../evidence/corpus'
import { hang } from '../../text/columns'
import { printable } from '../../text/printable'
import { platformDigest } from './platform-digest'

/**
 * Adjudicates a panel: reads the input (short forms welcome), checks every citation, and rules. Never throws on bad input: a faulty one is
 * `refused` with every fault and its path, and nothing is ruled. The same input gives the same ruling, byte for byte as canonical JSON, in
 * whatever order the seats stand. Hashes are made by the platform's SHA-256 unless another `digest` is handed in.
 */
export function adjudicate(input: AdjudicateInput, digest?: Digest): Ruling
/** Input whose shape isn't known yet, such as a parsed file, is checked just the same. */
export function adjudicate(input: unknown, digest?: Digest): Ruling
export function adjudicate(input: unknown, digest: Digest = platformDigest): Ruling {
  return adjudicateWith(input, digest)
}

/** What a page about a ruling may add: the corpus for nearest lines, as `adjudicate` takes it, the exit code of the command, what to do next. */
export type ExplainOptions = Omit<PageOptions, 'corpus'> & { readonly corpus?: unknown }

/**
 * A ruling for a person, at most 80 columns of text without colour: the verdict and its figure first, then the matrix and the
 * sum as an account, what left it and why, dissents, fixes. Words of others are escaped where a terminal can't show them. A corpus that can't be
 * read takes nothing from the page: its last lines say why no nearest lines stand in it.
 */
export function explainRuling(ruling: Ruling, { corpus, ...rest }: ExplainOptions = {}): string {
  if (corpus === undefined) return pageOf(ruling, rest)
  const parsed = parseCorpus(corpus)
  if (parsed.ok) return pageOf(ruling, { ...rest, corpus: parsed.value })
  const faults = parsed.issues.slice(0, 3).map(({ path, message }) => `corpus${path === '' ? '' : `.${path}`}: ${message}`)
  const note = ['', ...hang('! no nearest lines  ', printable(faults.join('; ')))]
  return `${pageOf(ruling, rest)}${note.join('\n')}\n`
}
