import * as z from 'zod'
import { caseSchema } from './census'

const count = z.int().min(0)

export const checkResultSchema = z
  .strictObject({
    kind: z.enum(['validation', 'contract']),
    name: z.string().min(1),
    cmd: z.string().min(1),
    status: z.enum(['PASS', 'FAIL', 'ERROR', 'FLAKY', 'INCONCLUSIVE']),
    exit: z.int().nullable(),
    counts: z.record(z.string().min(1), count).readonly().exactOptional(),
    cases: z.array(caseSchema).readonly().exactOptional(),
  })
  .readonly()

/**
 * What one check gave: `exit` is null where the command was ended or never began (then never PASS), `counts` are `run`, `failed`, `skipped` or whatever the tool
 * counts, `cases` are there only where a report was read. ERROR: the check could not be carried out. FLAKY: seen both green and red on one commit.
 */
export type CheckResult = z.infer<typeof checkResultSchema>
