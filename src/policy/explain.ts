import type { Evaluation, PolicyStep } from './evaluate'
import { evaluate, stepsBefore } from './evaluate'
import type { Facts, FactValue, Policy } from './policy'
import type { Table } from './table'
import { cellOrThrow, digitOf, outcomeAt, tableOf } from './table'

/** Why a policy says so: `earlier` holds the rules before the deciding one, `waysOut` for each better outcome every minimal set of changes. */
export type Explanation<Outcome extends string = string> = Omit<Evaluation<Outcome>, 'trace'> & {
  readonly earlier: readonly PolicyStep[]
  /** Minimal by inclusion: no proper part of the changes gives that outcome. An outcome that no change reaches has no entry. Fewest changes first. */
  readonly waysOut: Readonly<Partial<Record<Outcome, readonly Facts[]>>>
}

/** Explains an evaluation and says how each better outcome is reached. Throws `facts-invalid` like `evaluate`. */
export function explain<Outcome extends string>(policy: Policy<Outcome>, facts: Facts): Explanation<Outcome> {
  const { outcome, rule, because } = evaluate(policy, facts)
  const table = tableOf(policy)
  const cell = cellOrThrow(policy, table, facts)
  const waysOut: Partial<Record<Outcome, readonly Facts[]>> = {}
  for (const [index, wanted] of policy.outcomes.slice(0, policy.outcomes.indexOf(outcome)).entries()) {
    const ways = waysTo(table, cell, index)
    if (ways.length > 0) waysOut[wanted] = ways
  }
  return { outcome, rule, because, earlier: stepsBefore(policy, table, cell), waysOut }
}

/**
 * The domain is numbered anew so that the present value of each fact comes first. Taking one change back then leads to a smaller number, and one
 * walk upwards knows of every cell whether some part of its changes already gives the wanted outcome.
 */
function waysTo(table: Table, from: number, wanted: number): Facts[] {
  const ways: Facts[] = []
  const reached = new Uint8Array(table.cells)
  const order = table.values.map((values, fact) => {
    const now = digitOf(table, from, fact)
    return [now, ...values.keys()].filter((digit, index) => index === 0 || digit !== now)
  })
  const moves = order.map((list, fact) => Int32Array.from(list, (digit) => digit * (table.strides[fact] ?? 0)))
  const strides = Int32Array.from(table.strides)
  const digits = new Int32Array(strides.length)
  // Indexed and typed: this loop runs once for each cell and fact.
  for (let number = 0; number < table.cells; number++) {
    let cell = 0
    let before = false
    for (let fact = 0; fact < digits.length; fact++) {
      const digit = digits[fact] ?? 0
      cell += moves[fact]?.[digit] ?? 0
      if (digit > 0 && reached[number - digit * (strides[fact] ?? 0)] === 1) before = true
    }
    const there = !before && outcomeAt(table, cell) === wanted
    if (there) ways.push(changesOf(table, order, digits))
    if (there || before) reached[number] = 1
    advance(digits, table)
  }
  return ways.sort((a, b) => Object.keys(a).length - Object.keys(b).length)
}

function changesOf(table: Table, order: readonly (readonly number[])[], digits: Int32Array): Facts {
  const changes: Record<string, FactValue> = {}
  for (const [fact, digit] of digits.entries()) {
    const value = table.values[fact]?.[order[fact]?.[digit] ?? 0]
    if (digit > 0 && value !== undefined) changes[table.names[fact] ?? ''] = value
  }
  return changes
}

function advance(digits: Int32Array, table: Table): void {
  for (let fact = digits.length - 1; fact >= 0; fact--) {
    const next = (digits[fact] ?? 0) + 1
    digits[fact] = next === table.values[fact]?.length ? 0 : next
    if (digits[fact] !== 0) return
  }
}
