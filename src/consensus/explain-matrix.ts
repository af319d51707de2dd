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
  const names = shortNames(members)
  const first = Math.min(20, Math.max(11, ...ruling.dimensions.map(({ id }) => widthOf(printable(id)))))
  const fixedWidth = 2 + first + 8 + 3 + 18 + 7
  const full = fixedWidth + members.length * 6 <= pageWidth
  const heads = full ? names.map((name) => padStart(name, 6)).join('') : padStart('scores', 16)
  const lines = [`  ${padEnd('dimension', first)}  weight ${heads}   ${padEnd('consensus', 18)}   part`]
  for (const dimension of ruling.dimensions) {
    const cells = full ? members.map((member) => cell(ruling, dimension, member)).join('') : padStart(rangeOf(dimension), 16)
    const name = padEnd(cutTo(printable(dimension.id), first), first)
    const part = dimension.part === null ? '' : share(dimension.part, 5)
    lines.push(
      `  ${name}${padStart(shortShare(dimension.weight), 8)} ${cells}   ${padEnd(consensusOf(dimension), 18)} ${padStart(part, 6)}`.trimEnd(),
    )
  }
  const width = Math.max(...lines.map(widthOf))
  const sum = ruling.overall === null ? 'no sum' : `sum ${padStart(share(ruling.overall, 5), 9)}`
  return [...lines, padStart(sum, width)]
}

/** Marks stand in a column of their own: x refuted, ? unanchored, ~ dissent. */
function cell({ dissents }: Scored, { id, scores }: DimensionRuling, member: string): string {
  const dissent = dissents.find((one) => one.dimension === id && one.member === member)
  const counted = scores.find((one) => one.member === member)
  const mark = dissent === undefined ? ' ' : { refuted: 'x', unanchored: '?', logged: '~' }[dissent.status]
  const score = counted?.score ?? dissent?.score
  return padStart(score === undefined ? '.' : `${mark} ${scoreText(score)}`, 6)
}

function rangeOf({ scores }: DimensionRuling): string {
  if (scores.length === 0) return 'none'
  const values = scores.map(({ score }) => score)
  return `${scoreText(Math.min(...values))} to ${scoreText(Math.max(...values))}, ${scores.length}`
}

function scoreText(score: number): string {
  return String(Math.round(score * 100) / 100)
}

function consensusOf({ kind, consensus, n, scores, blocked }: DimensionRuling): string {
  const count = kind === 'majority' && consensus !== null ? scores.filter(({ score }) => Math.abs(score - consensus) <= 1).length : n
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
