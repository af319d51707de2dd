import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { checkCitations } from '../../../src/evidence/check-citations'
import type { Citation } from '../../../src/evidence/citation'
import { parseCitation } from '../../../src/evidence/citation'
import type { Claim } from '../../../src/evidence/claim'
import { claimSchema, repairSchema } from '../../../src/evidence/claim'
import type { Corpus } from '../../../src/evidence/corpus'
import { parseCorpus } from '../../../src/evidence/corpus'
import type { CheckedCitation } from '../../../src/evidence/standing'
import { standingOf } from '../../../src/evidence/standing'

type Result = ReturnType<typeof parseCorpus> | ReturnType<typeof parseCitation>

function faults(parsed: Result): string[] {
  return parsed.ok ? [] : parsed.issues.map(({ path, message }) => `${path}: ${message}`)
}

describe('reading a claim (spec 02, From citations to scores)', () => {
  test('R-TRI-25: it needs a text alone; without citations it has none, and it is load-bearing unless it says otherwise', () => {
    expect(claimSchema.parse({ text: 'x' })).toEqual({ text: 'x', citations: [], loadBearing: true })
    const full = {
      text: 'x',
      citations: [{ kind: 'quote', text: 'y' }],
      loadBearing: false,
      repair: 'structural',
      fix: 'z',
    }
    expect(claimSchema.parse(full)).toEqual(full)
    expect(claimSchema.safeParse({}).success).toBe(false)
    expect(claimSchema.safeParse({ text: 'x', severity: 1 }).success).toBe(false)
  })

  test('R-TRI-64, R-TRI-65: a defect is local, structural or unsafe', () => {
    expect(repairSchema.options).toEqual(['local', 'structural', 'unsafe'])
    expect(z.safeParse(claimSchema, { text: 'x', repair: 'global' }).success).toBe(false)
    for (const repair of ['local', 'structural', 'unsafe'] as const) expect(claimSchema.parse({ text: 'x', repair }).repair).toBe(repair)
  })

  test('R-TRI-24: an endLine before the line is named', () => {
    expect(faults(parseCitation({ kind: 'line', file: 'a.ts', line: 3, endLine: 2 }))).toEqual(['endLine: endLine lies before line'])
    expect(faults(parseCitation({ kind: 'line', file: 'a.ts', line: 3, endLine: 3 }))).toEqual([])
  })
})

describe('reading a corpus (spec 02, Corpus)', () => {
  test('what is no corpus is a fault of the whole', () => {
    for (const input of ['text', 7, null, undefined, true])
      expect(faults(parseCorpus(input)).map((fault) => fault.split(':')[0])).toEqual([''])
    for (const list of [[], ['text'], [{}]]) expect(faults(parseCorpus(list)).map((fault) => fault.split(':')[0])).toEqual([''])
  })

  test('an empty one has nothing to cite', () => {
    expect(parseCorpus({})).toEqual({ ok: true, value: { sources: [], runs: [] } })
  })

  test('a role is given as an object of texts by path', () => {
    for (const none of [null, 7, ['text'], 'text']) {
      expect(faults(parseCorpus({ artifact: { a: 'x' }, reference: none }))).toEqual([
        `reference: found ${JSON.stringify(none)}: expected an object of texts by path`,
      ])
    }
    expect(faults(parseCorpus({ artifact: { 'a.ts': 'x', 'b.ts': 7, 'c d': null } }))).toEqual([
      'artifact["b.ts"]: found 7: expected a text',
      'artifact["c d"]: found null: expected a text',
    ])
    expect(faults(parseCorpus({ 'a.ts': 'x', 'b.ts': 7 })).map((fault) => fault.split(':')[0])).toEqual(['["a.ts"]', '["b.ts"]'])
  })

  test('roles come in the order artifact, diff, spec, reference; only an artifact is named by its bare path', () => {
    const corpus = parseCorpus({ reference: { r: '1' }, spec: { s: '2' }, diff: { d: '3' }, artifact: { a: '4' } })
    expect(corpus.ok && corpus.value.sources).toEqual([
      { id: 'a', role: 'artifact', path: 'a', text: '4' },
      { id: 'diff:d', role: 'diff', path: 'd', text: '3' },
      { id: 'spec:s', role: 'spec', path: 's', text: '2' },
      { id: 'reference:r', role: 'reference', path: 'r', text: '1' },
    ])
  })

  test('a source id used twice is told with the id', () => {
    const source = { id: 'a', role: 'spec', text: '' }
    expect(faults(parseCorpus({ sources: [source, { ...source, id: 'b' }, source] }))).toEqual([
      'sources[2].id: source id "a" is used twice',
    ])
  })

  test('a file that is called like a prototype is cited like any other', () => {
    const corpus = parseCorpus({ artifact: JSON.parse('{"__proto__":"x","constructor":"y"}') })
    expect(corpus.ok && corpus.value.sources.map(({ id, text }) => [id, text])).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
  })
})

describe('the standing of a score (spec 02, R-TRI-24)', () => {
  const kinds: readonly CheckedCitation['kind'][] = ['quote', 'line', 'section', 'output']
  const standing = (score: number, citation: CheckedCitation) => standingOf(score, [{ loadBearing: true, citations: [citation] }]).standing

  test('8 or more is anchored by a quote or a line with its text, by no section and no output, whatever their text', () => {
    const anchoring = (withText: boolean) =>
      kinds.filter((kind) => standing(8, { kind, outcome: 'found', role: 'artifact', withText }) === 'stands')
    expect([anchoring(true), anchoring(false)]).toEqual([['quote', 'line'], ['quote']])
  })

  test('of a section only the artifact’s words could, so a scorecard of 9 that cites its heading and text stays unanchored', () => {
    const corpus: Corpus = { sources: [{ id: 'a.md', role: 'artifact', path: 'a.md', text: '# Title\nwords below it\n' }], runs: [] }
    const cited = (citation: Citation): Claim => ({ text: 'a claim', citations: [citation], loadBearing: true })
    const section: Citation = { kind: 'section', source: 'a.md', heading: 'Title', text: 'words below it' }
    const line: Citation = { kind: 'line', file: 'a.md', line: 2, text: 'words below it' }
    const scores = [section, line].flatMap((citation) => [9, 2].map((score) => ({ score, claims: [cited(citation)] })))
    expect(checkCitations([{ scores }], corpus)[0]?.scores.map((score) => score.standing)).toEqual([
      'unanchored',
      'stands',
      'stands',
      'stands',
    ])
  })
})
