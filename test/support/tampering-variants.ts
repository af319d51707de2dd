import { chai } from 'vitest'
chai.config.truncateThreshold = 0
import { describe, expect, test } from 'vitest'
import { judgeMaps } from './translate/tampering'

/** A name, what is wanted (`PASS`, `REVIEW kind` or kinds that block, `|` between those that will do) and edits: what stands there, what comes instead. */
export type Variant = readonly [name: string, wanted: string, ...edits: readonly string[]]

/** Judges each edit of one text; a path that starts with `+` in an edit is a file that comes beside it, or goes where it is empty. */
export function variants(path: string, base: string, rows: readonly Variant[], beside: Readonly<Record<string, string>> = {}): void {
  describe(path, () => {
    test.each(rows)('%s: %s', async (_name, wanted, ...edits) => {
      const head = edited(base, edits)
      expect(edits.length).toBeGreaterThan(0)
      const { verdict, findings } = await judgeMaps({ ...beside, [path]: base }, { [path]: head[''] ?? null, ...without(head) }, [
        'tests/**',
      ])
      const told = findings.map(({ severity, kind, path: at, line, message }) => `${severity} ${kind} ${at}:${line ?? 0} ${message}`)
      const isFit = fits(wanted, verdict, [...new Set(findings.map(({ kind }) => kind))])
      expect(isFit ? wanted : `${verdict} ${told.join('; ')}`).toBe(wanted)
    })
  })
}

function edited(base: string, edits: readonly string[]): Record<string, string | null> {
  const files: Record<string, string | null> = { '': base }
  for (let at = 0; at + 1 < edits.length; at += 2) {
    const [from = '', to = ''] = [edits[at], edits[at + 1]]
    if (from.startsWith('+')) files[from.slice(1)] = to === '' ? null : to
    else if (from === '*') files[''] = to === '' ? null : to
    else {
      expect(files['']).toContain(from)
      files[''] = (files[''] ?? '').replace(from, () => to)
    }
  }
  return files
}

function without(files: Readonly<Record<string, string | null>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => path !== ''))
}

/** Words of a verdict allow it, without one it has to be `FAIL`; the other words are the kinds that may be found. */
function fits(wanted: string, verdict: string, kinds: readonly string[]): boolean {
  const words = wanted.split(/[| ]/)
  const verdicts = words.filter((word) => /^[A-Z]+$/.test(word))
  const names = words.filter((word) => !verdicts.includes(word))
  if (verdict === 'FAIL' ? verdicts.length > 0 && names.length === 0 : !verdicts.includes(verdict)) return false
  return names.length === 0 || kinds.every((kind) => names.includes(kind))
}
