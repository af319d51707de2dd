import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../../../src/canonical/digest'
import { rationalesOf } from '../../../src/consensus/synthesis'
import type { Column } from '../../../src/consensus/columns'
import type { Json } from '../../support/consensus-input'
import {
  entry,
  falseClaim,
  faultsOf,
  inputOf,
  issuesOf,
  lie,
  members,
  panelOf,
  quote,
  rulingOf,
  ruledOn,
  verdictOf,
} from '../../support/consensus-input'

const identity = (text: string): string => text

function saying(texts: readonly string[], names: readonly string[] = members): Column {
  const entries = texts.map((text, index) => {
    const one = entry(names[index] ?? '', 6)
    return { ...one, given: { ...one.given, rationale: text } }
  })
  return { id: 'd', weight: 1, entries }
}

function heard(text: string, member = 'm'): string | undefined {
  return rationalesOf([saying([text], [member])], ['d'], 0, identity)['d']?.[0]?.text
}

function revise(member: string, score: number, more: Json = {}): Json {
  return { member, dimension: 'd', action: 'REVISE', score, justification: 'persuaded', ...more }
}

function maintain(member: string, more: Json = {}): Json {
  return { member, dimension: 'd', action: 'MAINTAIN', rebuttal: 'no', ...more }
}

describe('the request', () => {
  test('R-TRI-52 holds for each disputed dimension every survivor’s rationale out of its scorecard, and for no other', () => {
    const panel = panelOf({
      d: [
        { score: 5, rationale: 'slow' },
        { score: 8, rationale: 'quick' },
        { score: 8, rationale: 'refuted', claims: [falseClaim()] },
      ],
      e: [7, 7, 7],
    })
    const { disputed, rationales } = rulingOf(inputOf(panel), 'synthesis')
    expect(disputed).toEqual(['d'])
    expect(Object.keys(rationales)).toEqual(['d'])
    expect(rationales['d']?.map(({ text }) => text).sort()).toEqual(['quick', 'slow'])
  })

  test('R-TRI-52 500 words pass whole, the 501st is cut', () => {
    const words = (count: number): string => Array.from({ length: count }, (_, index) => `w${index + 1}`).join(' ')
    expect(heard(words(499))).toBe(words(499))
    expect(heard(words(500))).toBe(words(500))
    expect(heard(words(501))).toBe(`${words(500)} ...`)
    expect(heard(words(2000))).toBe(`${words(500)} ...`)
  })

  test('R-TRI-52 white space at the end is no word', () => {
    const words = Array.from({ length: 500 }, (_, index) => `w${index + 1}`).join(' ')
    expect(heard(`${words}\n`)?.trimEnd()).toBe(words)
  })

  test('R-TRI-52 words keep the white space between them', () => {
    expect(heard('one  two\n\tthree ')).toBe('one  two\n\tthree ')
    expect(heard('  one')).toBe('  one')
    expect(heard('')).toBe('')
  })

  test.each([
    ['Adversary: it breaks', 'it breaks'],
    ['  adversary - it breaks', 'it breaks'],
    ['[ADVERSARY] \u2014 it breaks', 'it breaks'],
    ['adversary\u2013it breaks', 'it breaks'],
    ['[adversary]: it breaks', 'it breaks'],
    ['The adversary: it breaks', 'The adversary: it breaks'],
    ['adversary it breaks', 'adversary it breaks'],
    ['it breaks\nadversary: so I say', 'it breaks\nadversary: so I say'],
  ])('R-TRI-53 a role label at the head is dropped, other words stay: %j', (said, wanted) => {
    expect(heard(said, 'adversary')).toBe(wanted)
  })

  test('R-TRI-53 both the member’s name and its lens are labels, whatever characters they hold', () => {
    const one = { ...entry('m-1 (a+b)*', 6), lens: 'fit.ness' }
    const column = (text: string): Column => ({ id: 'd', weight: 1, entries: [{ ...one, given: { ...one.given, rationale: text } }] })
    const textOf = (text: string): string | undefined => rationalesOf([column(text)], ['d'], 0, identity)['d']?.[0]?.text
    expect(textOf('m-1 (a+b)*: so')).toBe('so')
    expect(textOf('fit.ness: so')).toBe('so')
    expect(textOf('fitXness: so')).toBe('fitXness: so')
  })

  test('R-TRI-53 any member name and lens can be read', () => {
    let reached = 0
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: 'grapheme' }), (member, lens) => {
        const one = { ...entry(member, 6), lens }
        const named = (text: string): Column => ({ id: 'd', weight: 1, entries: [{ ...one, given: { ...one.given, rationale: text } }] })
        if (/[\\^$.*+?()[\]{}|/-]/.test(member + lens)) reached++
        expect(rationalesOf([named('plain words')], ['d'], 0, identity)['d']).toEqual([{ label: 'Rationale-1', text: 'plain words' }])
      }),
      { numRuns: 200 },
    )
    expect(reached).toBeGreaterThan(20)
  })

  test('R-TRI-53 an ordinary hyphenated panel reaches synthesis', () => {
    const panel = panelOf(
      { d: [5, 8] },
      { adversary: { member: 'opus-4', lens: 'adversary' }, quality: { member: 'gpt-5.2', lens: 'quality-1' } },
    )
    expect(rulingOf(inputOf(panel), 'synthesis').rationales['d']).toHaveLength(2)
  })

  test('R-TRI-53 labels run from Rationale-1 anew on each dimension, without a member’s name', () => {
    const { rationales } = rulingOf(inputOf(panelOf({ d: [5, 8, 8], e: [4, 4, 9] })), 'synthesis')
    for (const list of Object.values(rationales))
      expect(list.map(({ label }) => label)).toEqual(['Rationale-1', 'Rationale-2', 'Rationale-3'])
    expect(Object.keys(rationales)).toEqual(['d', 'e'])
    for (const member of members) expect(JSON.stringify(rationales)).not.toContain(member)
  })

  test('R-TRI-53 their order is that of SHA-256 of seed/dimension/member', () => {
    const names = ['adversary', 'quality', 'fitness', 'operator']
    const orders = new Set<string>()
    for (let seed = 0; seed < 12; seed++) {
      const texts = rationalesOf([saying(names, names)], ['d'], seed, sha256Hex)['d']?.map(({ text }) => text)
      const wanted = [...names].sort((a, b) => (sha256Hex(`${seed}/d/${a}`) < sha256Hex(`${seed}/d/${b}`) ? -1 : 1))
      // Each rationale here is the member's bare name, which is no label without a mark after it.
      expect(texts).toEqual(wanted)
      orders.add(wanted.join())
    }
    expect(orders.size).toBeGreaterThan(5)
  })

  test('the seed is the input’s, 0 unless given', () => {
    const panel = panelOf({
      d: [
        { score: 4, rationale: 'a' },
        { score: 7, rationale: 'b' },
        { score: 7, rationale: 'c' },
      ],
    })
    const textsOf = (more: Json): string[] | undefined =>
      rulingOf(inputOf(panel, more), 'synthesis').rationales['d']?.map(({ text }) => text)
    expect(textsOf({ seed: 0 })).toEqual(textsOf({}))
    const all = new Set([1, 2, 3, 4, 5, 6].map((seed) => textsOf({ seed })?.join()))
    expect(all.size).toBeGreaterThan(1)
  })
})

