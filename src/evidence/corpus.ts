import * as z from 'zod'
import type { Parsed } from '../issues'
import { parseWith } from '../parsing'

export const sourceRoleSchema = z.enum(['artifact', 'diff', 'spec', 'reference'])

/** `artifact` and `diff` are what is judged; `spec` and `reference` are what it is judged by. */
export type SourceRole = z.infer<typeof sourceRoleSchema>

const sourceSchema = z.strictObject({
  id: z.string().min(1),
  role: sourceRoleSchema,
  path: z.string().optional(),
  text: z.string(),
})

/** One text that can be cited by its `id`, or by its `path` when it is an artifact. */
export type Source = z.infer<typeof sourceSchema>

const runSchema = z.strictObject({ command: z.string(), exitCode: z.int(), output: z.string() })

/** A command that was really run, with all it printed. */
export type Run = z.infer<typeof runSchema>

// No record schema: those leave out a file that is called like a prototype, and a changed file that is left out needs no reader.
const textsSchema = z.unknown().transform((input, context): (readonly [string, string])[] => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    context.addIssue({ code: 'invalid_type', expected: 'object', input, message: 'expected an object of texts by path' })
    return z.NEVER
  }
  return Object.entries(input).flatMap(([path, text]: [string, unknown]) => {
    if (typeof text === 'string') return [[path, text] as const]
    context.addIssue({ code: 'invalid_type', expected: 'string', input: text, path: [path], message: 'expected a text' })
    return []
  })
})

const sourceListsSchema = z
  .strictObject({
    sources: z.array(sourceSchema).default([]),
    artifact: textsSchema.optional(),
    diff: textsSchema.optional(),
    spec: textsSchema.optional(),
    reference: textsSchema.optional(),
    runs: z.array(runSchema).default([]),
  })
  .transform(({ sources, runs, ...short }) => ({ sources: [...sources, ...spelledOut(short)], runs }))

export const corpusSchema = z.preprocess(pathsToTextsSpelledOut, sourceListsSchema).superRefine((corpus, context) => {
  const seen = new Set<string>()
  corpus.sources.forEach((source, index) => {
    if (seen.has(source.id)) {
      context.addIssue({
        code: 'custom',
        path: ['sources', index, 'id'],
        message: `source id ${JSON.stringify(source.id)} is used twice`,
        params: { code: 'source-twice' },
      })
    }
    seen.add(source.id)
  })
})

/** A map whose values are all texts is the artifact itself: there is no other reading of it. */
function pathsToTextsSpelledOut(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.values(input).every((value) => typeof value === 'string') ? { artifact: input } : input
}

/** Everything that a citation can be looked up in; source ids are unique. */
export type Corpus = { readonly sources: readonly Source[]; readonly runs: readonly Run[] }

type ShortForm = { readonly [role in SourceRole]?: readonly (readonly [string, string])[] | undefined }

/** `{ artifact: { path: text } }` as sources; the id is the path for artifacts and `role:path` for the other roles. */
function spelledOut(short: ShortForm): Source[] {
  return sourceRoleSchema.options.flatMap((role) =>
    (short[role] ?? []).map(([path, text]) => ({ id: role === 'artifact' ? path : `${role}:${path}`, role, path, text })),
  )
}

/**
 * Reads a corpus in full (`sources`, `runs`) or in short: a map from path to text for each role, or such a map alone,
 * which is the artifact. A source id used twice is the fault `source-twice`.
 */
export function parseCorpus(input: unknown): Parsed<Corpus> {
  return parseWith(corpusSchema, input)
}
