import * as z from 'zod'
import type { KnownFields } from '../blocks/known-fields'
import { keepKnown } from '../blocks/known-fields'
import type { Parsed } from '../issues'
import { parseWith } from '../parsing'

const text = z.string()
const name = z.string().min(1)

const requirementStatus = z.enum(['MET', 'NOT_MET', 'DEFERRED'])
const criterionStatus = z.enum(['PASS', 'FAIL'])
const originSchema = z.enum(['machine', 'regression', 'previous', 'new'])

const issueSchema = z.strictObject({ id: name, text, origin: originSchema, evidence: text })

/** One thing that keeps a task from approval, and where it comes from (R-BUILD-52). */
export type BlockingIssue = z.infer<typeof issueSchema>

const judgeVerdictSchema = z.strictObject({
  task_id: name,
  cycle: z.int().min(1),
  worker_model: text.exactOptional(),
  judge_model: text.exactOptional(),
  machine_gate: z.strictObject({ verdict: z.enum(['PASS', 'FAIL']), report: text.exactOptional() }).exactOptional(),
  verdict: z.enum(['APPROVED', 'REVISE', 'BLOCKED']),
  requirements: z.array(z.strictObject({ id: name, status: requirementStatus, evidence: text })),
  definition_of_done: z.array(z.strictObject({ criterion: name, status: criterionStatus, evidence: text })).default([]),
  blocking_issues: z.array(z.union([name, issueSchema])),
  advisory_notes: z.array(text).default([]),
})

/** What a build's judge says of one task in one cycle, in the field names of its block (R-BUILD-50); a blocking issue may be a bare text. */
export type JudgeVerdict = z.infer<typeof judgeVerdictSchema>

/** Reads the JSON of a `JUDGE_VERDICT` block for its shape alone; fields that it doesn't have are left out, and their paths told. */
export function parseJudgeVerdict(input: unknown): { readonly parsed: Parsed<JudgeVerdict>; readonly dropped: KnownFields['dropped'] } {
  const { value, dropped } = keepKnown(judgeVerdictSchema, input)
  return { parsed: parseWith(judgeVerdictSchema, value), dropped }
}
