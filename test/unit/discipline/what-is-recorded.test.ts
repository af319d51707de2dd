import { describe, expect, test } from 'vitest'
import { hashOf, sha256Hex } from '../../../src/canonical/digest'
import { isAdjudicateError } from '../../../src/errors'
import { parseCorpus } from '../../../src/evidence/corpus'
import { disciplineEventTypes } from '../../../src/discipline/event'
import type { DisciplineCommand, DisciplineState } from '../../../src/entries/discipline'
import { builderStanding, discipline, packetState, parseDisciplineSetup } from '../../../src/entries/discipline'
import {
  after,
  card,
  corpus,
  correction,
  directive,
  expelled,
  fresh,
  instructions,
  owner,
  probation,
  proof,
  reconstruct,
  red,
  reread,
  setup,
  work,
} from '../../support/discipline-build'

const hash = fresh.authority.sha256
const text = `${directive}One more.\n`
const textHash = `sha256:${sha256Hex(text)}`

function eventsOf(state: DisciplineState, command: DisciplineCommand) {
  const decision = discipline.decide(state, command)
  if (!decision.ok) throw new Error(decision.refusal.message)
  for (const { type, data } of decision.events)
    expect(disciplineEventTypes.find((one) => one.type === type)?.data.safeParse(data).success).toBe(true)
  return decision.events
}

const ids = (state: DisciplineState): string[] => state.builders.map(({ id }) => id)

