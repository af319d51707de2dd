import type { Fields } from './ci-steps'
import { isFields, isNeverRule } from './ci-steps'
import type { Tampering } from './tamper-finding'

/** What starts a pipeline, what its jobs wait for and over what they are spread (spec 10, 3). */
export function triggerFindings(path: string, base: unknown, head: unknown): Tampering[] {
  const now = triggersOf(head)
  const known = triggersOf(base).filter((name) => /^(push|pull_request|pull_request_target|merge_group)$/.test(name))
  const lost = known.filter((name) => !now.includes(name))
  const narrowed = known.filter((name) => now.includes(name) && filterOf(base, name) !== filterOf(head, name))
  return [
    ...(lost.length === 0
      ? []
      : [{ kind: 'ci-weakened', path, subject: 'on', message: `it no longer runs on ${lost.join(', ')}` } as const]),
    ...narrowed.map((name): Tampering => ({
      kind: isShut(filterFields(base, name), filterFields(head, name), name) ? 'ci-weakened' : 'ci-changed',
      path,
      subject: `on.${name}`,
      message: 'what it runs for changed',
      before: filterOf(base, name),
      after: filterOf(head, name),
    })),
    ...(isSilent(head) && !isSilent(base)
      ? [{ kind: 'ci-weakened', path, subject: 'workflow', message: 'nothing starts it by itself' } as const]
      : []),
    ...needFindings(path, base, head),
    ...matrixFindings(path, base, head),
  ]
}

function filterFields(document: unknown, name: string): Fields | undefined {
  const on = isFields(document) ? (document['on'] ?? document['true']) : undefined
  const filter = isFields(on) ? on[name] : undefined
  return isFields(filter) ? filter : undefined
}

/** Branches and paths of a trigger; '' for all of them. */
function filterOf(document: unknown, name: string): string {
  const filter = filterFields(document, name)
  return filter === undefined ? '' : JSON.stringify(filter)
}

const usual = /[*]|^(main|master|develop|development|dev|trunk|default|next|stable|staging|production|canary|release\b.*)$/
const besideCode =
  /\.(md|mdx|txt|rst|adoc|png|jpe?g|svg|gif)$|(^|\/)(docs?|documentation|website|LICENSE|CHANGELOG|README|\.github|\.vscode|assets|examples?)\b/i

/** A filter under which ordinary work starts nothing: no usual branch, events that come after it, sources left out. */
function isShut(was: Fields | undefined, is: Fields | undefined, name: string): boolean {
  const list = (fields: Fields | undefined, key: string): string[] => {
    const value = fields?.[key]
    return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String)
  }
  const fresh = (key: string): string[] => list(is, key).filter((entry) => !list(was, key).includes(entry))
  const branches = list(is, 'branches')
  const isNobody = fresh('branches').length > 0 && !branches.some((one) => usual.test(one) || list(was, 'branches').includes(one))
  const isNone =
    fresh('branches-ignore').some((one) => /^\*\*?$/.test(one)) ||
    (name !== 'push' && fresh('branches-ignore').some((one) => /^(main|master)$/.test(one)))
  const types = list(is, 'types')
  const isLate =
    fresh('types').length > 0 && !types.some((one) => /^(opened|synchronize|reopened|checks_requested|ready_for_review)$/.test(one))
  return isNobody || isNone || isLate || fresh('paths-ignore').some((one) => !besideCode.test(one))
}

/** No rule of GitLab, no trigger of Azure starts it. */
function isSilent(document: unknown): boolean {
  if (!isFields(document)) return false
  const workflow = document['workflow']
  return (isFields(workflow) && isNeverRule(workflow['rules'])) || (document['pr'] === 'none' && document['on'] === undefined)
}

/** A job that waited for checks no longer does, though they are still there; leaving out what is gone is no second finding. */
function needFindings(path: string, base: unknown, head: unknown): Tampering[] {
  const [before, after] = [needsOf(base), needsOf(head)]
  return [...before].flatMap(([job, needs]): Tampering[] => {
    const now = after.get(job)
    const lost = needs.filter((need) => now?.includes(need) === false && after.has(need))
    return lost.length === 0
      ? []
      : [{ kind: 'ci-changed', path, subject: job, message: `it no longer waits for ${lost.join(', ')}`, before: needs.join(', ') }]
  })
}

function needsOf(document: unknown): Map<string, string[]> {
  const jobs = isFields(document) && isFields(document['jobs']) ? Object.entries(document['jobs']) : []
  return new Map(
    jobs.map(([name, job]) => {
      const needs = isFields(job) ? job['needs'] : undefined
      return [name, (Array.isArray(needs) ? needs : needs === undefined ? [] : [needs]).map(String)]
    }),
  )
}

/** Fewer rows of a matrix are told, none of them is no run. */
function matrixFindings(path: string, base: unknown, head: unknown): Tampering[] {
  const [before, after] = [matricesOf(base), matricesOf(head)]
  return [...before].flatMap(([job, rows]): Tampering[] => {
    const now = after.get(job)
    if (now === undefined) return []
    return Object.entries(rows)
      .flatMap(([name, was]): Tampering[] => {
        const [old, fresh] = [was, now[name]].map((list) => (Array.isArray(list) ? list.length : undefined))
        if (old === undefined || old === 0 || name === 'exclude' || (fresh ?? old) >= old) return []
        const shape = { path, subject: `${job}.${name}`, before: JSON.stringify(was), after: JSON.stringify(now[name]) }
        return fresh === 0
          ? [{ ...shape, kind: 'ci-weakened', message: 'its matrix has no rows' }]
          : [{ ...shape, kind: 'ci-changed', message: 'its matrix has fewer rows' }]
      })
      .concat(
        now['exclude'] !== undefined && JSON.stringify(now['exclude']) !== JSON.stringify(rows['exclude'])
          ? [{ kind: 'ci-changed', path, subject: `${job}.exclude`, message: 'rows of its matrix are left out' }]
          : [],
      )
  })
}

function matricesOf(document: unknown): Map<string, Fields> {
  const jobs = isFields(document) && isFields(document['jobs']) ? Object.entries(document['jobs']) : []
  return new Map(
    jobs.flatMap(([name, job]) => {
      const strategy = isFields(job) ? job['strategy'] : undefined
      const matrix = isFields(strategy) ? strategy['matrix'] : undefined
      return isFields(matrix) ? [[name, matrix] as const] : []
    }),
  )
}

/** GitHub's `on` reads as true in old YAML. */
function triggersOf(document: unknown): string[] {
  const on = isFields(document) ? (document['on'] ?? document['true']) : undefined
  if (typeof on === 'string') return [on]
  if (Array.isArray(on)) return on.map(String)
  return isFields(on) ? Object.keys(on) : []
}
