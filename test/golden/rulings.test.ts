import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src/canonical/canonical-json'
import { adjudicate } from '../../src/consensus/adjudicate'

type Golden = {
  readonly why: string
  readonly rules: readonly string[]
  readonly input: unknown
  readonly expected: Record<string, unknown>
}

const folder = join(import.meta.dirname, 'rulings')
const cases = readdirSync(folder).map((name) => ({ name, ...(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Golden) }))

// The worked example in both directions, and the conformance list: R-TRI-26 R-TRI-40 R-TRI-41 R-TRI-47 R-TRI-49 R-TRI-51 R-TRI-57 R-TRI-59
// R-TRI-61 R-TRI-62 R-TRI-63 R-TRI-64 R-TRI-65 R-TRI-69, A-TRI-6 A-TRI-8.
describe('golden rulings', () => {
  test('both directions of the worked example are among them', () => {
    expect(cases.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['worked-example-claim-survives.json', 'worked-example-claim-refuted.json']),
    )
  })

  test.each(cases)('$name: $why', ({ input, expected }) => {
    const ruling = adjudicate(input)
    const got = ruling as unknown as Record<string, unknown>
    for (const [key, wanted] of Object.entries(expected)) {
      if (typeof wanted === 'number') expect(got[key], key).toBeCloseTo(wanted, 9)
      else if (Array.isArray(wanted))
        expect(got[key], key).toEqual(
          wanted.map((item: unknown) => (typeof item === 'object' ? expect.objectContaining(item as object) : item)),
        )
      else expect(got[key], key).toEqual(wanted)
    }
    expect(canonicalJson(ruling)).toBe(canonicalJson(adjudicate(structuredClone(input))))
  })
})
