import * as z from 'zod'
import type { Issue, Parsed } from './issues'
import { pathOf, shown, sortIssues } from './issues'

/** Gives a fault the code of its field: `path` is the fault's own, `found` the value there. Undefined keeps the general code. */
export type CodeOf = (path: readonly PropertyKey[], found: unknown) => string | undefined

// With all its members from the start: the schema library copies it for each reading and sets async, which costs more than a small reading where it's new.
const asked = { reportInput: true, async: false }

/** Runs a schema over unknown input; every fault becomes an issue, all sorted by path. */
export function parseWith<T>(schema: z.ZodType<T>, input: unknown, codeOf: CodeOf = () => undefined): Parsed<T> {
  const result = schema.safeParse(input, asked)
  if (result.success) return { ok: true, value: result.data }
  return { ok: false, issues: sortIssues(result.error.issues.flatMap((fault) => issueOf(fault, input, codeOf))) }
}

function issueOf(fault: z.core.$ZodIssue, input: unknown, codeOf: CodeOf): Issue[] {
  if (fault.code === 'unrecognized_keys') {
    return fault.keys.map((key) => ({
      code: 'unknown-field',
      path: pathOf([...fault.path, key]),
      message: `unknown field ${shown(key)}`,
    }))
  }
  // A union reports the object that it couldn't choose for, its path leads to the field that should have told.
  const found = fault.input === undefined || fault.code === 'invalid_union' ? valueAt(input, fault.path) : fault.input
  const ownCode = (fault.code === 'custom' ? fault.params?.['code'] : undefined) ?? codeOf(fault.path, found)
  const code = typeof ownCode === 'string' ? ownCode : found === undefined ? 'missing-field' : 'invalid-value'
  return [{ code, path: pathOf(fault.path), message: fault.code === 'custom' ? fault.message : messageOf(fault.message, found) }]
}

/** `found 11: not a number from 1 to 10`, or `missing: expected a string`, in fewer words than the schema library's. */
function messageOf(words: string, found: unknown): string {
  const wanted = lowered(
    words
      .replace(/^Invalid input: /, '')
      .replace(/, received .*$/s, '')
      .replace(/^Invalid discriminator value\. Expected/, 'expected'),
  )
  return found === undefined ? `missing: ${wanted.replace(/^not (?=an? )/, '')}` : `found ${shown(found)}: ${wanted}`
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

/** A schema chosen by looking at the input, so that its faults keep their paths, which a union's don't. */
export function chosenBy<A extends z.ZodType, B extends z.ZodType>(
  test: (input: unknown) => boolean,
  yes: A,
  no: B,
): z.ZodType<z.infer<A> | z.infer<B>> {
  return z.unknown().transform((input, context) => {
    const result = (test(input) ? yes : no).safeParse(input, asked)
    if (result.success) return result.data
    // The parent puts its own path before these, as it does for any fault of a member.
    for (const issue of result.error.issues) context.issues.push({ ...issue, input: issue.input } as z.core.$ZodRawIssue)
    return z.NEVER
  })
}
