import * as z from 'zod'
import type { Parsed } from '../issues'
import { parseWith } from '../parsing'
import type { Policy } from '../policy/policy'
import { parsePolicy, policyVersionMax } from '../policy/policy'
import { nameSchema } from './actor'
import { wordsSchema } from './signal'

export const policySchema = z.custom<Policy>().superRefine((input, context) => {
  const parsed = parsePolicy(input)
  if (parsed.ok) return
  for (const { code, path, message } of parsed.issues) {
    context.addIssue({ code: 'custom', message: path === '' ? message : `${path}: ${message}`, params: { code } })
  }
})

export const clauseSchema = z.strictObject({ id: nameSchema, text: wordsSchema, policy: policySchema.exactOptional() }).readonly()

export const standardsSchema = z
  .strictObject({ version: z.int().min(1).max(policyVersionMax), clauses: z.array(clauseSchema).readonly() })
  .superRefine(({ clauses }, context) => {
    clauses.forEach(({ id }, index) => {
      if (clauses.findIndex((one) => one.id === id) === index) return
      const message = `the clause ${JSON.stringify(id)} is there twice`
      context.addIssue({ code: 'custom', path: ['clauses', index, 'id'], message, params: { code: 'doubled-clause' } })
    })
  })
  .readonly()

/** One judging rule: its text, and the table that decides it where there is one. */
export type Clause = z.infer<typeof clauseSchema>

/** The judging rules in force under a version (spec 09). */
export type Standards = z.infer<typeof standardsSchema>

/** Reads standards; a clause id given twice is `doubled-clause`, a policy's faults keep their codes. */
export function parseStandards(input: unknown): Parsed<Standards> {
  return parseWith(standardsSchema, input)
}
