const unitsMax = 1000

/**
 * Columns of `b` (UTF-16 units from 0, ascending) at which a difference from `a` begins, word by word; differences with
 * only white space between them are one. Only the first 1,000 units of each text are compared.
 */
export function differences(a: string, b: string): number[] {
  const left = wordsOf(a)
  const right = wordsOf(b)
  const kept = keptWords(left, right)
  const columns: number[] = []
  let column = 0
  let isApart = true
  let next = 0
  for (const [index, word] of right.entries()) {
    const partner = kept[index] ?? -1
    const differs = partner !== next
    if (differs && isApart) columns.push(column)
    if (differs) isApart = false
    if (partner >= 0) {
      next = partner + 1
      if (word.trim() !== '') isApart = true
    }
    column += word.length
  }
  if (next < left.length && isApart) columns.push(column)
  return columns
}

/** ASCII words, white space runs, and every other character by itself. */
function wordsOf(text: string): readonly string[] {
  return text.slice(0, unitsMax).match(/\w+|\s+|[^]/gu) ?? []
}

/** For each word of `right` the index of its partner in `left`, or -1: the pairing that keeps most units in order. */
function keptWords(left: readonly string[], right: readonly string[]): readonly number[] {
  const width = right.length + 1
  const best = new Int32Array((left.length + 1) * width)
  const at = (row: number, column: number): number => best[row * width + column] ?? 0
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      const word = left[row] ?? ''
      const paired = word === right[column] ? at(row + 1, column + 1) + word.length : 0
      best[row * width + column] = Math.max(paired, at(row + 1, column), at(row, column + 1))
    }
  }
  const kept = right.map(() => -1)
  let row = 0
  let column = 0
  while (column < right.length) {
    // Two equal words that come next on both sides are in some best pairing: whatever else one of them is paired with can be left out for it.
    if (left[row] === right[column]) kept[column++] = row++
    else if (at(row, column) === at(row, column + 1)) column++
    else row++
  }
  return kept
}