describe('the replies', () => {
  const panel = panelOf({ d: [5, 7, 8], e: [7, 7, 7] })
  const withReplies = (synthesis: unknown, more: Json = {}): Json => inputOf(panel, { synthesis, ...more })

  test('R-TRI-51 one round and no second: with replies, or none at all, the scores are resolved', () => {
    rulingOf(inputOf(panel), 'synthesis')
    expect(verdictOf(withReplies([])).dimensions[0]?.kind).toBe('majority')
    expect(verdictOf(withReplies([revise('adversary', 2)])).disputed).toEqual(['d'])
  })

  test('R-TRI-54 REVISE puts a new score with its reason in place, MAINTAIN keeps the old one', () => {
    const ruling = verdictOf(withReplies([revise('adversary', 7.5), maintain('quality')]))
    expect(ruling.dimensions[0]?.scores).toEqual([
      { member: 'adversary', score: 7.5 },
      { member: 'fitness', score: 8 },
      { member: 'quality', score: 7 },
    ])
    expect(ruling.dimensions[0]).toMatchObject({ kind: 'converged', consensus: 7.5 })
  })

  test('R-TRI-54 a dissent after synthesis is in the words of the reply', () => {
    const ruling = verdictOf(withReplies([revise('adversary', 4, { justification: 'worse than I thought' })]))
    expect(ruling.dissents).toMatchObject([{ member: 'adversary', score: 4, rationale: 'worse than I thought', status: 'logged' }])
  })

  test('A-TRI-22 a member silent in synthesis maintains', () => {
    const silent = verdictOf(withReplies([]))
    const said = verdictOf(withReplies([maintain('adversary'), maintain('quality'), maintain('fitness')]))
    expect(silent.dimensions).toEqual(said.dimensions)
    expect(silent.dissents).toEqual(said.dissents)
  })

  test.each<[string, Json, string]>([
    [
      'without a score',
      { member: 'adversary', dimension: 'd', action: 'REVISE', justification: 'x' },
      'score-not-a-number synthesis[0].score',
    ],
    ['without its reason', { member: 'adversary', dimension: 'd', action: 'REVISE', score: 7 }, 'missing-field synthesis[0].justification'],
    ['out of range', revise('adversary', 11), 'score-out-of-range synthesis[0].score'],
    ['without a rebuttal', { member: 'adversary', dimension: 'd', action: 'MAINTAIN' }, 'missing-field synthesis[0].rebuttal'],
    ['with a field of the other kind', maintain('adversary', { score: 7 }), 'unknown-field synthesis[0].score'],
    ['of no kind', { member: 'adversary', dimension: 'd', action: 'ABSTAIN' }, 'invalid-value synthesis[0].action'],
  ])('R-TRI-54 a reply %s is a fault', (_, reply, fault) => {
    expect(faultsOf(withReplies([reply]))).toEqual([fault])
  })

  test('R-TRI-55 and C-REFUSED what is not disputed is frozen: a reply on it refuses the whole input', () => {
    const issues = issuesOf(withReplies([revise('adversary', 7), maintain('quality', { dimension: 'e' })]))
    expect(issues).toEqual([
      { code: 'reply-undisputed', path: 'synthesis[1].dimension', message: '"e" is not disputed, its scores are frozen' },
    ])
    expect(faultsOf(withReplies([maintain('quality', { dimension: 'moon' })]))).toEqual(['reply-undisputed synthesis[0].dimension'])
  })

  test('R-TRI-55 a member sits out the dimension on which its score fell, and no other', () => {
    const two = panelOf({ d: [5, 7, 8], e: [5, 7, { score: 8, claims: [falseClaim()] }] })
    const replies = [revise('fitness', 7), maintain('fitness', { dimension: 'e' })]
    expect(faultsOf(inputOf(two, { synthesis: replies }))).toEqual(['reply-excluded synthesis[1].member'])
  })

  test('a reply that names nobody is faulty by its shape, and the others keep their places', () => {
    expect(faultsOf(withReplies([null, revise('stranger', 7), { member: 7, dimension: 'd', action: 'MAINTAIN', rebuttal: 'r' }]))).toEqual([
      'invalid-value synthesis[0]',
      'reply-member-unknown synthesis[1].member',
      'invalid-value synthesis[2].member',
    ])
  })

  test('R-TRI-55 a member whose score was refuted sits the dimension out', () => {
    const withRefuted = panelOf({ d: [5, 7, { score: 8, claims: [falseClaim()] }] })
    const input = (synthesis: Json[]): Json => inputOf(withRefuted, { synthesis })
    expect(issuesOf(input([revise('fitness', 7)]))).toEqual([
      { code: 'reply-excluded', path: 'synthesis[0].member', message: '"fitness" has no surviving score on "d"' },
    ])
    expect(verdictOf(input([revise('adversary', 7)])).dimensions[0]?.n).toBe(2)
  })

  test('C-UNANCHOREDREPLY so does one whose score was unanchored, or who gave none', () => {
    const input = (third: null | Json): Json => inputOf(panelOf({ d: [5, 7, third] }), { synthesis: [revise('fitness', 7)] })
    expect(faultsOf(input({ score: 9, claims: [] }))).toEqual(['reply-excluded synthesis[0].member'])
    expect(faultsOf(input(null))).toEqual(['reply-excluded synthesis[0].member'])
    expect(verdictOf(input({ score: 9 })).dimensions[0]?.n).toBe(3)
  })

  test('R-TRI-55 when exclusions leave no dispute no synthesis is due', () => {
    const input = (claims: Json[]): Json => inputOf(panelOf({ d: [{ score: 3, claims }, 7, 7] }))
    expect(verdictOf(input([falseClaim()])).disputed).toEqual([])
    rulingOf(input([{ text: 'c', citations: [quote()] }]), 'synthesis')
  })

  test('A-TRI-24 a revised score passes the evidence rules again', () => {
    const revised = (more: Json): unknown => verdictOf(withReplies([revise('quality', 9, more)])).dimensions[0]?.scores.length
    expect(revised({ claims: [{ text: 'c', citations: [quote()] }] })).toBe(3)
    expect(revised({ claims: [] })).toBe(2)
    expect(revised({ claims: [{ text: 'c', citations: [quote(lie)], loadBearing: false }] })).toBe(2)
  })

  test('A-TRI-24 without claims of its own it rests on the first round’s, as they were adjudicated', () => {
    const first = { text: 'c', citations: [quote()] }
    const seats = panelOf({ d: [5, { score: 7, claims: [first] }, 8] })
    const hand = { member: 'quality', dimension: 'd', claim: 0, citations: [quote()], by: { kind: 'human', id: 'ana' } }
    const upheld = verdictOf(inputOf(seats, { synthesis: [revise('quality', 9)], adjudications: [{ ...hand, outcome: 'upheld' }] }))
    expect(upheld.dimensions[0]?.scores).toContainEqual({ member: 'quality', score: 9 })
    const bare = panelOf({ d: [5, { score: 7, claims: [] }, 8] })
    const failed = verdictOf(inputOf(bare, { synthesis: [revise('quality', 9)] }))
    expect(failed.dissents).toContainEqual(expect.objectContaining({ member: 'quality', score: 9, status: 'unanchored' }))
  })

  test('C-REVISEFALLBACK a revision that does not stand is excluded with its status, and the earlier score does not come back', () => {
    const unanchored = verdictOf(withReplies([revise('quality', 9, { claims: [] })]))
    expect(unanchored.dimensions[0]?.scores.map(({ member }) => member)).toEqual(['adversary', 'fitness'])
    expect(unanchored.dissents).toMatchObject([{ member: 'quality', score: 9, status: 'unanchored', rationale: 'persuaded' }])
    const refuted = verdictOf(withReplies([revise('quality', 6, { claims: [falseClaim()] })]))
    expect(refuted.dissents).toMatchObject([{ member: 'quality', score: 6, status: 'refuted' }])
    expect(refuted.dimensions[0]).toMatchObject({ n: 2, kind: 'deadlock' })
  })

  test('a reply on one dimension leaves the member’s other scores alone', () => {
    const both = inputOf(panelOf({ d: [5, 8, 8], e: [5, 8, 8] }), { synthesis: [revise('adversary', 8)] })
    const { dimensions } = verdictOf(both)
    expect(dimensions.map(({ kind }) => kind)).toEqual(['converged', 'majority'])
  })

  test('a reply by nobody, and a second one, are faults', () => {
    expect(issuesOf(withReplies([revise('stranger', 7), maintain('adversary'), revise('adversary', 7)]))).toEqual([
      { code: 'reply-member-unknown', path: 'synthesis[0].member', message: '"stranger" holds no seat' },
      { code: 'reply-twice', path: 'synthesis[2]', message: '"adversary" replies twice on "d"' },
    ])
    expect(
      faultsOf(
        inputOf(panelOf({ d: [5, 8], e: [5, 8] }), { synthesis: [maintain('quality'), maintain('quality', { dimension: 'moon' })] }),
      ),
    ).toEqual(['reply-undisputed synthesis[1].dimension'])
  })

  test('waived resolves the first-round scores as they stand and says so', () => {
    const waived = verdictOf(withReplies('waived'))
    expect(waived.warnings).toContain('synthesis-waived')
    expect(waived.dimensions).toEqual(verdictOf(withReplies([])).dimensions)
    expect(verdictOf(withReplies([])).warnings).not.toContain('synthesis-waived')
    expect(ruledOn({ d: [8, 8] }).warnings).not.toContain('synthesis-waived')
    expect(faultsOf(withReplies('skipped'))).toEqual(['invalid-value synthesis'])
  })
})
