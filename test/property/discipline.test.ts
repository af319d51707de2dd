import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DisciplineAction, DisciplineCommand, DisciplineEvent, DisciplineState } from '../../src/entries/discipline'
import { diagnoses, discipline, parseRefereeBlock, refereeBlock, refusalRules, renderRefereeBlock } from '../../src/entries/discipline'
import { disciplineEventTypes } from '../../src/discipline/event'
import { commandFor, dice, directive, disciplineSetups, instructions, parts } from '../support/discipline-dice'
import { disciplineCommand } from '../support/translate/discipline'

const sequences = fc.array(dice, { minLength: 40, maxLength: 60 })

/** Plays a sequence and shows every step to the law; counts what was met on the way. */
function play(
  law: (before: DisciplineState, after: DisciplineState, events: readonly DisciplineEvent[]) => void,
  runs = 40,
): Map<string, number> {
  const met = new Map<string, number>()
  fc.assert(
    fc.property(disciplineSetups, sequences, (setup, throws) => {
      let state = discipline.initial(setup)
      for (const one of throws) {
        const decision = discipline.decide(state, disciplineCommand(commandFor(state, one)))
        const events = decision.ok ? decision.events : []
        const after = events.reduce(discipline.evolve, state)
        law(state, after, events)
        for (const { type } of events) met.set(type, (met.get(type) ?? 0) + 1)
        state = after
      }
    }),
    { numRuns: runs },
  )
  return met
}

const times = (met: Map<string, number>, type: string): number => met.get(`discipline.${type}`) ?? 0
const builderIn = (state: DisciplineState, id: string) => state.builders.find((builder) => builder.id === id)

/** The command that does what is due. */
function doing(state: DisciplineState, action: DisciplineAction, number: number): DisciplineCommand {
  const owner = { kind: 'human', id: 'owner' }
  const version = state.record.length
  const paths = action.kind === 'choose-continuation' ? action.paths : []
  const commands: Readonly<Record<DisciplineAction['kind'], Readonly<Record<string, unknown>>>> = {
    correct: { do: 'correct', card: action.kind === 'correct' ? action.card : '', evidence: [{ kind: 'file', anchored: true }] },
    'lead-packets': { do: 'complete', packet: `w${version}`, by: state.lead },
    reread: { do: 'reread', builder: action.kind === 'reread' ? action.builder : '', sha256: state.authority.sha256 },
    reconstruct: { do: 'reconstruct', builder: action.kind === 'reconstruct' ? action.builder : '', parts },
    review: { do: 'review', by: owner, diagnosis: diagnoses[number % diagnoses.length] },
    'rewrite-authority': { do: 'amend', by: owner, instruction: instructions[0], sha256: `sha-${version + 2}`, text: directive },
    'choose-continuation': { do: 'continue', by: owner, path: paths[number % paths.length], builder: `N${version}` },
  }
  return disciplineCommand(commands[action.kind])
}

