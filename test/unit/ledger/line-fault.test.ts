import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as CanonicalJson from '../../../src/canonical/canonical-json'
import { sha256Hex } from '../../../src/canonical/digest'
import { AdjudicateError } from '../../../src/errors'
import { genesisHash } from '../../../src/ledger/chain'
import type { NewEvent } from '../../../src/ledger/event'
import { actorKinds, eventBytesMax, nameLengthMax } from '../../../src/ledger/event-limits'
import type { LineReading } from '../../../src/ledger/line-fault'
import { readStoredLine } from '../../../src/ledger/stored-line'
import { linesOf, noted, someLines } from '../../support/ledger-events'

// Time is no evidence in a test run; how often something is written anew as canonical JSON is.
const work = vi.hoisted(() => ({ writings: 0 }))

vi.mock('../../../src/canonical/canonical-json', async (importOriginal) => {
  const real = await importOriginal<typeof CanonicalJson>()
  return {
    ...real,
    canonicalJson: (value: unknown) => {
      work.writings++
      return real.canonicalJson(value)
    },
  }
})

beforeEach(() => {
  work.writings = 0
})

const [line = ''] = someLines(1)
const member = /"hash":"sha256:[0-9a-f]*",/

function read(text: string): LineReading {
  return readStoredLine(text, sha256Hex)
}

/** The reason and message of a line's fault. */
function faultOf(text: string): readonly string[] {
  const reading = read(text)
  return reading.ok ? ['ok', ''] : [reading.reason, reading.message]
}

/** The line with its hash made anew over the changed text: what somebody does who knows how. */
function resealed(text: string): string {
  return text.replace(member, `"hash":"sha256:${sha256Hex(text.replace(member, ''))}",`)
}

function changedTo(what: RegExp | string, by: string): string {
  const changed = line.replace(what, by)
  expect(changed).not.toBe(line)
  return resealed(changed)
}

describe('a line in its usual spelling (spec 08, cost)', () => {
  const usual: readonly (readonly [string, readonly NewEvent[]])[] = [
    ['one event', [noted(1)]],
    ['a batch', Array.from({ length: 12 }, (_, index) => noted(index + 1))],
    ['every kind of actor', actorKinds.map((kind, index) => noted(index + 1, { actor: { kind, id: 'x' } }))],
    ['names of 1 and 512 units', [noted(1, { stream: 's', type: 't', id: 'i', actor: { kind: 'human', id: 'x'.repeat(nameLengthMax) } })]],
    ['long names', ['stream', 'type', 'id'].map((field, index) => noted(index + 1, { [field]: `${index}`.padEnd(nameLengthMax, 'x') }))],
    ['names beyond ASCII', [noted(1, { stream: 'caf\u00e9/\u{1F600}', id: '\u20ac' })]],
    [
      'every spelling of a time',
      ['2026-01-31T00:00:00Z', '2026-10-09T19:59:59.1Z', '2026-12-10T23:00:00.123456789Z', '2026-06-29T20:30:00.000Z'].map((at, index) =>
        noted(index + 1, { at }),
      ),
    ],
    ['a high schema', [noted(1, { schema: 120 })]],
    ['a long list', [noted(1, { data: Array.from({ length: 12 }, (_, index) => ({ index })) })]],
    [
      'all kinds of data',
      [null, true, 'x', '', -0.5, 1e-7, [], {}, [[1], { a: null, b: [2, {}] }], { n: '"\\\n\u0001', '': 1, a: 0.1, é: 1 }].map(
        (data, index) => noted(index + 1, { data }),
      ),
    ],
    ['an integer of 2^53 - 1', [noted(1, { data: [2 ** 53 - 1, 1 - 2 ** 53] })]],
    ['the deepest nesting', [noted(1, { data: Array.from({ length: 199 }).reduce<unknown>((inner) => [inner], { a: 1 }) })]],
  ]
  for (const [name, events] of usual) {
    test(`${name}: right, and nothing is written anew`, () => {
      for (const one of linesOf([events])) {
        work.writings = 0
        expect(read(one)).toEqual({ ok: true, event: JSON.parse(one) })
        expect(work.writings).toBe(0)
        const other = one.replace(/"seq":\d+/, '"seq":99')
        expect(read(other)).toMatchObject({ reason: 'content', message: 'the event was changed after it was written' })
        expect(work.writings).toBe(0)
      }
    })
  }

  test('one hash is made for it, over all but its hash', () => {
    const hashed: string[] = []
    readStoredLine(line, (text) => {
      hashed.push(text)
      return sha256Hex(text)
    })
    expect(hashed).toEqual([line.replace(member, '')])
  })

  test('an unusual spelling costs a slower look, and is right or not as its bytes are', () => {
    const lines = linesOf([
      [noted(1, { data: { 10: 'a', 9: 'b' } })],
      [noted(2, { id: 'a"b' })],
      [noted(3, { type: 'a\\b' })],
      [noted(4, { stream: '\u0001' })],
      [noted(5, { actor: { kind: 'agent', id: '\n' } })],
    ])
    for (const one of lines) {
      work.writings = 0
      expect(read(one)).toEqual({ ok: true, event: JSON.parse(one) })
      expect(work.writings).toBeGreaterThan(0)
    }
  })
})

