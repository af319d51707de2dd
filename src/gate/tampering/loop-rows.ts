import type { CasePair } from './match-cases'
import type { TestCase } from './test-file'
import { tokensOf, without } from './test-words'

const openers: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' }

/** Entries of written-out lists that a case loops over and that are gone while the rest stayed: each is a check that is no longer made. */
export function lostLoopRows({ base, head }: CasePair): string[] {
  if (base.test.table !== undefined || head.test.table !== undefined || base.test.body === head.test.body) return []
  const [was, is] = [loopLists(base.test), loopLists(head.test)]
  return was.flatMap((rows, index) => {
    const now = is[index]
    if (now === undefined || was.length !== is.length || now.length >= rows.length) return []
    return without(now, rows).length > 0 ? [] : without(rows, now)
  })
}

function loopLists({ body }: TestCase): string[][] {
  const tokens = tokensOf(body)
  return tokens.flatMap((token, at): string[][] => {
    const isLoop = (token === 'in' || token === 'of' || token === 'range') && tokens.slice(Math.max(0, at - 12), at).includes('for')
    if (!isLoop) return []
    const next = tokens[at + 1] ?? ''
    const start = openers[next] === undefined ? assignedAt(tokens, next) : at + 1
    const rows = start < 0 ? [] : entriesFrom(tokens, start)
    return rows.length === 0 ? [] : [rows]
  })
}

function assignedAt(tokens: readonly string[], name: string): number {
  const at = tokens.findIndex((token, index) => token === name && /^:?=$/.test(tokens[index + 1] ?? ''))
  return at < 0 || openers[tokens[at + 2] ?? ''] === undefined ? -1 : at + 2
}

/** The entries of the list that opens at a place. */
function entriesFrom(tokens: readonly string[], start: number): string[] {
  const entries: string[] = []
  let entry: string[] = []
  let depth = 0
  for (const token of tokens.slice(start)) {
    if (depth > 0 && !(depth === 1 && (token === ',' || /^[\])}]$/.test(token)))) entry.push(token)
    else if (depth === 1 && entry.length > 0) {
      entries.push(entry.join(' '))
      entry = []
    }
    if (openers[token] !== undefined) depth++
    if (/^[\])}]$/.test(token) && --depth === 0) break
  }
  return entries
}
