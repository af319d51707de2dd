import { describe, expect, test } from 'vitest'
import type { DisciplineCommand, DisciplineState } from '../../../src/entries/discipline'
import { builderStanding, discipline, packetState, refereeBlock } from '../../../src/entries/discipline'
import { chartWays } from '../../support/discipline-chart'
import {
  after,
  card,
  codesOf,
  correction,
  directive,
  expelled,
  fresh,
  instructions,
  owner,
  probation,
  reconstruct,
  red,
  reread,
  setup,
  work,
} from '../../support/discipline-build'

const refusal = (state: DisciplineState, command: DisciplineCommand): string[] => codesOf(discipline.decide(state, command))
const remaining = (state: DisciplineState, id = 'opus') => builderStanding(state, id)?.remaining
const fail = (packet: string, by = 'codex'): DisciplineCommand => ({ do: 'fail', packet, by })
const revert = (packet: string): DisciplineCommand => ({ do: 'revert', packet })
const threeOf = (builder: string, letter: string) => [1, 2, 3].map((number) => card(`${letter}${number}`, { builder }))
const amend = (text: string): DisciplineCommand => ({ do: 'amend', by: owner, instruction: instructions[0], text })

describe('what ends a bench', () => {
  test('A-REF-4 a packet that fails during a bench leaves the bench as long as it was', () => {
    expect([red, after(red, fail('p4')), after(red, work('p4'), fail('p5'), fail('p6'))].map((state) => remaining(state))).toEqual([
      3, 3, 2,
    ])
  })

  test('A-REF-5 a packet that earned a card and was put right still counts once it is completed', () => {
    const carded = after(red, card('p4', { builder: 'codex' }))
    expect(refusal(carded, work('p4'))).toEqual(['packet-stopped'])
    expect(remaining(carded)).toBe(3)
    const righted = after(carded, correction('k4'))
    expect(remaining(righted)).toBe(3)
    expect(remaining(after(righted, work('p4')))).toBe(2)
  })

  test('A-REF-6 the third completed packet ends it, after however many attempts', () => {
    const ready = after(red, reread, reconstruct)
    const long = after(ready, fail('p4'), work('p4'), fail('p5'), fail('p6'), work('p6'), revert('p4'), fail('p7'), work('p8'))
    expect([builderStanding(long, 'opus')?.state, remaining(long)]).toEqual(['benched', 1])
    expect(builderStanding(after(long, work('p4')), 'opus')?.state).toBe('probation')
    expect(builderStanding(after(long, fail('p4')), 'opus')?.state).toBe('benched')
  })

  test('A-REF-9 three packets without a reread or a reconstruction leave the builder benched at 0 remaining', () => {
    const served = after(red, work('p4'), work('p5'), work('p6'))
    for (const duties of [[], [reread], [reconstruct]]) {
      const state = after(served, ...duties)
      expect(builderStanding(state, 'opus')).toMatchObject({ state: 'benched', remaining: 0 })
      expect(refusal(state, work('p7', 'opus'))).toEqual(['benched-builder'])
      expect([state.lead, refereeBlock(state).packetsRemaining]).toEqual(['codex', 0])
    }
  })

  test('D-CAPPED packets left are 3 less those completed in the bench and not taken off, and never below 0', () => {
    const five = after(red, work('p4'), work('p5'), work('p6'), work('p7'), work('p8'))
    const states = [five, after(five, revert('p8')), after(five, revert('p8'), revert('p7'), revert('p6'))]
    expect(states.map((state) => remaining(state))).toEqual([0, 0, 1])
    expect(remaining(after(fresh, work('p0', 'opus'), card('p1'), card('p2'), card('p3')))).toBe(3)
  })

  test('D-TEMPONLY a packet counts for every bench that runs at that moment, whoever led', () => {
    const both = after(red, work('p4'), ...threeOf('codex', 'q'))
    expect([remaining(both), remaining(both, 'codex')]).toEqual([2, 3])
    const led = after(both, work('p5', 'gpt'))
    expect([remaining(led), remaining(led, 'codex')]).toEqual([1, 2])
  })

  test('D-REREADFIRST reread and reconstruction may come in either order', () => {
    const served = after(red, work('p4'), work('p5'), work('p6'))
    for (const duties of [
      [reread, reconstruct],
      [reconstruct, reread],
    ]) {
      expect(builderStanding(after(served, ...duties), 'opus')?.state).toBe('probation')
      expect(builderStanding(after(red, ...duties, work('p4'), work('p5'), work('p6')), 'opus')?.state).toBe('probation')
    }
  })

  test('A-REF-10 D-RECONSTRUCTAGAIN an amendment makes an earlier reread void and lets the reconstruction stand', () => {
    const text = `${directive}One more.\n`
    const amended = after(red, work('p4'), work('p5'), reread, reconstruct, amend(text), work('p6'))
    expect(builderStanding(amended, 'opus')).toEqual({ state: 'benched', count: 3, remaining: 0, waitingFor: ['reread'] })
    expect(refusal(amended, reread)).toEqual(['wrong-document'])
    const again = after(amended, { do: 'reread', builder: 'opus', sha256: amended.authority.sha256 })
    expect(builderStanding(again, 'opus')?.state).toBe('probation')
  })
})

