import * as z from 'zod'
import { hasText } from '../text/blank'

const said = z.string().refine(hasText, 'a text that says something')

export const runSchema = z.strictObject({ command: said, exitCode: z.int(), output: z.string() }).readonly()

/** A command, its exit code and all it printed, as somebody ran it. */
export type CommandRun = z.infer<typeof runSchema>

export const statusSchema = z.enum(['DONE', 'DONE_WITH_CONCERNS', 'NEEDS_CONTEXT', 'BLOCKED'])

/** How a doer's work ended (R-TRI-13). */
export type DoerStatus = z.infer<typeof statusSchema>

const concernSchema = z.strictObject({ about: z.enum(['correctness', 'scope', 'observation']), text: said }).readonly()

/** Something the doer is uneasy about; all but an observation is settled before the panel (R-TRI-16). */
export type Concern = z.infer<typeof concernSchema>

export const reportSchema = z
  .strictObject({
    status: statusSchema,
    /** What changed, in a few words; blank counts as an empty diff. */
    diffSummary: z.string().default(''),
    files: z.array(said).readonly().exactOptional(),
    runs: z.array(runSchema).readonly().default([]),
    address: z.string().default(''),
    concerns: z.array(concernSchema).readonly().default([]),
    /** What is missing, or what stands in the way. */
    needs: z.string().exactOptional(),
    /** The doer's own account; it is kept from every verifier. */
    reasoning: z.string().exactOptional(),
    skillsNotLoaded: z.array(said).readonly().default([]),
  })
  .readonly()

/** A doer's report: what changed, verbatim output, where it is, exactly one status (R-TRI-12). */
export type DoerReport = z.infer<typeof reportSchema>
