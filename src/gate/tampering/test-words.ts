const tokenPattern = /[rbfuRBFU]{0,2}"(?:[^"\\]|\\[^])*"|`(?:[^`\\]|\\[^])*`|'(?:[^'\\]|\\[^])*'|\S+/g
const literalWords = new Set(['true', 'false', 'null', 'undefined', 'None', 'True', 'False', 'nil', 'NaN', 'Infinity'])
const punctuation = /^[^\w"'`$]+$/

/** The tokens of a flat text, a string with blanks in it as one. */
export function tokensOf(text: string): string[] {
  return text.match(tokenPattern) ?? []
}

/** Numbers, strings and the words for truth and nothing. */
export function isLiteralToken(token: string): boolean {
  return /^[rbfuRBFU]{0,2}["'`]/.test(token) || /^\.?\d/.test(token) || literalWords.has(token)
}

/** Literals in order, signs with their numbers. */
export function literalsOf(text: string): string[] {
  return tokensOf(text).filter(isLiteralToken)
}

/** True for a text that names nothing: literals and punctuation only. */
export function isWrittenOut(text: string): boolean {
  return tokensOf(text).every((token) => isLiteralToken(token) || punctuation.test(token))
}

/** The text with every literal put out: what stays when only values change. */
export function skeletonOf(text: string): string {
  return tokensOf(text)
    .map((token) => (isLiteralToken(token) ? '#' : token))
    .filter((token) => token !== '-' && token !== ',')
    .join(' ')
    .replace(/#( #)+/g, '#')
}

/** The text with every string emptied: what stands in a string is no code. */
export function withoutStrings(text: string): string {
  return tokensOf(text)
    .map((token) => (/^[rbfuRBFU]{0,2}["'`]/.test(token) ? '""' : token))
    .join(' ')
}

/** Names in a text. */
export function namesIn(text: string): string[] {
  return tokensOf(text).filter((token) => /^[A-Za-z_$][\w$]*!?$/.test(token) && !literalWords.has(token))
}

/** How alike two texts are, 0 to 1: twice the shared words and literals over all of them. */
export function likeness(a: string, b: string): number {
  const left = tokensOf(a).filter((token) => !punctuation.test(token))
  const right = tokensOf(b).filter((token) => !punctuation.test(token))
  if (left.length + right.length === 0) return a === b ? 1 : 0
  return (2 * sharedCount(left, right)) / (left.length + right.length)
}

function sharedCount(left: readonly string[], right: readonly string[]): number {
  const counts = countsOf(left)
  let shared = 0
  for (const token of right) {
    const count = counts.get(token) ?? 0
    if (count > 0) {
      shared++
      counts.set(token, count - 1)
    }
  }
  return shared
}

/** How often each entry stands in a list. */
export function countsOf(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const entry of list) counts.set(entry, (counts.get(entry) ?? 0) + 1)
  return counts
}

/** True where every entry of `part` stands in `whole`, as often as there. */
export function isContained(part: readonly string[], whole: readonly string[]): boolean {
  return sharedCount(part, whole) === part.length
}

/** What is in `list` and not in `other`, as often as it is missing there. */
export function without(list: readonly string[], other: readonly string[]): string[] {
  const counts = countsOf(other)
  return list.filter((entry) => {
    const count = counts.get(entry) ?? 0
    if (count > 0) counts.set(entry, count - 1)
    return count === 0
  })
}
