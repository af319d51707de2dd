import { describe, expect, test } from 'vitest'
import { canaryPairs } from '../../../src/conformance/canaries/canary-pairs'
import { readScorecard } from '../../../src/consensus/read-scorecard'
import type { AnsweredSeat, Seat } from '../../../src/consensus/seat'
import type { Citation } from '../../../src/evidence/citation'
import type { CanaryItem } from '../../../src/tribunal/canaries/canary-slice'
import { canaryDiff, canaryItems, canarySetup, pickPairs } from '../../../src/tribunal/canaries/canary-slice'
import { panelJudgement, seatJudgement } from '../../../src/tribunal/canaries/read-judgement'
import type { KeptVerdict } from '../../../src/tribunal/ruled'
import { parseSliceSetup } from '../../../src/tribunal/setup'
import { digest, smallPair } from '../../support/canary-judges'

const pair = {
  ...smallPair('a'),
  faulty: `${Array.from({ length: 20 }, (_, index) => `const value${index} = read(${index})`).join('\n')}\n`,
  clean: 'const nothing = readAll(0, 20)\n',
  lines: [{ from: 12, to: 13 }],
}
const faulty: CanaryItem = { pair, variant: 'faulty' }
const clean: CanaryItem = { pair, variant: 'clean' }

const line = (number: number, endLine?: number): Citation => ({
  kind: 'line',
  file: pair.path,
  line: number,
  ...(endLine === undefined ? {} : { endLine }),
})
const quote = (text: string): Citation => ({ kind: 'quote', text })

function seat(more: Partial<AnsweredSeat> = {}, score = 9, citations: Citation[] = []): AnsweredSeat {
  const claims = [{ text: 'see there', citations, loadBearing: true }]
  return {
    member: 'quality',
    lens: 'quality',
    adversary: false,
    outcome: 'scorecard',
    scores: ['correctness', 'robustness'].map((dimension) => ({ dimension, score, confidence: 0.8, rationale: 'because', claims })),
    topConcern: 'none',
    scenarios: [],
    caveats: [],
    recommendation: 'SHIP',
    ...more,
  }
}
const scenario = (citations: Citation[], more: object = {}): Partial<AnsweredSeat> => ({
  scenarios: [{ id: 's', input: 'seven', wrongBehaviour: 'it is read twice', class: 'correctness', repair: 'local', citations, ...more }],
})
const said = (one: Seat, item = faulty): string => {
  const { said: what, atFault } = seatJudgement(one, item)
  return what === 'objects' && atFault ? 'catches' : what
}

