import type { Issue } from '../../issues'
import { hang, ledLine } from '../../text/columns'
import { cutTo, padEnd, printable, widthOf } from '../../text/printable'

const pathWidthMax = 34

/** Bad input for a person: every fault at once, each with its path first. */
export function faultsText(file: string, issues: readonly Issue[], exit: number, help?: string): string {
  const count = issues.length === 1 ? '1 fault' : `${issues.length} faults`
  const paths = issues.map(({ path }) => cutTo(printable(path === '' ? '(the whole)' : path), pathWidthMax))
  const width = Math.max(...paths.map(widthOf))
  const lines = issues.flatMap(({ message }, index) => hang(`  ${padEnd(paths[index] ?? '', width)}   `, printable(message)))
  const head = ledLine(`x not judged  ${cutTo(printable(file), 40)} has ${count}`, `exit ${exit}`)
  return `${[head, '', ...lines, ...(help === undefined ? [] : ['', `  next   ${help}`])].join('\n')}\n`
}
