import * as z from 'zod'
import { hashPattern } from '../ledger/event-limits'

export const blobTextSchema = z.strictObject({ blob: z.string().regex(hashPattern), bytes: z.int().min(0) }).readonly()

/** A text that a blob holds: its address, and its length in UTF-8. */
export type BlobText = z.infer<typeof blobTextSchema>

export const keptTextSchema = z.union([z.string(), blobTextSchema])

/** A text as an event keeps it: itself, or where it is too long for the ledger the blob that holds it (spec 08). */
export type KeptText = z.infer<typeof keptTextSchema>
