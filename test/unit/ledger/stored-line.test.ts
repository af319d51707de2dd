import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/canonical/canonical-json'
import { sha256Hex } from '../../../src/canonical/digest'
import { eventBytesMax } from '../../../src/ledger/event-limits'
import { readStoredLine } from '../../../src/ledger/stored-line'
import { linesOf, noted, someLines } from '../../support/ledger-events'

const [line = ''] = someLines(1)

function reasonOf(text: string): string {
  const reading = readStoredLine(text, sha256Hex)
  return reading.ok ? 'ok' : reading.reason
}

/** The line with its hash made anew over the changed text: what somebody does who knows how. */
function resealed(text: string): string {
  const member = /"hash":"sha256:[0-9a-f]{64}",/
  return text.replace(member, `"hash":"sha256:${sha256Hex(text.replace(member, ''))}",`)
}

describe('a stored line', () => {
  test('as it was written it is right, whatever its data and names hold', () => {
    const data = [
      { n: 0, f: 0.1, e: 1e-7, list: [null, true, false, [], {}], s: '\u0000\n"\\/\u007f\u2028' },
      { 10: 'ten', 9: 'nine', a: { 2: 1, 1: 2 } },
      'text',
      -0.5,
      null,
      Array.from({ length: 190 }).reduce<unknown>((inner) => [inner], 1),
      { 8.5: 8.666666666666666, '': '' },
    ]
    const names = { stream: 'caf\u00e9/"q"\\', type: 't\u0001', id: '\u{1F600}', actor: { kind: 'human' as const, id: 'a\tb' } }
    const lines = linesOf([...data.map((one, n) => [noted(n, { data: one })]), [noted(99, names)]])
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.map(reasonOf)).toEqual(lines.map(() => 'ok'))
  })

  test('a change of content is told with both hashes', () => {
    const changed = line.replace('"n":1', '"n":2')
    const reading = readStoredLine(changed, sha256Hex)
    const { hash: _, ...content } = JSON.parse(changed) as Record<string, unknown>
    expect(reading).toMatchObject({
      ok: false,
      reason: 'content',
      expected: JSON.parse(line).hash,
      actual: `sha256:${sha256Hex(canonicalJson(content))}`,
    })
  })

  test('another spelling of the same values is found', () => {
    const { actor, ...rest } = JSON.parse(line) as Record<string, unknown>
    const spellings = [
      ` ${line}`,
      `${line}\r`,
      line.replace('"n":1', '"n":1.0'),
      line.replace('"n":1', '"n":1e0'),
      line.replace('"n":1', '"n": 1'),
      line.replace('"noted"', '"note\\u0064"'),
      line.replace('slice/S1', 'slice\\/S1'),
      line.replace('"seq":1', '"seq":1.0'),
      line.replace('"n":1', '"n":2,"n":1'),
      line.replace('"seq":1', '"seq":9,"seq":1'),
      JSON.stringify({ ...rest, actor }),
    ]
    for (const text of spellings) expect([text, reasonOf(text)]).toEqual([text, 're-spelled'])
  })

  test('another spelling is found also where the hash was made over it', () => {
    const spellings = [
      line.replace('"n":1', '"n":1.0'),
      line.replace('"n":1', '"n":2,"n":1'),
      line.replace('{"n":1}', '{"b":1,"a":2}'),
      line.replace('{"n":1}', '{ "n":1}'),
      line.replace('"data":', '"data": '),
      line.replace('"seq":1', '"seq":1e0'),
      line.replace('"type":"noted"', '"type":"note\\u0064"'),
      line.replace('"n":1', '"n":-0'),
    ]
    for (const text of spellings) expect([text, reasonOf(resealed(text))]).toEqual([text, 'content'])
  })

  test('values that an append refuses are found also where the hash is right', () => {
    const values = [
      '{"__proto__":1}',
      '{"constructor":1}',
      '{"a":{"prototype":1}}',
      '9007199254740993',
      '[1e300]',
      '"\\ud83d"',
      '{"\\udc00":1}',
      '['.repeat(201) + ']'.repeat(201),
    ]
    for (const value of values) expect([value, reasonOf(resealed(line.replace('{"n":1}', value)))]).toEqual([value, 'refused-value'])
    expect(reasonOf(resealed(line.replace('"id-1"', '"\\udc00"')))).toBe('refused-value')
  })

  test('what is no JSON, no event or beyond the limit is told apart', () => {
    expect(reasonOf('{"type":"card"')).toBe('not-json')
    expect(reasonOf('\u0000\u0000')).toBe('not-json')
    expect(reasonOf(`\ufeff${line}`)).toBe('bom')
    expect(reasonOf(line.replace('id-1', 'id-\ud83d'))).toBe('not-utf8')
    expect(reasonOf(' '.repeat(eventBytesMax + 1))).toBe('too-long')
    expect(reasonOf('['.repeat(500_000) + ']'.repeat(500_000))).toBe('envelope')
    for (const text of ['null', '1', '[]', '{}', '"x"', '{"type":"card","n":1}']) expect([text, reasonOf(text)]).toEqual([text, 'envelope'])
  })

  test('every field of the envelope is looked at, whatever its hash', () => {
    const changes: readonly (readonly [RegExp, string])[] = [
      [/"kind":"engine"/, '"kind":"robot"'],
      [/"kind":"engine"/, '"kind":"engine","more":1'],
      [/"actor":\{[^}]*\}/, '"actor":"x"'],
      [/"at":"[^"]*"/, '"at":"2026-02-30"'],
      [/"at":"[^"]*"/, '"at":"2026-08-14T16:30:00+02:00"'],
      [/"data":/, '"batch":{"i":3,"n":2},"data":'],
      [/"data":/, '"batch":{"i":1},"data":'],
      [/"data":/, '"batch":{"i":1,"n":1,"x":1},"data":'],
      [/"data":\{[^}]*\},/, ''],
      [/"id":"id-1"/, '"id":""'],
      [/"id":"id-1"/, `"id":"${'x'.repeat(513)}"`],
      [/"prev":"[^"]*"/, '"prev":"sha256:abc"'],
      [/"schema":1/, '"schema":0'],
      [/"seq":1/, '"seq":"1"'],
      [/"seq":1/, '"seq":1.5'],
      [/"stream":"[^"]*"/, '"stream":7'],
      [/"type":"noted"/, '"type":""'],
      [/"version":1/, '"version":-1'],
      [/"version":1/, '"version":1,"zzz":1'],
    ]
    for (const [what, by] of changes) expect([by, reasonOf(resealed(line.replace(what, by)))]).toEqual([by, 'envelope'])
    expect(reasonOf(line.replace(/"hash":"sha256:[0-9a-f]{64}"/, '"hash":"sha256:abc"'))).toBe('envelope')
  })
})
