import { describe, expect, test } from 'vitest'
import { convergence } from '../../../src/consensus/convergence'
import type { Finding } from '../../../src/consensus/finding'
import { findingId, findingsOf } from '../../../src/consensus/finding'

function finding(anchor: string, more: Partial<Finding> = {}): Finding {
  return { name: `m/${anchor}`, file: 'src/a.ts', anchor, defect: 'correctness', ...more }
}

const ids = (...anchors: string[]): string[] => anchors.map((anchor) => findingId(finding(anchor))).sort()

describe('a finding’s identity', () => {
  test('is its file, its anchor and its kind of defect', () => {
    const one = findingId(finding('x'))
    expect(one).toMatch(/^[0-9a-f]{16}$/)
    expect(findingId(finding('y'))).not.toBe(one)
    expect(findingId(finding('x', { file: 'src/b.ts' }))).not.toBe(one)
    expect(findingId(finding('x', { defect: 'safety' }))).not.toBe(one)
    expect(findingId(finding('x', { name: 'another/name' }))).toBe(one)
  })

  test('overlooks ./ at the head of the file, letter case, white space and compatible characters', () => {
    const one = findingId(finding('if (a === b) return'))
    expect(findingId(finding('if (a === b) return', { file: './src/a.ts' }))).toBe(one)
    expect(findingId(finding('  If (A\t===\n  B) RETURN '))).toBe(one)
    expect(findingId(finding('if (\uff41 === b) return'))).toBe(one)
    expect(findingId(finding('if (a===b) return'))).not.toBe(one)
    expect(findingId(finding('stra\u00dfe'))).not.toBe(findingId(finding('strasse')))
    expect(findingId(finding('if (a === b) return', { file: 'src/./a.ts' }))).not.toBe(one)
    expect(findingId(finding('if (a === b) return', { file: 'x./src/a.ts' }))).not.toBe(one)
  })

  test('survives half a surrogate pair, in the anchor and in the file', () => {
    expect(findingId(finding('a\ud800b'))).toBe(findingId(finding('a\ufffdb')))
    expect(findingId(finding('x', { file: 'a\ud800b' }))).toMatch(/^[0-9a-f]{16}$/)
  })

  test('takes the digest it is given', () => {
    expect(findingId(finding('x'), () => '0123456789abcdef-rest')).toBe('0123456789abcdef')
  })
})

describe('the findings of a panel', () => {
  const said = { id: 'f1', class: 'safety' } as const
  const of = (named: object): Finding | undefined => findingsOf([{ member: 'm', scenarios: [{ ...said, citations: [], ...named }] }])[0]

  test('are its scenarios and caveats, by their first citation', () => {
    expect(
      of({
        citations: [
          { kind: 'quote', text: 't', source: 'src/a.ts' },
          { kind: 'quote', text: 'u' },
        ],
      }),
    ).toEqual({
      name: 'm/f1',
      defect: 'safety',
      file: 'src/a.ts',
      anchor: 't',
    })
    expect(of({ citations: [{ kind: 'quote', text: 't' }] })).toMatchObject({ file: '', anchor: 't' })
    expect(of({ citations: [{ kind: 'line', file: 'f', line: 3 }] })).toMatchObject({ file: 'f', anchor: 'line 3' })
    expect(of({ citations: [{ kind: 'line', file: 'f', line: 3, text: 't' }] })).toMatchObject({ file: 'f', anchor: 't' })
    expect(of({ citations: [{ kind: 'section', source: 's', heading: 'h' }] })).toMatchObject({ file: 's', anchor: 'h' })
    expect(of({ citations: [{ kind: 'section', source: 's', heading: 'h', text: 't' }] })).toMatchObject({ file: 's', anchor: 't' })
    expect(of({ citations: [{ kind: 'output', command: 'npm test', text: 't' }] })).toMatchObject({ file: 'npm test', anchor: 't' })
  })

  test('without a citation go by their own words', () => {
    expect(of({ wrongBehaviour: 'w', text: 't' })).toMatchObject({ file: '', anchor: 'w' })
    expect(of({ text: 't' })).toMatchObject({ file: '', anchor: 't' })
    expect(of({})).toMatchObject({ file: '', anchor: '' })
  })

  test('stand scenarios before caveats, seat by seat; a seat without any has none', () => {
    const seats = [
      { member: 'b', scenarios: [{ ...said, citations: [] }], caveats: [{ ...said, id: 'c1', citations: [] }] },
      { member: 'a' },
      { member: 'c', caveats: [{ ...said, id: 'c9', citations: [] }] },
    ]
    expect(findingsOf(seats).map(({ name }) => name)).toEqual(['b/f1', 'b/c1', 'c/c9'])
  })
})

