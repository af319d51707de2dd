import type { Facts, FactValue } from '../../policy/policy'
import { padEnd, printable, widthOf } from '../../text/printable'

type Axis = { readonly fact: string; readonly label?: string; readonly words: Readonly<Record<string, string>> }

/** The axes of the bugfix light with the few words that each value has on a page, best first. */
export const faultAxes: readonly Axis[] = [
  { fact: 'cause', words: { RC1: 'located', RC2: 'supported', RC3: 'not located' } },
  { fact: 'solution', words: { FX1: 'determined', FX2: 'candidates', FX3: 'none' } },
  { fact: 'evidence', words: { EV1: 'runtime', EV2: 'static', EV3: 'report', EV4: 'inference' } },
  { fact: 'scope', words: { SC1: 'one point', SC2: 'several', SC3: 'across modules' } },
]

/** The axes of the development gate. */
export const gateAxes: readonly Axis[] = [
  { fact: 'premise', words: { 'not-stated': '', ok: '', missing: '', mismatch: '' } },
  { fact: 'requirement', words: { RQ1: 'clear', RQ2: 'open risk', RQ3: 'fails' } },
  { fact: 'solution', words: { SL1: 'one way', SL2: 'risk or several', SL3: 'none' } },
  { fact: 'tradeoff', words: { none: '', substantive: '' } },
]

/** The rows of the axes: every value best first, what is between `>` and `<`, in columns where a further value follows. */
export function axesLines(axes: readonly Axis[], facts: Facts): string[] {
  const label = Math.max(9, ...axes.map(({ fact }) => fact.length)) + 1
  const rows = axes.map(({ fact, words }) => ({
    fact,
    cells: Object.entries(words).map(([value, word]) => cell(value, word, facts[fact])),
  }))
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(0, ...rows.filter(({ cells }) => cells[column + 1] !== undefined).map(({ cells }) => widthOf(cells[column] ?? ''))),
  )
  return rows.map(({ fact, cells }) => {
    const texts = cells.map((text, column) => (cells[column + 1] === undefined ? text : padEnd(text, (widths[column] ?? 0) + 2)))
    return `  ${padEnd(fact, label)}${texts.join('')}`.trimEnd()
  })
}

/** Four yes-or-no checks in one row; what is not `no` is marked. */
export function mandatoryLine(facts: Facts): string {
  const checks = ['H1', 'H2', 'H3', 'H4'].map((check) => {
    const value = printable(String(facts[check]))
    return value === 'no' ? ` ${check} no ` : `>${check} ${value}<`
  })
  return `  mandatory ${checks.join(' ')}`.trimEnd()
}

function cell(value: string, word: string, actual: FactValue | undefined): string {
  const text = word === '' ? value : `${value} ${word}`
  return value === actual ? `>${text}<` : ` ${text}`
}
