import type { Facts, Policy } from './policy'
import { otherwiseId } from './policy'
import type { Table } from './table'
import { cellOrThrow, digitOf, isCompiled, tableOf } from './table'

/** A rule that was read, with the facts whose condition failed; none failed in the last one, which decided. */
export type PolicyStep = { readonly rule: string; readonly failed: readonly string[] }

/** What a policy says of some facts: `rule` decided (or `otherwise`), `trace` holds the rules read, in order. */
export type Evaluation<Outcome extends string = string> = {
  readonly outcome: Outcome
  readonly rule: string
  readonly because: string
  readonly trace: readonly PolicyStep[]
}

// What was worked out for a cell is kept, up to so many cells: the next evaluation there is one load.
const keptCellsMax = 65_536

type Kept = { readonly table: Table; readonly cells: (Evaluation | undefined)[] }

const kept = new WeakMap<Policy, Kept>()

/** Judges facts by a policy. Throws `facts-invalid` for an unknown fact, an unknown value or a missing fact; nothing falls through. */
export function evaluate<Outcome extends string>(policy: Policy<Outcome>, facts: Facts): Evaluation<Outcome> {
  const { table, cells } = kept.get(policy) ?? keep(policy)
  const cell = cellOrThrow(policy, table, facts)
  const known = cells[cell]
  // What is kept under a policy was worked out from it.
  if (known !== undefined) return known as Evaluation<Outcome>
  const evaluation = evaluationAt(policy, table, cell)
  if (cell < cells.length) cells[cell] = evaluation
  return evaluation
}

/** Full length from the start: an array with holes is a slow dictionary. */
function keep(policy: Policy): Kept {
  const table = tableOf(policy)
  const length = table.cells > keptCellsMax ? 0 : table.cells
  const cells = Array.from<undefined, Evaluation | undefined>({ length }, () => undefined)
  const made = { table, cells }
  if (isCompiled(policy)) kept.set(policy, made)
  return made
}

function evaluationAt<Outcome extends string>(policy: Policy<Outcome>, table: Table, cell: number): Evaluation<Outcome> {
  const row = table.row[cell] ?? 0
  const rule = policy.rules[row]
  const trace = [...stepsBefore(policy, table, cell), { rule: rule?.id ?? otherwiseId, failed: [] }]
  return Object.freeze({
    outcome: rule?.then ?? policy.otherwise,
    rule: rule?.id ?? otherwiseId,
    because: rule?.because ?? '',
    trace: Object.freeze(trace.map((step) => Object.freeze(step))),
  })
}

/** The rules before the one that decides, each with the facts whose condition failed, in the order of its `when`. */
export function stepsBefore(policy: Policy, table: Table, cell: number): PolicyStep[] {
  const row = table.row[cell] ?? 0
  return policy.rules.slice(0, row).map(({ id }, index) => ({
    rule: id,
    failed: Object.freeze(
      (table.conditions[index] ?? [])
        .filter(({ fact, takes }) => takes[digitOf(table, cell, fact)] !== true)
        .map(({ fact }) => table.names[fact] ?? ''),
    ),
  }))
}
