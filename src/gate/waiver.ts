import * as z from 'zod'
import type { Parsed } from '../issues'
import type { CodeOf } from '../parsing'
import { parseWith } from '../parsing'
import { timePattern } from '../ledger/event-limits'
import { hasText } from '../text/blank'
import { findingIdPattern } from './finding'

const time = z.string().regex(timePattern, 'a time in UTC like 2026-08-14T16:30:00.000Z')

export const waiverSchema = z
  .strictObject({
    findings: z
      .array(z.string().regex(findingIdPattern, 'the exact id of a finding, as the report has it'))
      .min(1, 'names no finding')
      .readonly(),
    by: z
      .strictObject({
        kind: z.literal('human', 'only a person waives: not "human"'),
        id: z.string().refine(hasText, "the person's name or address"),
      })
      .readonly(),
    reason: z.string().refine(hasText, 'a waiver gives its reason'),
    at: time.exactOptional(),
    expires: time.exactOptional(),
  })
  .readonly()

/**
 * A person's word that exactly these findings may stand (spec 10, 3): never a kind, a path or a pattern. `expires` is the first moment at which it
 * no longer holds. Whether the person is who they say is for the ledger's signatures.
 */
export type Waiver = z.infer<typeof waiverSchema>

const codes: Readonly<Record<string, string>> = {
  'by.kind': 'waiver-not-human',
  by: 'waiver-not-human',
  'by.id': 'waiver-no-name',
  reason: 'waiver-no-reason',
  findings: 'waiver-no-finding',
}

const codeOf: CodeOf = (path) => (path[0] === 'findings' && path.length === 2 ? 'waiver-finding-id' : codes[path.map(String).join('.')])

/**
 * Reads a waiver. Refused: one by anybody but a person (`waiver-not-human`), without a name (`waiver-no-name`) or reason (`waiver-no-reason`),
 * one that names no finding (`waiver-no-finding`) or names it otherwise than by its id (`waiver-finding-id`).
 */
export function parseWaiver(input: unknown): Parsed<Waiver> {
  return parseWith(waiverSchema, input, codeOf)
}