describe('across rounds', () => {
  test('findings are fresh, still there, fixed, or back', () => {
    const rounds = [
      [finding('a'), finding('b')],
      [finding('b'), finding('c')],
      [finding('a'), finding('c')],
    ]
    expect(convergence(rounds).rounds).toEqual([
      { round: 1, fixed: [], still: [], fresh: ids('a', 'b'), back: [], renamed: [] },
      { round: 2, fixed: ids('a'), still: ids('b'), fresh: ids('c'), back: [], renamed: [] },
      { round: 3, fixed: ids('b'), still: ids('c'), fresh: [], back: ids('a'), renamed: [] },
    ])
    expect(convergence([])).toEqual({ rounds: [], warnings: [] })
  })

  test('a finding renamed in the next round is the same finding', () => {
    const renamed = convergence([[finding('a')], [finding('a', { name: 'other' })], [finding('a', { name: 'other' })]])
    expect(renamed.rounds.map(({ still, fresh, renamed: names }) => [still.length, fresh.length, names])).toEqual([
      [0, 1, []],
      [1, 0, ids('a')],
      [1, 0, []],
    ])
    const back = convergence([[finding('a')], [], [finding('a', { name: 'other' })]])
    expect(back.rounds[2]).toMatchObject({ back: ids('a'), renamed: ids('a') })
  })

  test('a finding that several named is renamed only where nobody names it as before', () => {
    const [one, other, third] = ['quality/s1', 'fitness/s1', 'adversary/s9'].map((name) => finding('a', { name }))
    if (one === undefined || other === undefined || third === undefined) throw new Error('three names')
    const renamed = (...rounds: Finding[][]): unknown => convergence(rounds).rounds.at(-1)?.renamed
    for (const both of [
      [one, other],
      [other, one],
    ]) {
      expect(renamed(both, [one])).toEqual([])
      expect(renamed(both, [other])).toEqual([])
      expect(renamed([one], both)).toEqual([])
      expect(renamed(both, [third])).toEqual(ids('a'))
      expect(renamed(both, [third], [one])).toEqual(ids('a'))
    }
  })

  test('lists are in the order of the ids', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((anchor) => finding(anchor))
    const { rounds } = convergence([many, [...many].reverse(), []])
    const sorted = ids('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
    expect([rounds[0]?.fresh, rounds[1]?.still, rounds[2]?.fixed]).toEqual([sorted, sorted, sorted])
  })

  test.each<[string, Finding[][], boolean]>([
    ['one round', [[finding('a')]], false],
    ['the same again', [[finding('a')], [finding('a')]], true],
    ['the same under other names', [[finding('a')], [finding('a', { name: 'x' })]], true],
    ['something fixed', [[finding('a'), finding('b')], [finding('a')]], false],
    ['nothing fixed, half of it new', [[finding('a')], [finding('a'), finding('b')]], false],
    [
      'nothing fixed, most of it old',
      [
        [finding('a'), finding('b')],
        [finding('a'), finding('b'), finding('c')],
      ],
      true,
    ],
    ['what was fixed comes back', [[finding('a')], [], [finding('a')]], true],
    ['nothing found twice', [[], []], false],
    ['fixed in the end', [[finding('a')], [finding('a')], []], true],
  ])('a round that fixed nothing and mostly repeats is not converging: %s', (_, rounds, warns) => {
    expect(convergence(rounds).warnings).toEqual(warns ? ['not-converging'] : [])
  })
})
