import type { Issue } from '../../issues'
import { hang, ledLine } from '../../text/columns'
import { cutTo, padEnd, printable, widthOf } from '../../text/printable'

const pathWidthMax = 34
const shownMax = 100

/** Bad input for a person: every fault at once, each with its path first; of very many the first hundred, the rest is counted. */
export function faultsText(file: string, issues: readonly Issue[], exit: number, help?: string): string {
  const count = issues.length === 1 ? '1 fault' : `${issues.length} faults`
  const first = issues.slice(0, shownMax)
  const more = issues.length - first.length
  const paths = first.map(({ path }) => cutTo(printable(path === '' ? '(the whole)' : path), pathWidthMax))
  const width = Math.max(...paths.map(widthOf))
  const lines = first.flatMap(({ message }, index) => hang(`  ${padEnd(paths[index] ?? '', width)}   `, printable(message)))
  const head = ledLine(`x not judged  ${cutTo(printable(file), 40)} has ${count}`, `exit ${exit}`)
  const rest = more === 0 ? [] : [`  and ${more} more; --json lists them`]
  return `${[head, '', ...lines, ...rest, ...(help === undefined ? [] : ['', `  next   ${help}`])].join('\n')}\n`
}
