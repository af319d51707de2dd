import { createScanner, visit } from 'jsonc-parser'
import { pathOf } from '../issues'
import { withoutEdges } from '../text/edges'
import type { JsonFault } from './json-fault'
import { firstJsonFault, jsonFaultWords, jsonPlaceWords, shortPath } from './json-fault'

/** What was put right without losing anything: a fence around it, a comma before a closing bracket, marks that nobody sees. */
export type Correction = 'fence' | 'trailing-comma' | 'invisible-marks' | 'reasoning-section' | 'repeated-block'

/** JSON read to the letter but for lossless corrections, or the one thing that stands in the way. */
export type ReadJson =
  | { readonly ok: true; readonly value: unknown; readonly corrections: readonly Correction[] }
  | { readonly ok: false; readonly fault: 'syntax' | 'duplicate-key' | 'too-deep' | 'too-long' | 'empty'; readonly message: string }

/** No answer is longer (in UTF-16 units) or nested deeper than this; what is, isn't looked at. */
export const jsonLimits = { charactersMax: 1_048_576, depthMax: 100 } as const

/** Reads one JSON value. A renamed, missing or doubled field, a comment or a curly quote is no matter of form: nothing of that is corrected. */
export function readJson(text: string): ReadJson {
  if (text.length > jsonLimits.charactersMax) {
    return fault('too-long', `${text.length} characters, at most ${jsonLimits.charactersMax} are read`)
  }
  const corrections: Correction[] = []
  const seen = withoutEdges(text, /[\s\ufeff\u200b-\u200d\u2060]/)
  if (/[\ufeff\u200b-\u200d\u2060]/.test(text.slice(0, text.indexOf(seen)) + text.slice(text.indexOf(seen) + seen.length))) {
    corrections.push('invisible-marks')
  }
  const bare = withoutFence(seen)
  if (bare !== seen) corrections.push('fence')
  if (bare === '') return fault('empty', 'there is no JSON')
  const tokens = tokensOf(bare)
  if (tokens.depth > jsonLimits.depthMax) return tooDeepOrNone(bare, tokens.depth)
  if (tokens.loose.length > 0) corrections.push('trailing-comma')
  const strict = without(bare, tokens.loose)
  let value: unknown
  try {
    value = JSON.parse(strict)
  } catch {
    return noJson(firstJsonFault(strict, jsonLimits.depthMax))
  }
  const twice = doubledKey(strict)
  return twice === undefined ? { ok: true, value, corrections } : fault('duplicate-key', `the field ${shortPath(twice)} stands there twice`)
}

function fault(kind: 'syntax' | 'duplicate-key' | 'too-deep' | 'too-long' | 'empty', message: string): ReadJson {
  return { ok: false, fault: kind, message }
}

/** What is no JSON before it comes that deep is told as that: its brackets may be a drawing. */
function tooDeepOrNone(text: string, depth: number): ReadJson {
  const { depthMax } = jsonLimits
  const at = firstJsonFault(text, depthMax)
  if (at?.kind !== 'too-deep') return noJson(at)
  return fault('too-deep', `nested ${depth} deep, at most ${depthMax} is read: ${jsonPlaceWords(at)}`)
}

function noJson(at: JsonFault | undefined): ReadJson {
  return fault('syntax', at === undefined ? 'no JSON' : `no JSON: ${jsonFaultWords(at)}`)
}

/** A fence counts only where its marks are the first and the last line. */
function withoutFence(text: string): string {
  const lines = text.split(/\r?\n/)
  if (lines.length < 2 || !/^(?:```+|~~~+)[ \t]*(?:json)?[ \t]*$/i.test(lines[0] ?? '')) return text
  const mark = /^(?:`+|~+)/.exec(lines[0] ?? '')?.[0] ?? ''
  return (lines.at(-1) ?? '').trim() === mark ? lines.slice(1, -1).join('\n').trim() : text
}

// Token kinds of the scanner; its enum exists at compile time only.
const kinds = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, comma: 5, end: 17 } as const

const opening: ReadonlySet<number> = new Set([kinds.openBrace, kinds.openBracket, kinds.comma])

/** Where commas stand right before a closing bracket, and how deep the brackets go; strings are tokens, so what they hold is left alone. */
function tokensOf(text: string): { loose: number[]; depth: number } {
  const scanner = createScanner(text, true)
  const loose: number[] = []
  let depth = 0
  let deepest = 0
  let comma = -1
  let before: number = kinds.comma
  for (let token: number = scanner.scan(); token !== kinds.end; token = scanner.scan()) {
    const closes = token === kinds.closeBrace || token === kinds.closeBracket
    if (closes && comma >= 0) loose.push(comma)
    if (token === kinds.openBrace || token === kinds.openBracket) deepest = Math.max(deepest, ++depth)
    if (closes) depth--
    // A comma that follows no value hides that one is missing: that is no matter of form.
    comma = token === kinds.comma && !opening.has(before) ? scanner.getTokenOffset() : -1
    before = token
  }
  return { loose, depth: deepest }
}

function without(text: string, offsets: readonly number[]): string {
  let kept = ''
  let from = 0
  for (const offset of offsets) {
    // A blank keeps what follows in its place.
    kept += `${text.slice(from, offset)} `
    from = offset + 1
  }
  return kept + text.slice(from)
}

function doubledKey(text: string): string | undefined {
  let doubled: string | undefined
  const open: Set<string>[] = []
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (name, _offset, _length, _line, _column, pathSupplier) => {
      const names = open.at(-1)
      if (names?.has(name) === true) doubled ??= pathOf([...pathSupplier(), name])
      names?.add(name)
    },
  })
  return doubled
}
