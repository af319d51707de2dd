import { describe, expect, test } from 'vitest'
import { parseCitation, parseCorpus } from '../../../src/entries/evidence'

function faults(parsed: ReturnType<typeof parseCitation> | ReturnType<typeof parseCorpus>): string[] {
  return parsed.ok ? [] : parsed.issues.map(({ code, path }) => `${code} ${path}`)
}

describe('reading a citation', () => {
  test('R-TRI-24: quote, line, section and output, each with its own fields', () => {
    const all = [
      { kind: 'quote', text: 'x', source: 's' },
      { kind: 'line', file: 'a.ts', line: 1, endLine: 1, text: 'x' },
      { kind: 'section', source: 's', heading: 'T', text: 'x' },
      { kind: 'output', command: 'npm test', text: 'x', exitCode: 1 },
    ]
    for (const citation of all) expect(parseCitation(citation)).toEqual({ ok: true, value: citation })
  })

  test('every fault is named with its place', () => {
    expect(faults(parseCitation({ kind: 'quote', text: 1, file: 'x' }))).toEqual(['unknown-field file', 'invalid-value text'])
    expect(faults(parseCitation({ kind: 'line', file: 'a.ts', line: 0 }))).toEqual(['invalid-value line'])
    expect(faults(parseCitation({ kind: 'line', file: 'a.ts', line: 3, endLine: 2 }))).toEqual(['invalid-value endLine'])
    expect(faults(parseCitation({ kind: 'line', file: 'a.ts' }))).toEqual(['missing-field line'])
    expect(faults(parseCitation({ kind: 'hearsay', text: 'x' }))).toHaveLength(1)
    expect(faults(parseCitation('x'))).toHaveLength(1)
  })
})

describe('reading a corpus', () => {
  test('in full, by role, or as a map from path to text, which is the artifact', () => {
    const source = { id: 'a.ts', role: 'artifact', path: 'a.ts', text: 'x' }
    expect(parseCorpus({ sources: [source] })).toEqual({ ok: true, value: { sources: [source], runs: [] } })
    expect(parseCorpus({ 'a.ts': 'x' })).toEqual({ ok: true, value: { sources: [source], runs: [] } })
    expect(parseCorpus({ artifact: { 'a.ts': 'x' }, spec: { 's.md': 'y' }, runs: [{ command: 'c', exitCode: 0, output: '' }] })).toEqual({
      ok: true,
      value: {
        sources: [source, { id: 'spec:s.md', role: 'spec', path: 's.md', text: 'y' }],
        runs: [{ command: 'c', exitCode: 0, output: '' }],
      },
    })
  })

  test('a source id used twice is a fault', () => {
    const source = { id: 'a', role: 'spec', text: '' }
    expect(faults(parseCorpus({ sources: [source, source] }))).toEqual(['source-twice sources[1].id'])
  })
})