describe('what follows is recorded with it', () => {
  test('R-REF-01 the setup, alternates and limits filled in', () => {
    const data = {
      authority: { id: 'DIRECTIVE.md', sha256: hash, text: directive },
      primary: 'opus',
      alternates: ['codex', 'gpt'],
      limits: { cards: 3, benchPackets: 3 },
    }
    expect(eventsOf(fresh, { do: 'open' })).toEqual([{ type: 'discipline.opened', data }])
    const opened = after(fresh, { do: 'open' })
    const again = { type: 'discipline.opened', data: { ...data, primary: 'other' } } as const
    expect(discipline.evolve(opened, again)).toBe(opened)
  })

  test('R-REF-08 a card, with all that it rests on', () => {
    const parsed = parseCorpus(corpus)
    const shows = hashOf('"dependencies": { "left-pad": "1.3.0" }')
    const data = {
      rules: 'discipline@1',
      card: 'k1',
      builder: 'opus',
      packet: 'p1',
      instruction: instructions[0],
      quote: 'found',
      authority: { id: 'DIRECTIVE.md', sha256: hash },
      violation: 'ignored-constraint',
      evidence: [{ citation: proof[0], outcome: 'found', anchors: true, source: 'package.json', line: 2, shows }],
      corpus: hashOf(parsed.ok ? parsed.value : null),
      correction: 'remove left-pad',
      actBeforeBench: false,
      colour: 'YELLOW',
      count: 1,
      cycle: 'initial',
    }
    expect(eventsOf(fresh, card('p1'))).toEqual([{ type: 'discipline.card', data }])
    expect(eventsOf(fresh, card('p1', { reportedBy: 'codex' }))).toEqual([
      { type: 'discipline.card', data: { ...data, reportedBy: 'codex' } },
    ])
    const output = { kind: 'output', command: 'npm test', text: '1 failing: api.test.ts' } as const
    const spec = { kind: 'quote', text: instructions[1] } as const
    const nowhere = { kind: 'line', file: 'package.json', line: 9, text: 'not a line of it' } as const
    const [event] = eventsOf(fresh, card('p1', { evidence: [output, spec, nowhere] }))
    expect(event?.type === 'discipline.card' && event.data.evidence).toEqual([
      { citation: output, outcome: 'found', anchors: true, line: 1, shows: hashOf('1 failing: api.test.ts') },
      { citation: spec, outcome: 'found', anchors: false, source: 'spec:DIRECTIVE.md', line: 4 },
      { citation: nowhere, outcome: 'missing', anchors: false },
    ])
  })

  test('R-REF-08 the quote of a document that is known by its hash alone is on record as unchecked', () => {
    const bare = discipline.initial({ ...setup, authority: { id: 'D.md', sha256: 'sha256:abc' } })
    expect(bare.authority).toEqual({ id: 'D.md', sha256: 'sha256:abc' })
    expect(after(bare, card('p1', { instruction: 'as somebody said' })).cards[0]).toMatchObject({ quote: 'unchecked' })
  })

  test('a card without a name gets the next one that is free', () => {
    expect(after(fresh, card('p1', { card: 'k2' }), card('p2'), card('p3')).cards.map((one) => one.card)).toEqual(['k2', 'k3', 'k4'])
  })

  test('R-REF-13 R-REF-21 R-REF-23 bench, return and expulsion, with who leads then', () => {
    const two = after(fresh, card('p1'), card('p2'))
    expect(eventsOf(two, card('p3'))).toMatchObject([{ type: 'discipline.card' }, { type: 'discipline.benched' }])
    expect(eventsOf(two, card('p3'))[1]).toEqual({ type: 'discipline.benched', data: { builder: 'opus', packets: 3, lead: 'codex' } })
    const almost = after(red, work('p4'), work('p5'), work('p6'), reread)
    expect(eventsOf(almost, reconstruct).slice(1)).toEqual([{ type: 'discipline.returned', data: { builder: 'opus', lead: 'opus' } }])
    const last = after(probation, card('p7'), card('p8'))
    expect(eventsOf(last, card('p9')).slice(1)).toEqual([{ type: 'discipline.expelled', data: { builder: 'opus', lead: null } }])
    expect(eventsOf(fresh, card('p1'))).toHaveLength(1)
    const types = (state: DisciplineState): string[] => state.record.map(({ type }) => type.replace('discipline.', ''))
    expect(types(expelled)).toEqual(
      'card card card benched completed completed completed reread reconstructed returned card card card expelled'.split(' '),
    )
  })

  test('a builder has led from when it first leads', () => {
    const led = (state: DisciplineState): string[] => state.builders.filter(({ hasLed }) => hasLed).map(({ id }) => id)
    expect([led(fresh), led(red), led(probation)]).toEqual([['opus'], ['opus', 'codex'], ['opus', 'codex']])
  })

  test('packets, with their size and their instructions where these are known', () => {
    expect(eventsOf(fresh, work('p1', 'opus'))).toEqual([{ type: 'discipline.completed', data: { packet: 'p1', by: 'opus' } }])
    const known: DisciplineCommand = { do: 'complete', packet: 'p1', by: 'opus', size: 'L', instructions: ['R1'] }
    expect(eventsOf(fresh, known)).toEqual([
      { type: 'discipline.completed', data: { packet: 'p1', by: 'opus', size: 'L', instructions: ['R1'] } },
    ])
    const failed: DisciplineCommand = { do: 'fail', packet: 'p1', by: 'opus' }
    expect(eventsOf(fresh, failed)).toEqual([{ type: 'discipline.failed', data: { packet: 'p1', by: 'opus' } }])
    expect([packetState(fresh, 'p1'), packetState(after(fresh, failed), 'p1'), packetState(after(fresh, known), 'p1')]).toEqual([
      'open',
      'failed',
      'completed',
    ])
    expect(packetState(after(fresh, known, { do: 'revert', packet: 'p1' }), 'p1')).toBe('reverted')
    expect(packetState(after(fresh, known, card('p1')), 'p1')).toBe('completed')
    expect(after(fresh, failed, known, work('p2', 'opus')).packets).toEqual([
      { packet: 'p1', end: 'completed', by: 'opus', size: 'L', instructions: ['R1'] },
      { packet: 'p2', end: 'completed', by: 'opus' },
    ])
  })

  test('R-REF-18 only packets of the bench count for it, and only those are taken off', () => {
    const before = after(fresh, work('p0', 'opus'), card('p1'), card('p2'), card('p3'), work('p4'), work('p5'))
    const served = after(before, { do: 'revert', packet: 'p0' }, { do: 'revert', packet: 'p4' })
    expect([before, served].map(({ builders }) => builders[0]?.packets)).toEqual([['p4', 'p5'], ['p5']])
    expect(builderStanding(served, 'opus')?.remaining).toBe(2)
    expect(builderStanding(served, 'nobody')).toBeUndefined()
  })

  test('R-REF-19 the alternate that is kept, with who leads then', () => {
    for (const state of [red, probation]) {
      expect(eventsOf(state, { do: 'keep-alternate', by: owner })).toEqual([
        { type: 'discipline.kept', data: { by: owner, lead: 'codex' } },
      ])
    }
    const kept = after(probation, { do: 'keep-alternate', by: owner })
    expect(discipline.decide(kept, { do: 'keep-alternate', by: owner }).ok).toBe(false)
  })

  test('R-REF-12 an amendment, with the open cards of its instruction and no other', () => {
    const state = after(fresh, card('p1'), card('p2', { instruction: instructions[1] }), correction('k1'), card('p1'))
    const amend = { do: 'amend', by: owner, instruction: instructions[0], text } as const
    expect(eventsOf(state, amend)[0]).toEqual({
      type: 'discipline.amended',
      data: { by: owner, instruction: instructions[0], sha256: textHash, text, cards: ['k3'] },
    })
    const amended = after(state, amend)
    expect(amended.cards.map(({ status }) => status)).toEqual(['corrected', 'open', 'amended'])
    expect(amended.authority).toEqual({ id: 'DIRECTIVE.md', sha256: textHash, text })
    const byHash = after(fresh, { do: 'amend', by: owner, instruction: instructions[0], sha256: 'sha256:new' })
    expect(byHash.authority).toEqual({ id: 'DIRECTIVE.md', sha256: 'sha256:new' })
    expect(byHash.record.at(-1)?.data).toEqual({ by: owner, instruction: instructions[0], sha256: 'sha256:new', cards: [] })
    expect(byHash.review).toBeNull()
  })

  test('R-REF-20 a struck card leaves the count of its own cycle and its own builder', () => {
    const strike = (name: string): DisciplineCommand => ({ do: 'rescind', card: name, by: owner, reason: 'misread' })
    const counts = (state: DisciplineState): (number | undefined)[] => ['opus', 'codex'].map((id) => builderStanding(state, id)?.count)
    const both = after(red, card('p1', { builder: 'codex' }))
    expect(counts(both)).toEqual([3, 1])
    expect(counts(after(both, strike('k4')))).toEqual([3, 0])
    expect(counts(after(both, strike('k1')))).toEqual([2, 1])
    const second = after(probation, card('p7'))
    expect(counts(after(second, strike('k1')))).toEqual([1, 0])
    expect(counts(after(second, strike('k4')))).toEqual([0, 0])
    const late = after(red, card('p20'))
    expect(counts(after(late, strike('k4')))).toEqual([3, 0])
    expect(counts(after(expelled, strike('k6')))).toEqual([2, 0])
  })

  test('R-REF-26 a way on names its new primary, and nobody else joins the build', () => {
    const reviewed = after(expelled, { do: 'review', by: owner, diagnosis: 'MODEL DRIFT' })
    expect(reviewed.review).toEqual({ diagnosis: 'MODEL DRIFT', isAmendedSince: false })
    const way = (path: 'promote' | 'replace' | 'pause', builder?: string) =>
      after(reviewed, { do: 'continue', by: owner, path, ...(builder === undefined ? {} : { builder }) })
    expect([ids(way('promote')), ids(way('replace', 'new'))]).toEqual([
      ['opus', 'codex', 'gpt'],
      ['opus', 'codex', 'gpt', 'new'],
    ])
    expect(way('promote')).toMatchObject({ primary: 'codex', lead: 'codex', expelled: null, pause: null })
    expect(way('pause')).toMatchObject({ primary: 'opus', lead: null, expelled: 'opus', pause: 'review' })
    expect(way('pause').record.at(-1)?.data).toEqual({ by: owner, path: 'pause', builder: null })
    expect(ids(way('pause'))).toEqual(['opus', 'codex', 'gpt'])
  })

  test('an event of another type or a newer schema leaves the build as it is', () => {
    const [event] = eventsOf(fresh, card('p1'))
    if (event === undefined) throw new Error('no event')
    expect(discipline.evolve(fresh, Object.assign({ schema: 2 }, event))).toBe(fresh)
    expect(discipline.evolve(fresh, Object.assign({ schema: 1 }, event))).toEqual(after(fresh, card('p1')))
    expect(discipline.evolve(fresh, { type: 'discipline.other', data: {} } as never)).toBe(fresh)
  })
})

