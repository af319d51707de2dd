/**
 * A text without what `isBlank` matches at its two ends; `isBlank` is asked of one UTF-16 unit at a time. Looks at each unit once at most: a pattern that ends with `+$` tries
 * again from every blank, which a stranger's line of a million blanks would turn into hours.
 */
export function withoutEdges(text: string, isBlank: RegExp): string {
  let from = 0
  let to = text.length
  while (from < to && isBlank.test(text.charAt(from))) from++
  while (to > from && isBlank.test(text.charAt(to - 1))) to--
  return text.slice(from, to)
}
