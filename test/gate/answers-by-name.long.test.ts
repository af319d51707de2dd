import { afterAll, expect, test, vi } from 'vitest'
import { gatePlace } from '../support/gate-place'
import type { Step } from '../support/git-steps'
import { clearSteps } from '../support/git-steps'

// Many processes each: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })
afterAll(clearSteps, 60_000)

const price = (first: string): string =>
  `export function price(n: number, percent: number): number {\n  ${first}\n  return n - (n * percent) / 100\n}\n`
const slug = (first: string): string => `import re\n\n\ndef slug(text):\n    ${first}\n    return re.sub(r"\\W+", "-", text)\n`
const many: readonly Step[] = Array.from({ length: 210 }, (_, at): Step => [
  'write',
  `tests/more/m${at}.spec.ts`,
  `it('m', () => expect(${at}).toBe(${at}))\n`,
])
const base: readonly Step[] = [
  ['write', 'src/price.ts', price('const whole = n')],
  ['write', 'src/slug.py', slug('text = text.strip()')],
  ['write', 'tests/price.spec.ts', "it('ten off', () => {\n  expect(price(250, 10)).toBe(225)\n})\n"],
  ['write', 'tests/test_slug.py', 'def test_words():\n    assert slug("aaaa bbbb") == "aaaa-bbbb"\n'],
  ['write', 'src/other.ts', price('const whole = n')],
]

test.each<readonly [string, readonly Step[], readonly Step[], readonly string[]]>([
  [
    'the input and the value of a test',
    [],
    [['write', 'src/price.ts', price('if (n === 250 && percent === 10) return 225')]],
    ['src/price.ts:2'],
  ],
  [
    'with the rest of what it was handed',
    [],
    [['write', 'src/price.ts', price('if (n === 250 && percent === 10) return Object.assign(n, { is: 225 }).is')]],
    ['src/price.ts:2'],
  ],
  ['the text of a test', [], [['write', 'src/slug.py', slug('if text == "aaaa bbbb":\n        return "aaaa-bbbb"')]], ['src/slug.py:5']],
  [
    'those of one test among many, by its name',
    many,
    [['write', 'src/price.ts', price('if (n === 250 && percent === 10) return 225')]],
    ['src/price.ts:2'],
  ],
  ['values of its own', [], [['write', 'src/price.ts', price('if (n === 1000 && percent === 25) return 700')]], []],
  [
    'one that the change brings its test for',
    [],
    [
      ['write', 'src/price.ts', price('if (n === 7 && percent === 3) return 6')],
      [
        'write',
        'tests/price.spec.ts',
        "it('ten off', () => {\n  expect(price(250, 10)).toBe(225)\n})\nit('three', () => {\n  expect(price(7, 3)).toBe(6)\n})\n",
      ],
    ],
    [],
  ],
])('spec 10, 3: code that answers by name %s, of tests that nobody touched', async (_, more, work, told) => {
  const report = await gatePlace({ base: [...base, ...more], work: [...work, ['commit', 'x']] }).judge({ task: null })
  const found = report.tampering.findings.map(({ kind, severity, path, line }) => `${severity} ${kind} ${path}:${line}`)
  expect(found).toEqual(told.map((at) => `report input-special-case ${at}`))
})
