import * as z from 'zod'

export const actorSchema = z.strictObject({ kind: z.enum(['human', 'agent', 'engine', 'system']), id: z.string().min(1) }).readonly()

/** Who asks. The human owner alone amends and rescinds; a person or the automation with that right reviews and chooses the way on. */
export type DisciplineActor = z.infer<typeof actorSchema>
