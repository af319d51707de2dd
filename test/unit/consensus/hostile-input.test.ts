import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/canonical/canonical-json'
import { adjudicate } from '../../../src/consensus/adjudicate'
import { explainRuling } from '../../../src/consensus/explain'
import type { Ruling } from '../../../src/consensus/ruling'
import type { Json } from '../../support/consensus-input'
import { artifact, claim, faultsOf, inputOf, issuesOf, panelOf, seat, verdictOf } from '../../support/consensus-input'

// No input makes adjudicate throw, none that is no panel makes a SHIP, and what comes out can always be hashed and shown.
function survives(input: unknown): Ruling {
  const ruling = adjudicate(input)
  expect(() => canonicalJson(ruling)).not.toThrow()
  expect(explainRuling(ruling)).not.toBe('')
  return ruling
}

const two = panelOf({ d: [8, 8] })

/** The same input with something else at a path. */
function withAt(input: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const copy: unknown = Array.isArray(input) ? [...(input as unknown[])] : { ...(input as object) }
  const target = copy as Record<string | number, unknown>
  Object.defineProperty(target, key, { value: withAt(target[key], rest, value), enumerable: true, configurable: true, writable: true })
  return copy
}

const everything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  withNullPrototype: true,
  withObjectString: true,
  withUnicodeString: true,
})

describe('whatever is handed in', () => {
  test('nothing throws and nothing ships', () => {
    const kinds = new Set<string>()
    fc.assert(
      fc.property(everything, (input) => {
        const ruling = survives(input)
        kinds.add(typeof input === 'object' && input !== null ? 'object' : 'other')
        expect(ruling.kind).toBe('refused')
      }),
      { numRuns: 400 },
    )
    expect(kinds.size).toBe(2)
  })

  test('in any field of an input nothing throws', () => {
    const fields = ['rubric', 'doer', 'artifact', 'standards', 'panel', 'corpus', 'adjudications', 'responses', 'synthesis', 'replacements']
    const more = ['round', 'dispatchesLeft', 'mode', 'independence', 'seed', 'moon', '__proto__', 'constructor', 'toString']
    let refused = 0
    fc.assert(
      fc.property(fc.constantFrom(...fields, ...more), everything, (field, value) => {
        if (survives(withAt(inputOf(two), [field], value)).kind === 'refused') refused++
      }),
      { numRuns: 600 },
    )
    expect(refused).toBeGreaterThan(300)
  })

  test('deep inside an input nothing throws', () => {
    const paths: (string | number)[][] = [
      ['rubric', 'criteria', 0],
      ['rubric', 'dimensions', 0],
      ['rubric', 'dimensions', 0, 'weight'],
      ['rubric', 'target'],
      ['rubric', 'hash'],
      ['panel', 0],
      ['panel', 1, 'member'],
      ['panel', 1, 'session'],
      ['panel', 1, 'model'],
      ['panel', 1, 'scores'],
      ['panel', 1, 'scores', 0],
      ['panel', 1, 'scores', 0, 'dimension'],
      ['panel', 1, 'scores', 0, 'score'],
      ['panel', 1, 'scores', 0, 'confidence'],
      ['panel', 1, 'scores', 0, 'rationale'],
      ['panel', 1, 'scores', 0, 'claims', 0],
      ['panel', 1, 'scores', 0, 'claims', 0, 'citations', 0],
      ['panel', 1, 'scenarios', 0],
      ['panel', 1, 'caveats', 0, 'id'],
      ['panel', 1, 'coverage'],
      ['corpus', 'artifact'],
      ['corpus', 'sources', 0],
      ['corpus', 'runs', 0],
      ['adjudications', 0],
      ['responses', 0],
      ['synthesis', 0],
      ['replacements', 0],
    ]
    const base = { ...inputOf(two), rubric: { criteria: ['c'], dimensions: [{ id: 'd', weight: 1 }] } }
    const lists = { adjudications: [], responses: [], synthesis: [], replacements: [] }
    let refused = 0
    fc.assert(
      fc.property(fc.constantFrom(...paths), everything, (path, value) => {
        const head = String(path[0])
        const input = head in lists ? { ...base, [head]: [] } : base
        if (survives(withAt(input, path, value)).kind === 'refused') refused++
      }),
      { numRuns: 800 },
    )
    expect(refused).toBeGreaterThan(400)
  })
})

