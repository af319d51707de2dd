import * as z from 'zod'

/**
 * Who carries out what is due in a stream, kept beside it in `drive/<stream>` so that any process can go on: models, repository, limits, as the host wrote them. The last
 * one counts. It holds names of variables, never their values.
 */
export const handsEventType = {
  type: 'drive.hands',
  schema: 1,
  data: z.strictObject({ hands: z.record(z.string(), z.json()) }).readonly(),
} as const

/** The hands as they are kept. */
export type HandsData = z.infer<typeof handsEventType.data>
