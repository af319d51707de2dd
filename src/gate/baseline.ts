import * as z from 'zod'
import { hashPattern } from '../ledger/event-limits'
import type { Issue, Parsed } from '../issues'
import { shown, sortIssues } from '../issues'
import { parseWith } from '../parsing'
import { checkResultSchema } from './check'

/** The form of the baseline, raised whenever a field changes its meaning. */
export const baselineFormat = 'gate-baseline@1'

const baselineSchema = z
  .strictObject({
    format: z.literal(baselineFormat),
    tool: z.string().min(1),
    commit: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "git's whole id, 40 or 64 hex digits"),
    config: z.string().regex(hashPattern, 'sha256: and 64 hex digits'),
    checks: z.array(checkResultSchema).min(1, 'a baseline without a check says nothing').readonly(),
  })
  .readonly()

/**
 * How every check ended on the base commit, before the work was handed out (spec 10, 4; R-BUILD-37). `commit` and `config` (the configuration's hash) bind it:
 * with another of either it says nothing. `tool` is the version that wrote it.
 */
export type Baseline = z.infer<typeof baselineSchema>

/** Reads a baseline; a list, a document without its commit, one check or one case twice are faults (F58, F70). */
export function parseBaseline(input: unknown): Parsed<Baseline> {
  if (Array.isArray(input)) {
    return { ok: false, issues: [{ code: 'invalid-value', path: '', message: `found a list of ${input.length}: expected an object` }] }
  }
  const parsed = parseWith(baselineSchema, input)
  if (!parsed.ok) return parsed
  const issues = twice(parsed.value)
  return issues.length === 0 ? parsed : { ok: false, issues: sortIssues(issues) }
}

function twice({ checks }: Baseline): Issue[] {
  const keys = checks.map(({ kind, name, cmd }) => JSON.stringify([kind, name, cmd]))
  const checksTwice = keys.flatMap((key, index) =>
    keys.indexOf(key) === index
      ? []
      : [{ code: 'name-twice', path: `checks[${index}]`, message: `found ${shown(key)}: it stands there already` }],
  )
  const casesTwice = checks.flatMap(({ cases = [] }, index) => {
    const seen = new Set<string>()
    return cases.flatMap(({ id }, place) => {
      if (!seen.has(id)) {
        seen.add(id)
        return []
      }
      return [{ code: 'name-twice', path: `checks[${index}].cases[${place}].id`, message: `found ${shown(id)}: it stands there already` }]
    })
  })
  return [...checksTwice, ...casesTwice]
}
