import * as z from 'zod'
import type { Parsed } from '../issues'
import { parseWith } from '../parsing'

const lineNumber = z.int().min(1)

const quoteSchema = z.strictObject({ kind: z.literal('quote'), text: z.string(), source: z.string().optional() })

const lineSchema = z
  .strictObject({
    kind: z.literal('line'),
    file: z.string(),
    line: lineNumber,
    endLine: lineNumber.optional(),
    text: z.string().optional(),
  })
  .refine((line) => line.endLine === undefined || line.endLine >= line.line, {
    path: ['endLine'],
    message: 'endLine lies before line',
  })

const sectionSchema = z.strictObject({
  kind: z.literal('section'),
  source: z.string(),
  heading: z.string(),
  text: z.string().optional(),
})

const outputSchema = z.strictObject({
  kind: z.literal('output'),
  command: z.string(),
  text: z.string(),
  exitCode: z.int().optional(),
})

export const citationSchema = z.discriminatedUnion('kind', [quoteSchema, lineSchema, sectionSchema, outputSchema])

/** A place in the corpus that somebody points at; `line` and `endLine` count from 1 (spec 02, R-TRI-24). */
export type Citation = z.infer<typeof citationSchema>

export type QuoteCitation = z.infer<typeof quoteSchema>
export type LineCitation = z.infer<typeof lineSchema>
export type SectionCitation = z.infer<typeof sectionSchema>
export type OutputCitation = z.infer<typeof outputSchema>

/** Reads one citation; unknown fields, a line below 1 and an `endLine` before `line` are faults. */
export function parseCitation(input: unknown): Parsed<Citation> {
  return parseWith(citationSchema, input)
}