describe('objects that are more than they seem', () => {
  class Angry {
    get member(): unknown {
      throw new Error('no')
    }
  }

  test.each<[string, () => unknown]>([
    [
      'a getter that throws',
      () => ({
        ...inputOf(two),
        get panel(): unknown {
          throw new Error('no')
        },
      }),
    ],
    [
      'a getter that throws, deep inside',
      () =>
        inputOf([
          two[0] ?? {},
          {
            ...two[1],
            get scores(): unknown {
              throw new Error('no')
            },
          },
        ]),
    ],
    ['a class whose getter throws', () => inputOf([two[0] ?? {}, new Angry() as unknown as Json])],
    [
      'a proxy that throws',
      () =>
        new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('no')
            },
            get: () => {
              throw new Error('no')
            },
          },
        ),
    ],
    [
      'a proxy in a field',
      () => ({
        ...inputOf(two),
        panel: new Proxy([], {
          get: () => {
            throw new Error('no')
          },
        }),
      }),
    ],
    ['a revoked proxy', () => revoked()],
    ['a revoked proxy in a field', () => ({ ...inputOf(two), corpus: revoked() })],
    [
      'toJSON that throws',
      () => ({
        ...inputOf(two),
        mode: {
          toJSON() {
            throw new Error('no')
          },
        },
      }),
    ],
    [
      'toString that throws',
      () => ({
        ...inputOf(two),
        mode: {
          toString() {
            throw new Error('no')
          },
        },
      }),
    ],
    ['a class with a cycle', () => ({ ...inputOf(two), mode: cyclic(instanceOf({})) })],
    ['a symbol', () => ({ ...inputOf(two), mode: Symbol('final') })],
    ['a bigint', () => ({ ...inputOf(two), dispatchesLeft: 5n })],
    ['a date', () => ({ ...inputOf(two), round: new Date(0) })],
    ['no date at all', () => ({ ...inputOf(two), round: new Date(Number.NaN) })],
    ['a map', () => ({ ...inputOf(two), corpus: new Map([['artifact', 'x']]) })],
    ['a function', () => ({ ...inputOf(two), corpus: () => artifact })],
  ])('%s is refused and throws nothing', (_, input) => {
    expect(survives(input()).kind).toBe('refused')
  })

  test('a getter that changes its mind throws nothing', () => {
    const changing = (values: readonly (() => unknown)[]): Json => {
      let reads = 0
      const input = inputOf(two)
      Object.defineProperty(input['corpus'], 'diff', { enumerable: true, get: () => values[Math.min(reads++, values.length - 1)]?.() })
      return input
    }
    const angry = (): never => {
      throw new Error('no')
    }
    expect(['verdict', 'refused', 'replacement']).toContain(survives(changing([() => ({}), angry])).kind)
    expect(['verdict', 'refused', 'replacement']).toContain(survives(changing([() => ({}), () => ({ 'b.ts': '\ud800' })])).kind)
  })

  test('boxed numbers and texts are no numbers and texts', () => {
    const boxed = inputOf(panelOf({ d: [{ score: new Number(8) }, 8] }))
    expect(faultsOf(boxed)).toEqual(['not-plain panel[0].scores[0].score', 'score-not-a-number panel[0].scores[0].score'])
    expect(survives({ ...inputOf(two), mode: new String('final') }).kind).toBe('refused')
  })

  test('an instance of a class with undefined members throws nothing', () => {
    const seats = two.map((one) => instanceOf({ ...one, model: undefined, coverage: undefined }))
    expect(['verdict', 'refused']).toContain(survives(inputOf(seats)).kind)
  })

  test('an object without a prototype is read like any other', () => {
    const bare = (value: object): object => Object.assign(Object.create(null) as object, value)
    const input = { ...inputOf(two.map((one) => bare(one) as Json)) }
    expect(verdictOf(bare(input)).boundTo).toEqual(verdictOf(inputOf(two)).boundTo)
  })

  test('__proto__ as an own key is an unknown field, wherever it stands, and pollutes nothing', () => {
    const own = (text: string): unknown => JSON.parse(JSON.stringify(inputOf(two)).replace(text, `"__proto__":{"polluted":1},${text}`))
    expect(faultsOf(own('"rubric"'))).toEqual(['unknown-field __proto__'])
    expect(faultsOf(own('"criteria"'))).toEqual(['unknown-field rubric.__proto__'])
    expect(faultsOf(own('"session":"session of adversary"'))).toEqual(['unknown-field panel[0].__proto__'])
    expect(faultsOf(own('"confidence"'))).toEqual(['unknown-field panel[0].scores[0].__proto__'])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('constructor and prototype are names like any other', () => {
    const seats = [seat('constructor', { d: 8 }, { adversary: true }), seat('__proto__', { d: 8 }), seat('prototype', { d: 8 })]
    const ruling = verdictOf(inputOf(seats))
    expect(ruling.dimensions[0]?.scores.map(({ member }) => member)).toEqual(['__proto__', 'constructor', 'prototype'])
    expect(() => canonicalJson(ruling)).not.toThrow()
    expect(explainRuling(ruling)).toContain('SHIP')
  })
})

