import { unknownPart } from './place'

/** Stand for `*` and `?` in a pattern of a word, since letters that were quoted stand for themselves. */
export const anyText = '\u0002'
export const anyLetter = '\u0003'

/** `${x%/*}` and its kin: the shortest or longest piece that the pattern fits is taken off an end. */
export function cut(value: string, operator: '#' | '##' | '%' | '%%', pattern: string): string {
  if (value.length > cutValueMax || pattern.length > cutPatternMax) return unknownPart
  const lengths = [...value.split('').keys(), value.length]
  if (operator.length > 1) lengths.reverse()
  const fromStart = operator.startsWith('#')
  const length = lengths.find((count) => fits(fromStart ? value.slice(0, count) : value.slice(value.length - count), pattern))
  if (length === undefined) return value
  return fromStart ? value.slice(length) : value.slice(0, value.length - length)
}

/** Whether all of a text fits; a star that took too little takes one letter more, so that it costs at most length times length. */
function fits(text: string, pattern: string): boolean {
  let [at, want] = [0, 0]
  let star: { readonly want: number; at: number } | undefined
  while (at < text.length) {
    const wanted = pattern[want]
    if (wanted === anyText) star = { want: want++, at }
    else if (wanted !== undefined && (wanted === anyLetter || wanted === text[at])) {
      at++
      want++
    } else if (star !== undefined) {
      at = ++star.at
      want = star.want + 1
    } else return false
  }
  while (pattern[want] === anyText) want++
  return want === pattern.length
}

/** Paths are shorter than this; every length of the value is tried. */
const cutValueMax = 160
const cutPatternMax = 40
