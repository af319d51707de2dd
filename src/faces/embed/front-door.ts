import type { Digest } from '../../canonical/digest'
import { adjudicate as adjudicateWith } from '../../consensus/adjudicate'
import type { AdjudicateInput } from '../../consensus/adjudicate-input'
import type { Ruling } from '../../consensus/ruling'
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
