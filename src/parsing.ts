import type * as z from 'zod'
import type { Issue, Parsed } from './issues'
import { pathOf, shown, sortIssues } from './issues'

/** Runs a schema over unknown input; every fault becomes an issue whose path begins with `at`. */
export function parseWith<T>(schema: z.ZodType<T>, input: unknown, at: readonly PropertyKey[] = []): Parsed<T> {
  const result = schema.safeParse(input)
  if (result.success) return { ok: true, value: result.data }
  return { ok: false, issues: sortIssues(issuesOf(result.error, input, at)) }
}

/** zod's faults in the library's words; an unknown field is named one by one. */
export function issuesOf(error: z.ZodError, input: unknown, at: readonly PropertyKey[] = []): Issue[] {
  return error.issues.flatMap((fault) => issueOf(fault, input, at))
}

function issueOf(fault: z.core.$ZodIssue, input: unknown, at: readonly PropertyKey[]): Issue[] {
  const path = [...at, ...fault.path]
  if (fault.code === 'unrecognized_keys') {
    return fault.keys.map((key) => ({ code: 'unknown-field', path: pathOf([...path, key]), message: `unknown field ${shown(key)}` }))
  }
  const found = valueAt(input, fault.path)
  const code = found === undefined ? 'missing-field' : fault.code === 'custom' ? String(fault.params?.['code'] ?? 'invalid-value') : 'invalid-value'
  const wanted = lowered(fault.message.replace(/^Invalid input: /, ''))
  return [{ code, path: pathOf(path), message: fault.code === 'custom' ? wanted : `found ${shown(found)}: ${wanted}` }]
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}
