import { AdjudicateError } from '../errors'
import type { Facts, FactValue, Policy } from './policy'
import type { Table } from './table'
import { decidedAt, digitOf, factsOf, outcomeAt, tableOf } from './table'

/** Two inputs that differ in one ordered fact, where the better value gets the worse outcome. */
export type Inversion = {
  readonly fact: string
  readonly better: FactValue
  readonly worse: FactValue
  /** The facts that both inputs share. */
  readonly rest: Facts
  readonly betterGets: string
  readonly betterRule: string
  readonly worseGets: string
  readonly worseRule: string
}

/** A rule that never fires; `shadowedBy` lists every earlier rule that takes one of its inputs, in rule order. */
export type DeadRule = { readonly rule: string; readonly shadowedBy: readonly string[] }

/** What walking over the whole domain shows (spec 05). */
export type Analysis = {
  readonly cells: number
  readonly dead: readonly DeadRule[]
  /** The inputs that no rule takes. */
  readonly otherwiseOnly: readonly Facts[]
  readonly inversions: readonly Inversion[]
}

/** So many pairs of inputs are compared at most, and so many inversions listed. */
export const pairsMax = 200_000_000
export const inversionsMax = 50_000

/** Walks the whole domain: dead rules, inputs left to `otherwise`, and inversions, in the order of the domain. Throws `analysis-too-large` where that can't be listed. */
export function analyse(policy: Policy): Analysis {
  const table = tableOf(policy)
  const otherwiseOnly: Facts[] = []
  for (let cell = 0; cell < table.cells; cell++) if (table.row[cell] === policy.rules.length) otherwiseOnly.push(factsOf(table, cell))
  return { cells: table.cells, dead: deadRules(policy, table), otherwiseOnly, inversions: inversionsOf(policy, table) }
}

function deadRules(policy: Policy, table: Table): DeadRule[] {
  const fires = new Set(table.row)
  const dead = policy.rules.flatMap((_, index) => (fires.has(index) ? [] : [index]))
  const shadows = new Map(dead.map((index) => [index, new Set<number>()]))
  for (let cell = 0; cell < table.cells; cell++) {
    for (const [index, by] of shadows) if (matches(table, index, cell)) by.add(table.row[cell] ?? 0)
  }
  return dead.map((index) => ({
    rule: policy.rules[index]?.id ?? '',
    shadowedBy: takersOf(policy, shadows.get(index) ?? new Set()),
  }))
}

/** Only the first rule that matches takes an input; one that would have come later shadows nothing. */
function takersOf(policy: Policy, firstTakers: ReadonlySet<number>): string[] {
  return policy.rules.flatMap(({ id }, index) => (firstTakers.has(index) ? [id] : []))
}

function matches(table: Table, rule: number, cell: number): boolean {
  return (table.conditions[rule] ?? []).every((condition) => condition.takes[digitOf(table, cell, condition.fact)] === true)
}

function inversionsOf(policy: Policy, table: Table): Inversion[] {
  const found: Inversion[] = []
  refusePairs(policy, table)
  for (const [fact, name] of table.names.entries()) {
    if (policy.unordered?.includes(name) === true) continue
    const stride = table.strides[fact] ?? 1
    const count = table.values[fact]?.length ?? 1
    for (let cell = 0; cell < table.cells; cell++) {
      const digit = digitOf(table, cell, fact)
      for (let worse = digit + 1; worse < count; worse++) {
        const other = cell + (worse - digit) * stride
        if (outcomeAt(table, cell) <= outcomeAt(table, other)) continue
        if (found.length === inversionsMax) throw tooLarge(policy, `over ${inversionsMax} inversions, and no more are listed`)
        found.push(inversionOf(policy, table, fact, cell, other))
      }
    }
  }
  return found
}

/** Every value of an ordered fact is compared with every worse one, at every input of the others. */
function refusePairs(policy: Policy, table: Table): void {
  const ordered = table.values.filter((_, fact) => policy.unordered?.includes(table.names[fact] ?? '') !== true)
  const pairs = ordered.reduce((sum, values) => sum + (table.cells * (values.length - 1)) / 2, 0)
  if (pairs > pairsMax)
    throw tooLarge(policy, `${pairs} pairs of inputs to compare, at most ${pairsMax} are; name facts without an order in "unordered"`)
}

function tooLarge({ id, version }: Policy, what: string): AdjudicateError {
  return new AdjudicateError('analysis-too-large', `${id}@${version} has ${what}`, { policy: `${id}@${version}` })
}

function inversionOf(policy: Policy, table: Table, fact: number, better: number, worse: number): Inversion {
  const name = table.names[fact] ?? ''
  const { [name]: betterValue, ...rest } = factsOf(table, better)
  const one = decidedAt(policy, table, better)
  const other = decidedAt(policy, table, worse)
  return {
    fact: name,
    better: betterValue ?? '',
    worse: factsOf(table, worse)[name] ?? '',
    rest,
    betterGets: one.outcome,
    betterRule: one.rule,
    worseGets: other.outcome,
    worseRule: other.rule,
  }
}