describe('R-REF-02 a setup that is refused', () => {
  test('R-REF-16 a text under another document’s hash, at the beginning or by an amendment', () => {
    const other = `sha256:${sha256Hex('another document')}`
    const parsed = parseDisciplineSetup({ primary: 'a', alternates: ['b'], authority: { id: 'D.md', text: directive, sha256: other } })
    expect(parsed.ok ? [] : parsed.issues.map(({ path, message }) => [path, message])).toEqual([
      ['authority', expect.stringContaining('a document whose text has the hash that it is given')],
    ])
    const own = { id: 'D.md', text: directive, sha256: `sha256:${sha256Hex(directive)}` }
    expect(parseDisciplineSetup({ primary: 'a', alternates: ['b'], authority: own }).ok).toBe(true)
    const amend: DisciplineCommand = { do: 'amend', by: owner, instruction: instructions[0], sha256: other, text: 'a third document' }
    expect(discipline.decide(fresh, amend)).toMatchObject({ ok: false, refusal: { code: 'wrong-document' } })
  })

  test('names each fault by its path, and its own code where it has one', () => {
    const issues = (input: unknown) => {
      const parsed = parseDisciplineSetup(input)
      return parsed.ok ? [] : parsed.issues.map(({ code, path, message }) => [code, path, message])
    }
    expect(issues({ ...setup, alternates: ['codex', 'opus', 'codex'] })).toEqual([
      ['known-builder', 'alternates[1]', '"opus" is named twice'],
      ['known-builder', 'alternates[2]', '"codex" is named twice'],
    ])
    expect(issues({ ...setup, primary: ' ' }).map(([code, path]) => [code === 'no-alternate', path])).toEqual([[false, 'primary']])
  })

  test('throws every fault in words and as data', () => {
    let thrown: unknown
    try {
      discipline.initial({ ...setup, primary: '', alternates: [] })
    } catch (error) {
      thrown = error
    }
    expect(isAdjudicateError(thrown) && [thrown.code, thrown.message]).toEqual([
      'data-invalid',
      expect.stringMatching(/^no build begins on this setup: alternates: .+; primary: .+/),
    ])
    expect(isAdjudicateError(thrown) && thrown.details['issues']).toHaveLength(2)
  })
})