describe('what a seat made of a variant', () => {
  test('good scores and no objection let it pass, whatever they quote', () => {
    expect(said(seat({}, 9, [line(12)]))).toBe('passes')
    expect(said(seat({ recommendation: 'SHIP_WITH_CAVEATS' }))).toBe('passes')
    expect(said(seat({}, 9), clean)).toBe('passes')
  })

  test('a scenario anchored at the lines of the fault catches it, one elsewhere only objects', () => {
    expect(said(seat(scenario([line(12)])))).toBe('catches')
    expect(said(seat(scenario([line(13)])))).toBe('catches')
    expect(said(seat(scenario([line(10, 12)])))).toBe('catches')
    expect(said(seat(scenario([line(11)])))).toBe('objects')
    expect(said(seat(scenario([line(14, 18)])))).toBe('objects')
    expect(said(seat(scenario([quote('const value11 = read(11)')])))).toBe('catches')
    expect(said(seat(scenario([quote('const value3 = read(3)')])))).toBe('objects')
    expect(said(seat(scenario([quote('const value10 = read(10)\nconst value11 = read(11)')])))).toBe('catches')
  })

  test('a finding in the diff stands at the line of the file', () => {
    const inDiff = (text: string): Citation => ({ kind: 'quote', text, source: `diff:${pair.path}` })
    expect(canaryDiff(faulty).split('\n')[5]).toBe('+const value0 = read(0)')
    expect(said(seat(scenario([inDiff('+const value11 = read(11)')])))).toBe('catches')
    expect(said(seat(scenario([inDiff('+const value10 = read(10)')])))).toBe('objects')
    expect(said(seat(scenario([inDiff('+const value16 = read(16)')])))).toBe('objects')
  })

  test('a citation that anchors nothing, or takes in everything, names no place', () => {
    const against = { recommendation: 'ITERATE' } as const
    expect(said(seat({ ...against, ...scenario([line(99)]) }))).toBe('objects')
    expect(said(seat({ ...against, ...scenario([quote('const value99 = read(99)')]) }))).toBe('objects')
    expect(said(seat({ ...against, ...scenario([quote('(11)')]) }))).toBe('objects')
    // A quarter of twenty lines.
    expect(said(seat({ ...against, ...scenario([line(8, 12)]) }))).toBe('catches')
    expect(said(seat({ ...against, ...scenario([line(7, 12)]) }))).toBe('objects')
    expect(said(seat({ ...against, ...scenario([line(12), line(1), line(3), line(5), line(12), line(7)]) }))).toBe('catches')
    expect(said(seat({ ...against, ...scenario([line(12), line(1), line(3), line(5), line(9), line(7)]) }))).toBe('objects')
    expect(said(seat({ ...against, ...scenario([{ ...line(12), file: 'src/other.ts' } as Citation]) }))).toBe('objects')
    expect(said(seat({ ...against, ...scenario([{ kind: 'quote', text: pair.spec }]) }))).toBe('objects')
  })

  test('a scenario without an input, or without evidence, is no objection (R-TRI-32)', () => {
    expect(said(seat(scenario([line(12)], { input: ' ' })))).toBe('passes')
    expect(said(seat(scenario([line(99)])))).toBe('passes')
    expect(said(seat(scenario([])))).toBe('passes')
    expect(said(seat(scenario([line(12)], { class: 'other' })))).toBe('passes')
  })

  test('whoever names the fault and lets it pass has missed it', () => {
    const caveat = (kind: 'other' | 'safety') => ({
      recommendation: 'SHIP_WITH_CAVEATS' as const,
      caveats: [{ id: 'c', text: 'read twice', class: kind, citations: [line(12)] }],
    })
    expect(said(seat(caveat('other')))).toBe('passes')
    expect(said(seat(caveat('safety')))).toBe('catches')
  })

  test('each way to stop the work is an objection, and a false alarm on the clean twin', () => {
    const ways: Partial<AnsweredSeat>[] = [
      { recommendation: 'ITERATE' },
      { recommendation: 'BLOCK' },
      { escalate: 'nobody can answer for this' },
      { caveats: [{ id: 'c', text: 'unsafe', class: 'safety', citations: [] }] },
      {
        specCompliance: {
          status: 'failed',
          claims: [{ text: 'absent', citations: [quote('const nothing = readAll(0, 20)')], loadBearing: true }],
        },
      },
    ]
    for (const way of ways) expect(said(seat(way), clean), JSON.stringify(way)).toBe('objects')
    expect(said(seat({}, 6), clean)).toBe('objects')
    expect(said(seat({}, 7), clean)).toBe('passes')
    expect(said(seat({ escalate: '  ' }), clean)).toBe('passes')
  })

  test('claims of a low score and of a failed specification point at the fault, those of a good score praise it', () => {
    expect(said(seat({ recommendation: 'ITERATE' }, 3, [line(12)]))).toBe('catches')
    expect(said(seat({ recommendation: 'ITERATE' }, 7, [line(12)]))).toBe('catches')
    expect(said(seat({ recommendation: 'ITERATE' }, 8, [line(12)]))).toBe('objects')
    const claims = [{ text: 'absent', citations: [line(13)], loadBearing: true }]
    expect(said(seat({ specCompliance: { status: 'failed', claims } }))).toBe('catches')
    expect(said(seat({ specCompliance: { status: 'met', claims } }))).toBe('passes')
  })

  test('an abstention is an abstention, with its reason', () => {
    const { member, lens, adversary } = seat()
    const silent: Seat = { member, lens, adversary, outcome: 'abstained', reason: 'timeout' }
    expect(seatJudgement(silent, faulty)).toEqual({ said: 'abstained', atFault: false, because: 'timeout' })
  })

  test('the reason of an answer out of contract says where, what was there and what is allowed, in bounds and without marks that move a cursor', () => {
    const { member, lens, adversary } = seat()
    const because = (text: string): string => {
      const rubric = { dimensions: [{ id: 'correctness' }, { id: 'robustness' }] }
      const read = readScorecard(`|||SCORECARD:n|||\n${text}\n|||END_SCORECARD:n|||`, { member, lens, adversary, rubric, nonce: 'n' })
      const { said: what, because: why } = seatJudgement(read, faulty)
      expect(what).toBe('abstained')
      return why ?? ''
    }
    const { member: _, lens: __, adversary: ___, outcome: ____, ...card } = seat()
    expect(because(JSON.stringify({ ...card, recommendation: 'YES' }))).toBe(
      'out-of-contract: recommendation: found "YES": not one of SHIP, SHIP_WITH_CAVEATS, ITERATE, BLOCK',
    )
    expect(because(JSON.stringify({ ...card, topConcern: undefined, caveats: 1 }))).toBe(
      'out-of-contract: 2 faults, the first: caveats: found 1: expected array',
    )
    const hostile = [
      JSON.stringify({ ...card, ['\u001b[2J'.repeat(900)]: 1 }),
      JSON.stringify({ ...card, recommendation: '\u202eDEVORPPA\u0007' }),
      '{"scores": \u001b[31m\u0000\u009b }',
      `{"scores": ${'['.repeat(5000)}${']'.repeat(5000)}}`,
      `{"${'k'.repeat(9000)}": 1, "${'k'.repeat(9000)}": 2}`,
      JSON.stringify({
        ...card,
        topConcern: Object.fromEntries(Array.from({ length: 500 }, (_one, index) => [`k${index}`, '\ud83d\ude00'])),
      }),
    ]
    for (const text of hostile) {
      const why = because(text)
      expect(why).toMatch(/^out-of-contract: .{10,}/)
      expect(why.length).toBeLessThanOrEqual(200)
      expect(why).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
    }
  })

  test('nobody catches a fault in a clean twin', () => {
    const one = seat({ recommendation: 'ITERATE', ...scenario([quote('const nothing = readAll(0, 20)')]) })
    expect(seatJudgement(one, clean)).toEqual({ said: 'objects', atFault: false })
  })
})

