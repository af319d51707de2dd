import * as z from 'zod'
import type { Parsed } from '../issues'
import { parseWith } from '../parsing'
import { standardsSchema } from './standards'

export const workflows = ['dev', 'bugfix'] as const

export const workflowSchema = z.enum(workflows)

/** Clauses from which on a proposal is flagged `rule-budget`; nothing is refused for it. */
export const clauseBudgetDefault = 10

const setupSchema = z
  .strictObject({
    workflow: workflowSchema,
    standards: standardsSchema.default({ version: 1, clauses: [] }),
    clauseBudget: z.int().min(1).max(1000).default(clauseBudgetDefault),
  })
  .readonly()

/** Whose standards: development and bugfix keep theirs apart (R-EVO-11). */
export type Workflow = z.infer<typeof workflowSchema>

/** What a record of standards begins with; without standards it begins with none, as version 1. */
export type EvolutionSetup = z.input<typeof setupSchema>

export type FullEvolutionSetup = z.output<typeof setupSchema>

/** Reads a setup. */
export function parseEvolutionSetup(input: unknown): Parsed<FullEvolutionSetup> {
  return parseWith(setupSchema, input)
}

/** The stream that a workflow's standards are kept in: one each, so that neither sees the other's cases (R-EVO-11). */
export function evolutionStream(workflow: Workflow): string {
  return `evolution/${workflow}`
}
