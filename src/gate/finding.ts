import * as z from 'zod'

/** A finding's id: its kind, a colon and 128 bits of its fingerprint in hex; what a waiver names. */
export const findingIdPattern = /^[a-z][a-z0-9-]*:[0-9a-f]{32}$/

/** Kinds are kebab-case words, such as `test-skipped`. */
export const findingKindPattern = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

const findingFields = {
  kind: z.string().regex(findingKindPattern, 'a kebab-case word'),
  severity: z.enum(['block', 'report']),
  message: z.string(),
  path: z.string().min(1).exactOptional(),
  line: z.int().min(1).exactOptional(),
  subject: z.string().exactOptional(),
  before: z.string().exactOptional(),
  after: z.string().exactOptional(),
}

const draftSchema = z.strictObject(findingFields).readonly()
const idField = { id: z.string().regex(findingIdPattern, 'a kind, a colon and 32 hex digits') }

/** The fields of every finding, for nouns that add their own. */
export const findingShape = { ...idField, ...findingFields }

export const findingSchema = z.strictObject(findingShape).readonly()

/**
 * One thing that the gate found wrong (spec 10): `block` fails the gate unless a person waives it, `report` never does. `line` counts from 1 and is
 * where it stands now; `subject` is the test case, check or task it is about; `before` and `after` are the texts, or modes and object ids.
 */
export type Finding = z.infer<typeof findingSchema>

/** A finding before it has its id. */
export type FindingDraft = z.infer<typeof draftSchema>