describe('depth and cycles', () => {
  test('an object that holds itself is too deep, and named where it starts', () => {
    const input: Json = inputOf(two)
    input['moon'] = input
    const issues = issuesOf(input)
    expect(issues.map(({ code }) => code)).toContain('too-deep')
    expect(issues.find(({ code }) => code === 'too-deep')).toMatchObject({
      path: 'moon',
      message: 'an object that holds itself',
    })
  })

  test('one that holds itself twice is refused before it was copied a million times', () => {
    let reads = 0
    const twice = {}
    for (const key of ['left', 'right']) {
      Object.defineProperty(twice, key, {
        enumerable: true,
        get() {
          if (++reads > 100_000) throw new Error('copied without end')
          return twice
        },
      })
    }
    expect(survives(twice).kind).toBe('refused')
    expect(reads).toBeLessThan(100_000)
  })

  test('the same value in two places is no cycle', () => {
    const shared = claim()
    const ruling = verdictOf(
      inputOf(
        panelOf({
          d: [
            { score: 8, claims: [shared, shared] },
            { score: 8, claims: [shared] },
          ],
        }),
      ),
    )
    expect(ruling.verdict).toBe('SHIP')
    expect(ruling.evidence).toMatchObject({ citations: 3, found: 3 })
  })

  test('nesting up to 200 levels is read, beyond it is a fault', () => {
    const nested = (levels: number): unknown => {
      let value: unknown = 1
      for (let level = 0; level < levels; level++) value = [value]
      return value
    }
    const codes = (levels: number): string[] => issuesOf({ ...inputOf(two), moon: nested(levels) }).map(({ code }) => code)
    expect(codes(199)).toEqual(['unknown-field'])
    expect(codes(200)).toEqual(expect.arrayContaining(['too-deep', 'unknown-field']))
    expect(codes(100_000)).toEqual(expect.arrayContaining(['too-deep', 'unknown-field']))
  })
})

describe('texts without UTF-8', () => {
  const half = 'half \ud800 a pair'

  test.each<[string, Json | ((panel: Json[]) => unknown), string]>([
    ['a criterion', { rubric: { criteria: [half], dimensions: ['d'] } }, 'lone-surrogate rubric.criteria[0]'],
    ['a source', { corpus: { artifact: { 'src/limiter.ts': `${artifact}${half}` } } }, 'lone-surrogate corpus.artifact["src/limiter.ts"]'],
    [
      'a run',
      { corpus: { artifact: { 'src/limiter.ts': artifact }, runs: [{ command: 'c', exitCode: 0, output: half }] } },
      'lone-surrogate corpus.runs[0].output',
    ],
    ['a digest', { artifact: { digest: half } }, 'lone-surrogate artifact.digest'],
    ['the standards', { standards: half }, 'lone-surrogate standards'],
  ])('%s is a fault with its path', (_, more, fault) => {
    expect(faultsOf({ ...inputOf(two), ...more })).toContain(fault)
    expect(survives({ ...inputOf(two), ...more }).kind).toBe('refused')
  })

  test('a member, a rationale and a dimension too', () => {
    expect(faultsOf(inputOf(panelOf({ d: [{ rationale: half, score: 8 }, 8] })))).toEqual(['lone-surrogate panel[0].scores[0].rationale'])
    expect(faultsOf(inputOf([...two, seat(half, { d: 8 })]))).toContain('lone-surrogate panel[2].member')
    const renamed = inputOf(panelOf({ [half]: [8, 8] }))
    expect(faultsOf(renamed)).toEqual(expect.arrayContaining(['lone-surrogate rubric.dimensions[0]']))
    expect(survives(renamed).kind).toBe('refused')
  })

  test('a name of a field too', () => {
    const corpus = { artifact: { 'src/limiter.ts': artifact, [half]: 'x' } }
    expect(survives({ ...inputOf(two), corpus }).kind).toBe('refused')
    expect(survives({ ...inputOf(two), [half]: 1 }).kind).toBe('refused')
  })

  test('whole pairs are text', () => {
    expect(verdictOf(inputOf(panelOf({ d: [{ rationale: '\ud83d\ude80', score: 8 }, 8] }))).verdict).toBe('SHIP')
  })
})

class Thing {
  readonly member: unknown = undefined
  readonly coverage: unknown = undefined
}

function instanceOf(fields: object): Json {
  return Object.assign(new Thing(), fields) as unknown as Json
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function cyclic(value: object): object {
  Object.assign(value, { self: value })
  return value
}
