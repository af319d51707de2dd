import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { doubledKey } from '../../../src/text/doubled-key'
import { pathOf } from '../../../src/issues'

describe('a name that stands twice in one object', () => {
  test.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"b":{"c":1,"d":[{"e":1},{"e":1,"f":{},"e":2}]}}', 'b.d[1].e'],
    ['[[1,{"x":[],"x":[]}]]', '[0][1].x'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"":1,"":2}', '[""]'],
    ['{"a\\"b":1,"c":"\\\\","a\\"b":2}', '["a\\"b"]'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{ "a" : { "b" : 1 } ,\n "a" : 0 }', 'a'],
  ])('%s', (text, path) => {
    expect(doubledKey(text)).toBe(path)
  })

  test.each([
    '{}',
    '[]',
    '"a"',
    '1',
    '{"a":{"a":{"a":1}},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\",\\"a\\":1","b":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":["a","a"],"b":"a"}',
    '{"a":1,"A":2}',
    '{"a":"\\\\","b":1}',
  ])('none in %s', (text) => {
    expect(doubledKey(text)).toBeUndefined()
  })

  test('none in whatever is written from a value, one wherever a member is given again', () => {
    let doubledInside = 0
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.array(fc.string(), { maxLength: 3 }), fc.string(), (value, names, name) => {
        expect(doubledKey(JSON.stringify(value))).toBeUndefined()
        const inner = JSON.stringify(value)
        const doubled = names.reduceRight(
          (text, key) => `{${JSON.stringify(key)}:${text}}`,
          `{${JSON.stringify(name)}:${inner}, ${JSON.stringify(name)}:${inner}}`,
        )
        expect(doubledKey(doubled)).toBe(pathOf([...names, name]))
        if (names.length > 0) doubledInside++
      }),
    )
    expect(doubledInside).toBeGreaterThan(20)
  })

  test('deep nesting is no trouble', () => {
    expect(doubledKey(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toBeUndefined()
    expect(doubledKey(`${'{"a":'.repeat(200_000)}{"b":1,"b":2}${'}'.repeat(200_000)}`)).toBe(pathOf(Array.from({ length: 12 }, () => 'a')))
  })
})
