import { pageWidth, share, shortShare } from '../text/columns'
import { cutTo, padEnd, padStart, printable, widthOf } from '../text/printable'
import type { DimensionRuling, Dissent } from './ruling'

type Scored = {
  readonly dimensions: readonly DimensionRuling[]
  readonly dissents: readonly Dissent[]
  readonly overall: number | null
}

const kinds = { converged: 'mean of', majority: 'major.', median: 'median of', deadlock: 'deadlock', undecided: 'undecided' } as const

/** The matrix of scores with the sum as an account; member columns give way to a range where the page is too narrow. */
export function matrixLines(ruling: Scored): string[] {
  const members = membersOf(ruling)
  const first = Math.min(20, Math.max(11, ...ruling.dimensions.map(({ id }) => widthOf(printable(id)))))
  const how = ruling.dimensions.map((dimension) => consensusOf(ruling, dimension))
  const parts = ruling.dimensions.map(({ part }) => (part === null ? '' : share(part, 5)))
  const howWidth = Math.max(18, ...how.map(widthOf))
  const partWidth = Math.max(6, ...parts.map(widthOf))
  const full = columnsOf(ruling, members)
  const others = 2 + first + 8 + 1 + 3 + howWidth + 1 + partWidth
  const columns = others + full.reduce((sum, column) => sum + widthOf(column[0] ?? ''), 0) <= pageWidth ? full : [rangeColumn(ruling)]
  const heads = columns.map((column) => column[0] ?? '').join('')
  const lines = [`  ${padEnd('dimension', first)}  weight ${heads}   ${padEnd('consensus', howWidth)} ${padStart('part', partWidth)}`]
  ruling.dimensions.forEach((dimension, row) => {
    const name = padEnd(cutTo(printable(dimension.id), first), first)
    const cells = columns.map((column) => column[row + 1] ?? '').join('')
    const account = `${padEnd(how[row] ?? '', howWidth)} ${padStart(parts[row] ?? '', partWidth)}`
    lines.push(`  ${name}${padStart(shortShare(dimension.weight), 8)} ${cells}   ${account}`.trimEnd())
  })
  const width = Math.max(...lines.map(widthOf))
  const sum = ruling.overall === null ? 'no sum' : `sum ${padStart(share(ruling.overall, 5), 9)}`
  return [...lines, padStart(sum, width)]
}

/** A column for each member: its name, then its scores under one another by their point, each with a mark's room before it. */
function columnsOf(ruling: Scored, members: readonly string[]): string[][] {
  const names = shortNames(members)
  return members.map((member, at) => {
    const cells = ruling.dimensions.map((dimension) => cellOf(ruling, dimension, member))
    const whole = Math.max(1, ...cells.map(({ integer }) => integer.length))
    const decimals = Math.max(0, ...cells.map(({ fraction }) => fraction.length))
    const width = Math.max(6, 2 + whole + decimals + 1)
    const rows = cells.map(({ mark, integer, fraction }) =>
      padStart(`${mark} ${padStart(integer, whole)}${padEnd(fraction, decimals)}`, width),
    )
    return [padStart(names[at] ?? '', width), ...rows]
  })
}

function rangeColumn(ruling: Scored): string[] {
  return ['scores', ...ruling.dimensions.map(rangeOf)].map((text) => padStart(text, 16))
}

type Cell = { readonly mark: string; readonly integer: string; readonly fraction: string }

/** Marks: x refuted, ? unanchored, ~ dissent; a member that gave no score here has a point alone. */
function cellOf({ dissents }: Scored, { id, scores }: DimensionRuling, member: string): Cell {
  const dissent = dissents.find((one) => one.dimension === id && one.member === member)
  const counted = scores.find((one) => one.member === member)
  const mark = dissent === undefined ? ' ' : { refuted: 'x', unanchored: '?', logged: '~' }[dissent.status]
  const score = counted?.score ?? dissent?.score
  if (score === undefined) return { mark: ' ', integer: '.', fraction: '' }
  const [integer = '', decimals] = scoreText(score).split('.')
  return { mark, integer, fraction: decimals === undefined ? '' : `.${decimals}` }
}

function rangeOf({ scores }: DimensionRuling): string {
  if (scores.length === 0) return 'none'
  const values = scores.map(({ score }) => score)
  return `${scoreText(Math.min(...values))} to ${scoreText(Math.max(...values))}, ${scores.length}`
}

function scoreText(score: number): string {
  return String(Math.round(score * 100) / 100)
}

function consensusOf({ dissents }: Scored, { id, kind, consensus, n, blocked }: DimensionRuling): string {
  const dissenting = dissents.filter((one) => one.dimension === id && one.status === 'logged').length
  const count = kind === 'majority' ? n - dissenting : n
  const how = kind === 'deadlock' || kind === 'undecided' ? kinds[kind] : `${consensus?.toFixed(2) ?? ''} ${kinds[kind]} ${count}`
  return blocked ? `${how} #` : how
}

function membersOf({ dimensions, dissents }: Scored): string[] {
  const all = [...dimensions.flatMap(({ scores }) => scores.map(({ member }) => member)), ...dissents.map(({ member }) => member)]
  return [...new Set(all)].sort()
}

/** Four letters each; where those don't tell the members apart, the first three and a number. */
function shortNames(members: readonly string[]): string[] {
  const cut = members.map((member) => [...printable(member)].slice(0, 4).join(''))
  return cut.map((name, index) =>
    cut.indexOf(name) === cut.lastIndexOf(name)
      ? name
      : `${[...name].slice(0, 3).join('')}${cut.slice(0, index + 1).filter((one) => one === name).length}`,
  )
}