describe('the published pairs', () => {
  test('whoever cites a line of the fault catches it, in each of them; whoever cites the first or last line of others does not', () => {
    for (const one of canaryPairs) {
      const item: CanaryItem = { pair: one, variant: 'faulty' }
      const at = (number: number) => seatJudgement(seat(scenario([{ ...line(number), file: one.path } as Citation])), item)
      const last = one.faulty.trimEnd().split('\n').length
      const isFault = (number: number): boolean => one.lines.some(({ from, to }) => from <= number && number <= to)
      for (const { from, to } of one.lines) for (const number of [from, to]) expect(at(number).atFault, `${one.id}:${number}`).toBe(true)
      for (const number of [1, last].filter((each) => !isFault(each))) expect(at(number).atFault, `${one.id}:${number}`).toBe(false)
      for (const variant of ['faulty', 'clean'] as const)
        expect(parseSliceSetup(canarySetup({ pair: one, variant }, 'r', 1, digest)).ok).toBe(true)
    }
  })
})

describe('what a panel made of a variant', () => {
  const ruled = (verdict: KeptVerdict['verdict'], row: KeptVerdict['row']): KeptVerdict =>
    ({ kind: 'verdict', verdict, row, reasons: ['quorum'] }) as unknown as KeptVerdict
  const member = (what: 'objects' | 'passes', atFault: boolean) =>
    ({ member: 'quality', pair: 'a', variant: 'faulty', said: what, atFault }) as const

  test('SHIP and SHIP_WITH_CAVEATS pass it, whatever a member objected', () => {
    expect(panelJudgement(ruled('SHIP', 6), [member('objects', true)], '').said).toBe('passes')
    expect(panelJudgement(ruled('SHIP_WITH_CAVEATS', 7), [], '').said).toBe('passes')
  })

  test('a ruling that decided nothing, or none at all, is an abstention', () => {
    expect(panelJudgement(ruled('ESCALATE', 1), [member('objects', true)], '')).toEqual({
      said: 'abstained',
      atFault: false,
      because: 'undecided: quorum',
    })
    expect(panelJudgement(undefined, [member('objects', true)], 'it stood still')).toEqual({
      said: 'abstained',
      atFault: false,
      because: 'it stood still',
    })
  })

  test('a panel that objects has caught the fault when at least half of the members that object did', () => {
    expect(panelJudgement(ruled('ITERATE', 8), [member('objects', true), member('objects', false)], '').atFault).toBe(true)
    expect(
      panelJudgement(
        ruled('ITERATE', 8),
        [true, false, false].map((found) => member('objects', found)),
        '',
      ).atFault,
    ).toBe(false)
    expect(panelJudgement(ruled('ITERATE', 8), [member('objects', true), member('passes', false)], '').atFault).toBe(true)
    expect(panelJudgement(ruled('ESCALATE', 2), [member('objects', false)], '')).toEqual({ said: 'objects', atFault: false })
  })
})

describe('what is sent to the judges', () => {
  const pairs = ['a', 'b', 'c', 'd'].map((id, index) => smallPair(id, index % 2 === 0 ? 'typescript' : 'python'))

  test('both variants of every pair, once each, in an order that the seed alone decides', () => {
    const names = (seed: number, list = pairs): string[] => canaryItems(list, seed).map((item) => `${item.pair.id} ${item.variant}`)
    expect([...names(1)].sort()).toEqual(pairs.flatMap(({ id }) => [`${id} clean`, `${id} faulty`]))
    expect(names(1)).toEqual(names(1, [...pairs].reverse()))
    expect(new Set([1, 2, 3, 4, 5].map((seed) => names(seed).join())).size).toBe(5)
  })

  test('a choice of pairs takes the languages in turn', () => {
    const picked = pickPairs(pairs, 2, 9)
    expect(new Set(picked.map(({ language }) => language)).size).toBe(2)
    expect(pickPairs([...pairs].reverse(), 2, 9)).toEqual(picked)
    expect(pickPairs(pairs, 99, 9)).toHaveLength(4)
    expect(() => pickPairs(pairs, 0, 9)).toThrow(/whole number/)
  })

  test('the slice of either variant is the same but for its address and id', () => {
    const [a, b] = (['faulty', 'clean'] as const).map((variant) => canarySetup({ pair, variant }, 'r', 1, digest))
    expect(parseSliceSetup(a).ok).toBe(true)
    expect({ ...a, id: '', existing: null }).toEqual({ ...b, id: '', existing: null })
    expect(JSON.stringify([a, b])).not.toMatch(/faulty|clean|canary|off-by-one/)
  })
})
