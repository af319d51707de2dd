import type { PrefixHash } from './prefix-hash'
import { hashOf, powerOf, prefixHashOf } from './prefix-hash'

/** Says whether a pattern stands at an offset of one text; its first `agreed` units are known to. */
export type PatternMatcher = { matches(pattern: number, start: number, agreed: number): boolean }

const longFrom = 256

/**
 * Compares directly, and when long patterns failed for more units than the text has, by hashes first: then no failed
 * comparison costs more than a few dozen steps, so that repetitive texts stay linear.
 */
export function patternMatcher(patterns: readonly string[], text: string): PatternMatcher {
  const hashes = new Map<number, { readonly hash: number; readonly power: number }>()
  let prefixes: PrefixHash | undefined
  let failed = 0

  function hashesDiffer(pattern: number, wanted: string, start: number): boolean {
    prefixes ??= prefixHashOf(text)
    let known = hashes.get(pattern)
    if (known === undefined) {
      known = { hash: hashOf(wanted), power: powerOf(wanted.length) }
      hashes.set(pattern, known)
    }
    return prefixes.slice(start, wanted.length, known.power) !== known.hash
  }
  function agrees(wanted: string, start: number, from: number): boolean {
    for (let at = from; at < wanted.length; at++) if (text.charCodeAt(start + at) !== wanted.charCodeAt(at)) return false
    return true
  }
  return {
    matches(pattern, start, agreed) {
      const wanted = patterns[pattern] ?? ''
      const last = start + wanted.length - 1
      if (start < 0 || last >= text.length || text.charCodeAt(last) !== wanted.charCodeAt(wanted.length - 1)) return false
      if (wanted.length < longFrom && agreed === 0) return text.startsWith(wanted, start)
      if (wanted.length - agreed < longFrom) return agrees(wanted, start, agreed)
      if (failed > text.length && hashesDiffer(pattern, wanted, start)) return false
      if (text.startsWith(wanted, start)) return true
      failed += wanted.length
      return false
    },
  }
}
