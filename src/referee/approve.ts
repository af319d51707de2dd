import * as z from 'zod'
import { filledSchema, textSchema } from './facts'

export const approvePayloadSchema = z.strictObject({ text: filledSchema, as_is: textSchema, source: textSchema }).readonly()

/** What a person said of the old behaviour, what it is, and where its source stands (R-JUDGE-08); blank where nobody said. */
export type ApprovePayload = z.infer<typeof approvePayloadSchema>

export const approveAnswerSchema = z.strictObject({ premise: z.enum(['ok', 'mismatch', 'missing']) }).readonly()

/** Whether what was said of the old behaviour holds (R-JUDGE-08). */
export type ApproveAnswer = z.infer<typeof approveAnswerSchema>
