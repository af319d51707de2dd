import type { Refusal } from '../../ledger/decider'
import { hang, ledLine } from '../../text/columns'
import { printable } from '../../text/printable'

/** A refusal for a person: every reason with the rule that it keeps, then what can be done. */
export function refusalText(refusal: Refusal & { readonly all?: readonly Refusal[] }, exit: number, next: readonly string[] = []): string {
  const all = refusal.all ?? [refusal]
  const lines = all.flatMap(({ rule, code, message }) => [...hang(`  ${rule} ${code}  `, printable(message))])
  return `${[ledLine(`x refused  ${refusal.code}`, `exit ${exit}`), '', ...lines, ...nextBlock(next)].join('\n')}\n`
}

/** The last block of a page: what somebody can do. Empty where nobody can do anything. */
export function nextBlock(next: readonly string[]): string[] {
  if (next.length === 0) return []
  return ['', ...next.flatMap((line, index) => hang(index === 0 ? '  next   ' : '         ', printable(line)))]
}
