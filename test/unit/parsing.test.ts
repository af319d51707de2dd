import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { pathOf, shown, sortIssues } from '../../src/issues'
import { chosenBy, parseWith } from '../../src/parsing'

describe('a path', () => {
  test.each<[PropertyKey[], string]>([
    [[], ''],
    [['panel', 0, 'scores', 1, 'score'], 'panel[0].scores[1].score'],
    [[0, 'a'], '[0].a'],
    [['a b', 'c'], '["a b"].c'],
    [['a', ''], 'a[""]'],
    [['$a_1', 'B9'], '$a_1.B9'],
    [['1a'], '["1a"]'],
    [['a', 'x"y'], 'a["x\\"y"]'],
    [['na\u00efve'], '["na\u00efve"]'],
    [['a', 12], 'a[12]'],
    [['a', '12'], 'a["12"]'],
  ])('%j reads %s', (segments, text) => {
    expect(pathOf(segments)).toBe(text)
  })

  test('never throws, whatever the keys', () => {
    expect(pathOf([Symbol('x')])).toContain('x')
  })
})

describe('a value that is shown', () => {
  test.each<[unknown, string]>([
    [undefined, 'nothing'],
    [null, 'null'],
    [7, '7'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    ['x', '"x"'],
    ['a\nb', '"a\\nb"'],
    [true, 'true'],
    [[1, 2], '[1,2]'],
    [{ a: 1 }, '{"a":1}'],
    [() => 1, 'function'],
    [Symbol('x'), 'symbol'],
    [7n, 'bigint'],
  ])('%s reads %s', (value, text) => {
    expect(shown(value)).toBe(text)
  })

  test('is cut at 60 letters', () => {
    expect(shown('x'.repeat(58))).toBe(`"${'x'.repeat(58)}"`)
    expect(shown('x'.repeat(59))).toBe(`"${'x'.repeat(56)}...`)
    expect(shown('x'.repeat(1e6))).toHaveLength(60)
    expect(shown(Array.from({ length: 1000 }, () => 1))).toHaveLength(60)
  })

  test('cuts no letter in half', () => {
    expect(shown(`x${'\ud83d\ude80'.repeat(100)}`).isWellFormed()).toBe(true)
    expect(shown('\ud83d\ude80'.repeat(100)).isWellFormed()).toBe(true)
  })

  test('never throws', () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    const angry = {
      toJSON() {
        throw new Error('no')
      },
    }
    for (const value of [cycle, angry, { a: 1n }, { toJSON: () => undefined }, Object.create(null)])
      expect(typeof shown(value)).toBe('string')
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withBoxedValues: true }), (value) => {
        expect(shown(value).length).toBeLessThanOrEqual(60)
      }),
      { numRuns: 200 },
    )
  })
})

describe('sorted issues', () => {
  const issue = (path: string, code = 'c') => ({ code, path, message: '' })

  test('stand by path with numbers by value, then by code', () => {
    const sorted = [issue(''), issue('a', 'b'), issue('a', 'd'), issue('a[2]'), issue('a[10]'), issue('a[10].b'), issue('b')]
    for (let turn = 0; turn < sorted.length; turn++) {
      const turned = [...sorted.slice(turn), ...sorted.slice(0, turn)]
      expect(sortIssues(turned)).toEqual(sorted)
    }
    expect(sortIssues([...sorted].reverse())).toEqual(sorted)
  })

  test('leave the list they came from alone', () => {
    const list = [issue('b'), issue('a')]
    sortIssues(list)
    expect(list.map(({ path }) => path)).toEqual(['b', 'a'])
  })
})

describe('a schema', () => {
  const schema = z.strictObject({ a: z.number('not a number'), b: z.array(z.strictObject({ c: z.string() })).optional() })

  test('gives the value, or every fault sorted by path', () => {
    expect(parseWith(schema, { a: 1 })).toEqual({ ok: true, value: { a: 1 } })
    const input = { a: 'x', b: [{ c: 'y' }, { c: 7, d: 1, 'e f': 2 }, null], z: 1 }
    const result = parseWith(schema, input)
    expect(result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'invalid-value a',
      'invalid-value b[1].c',
      'unknown-field b[1].d',
      'unknown-field b[1]["e f"]',
      'invalid-value b[2]',
      'unknown-field z',
    ])
  })

  test('says what was found and what is wanted', () => {
    const result = parseWith(schema, { a: 'x', y: 1 })
    expect(result).toEqual({
      ok: false,
      issues: [
        { code: 'invalid-value', path: 'a', message: 'found "x": not a number' },
        { code: 'unknown-field', path: 'y', message: 'unknown field "y"' },
      ],
    })
    const missing = parseWith(schema, {})
    expect(missing).toEqual({ ok: false, issues: [{ code: 'missing-field', path: 'a', message: 'missing: a number' }] })
    const general = parseWith(z.string(), 7)
    expect(general.ok ? '' : general.issues[0]?.message).toBe('found 7: expected string')
  })

  test('a fault takes the code of its field, else the general one', () => {
    const codeOf = (path: readonly PropertyKey[], found: unknown): string | undefined =>
      path.at(-1) === 'a' ? `a-is-${typeof found}` : undefined
    const result = parseWith(schema, { a: 'x', b: [{ c: 1 }] }, codeOf)
    expect(result.ok ? [] : result.issues.map(({ code }) => code)).toEqual(['a-is-string', 'invalid-value'])
  })

  test('a fault of its own making keeps its code and its words', () => {
    const custom = z.string().superRefine((_, context) => {
      context.addIssue({ code: 'custom', message: 'as I say', params: { code: 'my-own' } })
    })
    expect(parseWith(custom, 'x')).toEqual({ ok: false, issues: [{ code: 'my-own', path: '', message: 'as I say' }] })
    expect(parseWith(custom, 'x', () => 'other')).toMatchObject({ issues: [{ code: 'my-own' }] })
    const plain = z.string().refine(() => false, 'never')
    expect(parseWith(plain, 'x', () => 'other')).toMatchObject({ issues: [{ code: 'other', message: 'never' }] })
    const odd = z.string().superRefine((_, context) => {
      context.addIssue({ code: 'custom', message: 'odd', params: { code: 7 } })
    })
    expect(parseWith(odd, 'x')).toMatchObject({ issues: [{ code: 'invalid-value' }] })
  })

  test('inherited members are not found', () => {
    const child = Object.create({ a: 'inherited' }) as object
    const result = parseWith(schema, child)
    expect(result.ok ? '' : result.issues.find(({ path }) => path === 'a')?.message).toMatch(/^found (?:nothing|"inherited")/)
  })
})

describe('a schema chosen by the input', () => {
  const chosen = z.strictObject({
    list: z.array(chosenBy((input) => typeof input === 'string', z.literal('waived'), z.strictObject({ a: z.number() }))),
  })

  test('keeps the paths of its faults', () => {
    expect(parseWith(chosen, { list: ['waived', { a: 1 }] })).toEqual({ ok: true, value: { list: ['waived', { a: 1 }] } })
    const result = parseWith(chosen, { list: ['other', { a: 'x', b: 1 }, { a: 2 }] })
    expect(result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'invalid-value list[0]',
      'invalid-value list[1].a',
      'unknown-field list[1].b',
    ])
  })
})
