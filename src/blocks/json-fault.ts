import { createScanner } from 'jsonc-parser'
import { pathOf, shown } from '../issues'
import { printable } from '../text/printable'

/** Where a text stops being JSON that is read: line and column from 1, the path of the value there, what stands there, and what is allowed. */
export type JsonFault = {
  readonly kind: 'syntax' | 'too-deep'
  readonly line: number
  readonly column: number
  readonly path: string
  readonly found: string
  readonly allowed: string
}

// Kinds of tokens and faults of the scanner, whose enums exist at compile time only.
const kinds = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  string: 10,
  numeric: 11,
  trivia: 15,
  end: 17,
} as const
const lineBreak = 14
const tokenFaults: Readonly<Record<number, string>> = {
  2: 'the end of the string on this line',
  3: 'a whole number',
  4: 'four hex digits',
  5: 'an escape that JSON has',
  6: 'control characters as escapes',
}

type Due = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'more' | 'end'
type Level = { readonly isObject: boolean; at: string | number }

/**
 * The first fault of a text, in words of this library's own, since those of `JSON.parse` differ between releases of a runtime and repeat what they found as it is. Brackets that
 * open deeper than `depthMax` are one. Undefined where nothing is wrong.
 */
export function firstJsonFault(text: string, depthMax: number): JsonFault | undefined {
  const scanner = createScanner(text, false)
  const levels: Level[] = []
  let due: Due = 'value'
  for (;;) {
    const kind: number = scanner.scan()
    if (kind === kinds.trivia || kind === lineBreak) continue
    const inTheToken = tokenFaults[scanner.getTokenError()]
    const isTooDeep = levels.length >= depthMax && (kind === kinds.openBrace || kind === kinds.openBracket)
    const next: Due | 'done' | undefined =
      inTheToken === undefined && !isTooDeep ? afterToken(kind, scanner.getTokenValue(), due, levels) : undefined
    if (next === undefined) {
      const [line, column] = [scanner.getTokenStartLine() + 1, scanner.getTokenStartCharacter() + 1]
      // A field that has no name yet is told by the object that it stands in.
      const named = due === 'name' || due === 'name or }' ? levels.slice(0, -1) : levels
      const path = shortPath(pathOf(named.slice(0, 12).map(({ at }) => at)))
      const found = kind === kinds.end ? 'the end' : shown(printable(firstLine(text.slice(scanner.getTokenOffset()))))
      const allowed = inTheToken ?? (isTooDeep ? `at most ${depthMax} levels` : allowedWords(due, levels))
      return { kind: isTooDeep ? 'too-deep' : 'syntax', line, column, path, found, allowed }
    }
    if (next === 'done') return undefined
    due = next
  }
}

/** A fault in words: where, what stands there, what is allowed. */
export function jsonFaultWords(fault: JsonFault): string {
  return `${jsonPlaceWords(fault)}: found ${fault.found}, expected ${fault.allowed}`
}

/** Where a fault is, in words. */
export function jsonPlaceWords({ line, column, path }: JsonFault): string {
  return `line ${line}, column ${column}${path === '' ? '' : `, at ${path}`}`
}

/** A path that a stranger's names make, in 60 characters and with nothing that moves a cursor. */
export function shortPath(path: string): string {
  return shortened(printable(path), 60)
}

/** What is due after a token, undefined where it may not stand there; `levels` follow it. */
function afterToken(kind: number, value: string, due: Due, levels: Level[]): Due | 'done' | undefined {
  const inside = levels.at(-1)
  switch (kind) {
    case kinds.end:
      return due === 'end' ? 'done' : undefined
    case kinds.openBrace:
    case kinds.openBracket:
      if (due !== 'value' && due !== 'value or ]') return undefined
      levels.push({ isObject: kind === kinds.openBrace, at: kind === kinds.openBrace ? '' : 0 })
      return kind === kinds.openBrace ? 'name or }' : 'value or ]'
    case kinds.closeBrace:
    case kinds.closeBracket:
      if (inside?.isObject !== (kind === kinds.closeBrace) || (due !== 'more' && due !== 'name or }' && due !== 'value or ]'))
        return undefined
      levels.pop()
      return levels.length === 0 ? 'end' : 'more'
    case kinds.comma:
      if (due !== 'more' || inside === undefined) return undefined
      if (typeof inside.at === 'number') inside.at++
      return inside.isObject ? 'name' : 'value'
    case kinds.colon:
      return due === 'colon' ? 'value' : undefined
    default:
      return afterScalar(kind, value, due, inside)
  }
}

function afterScalar(kind: number, value: string, due: Due, inside: Level | undefined): Due | undefined {
  if ((due === 'name' || due === 'name or }') && kind === kinds.string && inside !== undefined) {
    inside.at = value
    return 'colon'
  }
  // Kinds 7 to 11 are null, true, false, a string and a number.
  const isValue = kind > kinds.colon && kind <= kinds.numeric
  if (!isValue || (due !== 'value' && due !== 'value or ]')) return undefined
  return inside === undefined ? 'end' : 'more'
}

function allowedWords(due: Due, levels: readonly Level[]): string {
  if (due === 'more') return levels.at(-1)?.isObject === true ? 'a comma or }' : 'a comma or ]'
  const words = {
    value: 'a value',
    'value or ]': 'a value or ]',
    name: 'a field name',
    'name or }': 'a field name or }',
    colon: 'a colon',
    end: 'nothing more',
  }
  return words[due]
}

function firstLine(text: string): string {
  return shortened(/^[^\r\n]*/.exec(text.slice(0, 80))?.[0] ?? '', 20)
}

function shortened(text: string, unitsMax: number): string {
  return text.length <= unitsMax ? text : `${text.slice(0, unitsMax).replace(/[\ud800-\udbff]$/, '')}...`
}