describe('what is wrong with a line is told in words (spec 08, Event)', () => {
  test('before it is read as an event', () => {
    expect(faultOf(' '.repeat(eventBytesMax + 1))).toEqual(['too-long', 'a line of 1048577 characters, at most 1048576 bytes'])
    expect(faultOf(' '.repeat(eventBytesMax))[0]).toBe('not-json')
    expect(faultOf(`${line}\udc00`)).toEqual(['not-utf8', 'the line holds half a surrogate pair'])
    expect(faultOf(`\ufeff${line}`)).toEqual(['bom', 'a byte order mark stands before the first record'])
    expect(faultOf('nonsense')).toEqual(['not-json', 'the line is not JSON: "nonsense"'])
  })

  test('the field that is not as an event has it is named', () => {
    const isNot = (field: string) => ['envelope', `${field} is not as an event has it`]
    for (const text of ['[1]', 'null', '7', '"x"', 'true']) expect(faultOf(text)).toEqual(isNot('the record'))
    expect(faultOf(changedTo(/\}$/, ',"zzz":1}'))).toEqual(isNot('the field "zzz"'))
    const changes: readonly (readonly [string, RegExp, string])[] = [
      ['actor', /"kind":"engine"/, '"kind":"robot"'],
      ['actor', /"kind":"engine"/, '"kind":"engine","more":1'],
      ['actor', /"id":"test","kind"/, '"kind"'],
      ['actor', /,"kind":"engine"/, ''],
      ['actor', /"id":"test"/, '"id":""'],
      ['actor', /"id":"test"/, '"id":7'],
      ['actor', /"actor":\{[^}]*\}/, '"actor":null'],
      ['actor', /"actor":\{[^}]*\}/, '"actor":[]'],
      ['at', /"at":"[^"]*"/, '"at":7'],
      ['at', /"at":"[^"]*"/, '"at":"2026-13-01T00:00:00Z"'],
      ['data', /"data":\{[^}]*\},/, ''],
      ['hash', /"sha256:[0-9a-f]{64}","id"/, '7,"id"'],
      ['id', /"id":"id-1"/, '"id":7'],
      ['prev', /"prev":"[^"]*"/, `"prev":"${genesisHash}0"`],
      ['schema', /"schema":1/, '"schema":9007199254740993'],
      ['seq', /"seq":1/, '"seq":0'],
      ['stream', /"stream":"[^"]*"/, `"stream":"${'x'.repeat(nameLengthMax + 1)}"`],
      ['type', /"type":"noted"/, '"type":""'],
      ['version', /"version":1/, '"version":null'],
    ]
    for (const [field, what, by] of changes) expect(faultOf(line.replace(what, by)), by).toEqual(isNot(field))
    const allLacking = ['actor', 'at', 'hash', 'id', 'prev', 'schema', 'seq', 'stream', 'type', 'version']
    for (const field of allLacking) {
      const { [field]: _, ...rest } = JSON.parse(line) as Record<string, unknown>
      expect(faultOf(JSON.stringify(rest))).toEqual(isNot(field))
    }
  })

  test('a batch mark is i of n, counted from 1, and nothing else', () => {
    const marked = (mark: string) => faultOf(resealed(line.replace('"data":', `"batch":${mark},"data":`)))[0]
    for (const right of ['{"i":1,"n":1}', '{"i":2,"n":2}', '{"i":9,"n":10}']) expect(marked(right), right).toBe('ok')
    const wrong = ['{"i":2,"n":1}', '{"i":0,"n":1}', '{"i":1,"n":0}', '{"i":1}', '{"n":1}', '{"i":1,"n":2,"of":3}', '{"i":"1","n":2}']
    for (const mark of [...wrong, '{"i":1,"n":2.5}', 'null', '[1,2]', '7'])
      expect(faultOf(resealed(line.replace('"data":', `"batch":${mark},"data":`))), mark).toEqual([
        'envelope',
        'batch is not as an event has it',
      ])
  })

  test('values that an append refuses, with their path', () => {
    expect(faultOf(changedTo('{"n":1}', '{"a":[9007199254740993]}'))).toEqual([
      'refused-value',
      "JSON can't hold the integer 9007199254740992, beyond 2^53, exactly, at a[0]",
    ])
    for (const field of [/"id":"id-1"/, /"type":"noted"/, /"stream":"[^"]*"/, /"id":"test"/]) {
      const name = /"(\w+)"/.exec(String(field))?.[1] ?? ''
      expect(faultOf(changedTo(field, `"${name}":"\\ud83d"`))[0], String(field)).toBe('refused-value')
    }
  })

  test('values that an append refuses in their canonical spelling, whose hash is right', () => {
    const deep = '{"a":'.repeat(201) + '1' + '}'.repeat(201)
    for (const value of ['9007199254740992', '-9007199254740992', '[1e+300]', '{"a":1e+21}', deep, `[${deep}]`])
      expect(faultOf(changedTo('{"n":1}', value))[0], value.slice(0, 20)).toBe('refused-value')
  })

  test('names of over 512 units, whether the line takes the slower look or not', () => {
    for (const [field, what] of [
      ['actor', /"id":"test"/],
      ['type', /"type":"noted"/],
    ] as const) {
      const name = /"(\w+)"/.exec(String(what))?.[1] ?? ''
      expect(faultOf(changedTo(what, `"${name}":"${'x'.repeat(nameLengthMax + 1)}"`))).toEqual([
        'envelope',
        `${field} is not as an event has it`,
      ])
    }
    const [odd = ''] = linesOf([[noted(1, { id: '"'.padEnd(nameLengthMax, 'x') })]])
    expect(faultOf(odd)[0]).toBe('ok')
    expect(faultOf(resealed(odd.replace('xx', 'xxx')))).toEqual(['envelope', 'id is not as an event has it'])
  })

  test('a list with one text in it is no text', () => {
    const time = /"at":("[^"]*")/
    expect(faultOf(changedTo(time, `"at":[${time.exec(line)?.[1] ?? ''}]`))[1]).toBe('at is not as an event has it')
    expect(faultOf(changedTo(/"prev":"[^"]*"/, `"prev":["${genesisHash}"]`))[1]).toBe('prev is not as an event has it')
  })

  test('a change of content carries both hashes, also where it takes the slower look', () => {
    const [odd = ''] = linesOf([[noted(1, { id: 'a"b' })]])
    for (const one of [line, odd]) {
      const tampered = one.replace('"n":1', '"n":2')
      expect(read(tampered)).toEqual({
        ok: false,
        reason: 'content',
        message: 'the event was changed after it was written',
        expected: JSON.parse(one).hash,
        actual: `sha256:${sha256Hex(tampered.replace(member, ''))}`,
      })
    }
  })

  test('another spelling of the values that were hashed', () => {
    expect(faultOf(line.replace('"n":1', '"n":1.0'))).toEqual([
      're-spelled',
      'the values are those that were hashed, but the line is not their canonical JSON',
    ])
  })

  test('an error that is no refusal of a value is not swallowed', () => {
    const odd = line.replace('"noted"', '"note\\u0064"')
    for (const own of [new RangeError('of the digest'), new AdjudicateError('internal', 'of the digest')]) {
      const digest = () => {
        throw own
      }
      expect(() => readStoredLine(odd, digest)).toThrow(own)
    }
  })
})
