import * as z from 'zod'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Issue, Parsed } from '../../issues'
import { sortIssues } from '../../issues'
import { parseWith } from '../../parsing'
import { hasText } from '../../text/blank'

const said = z
  .string()
  .max(4096, 'at most 4096 characters')
  .refine(hasText, 'a text that says something')
  .refine((text) => !text.includes('\0'), 'a text without a NUL, which no program can be given')
const milliseconds = z.int().min(1, 'at least 1').max(86_400_000, 'at most 86400000, which is a day')
const amount = z.number().min(0, 'at least 0').max(1e9, 'at most 1000000000')
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'the name of a variable, never its value')

const commandSchema = z
  .strictObject({
    use: z.literal('command'),
    /** The program and its arguments, run without a shell; the brief comes on its standard input, its answer is its standard output. */
    argv: z.array(said).min(1, 'at least the program').max(200, 'at most 200 words').readonly(),
    id: said.exactOptional(),
    /** Unless said the repository for a doer, and for a judge a fresh checkout of what it judges. */
    cwd: said.exactOptional(),
    env: z.array(variable).readonly().default([]),
    timeoutMs: milliseconds.exactOptional(),
  })
  .readonly()

const scriptedSchema = z.strictObject({ use: z.literal('scripted'), answers: said, id: said.exactOptional() }).readonly()

/** Kinds of permission that the Agent Client Protocol knows. */
const permissions = ['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'] as const

const acpSchema = z
  .strictObject({
    ...commandSchema.unwrap().shape,
    use: z.literal('acp'),
    /** What it is allowed when it asks; a judge gets none that changes anything. */
    allow: z.array(z.enum(permissions)).readonly().default([]),
  })
  .readonly()

/** Briefs are written into the folder and answers awaited there. */
const personSchema = z.strictObject({ use: z.literal('person'), folder: said, id: said.exactOptional() }).readonly()

const modelSchema = z.discriminatedUnion('use', [commandSchema, acpSchema, personSchema, scriptedSchema])

/** One model of a slice's file, by what it is asked through. */
export type ModelSpec = z.output<typeof modelSchema>

const limitsSchema = z
  .strictObject({
    concurrency: z.int().min(1, 'at least 1').max(64, 'at most 64').exactOptional(),
    retries: z.int().min(0, 'at least 0').max(20, 'at most 20').exactOptional(),
    callRetries: z.int().min(0, 'at least 0').max(50, 'at most 50').exactOptional(),
    backOffMs: milliseconds.exactOptional(),
    /** For one action; by its kind where another holds. */
    timeoutMs: milliseconds.exactOptional(),
    timeoutMsByKind: z.record(z.string(), milliseconds).exactOptional(),
    outputTokensMax: z.int().min(1, 'at least 1').max(10_000_000, 'at most 10000000').exactOptional(),
    tokensMax: z.int().min(1, 'at least 1').exactOptional(),
    /** In the currency of `prices`, such as 2.5. */
    costMax: amount.exactOptional(),
    /** For a million tokens, by the model's id. */
    prices: z.record(z.string(), z.strictObject({ inputPerMillion: amount, outputPerMillion: amount }).readonly()).exactOptional(),
  })
  .readonly()

const handsShape = {
  /** What words of `argv` that begin with `./` or `../` are seen from. */
  folder: said.default('.'),
  repository: said.default('.'),
  /** What commits are compared with; where HEAD stands when the slice is first run, unless said. */
  base: said.exactOptional(),
  models: z
    .strictObject({
      doer: modelSchema,
      panel: z.array(modelSchema).min(1, 'at least one model').max(5, 'at most 5 models').readonly(),
      adversary: modelSchema,
    })
    .readonly(),
  commands: z.strictObject({ timeoutMs: milliseconds.exactOptional(), env: z.array(variable).readonly().default([]) }).readonly(),
  gate: z.strictObject({ control: said.exactOptional(), task: said.exactOptional() }).readonly().exactOptional(),
  limits: limitsSchema,
}

const handsSchema = z.strictObject({ ...handsShape }).readonly()

/** Who carries a slice out and within which limits; every path stands as the host that reads it needs it. */
export type SliceHandsSpec = z.output<typeof handsSchema>

const fileSchema = z
  .strictObject({
    slice: z.record(z.string(), z.unknown()),
    ...handsShape,
    commands: handsShape.commands.default({ env: [] }),
    limits: limitsSchema.default({}),
  })
  .readonly()

/** A slice's file in two parts: what is to be made and judged, and by whom. `slice` isn't read further here. */
export type SliceFile = { readonly slice: Readonly<Record<string, unknown>>; readonly hands: SliceHandsSpec }

/** Reads the shape of a slice's file; an unknown key, a wrong type or a value beyond its limit is named with its path. */
export function parseSliceFile(input: unknown): Parsed<SliceFile> {
  const parsed = parseWith(fileSchema, input)
  if (!parsed.ok) return parsed
  const { slice, ...hands } = parsed.value
  const issues = textFaults(slice)
  return issues.length > 0 ? { ok: false, issues: sortIssues(issues) } : { ok: true, value: { slice, hands } }
}

/** Reads hands that a ledger kept. */
export function parseSliceHands(input: unknown): Parsed<SliceHandsSpec> {
  return parseWith(handsSchema, input)
}

/** The texts of a slice that may stand in files of their own, as `{ "file": "spec.md" }`. */
export const textFields = ['spec', 'plan'] as const

function textFaults(slice: Readonly<Record<string, unknown>>): Issue[] {
  return textFields.flatMap((field) => {
    const value = slice[field]
    if (typeof value !== 'object' || value === null) return []
    const isFile = Object.keys(value).length === 1 && 'file' in value && typeof value.file === 'string' && hasText(value.file)
    return isFile ? [] : [{ code: 'invalid-value', path: `slice.${field}`, message: 'is neither a text nor { "file": "name" }' }]
  })
}

/** The hands with every path of theirs rewritten. */
export function withPaths(hands: SliceHandsSpec, path: (name: string) => string): SliceHandsSpec {
  const { folder, repository, models, gate } = hands
  const model = (one: ModelSpec): ModelSpec => {
    if (one.use === 'scripted') return { ...one, answers: path(one.answers) }
    if (one.use === 'person') return { ...one, folder: path(one.folder) }
    return one.cwd === undefined ? one : { ...one, cwd: path(one.cwd) }
  }
  return {
    ...hands,
    folder: path(folder),
    repository: path(repository),
    models: { doer: model(models.doer), panel: models.panel.map(model), adversary: model(models.adversary) },
    ...(gate === undefined ? {} : { gate: gate.control === undefined ? gate : { ...gate, control: path(gate.control) } }),
  }
}

/** As the ledger keeps them: paths as seen from its folder, so that both can be moved together. */
export function keptHands(hands: SliceHandsSpec, folder: string): SliceHandsSpec {
  return withPaths(hands, (name) => (relative(folder, name) || '.').split(sep).join('/'))
}

/** Back from the ledger's folder. */
export function placedHands(hands: SliceHandsSpec, folder: string): SliceHandsSpec {
  return withPaths(hands, (name) => (isAbsolute(name) ? name : resolve(folder, name)))
}