describe('the laws of discipline', () => {
  test('R-REF-08 no card without an anchored quote and anchored evidence, and the count stays within its limit', () => {
    const met = play((_, after) => {
      for (const { quote, instruction, evidence } of after.cards) {
        if (quote === 'found') expect(directive).toContain(instruction)
        expect(evidence.some(({ anchors }) => anchors)).toBe(true)
      }
      for (const { count } of after.builders) expect(count >= 0 && count <= after.limits.cards).toBe(true)
    })
    expect(times(met, 'card')).toBeGreaterThan(100)
  })

  test('R-REF-23 never a second red for a builder, and expelled is final', () => {
    const met = play((before, after) => {
      for (const { id, state } of before.builders) {
        if (state === 'expelled') expect(builderIn(after, id)?.state).toBe('expelled')
        expect(after.cards.filter(({ builder, colour }) => builder === id && colour === 'RED').length).toBeLessThanOrEqual(1)
      }
    })
    expect(times(met, 'expelled')).toBeGreaterThan(5)
    expect(times(met, 'benched')).toBeGreaterThan(20)
  })

  test('R-REF-15 a benched or expelled builder never leads: somebody else does, or the build is paused', () => {
    const met = play((_, after) => {
      const lead = builderIn(after, after.lead ?? '')
      if (lead === undefined) expect(after.pause).not.toBeNull()
      else expect(['active', 'probation']).toContain(lead.state)
      expect(after.lead === null).toBe(after.pause !== null)
    })
    expect(times(met, 'benched')).toBeGreaterThan(20)
  })

  test('R-REF-19 a return takes the packets, the reread and the reconstruction, and leads to probation alone', () => {
    const met = play((_, after, events) => {
      for (const event of events) {
        if (event.type !== 'discipline.returned') continue
        const builder = builderIn(after, event.data.builder)
        expect(builder).toMatchObject({ state: 'probation', count: 0, hasReread: true, hasReconstructed: true })
        expect(builder?.packets.length).toBeGreaterThanOrEqual(after.limits.benchPackets)
        const since = after.record.findLastIndex((past) => past.type === 'discipline.benched' && past.data.builder === builder?.id)
        const done = after.record.slice(since).flatMap((past) => (past.type === 'discipline.completed' ? [past.data.packet] : []))
        for (const packet of builder?.packets ?? []) expect(done).toContain(packet)
      }
    })
    expect(times(met, 'returned')).toBeGreaterThan(10)
  })

  test('R-REF-20 R-REF-25 the record only grows', () => {
    const met = play((before, after, events) => {
      expect(after.record.slice(0, before.record.length)).toEqual(before.record)
      expect(after.record.length).toBe(before.record.length + events.length)
      expect(after.cards.length).toBeGreaterThanOrEqual(before.cards.length)
    }, 25)
    expect(times(met, 'rescinded')).toBeGreaterThan(2)
  })

  test('folding the record again gives the state that deciding gave, and every event has the shape that the ledger checks', () => {
    const schemas = new Map<string, (typeof disciplineEventTypes)[number]['data']>(
      disciplineEventTypes.map(({ type, data }) => [type, data]),
    )
    const blocks = { read: 0 }
    fc.assert(
      fc.property(disciplineSetups, sequences, (setup, throws) => {
        const start = discipline.initial(setup)
        let state = start
        for (const one of throws) {
          const decision = discipline.decide(state, disciplineCommand(commandFor(state, one)))
          if (decision.ok) state = decision.events.reduce(discipline.evolve, state)
          else {
            const { code, rule, all } = decision.refusal
            expect(all.map((each) => each.code)).toEqual(all.map((each) => each.code).sort())
            expect([all[0]?.code, refusalRules[code]]).toEqual([code, rule])
          }
        }
        const stored = JSON.parse(JSON.stringify(state.record)) as DisciplineEvent[]
        for (const { type, data } of stored) expect(schemas.get(type)?.safeParse(data).success, type).toBe(true)
        expect(stored.reduce(discipline.evolve, start)).toEqual(state)
        for (const { card } of state.cards) {
          expect(parseRefereeBlock(renderRefereeBlock(state, card))).toEqual({ ok: true, value: refereeBlock(state, card) })
          blocks.read++
        }
        const ids = discipline.next(state).map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 40 },
    )
    expect(blocks.read).toBeGreaterThan(100)
  })

  test('what is due is never refused: a walk that does it, with cards in between, meets every kind', () => {
    const done = new Map<string, number>()
    fc.assert(
      fc.property(disciplineSetups, fc.array(dice, { minLength: 40, maxLength: 60 }), (setup, throws) => {
        let state = discipline.initial(setup)
        for (const one of throws) {
          const due = discipline.next(state)
          const action = due[one.what % (due.length + 1)]
          const command =
            action === undefined ? disciplineCommand(commandFor(state, { ...one, kind: 0, odd: 50 })) : doing(state, action, one.who)
          const decision = discipline.decide(state, command)
          if (action !== undefined) {
            done.set(action.kind, (done.get(action.kind) ?? 0) + 1)
            expect(decision.ok, `${action.id} as ${JSON.stringify(command)}`).toBe(true)
          }
          if (decision.ok) state = decision.events.reduce(discipline.evolve, state)
        }
      }),
      { numRuns: 40 },
    )
    const kinds = ['correct', 'lead-packets', 'reread', 'reconstruct', 'review', 'rewrite-authority', 'choose-continuation']
    for (const kind of kinds) expect(done.get(kind) ?? 0, kind).toBeGreaterThan(1)
  })

  test('an event of another kind or a newer schema leaves the state as it is', () => {
    const state = discipline.initial({ authority: { id: 'D', sha256: 's' }, primary: 'a', alternates: ['b'] })
    const strangers = [
      { type: 'tribunal.ruling', data: {} },
      { type: 'discipline.failed', schema: 2, data: {} },
    ]
    for (const event of strangers) expect(discipline.evolve(state, event as never)).toBe(state)
  })
})
