import * as z from 'zod'
import type { Issue, Parsed } from '../issues'
import { shown, sortIssues, uniqueIssues } from '../issues'
import { parseWith } from '../parsing'
import { findingKindPattern } from './finding'

/** The time limit of a check that names none, in seconds. */
export const checkTimeoutSecondsUnlessSet = 600

/** The longest time limit that a check may ask for, in seconds: one day. */
export const checkTimeoutSecondsMax = 86_400

/** What counts as a test file where the configuration doesn't say: the places and names that the usual runners look for. */
export const usualTestGlobs: readonly string[] = [
  '**/*.test.*',
  '**/*.spec.*',
  '**/*_test.*',
  '**/*_spec.*',
  '**/test_*.py',
  '**/conftest.py',
  '**/*Test.java',
  '**/*Tests.java',
  '**/*IT.java',
  '**/*Test.kt',
  '**/__tests__/**',
  '**/__snapshots__/**',
  'test/**',
  'tests/**',
  '**/test/**',
  '**/tests/**',
]

const line = z.string().regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'a text without control characters and line ends')
const name = line.regex(/^\S(?:.*\S)?$/u, 'a name that neither begins nor ends with blanks, and is not empty')
const command = z
  .string()
  .regex(/\S/, 'a command that is not blank')
  .regex(/^[^\0]*$/, 'a command without NUL characters')
const relative = line
  .regex(/\S/, 'a path that is not blank')
  .regex(/^(?![/\\~]|[A-Za-z]:)(?!(?:.*[/\\])?\.\.(?:[/\\]|$))/, 'a path inside the repository: neither absolute nor with `..`')
const glob = line.regex(/\S/, 'a glob that is not blank')
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable, without its value')
const ref = line.regex(/^(?!-)\S+$/, 'a branch, tag or commit: no blanks, no `-` at its beginning')

const timeout = z.number().positive().max(checkTimeoutSecondsMax, `not at most ${checkTimeoutSecondsMax} seconds`)
const report = z.strictObject({ format: z.enum(['junit', 'json']), path: relative }).readonly()
const run = { cmd: command, timeout_s: timeout.exactOptional() }
const counted = { ...run, report: report.exactOptional() }

const configSchema = z
  .strictObject({
    base_ref: ref,
    validation: z
      .array(z.strictObject({ name, ...counted }).readonly())
      .readonly()
      .default([]),
    contracts: z
      .array(z.strictObject({ artifact: name, ...run }).readonly())
      .readonly()
      .default([]),
    test_globs: z
      .array(glob)
      .min(1, 'leave it out for the usual ones: an empty list would guard no test')
      .readonly()
      .default(usualTestGlobs),
    scope_ignore: z.array(glob).readonly().default([]),
    concurrency: z.int().min(1).max(64).default(1),
    env: z.array(variable).readonly().default([]),
    setup: z.array(z.strictObject(run).readonly()).readonly().default([]),
    originals: z.strictObject(counted).readonly().exactOptional(),
    caches: z.array(relative).readonly().default([]),
    severities: z
      .record(z.string().regex(findingKindPattern, 'a kind of finding, in kebab case'), z.enum(['block', 'report']))
      .readonly()
      .default({}),
  })
  .readonly()

/**
 * The gate's configuration as `.claude/build/config.json` holds it (spec 10, R-BUILD-14), with our own optional fields beside the public ones. `timeout_s` is in
 * seconds, `env` names variables that the commands get and whose values are kept out of logs, `caches` are paths under HOME, `severities` is by kind of finding.
 */
export type GateConfig = z.infer<typeof configSchema>

/** Where a check's machine-readable result is found after it ran, inside the repository. */
export type ReportPlace = z.infer<typeof report>

/**
 * Reads a configuration; every fault by path. Faults too: unknown fields, nothing to check (`no-checks`), two checks of one kind with one name (`name-twice`),
 * and, where `kindsKnown` is given, a severity for a kind of finding that doesn't exist (`unknown-kind`). Any fault is exit code 2 (F22, F36).
 */
export function parseGateConfig(input: unknown, kindsKnown?: readonly string[]): Parsed<GateConfig> {
  if (Array.isArray(input))
    return refused({ code: 'invalid-value', path: '', message: `found a list of ${input.length}: expected an object` })
  const parsed = parseWith(configSchema, input, codeOf)
  if (!parsed.ok) return { ok: false, issues: uniqueIssues(parsed.issues.map(withFields)) }
  const issues = [...faultsOfChecks(parsed.value), ...(kindsKnown === undefined ? [] : unknownKinds(parsed.value, kindsKnown))]
  return issues.length === 0 ? parsed : { ok: false, issues: sortIssues(issues) }
}

/** A misspelt field is found faster beside those that there are. */
function withFields(issue: Issue): Issue {
  if (issue.code !== 'unknown-field') return issue
  const [, list] = /^(\w+)(?:\[\d+\])?\./.exec(issue.path) ?? []
  const fields = list === undefined ? Object.keys(configSchema.unwrap().shape) : fieldsOf[list]
  return fields === undefined ? issue : { ...issue, message: `${issue.message}: the fields here are ${fields.join(', ')}` }
}

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  validation: ['name', ...Object.keys(counted)],
  contracts: ['artifact', ...Object.keys(run)],
  setup: Object.keys(run),
  originals: Object.keys(counted),
}

function refused(issue: Issue): { readonly ok: false; readonly issues: readonly Issue[] } {
  return { ok: false, issues: [issue] }
}

function codeOf(path: readonly PropertyKey[]): string | undefined {
  return path.at(-1) === 'test_globs' ? 'no-test-globs' : undefined
}

function faultsOfChecks(config: GateConfig): Issue[] {
  if (config.validation.length + config.contracts.length === 0) {
    return [
      { code: 'no-checks', path: '', message: 'found no check: `validation` and `contracts` are both empty, so nothing would be judged' },
    ]
  }
  return [
    ...twice(
      'validation',
      'name',
      config.validation.map((check) => check.name),
    ),
    ...twice(
      'contracts',
      'artifact',
      config.contracts.map((check) => check.artifact),
    ),
    ...twice('env', undefined, config.env),
    ...reportsTwice(config),
  ]
}

function twice(list: string, field: string | undefined, names: readonly string[]): Issue[] {
  return names.flatMap((one, index) => {
    const first = names.indexOf(one)
    if (first === index) return []
    const at = (place: number): string => `${list}[${place}]${field === undefined ? '' : `.${field}`}`
    return [{ code: 'name-twice', path: at(index), message: `found ${shown(one)}: ${at(first)} has that name already` }]
  })
}

/** Two checks that write one file would be counted from one and the same report. */
function reportsTwice({ validation }: GateConfig): Issue[] {
  const paths = validation.map((check) => check.report?.path)
  return paths.flatMap((path, index) => {
    const first = paths.indexOf(path)
    if (path === undefined || first === index) return []
    const message = `found ${shown(path)}: validation[${first}] reports there already`
    return [{ code: 'report-twice', path: `validation[${index}].report.path`, message }]
  })
}

function unknownKinds({ severities }: GateConfig, known: readonly string[]): Issue[] {
  return Object.keys(severities)
    .filter((kind) => !known.includes(kind))
    .map((kind) => ({
      code: 'unknown-kind',
      path: `severities[${JSON.stringify(kind)}]`,
      message: `found ${shown(kind)}: no such kind of finding`,
    }))
}
