import * as z from 'zod'
import type { Digest } from '../../canonical/digest'
import { hashOf } from '../../canonical/digest'
import type { Issue, Parsed } from '../../issues'
import { sortIssues } from '../../issues'
import { parseWith } from '../../parsing'
import { hasText } from '../../text/blank'

const said = z.string().refine(hasText, 'a text that says something')
const line = z.int().min(1)

const pairSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'an id of small letters, digits and hyphens'),
    language: z.enum(['typescript', 'python']),
    /** What kind of fault it is, such as `off-by-one`; for reports, judges never see it. */
    kind: said,
    /** The file's name in the brief; the same for both variants, so that it tells nothing. */
    path: said,
    spec: said,
    criteria: z.array(said).min(1).readonly(),
    faulty: said,
    clean: said,
    /** Where the fault stands in `faulty`; lines count from 1, both ends belong to it. */
    lines: z
      .array(z.strictObject({ from: line, to: line }).readonly())
      .min(1)
      .readonly(),
    /** The failure that the fault brings about, as its test shows it. */
    claim: z.strictObject({ input: said, wrongBehaviour: said }).readonly(),
    /** A program beside the file that ends without an error for `clean` and with one for `faulty`. */
    test: said,
  })
  .readonly()

/** A piece of code with one known fault, and its twin without it: both are to meet the same specification. */
export type CanaryPair = z.infer<typeof pairSchema>

export const variantSchema = z.enum(['faulty', 'clean'])

/** Which twin was judged; judges are never told. */
export type CanaryVariant = z.infer<typeof variantSchema>

/** What all judges made of a set stands in one event. */
const pairsMax = 200

const setSchema = z.array(pairSchema).min(1, 'a set holds at least one pair').max(pairsMax, `a set holds at most ${pairsMax} pairs`)

/** Reads a set of pairs, such as one of your own; ids stand once, twins differ, and the fault's lines exist. */
export function parseCanaryPairs(input: unknown): Parsed<readonly CanaryPair[]> {
  const parsed = parseWith(setSchema, input)
  if (!parsed.ok) return parsed
  const issues = parsed.value.flatMap((pair, index): Issue[] => [
    ...(parsed.value.findIndex(({ id }) => id === pair.id) === index ? [] : [fault(index, 'id', 'id-twice', 'the id stands twice')]),
    ...(pair.faulty === pair.clean ? [fault(index, 'clean', 'twins-alike', 'both variants are the same')] : []),
    ...pair.lines.flatMap(({ from, to }, place) => {
      const last = linesOf(pair.faulty)
      if (from <= to && to <= last) return []
      return [fault(index, `lines[${place}]`, 'lines-outside', `${from} to ${to} are no lines of a text of ${last}`)]
    }),
  ])
  return issues.length === 0 ? parsed : { ok: false, issues: sortIssues(issues) }
}

function fault(index: number, field: string, code: string, message: string): Issue {
  return { code, path: `[${index}].${field}`, message }
}

/** Lines of a text; a line end after the last one begins no other. */
function linesOf(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}

/** SHA-256 of a set, whatever order its pairs stand in: figures are only comparable between runs over the same one. */
export function canarySetHash(pairs: readonly CanaryPair[], digest?: Digest): string {
  return hashOf(
    [...pairs].sort((a, b) => (a.id < b.id ? -1 : 1)),
    digest,
  )
}
