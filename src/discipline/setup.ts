import * as z from 'zod'
import type { Parsed } from '../issues'
import { parseWith } from '../parsing'
import { sha256Hex } from '../canonical/digest'
import { hashPattern } from '../ledger/event-limits'
import { hasText } from '../text/blank'

const name = z.string().refine(hasText, 'a name that says something')
const limit = z.int().min(1).max(99)

/** `sha256` names the whole document; without it the hash of `text` is taken. With `text`, quotes are looked up in it. */
export const authoritySchema = z
  .strictObject({ id: name, sha256: name.exactOptional(), text: z.string().exactOptional() })
  .refine(({ sha256, text }) => sha256 !== undefined || hasText(text), 'a document: its hash, its text, or both')
  .refine(isOneDocument, 'a document whose text has the hash that it is given')
  .readonly()

/** The hash of a document is that of its UTF-8 bytes, exactly as handed in. */
export function documentHash(text: string): string {
  return `sha256:${sha256Hex(text)}`
}

/** A reread is proved by the hash and a quote by the text, so both are of the same document. A hash of another kind can't be compared. */
export function isOneDocument({ sha256, text }: { readonly sha256?: string; readonly text?: string }): boolean {
  return sha256 === undefined || text === undefined || !hashPattern.test(sha256) || documentHash(text) === sha256
}

export const limitsSchema = z.strictObject({ cards: limit.default(3), benchPackets: limit.default(3) }).readonly()

const setupSchema = z
  .strictObject({
    authority: authoritySchema,
    primary: name,
    alternates: z.array(name).min(1, 'at least one alternate').readonly(),
    limits: limitsSchema.default({ cards: 3, benchPackets: 3 }),
  })
  .superRefine(({ primary, alternates }, context) => {
    alternates.forEach((alternate, index) => {
      if (alternate !== primary && !alternates.slice(0, index).includes(alternate)) return
      const message = `${JSON.stringify(alternate)} is named twice`
      context.addIssue({ code: 'custom', path: ['alternates', index], message, params: { code: 'known-builder' } })
    })
  })
  .readonly()

/** The document that the build is held to. */
export type Authority = z.infer<typeof authoritySchema>

/** Counting cards up to red or expulsion, and packets of a bench; 3 and 3 unless said. */
export type DisciplineLimits = z.infer<typeof limitsSchema>

/** What a build under discipline begins with (R-REF-02). */
export type DisciplineSetup = z.input<typeof setupSchema>

/** A setup with its limits filled in. */
export type FullSetup = z.output<typeof setupSchema>

/** Reads a setup. `no-authority-document` and `no-alternate` are the faults that refuse a build; a builder named twice is `known-builder` (R-REF-02). */
export function parseDisciplineSetup(input: unknown): Parsed<FullSetup> {
  return parseWith(setupSchema, input, ([field]) =>
    field === 'authority' ? 'no-authority-document' : field === 'alternates' ? 'no-alternate' : undefined,
  )
}