describe('who leads meanwhile', () => {
  test('A-REF-2 a temporary lead has a record and a tally of its own under the same rules', () => {
    const [first, ...others] = threeOf('codex', 'q')
    const one = after(red, ...(first === undefined ? [] : [first]))
    expect(one.cards.at(-1)).toMatchObject({ builder: 'codex', colour: 'YELLOW', count: 1, cycle: 'initial' })
    expect(['opus', 'codex'].map((id) => builderStanding(one, id)?.count)).toEqual([3, 1])
    expect(refusal(red, card('q1', { builder: 'codex', evidence: [] }))).toEqual(['no-anchored-evidence'])
    const three = after(one, ...others)
    expect(three.cards.at(-1)).toMatchObject({ builder: 'codex', colour: 'RED', count: 3 })
    expect(builderStanding(three, 'codex')).toMatchObject({ state: 'benched', remaining: 3 })
  })

  test('A-REF-3 when it falls too the next one leads, with none left the build pauses, and no bench ends early', () => {
    const second = after(red, ...threeOf('codex', 'q'))
    expect([second.lead, second.pause]).toEqual(['gpt', null])
    const third = after(second, ...threeOf('gpt', 'r'))
    expect([third.lead, third.pause]).toEqual([null, 'no-alternate'])
    for (const builder of ['opus', 'codex', 'gpt']) {
      expect(builderStanding(third, builder)).toMatchObject({ state: 'benched', remaining: 3 })
      expect(refusal(third, work('p9', builder))).toEqual(['benched-builder'])
    }
  })

  test('A-REF-15 a red without an alternate at hand is on record all the same, and the build pauses', () => {
    const alone = after(discipline.initial({ ...setup, alternates: ['codex'] }), card('p1'), card('p2'), card('p3'))
    const decision = discipline.decide(after(alone, ...threeOf('codex', 'q').slice(0, 2)), card('q3', { builder: 'codex' }))
    expect(decision.ok && decision.events).toMatchObject([
      { type: 'discipline.card', data: { builder: 'codex', colour: 'RED', count: 3 } },
      { type: 'discipline.benched', data: { builder: 'codex', packets: 3, lead: null } },
    ])
    const paused = after(alone, ...threeOf('codex', 'q'))
    expect([paused.cards.at(-1)?.colour, paused.lead, paused.pause]).toEqual(['RED', null, 'no-alternate'])
    expect(discipline.next(paused).map(({ kind }) => kind)).toContain('choose-continuation')
  })

  test('A-REF-13 the returned builder leads again unless a person keeps the alternate', () => {
    expect(probation.lead).toBe('opus')
    for (const kind of ['agent', 'engine', 'system'] as const) {
      expect(refusal(probation, { do: 'keep-alternate', by: { kind, id: 'x' } })).toEqual(['not-a-person'])
    }
    const kept = after(probation, { do: 'keep-alternate', by: owner })
    expect(kept.lead).toBe('codex')
    expect(refusal(kept, work('p7', 'opus'))).toEqual(['not-the-lead'])
  })
})

describe('what lasts', () => {
  test('A-REF-12 probation lasts until the build ends, whatever is completed in it', () => {
    const packets = Array.from({ length: 9 }, (_, index) => work(`x${index}`, 'opus'))
    const long = after(probation, card('p7'), card('p8'), correction('k4'), correction('k5'), ...packets)
    expect(builderStanding(long, 'opus')).toMatchObject({ state: 'probation', count: 2 })
    expect(builderStanding(after(long, card('p9')), 'opus')?.state).toBe('expelled')
    expect(chartWays().filter(({ from, to }) => from === 'probation' && to !== 'probation')).toMatchObject([{ to: 'expelled' }])
  })

  test('D-RESCINDFREES striking a card ends no bench and no expulsion that has begun', () => {
    const strike = (name: string): DisciplineCommand => ({ do: 'rescind', card: name, by: owner, reason: 'misread' })
    const benched = after(red, strike('k1'), strike('k2'), strike('k3'))
    expect(builderStanding(benched, 'opus')).toMatchObject({ state: 'benched', count: 0, remaining: 3 })
    expect(benched.lead).toBe('codex')
    const gone = after(expelled, strike('k4'), strike('k5'), strike('k6'))
    expect([builderStanding(gone, 'opus')?.state, gone.pause, gone.lead]).toEqual(['expelled', 'continuation', null])
  })

  test('A-REF-7 A-REF-8 a card for a benched builder is on record, and neither counts, stops, nor benches it once more', () => {
    const served = after(red, work('p4'), work('p5'))
    const late = after(served, card('x1'), card('x2'), card('x3'), card('x4'))
    expect(late.cards.slice(3).map(({ colour, count, cycle }) => [colour, count, cycle])).toEqual(
      [1, 2, 3, 4].map(() => ['LATE', 3, 'none']),
    )
    expect(builderStanding(late, 'opus')).toEqual(builderStanding(served, 'opus'))
    expect([late.lead, late.pause, packetState(late, 'x1')]).toEqual(['codex', null, 'open'])
    expect(late.record.filter(({ type }) => type === 'discipline.benched')).toHaveLength(1)
    expect(chartWays().filter(({ from, event }) => from === 'benched' && event === 'card')).toEqual([])
  })

  test('D-EXPELLEDCARD a card for an expelled builder is recorded without effect', () => {
    const reviewed = after(expelled, { do: 'review', by: owner, diagnosis: 'MODEL DRIFT' })
    const late = after(reviewed, card('x1'))
    expect(late.cards.at(-1)).toMatchObject({ colour: 'LATE', cycle: 'none', status: 'open' })
    const { cards: _, packets: __, record: ___, ...others } = reviewed
    expect(late).toMatchObject(others)
    expect(packetState(late, 'x1')).toBe('open')
  })
})
