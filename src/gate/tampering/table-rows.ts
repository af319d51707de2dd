import type { CasePair } from './match-cases'
import { strengths } from './test-file'
import type { TrackedCase } from './tracked-case'
import { isLive } from './tracked-case'
import { isContained, literalsOf, namesIn, without } from './test-words'

/** A table of the head and those of its rows that no row of the base stands behind. */
export type Host = { readonly host: TrackedCase; readonly rows: string[] }

/** Where lost cases went: into a written-out row, or into a table whose rows can't be read. */
export type Absorbed = { readonly inRows: ReadonlySet<TrackedCase>; readonly inUnread: ReadonlySet<TrackedCase> }

/** The head's tables with their free rows. */
export function hostsOf(heads: readonly TrackedCase[], pairs: readonly CasePair[]): Host[] {
  const bases = new Map(pairs.map((pair) => [pair.head, pair.base]))
  return heads.filter(({ test }) => test.table !== undefined).map((host) => ({ host, rows: freeRows(host, bases.get(host)) }))
}

function freeRows(host: TrackedCase, base: TrackedCase | undefined): string[] {
  const old = (base?.test.table?.rows ?? []).map(rowKey)
  const rows = host.test.table?.rows ?? []
  const free = without(rows.map(rowKey), old)
  return rows.filter((row) => {
    const at = free.indexOf(rowKey(row))
    if (at >= 0) free.splice(at, 1)
    return at >= 0
  })
}

/** Layout and names of a row don't matter, its values do. */
export function rowKey(text: string): string {
  const row = text.replace(/, (?:id|marks) = (?:"[^"]*"|[^,"]*(?:"[^"]*"[^,"]*)*?)(?= ,| \)$)/g, '')
  const literals = literalsOf(row)
  return literals.length === 0 ? row : literals.join('\0')
}

/** Each lost case takes the row that holds its values; a row serves one case. */
export function absorbCases(lost: readonly TrackedCase[], hosts: readonly Host[]): Absorbed {
  const inRows = new Set<TrackedCase>()
  const inUnread = new Set<TrackedCase>()
  for (const wanted of [3, 2, 1]) {
    for (const one of lost) {
      if (inRows.has(one)) continue
      const found = hosts
        .filter(({ host }) => isAsSharp(host, one))
        .flatMap((host) => host.rows.map((row, at) => ({ host, at, fit: fitOf(one, row) })))
        .find(({ fit }) => fit === wanted)
      if (found === undefined) continue
      found.host.rows.splice(found.at, 1)
      inRows.add(one)
    }
  }
  for (const one of lost) {
    if (!inRows.has(one) && hosts.some(({ host }) => host.test.table?.count === undefined && isAsSharp(host, one) && sharesName(host, one)))
      inUnread.add(one)
  }
  return { inRows, inUnread }
}

function fitOf(one: TrackedCase, row: string): number {
  const values = literalsOf(row)
  const own = one.literals.length > 0 ? one.literals : literalsOf(one.test.body)
  if (values.length === own.length && isContained(own, values)) return 3
  if (own.length > 0 && isContained(own, values)) return 2
  if (values.length > 0 && isContained(values, literalsOf(one.test.body))) return 2
  const shared = own.length - without(own, values).length
  return namesIn(row).length > 0 && shared * 2 >= own.length ? 1 : 0
}

function sharesName(host: TrackedCase, one: TrackedCase): boolean {
  const names = new Set(host.assertions.flatMap(({ assertion }) => namesIn(assertion.actual)))
  return one.assertions.some(({ assertion }) => namesIn(assertion.actual).some((name) => names.has(name)))
}

/** The table looks no less sharply than the case did. */
export function isAsSharp(host: TrackedCase, one: TrackedCase): boolean {
  return sharpest(host) >= Math.min(sharpest(one), strengths.indexOf('exact'))
}

/** The rank of the sharpest assertion that counts; 0 for none. */
export function sharpest(one: TrackedCase): number {
  return Math.max(0, ...one.assertions.filter(isLive).map(({ assertion }) => strengths.indexOf(assertion.strength)))
}

/** Rows of a base table that stand nowhere in the head: neither in its table nor in a case of its own. */
export function lostRows(pair: CasePair, added: TrackedCase[]): { readonly lost: string[]; readonly changed: string[] } {
  const [before, after] = [pair.base.test.table, pair.head.test.table]
  if (before?.count === undefined || (after !== undefined && after.count === undefined)) return { lost: [], changed: [] }
  const now = (after?.rows ?? []).map(rowKey)
  const missing = before.rows.filter((row) => !takeOut(now, rowKey(row)) && !takeCase(added, row))
  const spare = after === undefined ? 1 : now.length
  const shrunk = Math.max(0, before.count - Math.max(after?.count ?? 1, before.count - missing.length))
  const losses =
    after === undefined ? Math.max(0, missing.length - spare) : Math.max(missing.length - spare, Math.min(shrunk, missing.length))
  return { lost: missing.slice(0, losses), changed: missing.slice(losses) }
}

function takeOut(keys: string[], key: string): boolean {
  const at = keys.indexOf(key)
  if (at >= 0) keys.splice(at, 1)
  return at >= 0
}

function takeCase(added: TrackedCase[], row: string): boolean {
  const values = literalsOf(row)
  const at =
    values.length === 0
      ? -1
      : added.findIndex(
          (one) => one.test.table === undefined && isContained(values, literalsOf(`${one.test.body} ${one.test.steps.join(' ')}`)),
        )
  if (at >= 0) added.splice(at, 1)
  return at >= 0
}
