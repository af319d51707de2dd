import { padStart, pieces, widthOf, wrap } from './printable'

/** The width of every page that people read in a terminal. */
export const pageWidth = 80

/** A line with something at its right edge; where both don't fit, the right part goes to a line of its own. */
export function ledLine(left: string, right: string): string {
  if (right === '') return left
  const gap = pageWidth - widthOf(left) - widthOf(right)
  return gap >= 2 ? `${left}${' '.repeat(gap)}${right}` : `${left}\n${padStart(right, pageWidth)}`
}

/** A share of 1 without its leading zero, `places` decimals: .67200, 1.00000. */
export function share(value: number, places: number): string {
  return value.toFixed(places).replace(/^0\./, '.')
}

/** A share with at least two decimals and no more than it needs, up to five: .80, .333, .33333. */
export function shortShare(value: number): string {
  const text = share(value, 5)
  return text.replace(/(\.\d\d\d*?)0+$/, '$1')
}

/** A budget as pips: used ones filled, at most ten shown. */
export function pips(used: number, of: number): string {
  const shown = Math.min(10, Math.max(of, 0))
  const scaled = of <= 10 ? used : Math.round((used / of) * 10)
  const filled = Math.max(0, Math.min(scaled, shown))
  return `[${'#'.repeat(filled)}${'.'.repeat(shown - filled)}]`
}

/** Text that hangs on its head: the first line follows it, the others stand indented below, at most 12 columns. */
export function hang(head: string, text: string): string[] {
  const inset = ' '.repeat(Math.min(12, widthOf(head)))
  // A head that doesn't fit a line by itself is broken like any text.
  const [first = '', ...more] = wrap(head, pageWidth)
  const lines =
    widthOf(head) > pageWidth ? [first, ...wrap(more.join(' '), pageWidth - inset.length).map((one) => `${inset}${one}`)] : [head]
  let line = lines.pop() ?? ''
  let gap = ''
  for (const word of text.split(' ').flatMap((one) => pieces(one, pageWidth - inset.length))) {
    if (widthOf(line) + gap.length + widthOf(word) > pageWidth && line !== inset) {
      lines.push(line.trimEnd())
      line = inset
      gap = ''
    }
    line += `${gap}${word}`
    gap = ' '
  }
  return [...lines, line]
}
