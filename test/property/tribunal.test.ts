import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SliceAction, SliceCommandInput, SliceState, TribunalEvent } from '../../src/entries/tribunal'
import { briefSecrets, checkBrief, slice, tribunalRefusals } from '../../src/entries/tribunal'
import { tribunalEventTypes } from '../../src/tribunal/event'
import { rulingEventType } from '../../src/consensus/ruling-event'
import type { Json } from '../support/consensus-input'
import { scenario } from '../support/consensus-input'
import { card, command, handle, low, person, report, setup } from '../support/slice-play'

const secret = 'the doer alone knows how this queue was really meant to work'

/** One way to answer an action out of several, most of them sound; `throwOf` picks. */
function answerTo(action: SliceAction, state: SliceState, pick: number): SliceCommandInput | Json {
  const sound = handle(action, state)
  switch (action.kind) {
    case 'vet-plan':
      return { ...sound, approves: pick % 2 === 0, critique: 'vague' }
    case 'await-report': {
      const status = ['DONE', 'DONE', 'DONE', 'BLOCKED', 'NEEDS_CONTEXT', 'DONE_WITH_CONCERNS'][pick % 6]
      const concerns = pick % 6 === 5 ? [{ about: pick % 4 === 1 ? 'scope' : 'observation', text: 'large' }] : []
      if (pick % 11 === 7) return { do: 'lose-doer', reason: 'gone' }
      const address = pick % 7 === 3 ? { address: 'src/a.ts' } : {}
      return { ...sound, report: report({ status, concerns, reasoning: secret, ...address }) }
    }
    case 'verify-report':
      return pick % 5 === 4 ? { ...sound, runs: [{ command, exitCode: 1, output: '' }] } : sound
    case 'judge': {
      const of = [card(), low(), card({ correctness: 4, clarity: 8 }), card({ correctness: 9, clarity: null }), { scores: 'none' }]
      const opposed = card(undefined, { scenarios: [scenario()] })
      const leaked = card({ correctness: { score: 9, rationale: secret }, clarity: 8 })
      return { ...sound, answer: [...of, opposed, leaked, card(), card()][pick % 9] }
    }
    case 'ask-person': {
      const ways = [
        { take: 'grant', rounds: 1, dispatches: 2 },
        { take: 'accept', reason: 'fine' },
        { take: 'abandon', reason: 'no' },
      ]
      const rubric = { criteria: ['again'], dimensions: ['correctness', 'clarity'] }
      return { do: 'resolve', by: person, way: [...ways, { take: 'new-rubric', rubric }][pick % 4] }
    }
    default:
      return sound
  }
}

const throws = fc.array(fc.record({ pick: fc.nat(1000), which: fc.nat(4) }), { minLength: 60, maxLength: 90 })
const setups = fc.record({
  plan: fc.constantFrom(undefined, 'first this, then that'),
  mode: fc.constantFrom('build' as const, 'final' as const),
  size: fc.constantFrom('S' as const, 'M' as const),
})

type Step = {
  readonly before: SliceState
  readonly action: SliceAction
  readonly events: readonly TribunalEvent[]
  readonly after: SliceState
}

function walk(law: (step: Step) => void, runs = 25): Map<string, number> {
  const met = new Map<string, number>()
  fc.assert(
    fc.property(setups, throws, ({ plan, ...rest }, list) => {
      let state = slice.initial({ ...setup, ...rest, ...(plan === undefined ? {} : { plan }) })
      for (const { pick, which } of list) {
        const due = slice.next(state)
        const action = due[which % Math.max(1, due.length)]
        if (action === undefined) break
        const first = slice.decide(state, answerTo(action, state, pick) as SliceCommandInput)
        const decision = first.ok ? first : slice.decide(state, handle(action, state))
        const events = decision.ok ? decision.events : []
        met.set(decision.ok ? action.kind : `refused ${action.kind}`, (met.get(action.kind) ?? 0) + 1)
        const after = events.reduce(slice.evolve, state)
        law({ before: state, action, events, after })
        state = after
      }
      met.set(state.phase, (met.get(state.phase) ?? 0) + 1)
    }),
    { numRuns: runs },
  )
  return met
}

const times = (met: Map<string, number>, what: string): number => met.get(what) ?? 0

describe('the laws of a slice', () => {
  test('R-TRI-20 the wall: no brief of a member holds the reasoning, a score, a name or a field of the doer', () => {
    const met = walk(({ before, action }) => {
      if (!('brief' in action)) return
      const { brief } = action
      if (brief.role === 'doer' || brief.role === 'plan-lens') return
      expect(checkBrief(brief, brief.role, briefSecrets(before))).toEqual([])
      const text = JSON.stringify(brief)
      expect(text).not.toContain(secret)
      for (const { session } of before.sessions) expect(text).not.toContain(JSON.stringify(session).slice(1, -1))
    })
    expect(times(met, 'judge')).toBeGreaterThan(20)
    expect(times(met, 'synthesis')).toBeGreaterThan(3)
  })

  test('R-TRI-70 R-TRI-72 the counters never exceed their limits, and one event moves one of them at most', () => {
    const met = walk(({ before, after }) => {
      expect(after.rounds.used).toBeLessThanOrEqual(after.rounds.max)
      expect(after.dispatches.used).toBeLessThanOrEqual(after.dispatches.max)
      if (after.rubricVersion !== before.rubricVersion) return
      const moved = [after.rounds.used - before.rounds.used, after.dispatches.used - before.dispatches.used]
      expect(moved.every((by) => by === 0 || by === 1)).toBe(true)
      expect(moved).not.toEqual([1, 1])
    })
    expect(times(met, 'convene-panel')).toBeGreaterThan(20)
    expect(times(met, 'ask-person')).toBeGreaterThan(20)
  })

  test('R-TRI-06 R-TRI-10 nothing ships without a panel of two, an adversary among them, on a frozen rubric', () => {
    const met = walk(({ after }) => {
      if (after.ending !== 'shipped') return
      expect(after.ruling).toMatchObject({ kind: 'verdict' })
      const answered = after.panel.filter(({ answer }) => answer?.outcome === 'scorecard')
      expect(answered.length).toBeGreaterThanOrEqual(2)
      expect(answered.some(({ adversary }) => adversary)).toBe(true)
      expect(after.ruling?.boundTo.rubric).toBe(after.rubric?.hash)
    })
    expect(times(met, 'deliver')).toBeGreaterThan(5)
  })

  test('R-TRI-71 R-TRI-82 the state is the fold of the record, from JSON as well', () => {
    const met = walk(({ before, events, after }) => {
      const copies = JSON.parse(JSON.stringify(events)) as TribunalEvent[]
      expect(copies.reduce(slice.evolve, before)).toEqual(after)
      for (const event of copies) {
        const type = [...tribunalEventTypes, rulingEventType].find((one) => one.type === event.type)
        expect(type?.data.safeParse(event.data).success, event.type).toBe(true)
      }
    }, 10)
    expect(times(met, 'adjudicate')).toBeGreaterThan(5)
  })

  test('R-TRI-03 a session has one role for ever, and a verifier sits once', () => {
    const met = walk(({ after }) => {
      const roles = new Map<string, Set<string>>()
      for (const { session, role } of after.sessions) roles.set(session, (roles.get(session) ?? new Set()).add(role))
      for (const [session, held] of roles) expect(held.size, session).toBe(1)
      const verifiers = after.sessions.filter(({ role }) => role === 'verifier').map(({ session }) => session)
      expect(new Set(verifiers).size).toBe(verifiers.length)
    })
    expect(times(met, 'seat-member')).toBeGreaterThan(5)
  })

  test('ids of actions differ, stay as long as the action is due, and are never used again for another', () => {
    const met = walk(({ before, action, after }) => {
      const ids = slice.next(before).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const still = slice.next(after).map(({ id }) => id)
      if (after.version > before.version) expect(still).not.toContain(action.id)
      const others = slice.next(before).filter((one) => one.id !== action.id && one.kind === 'judge' && after.phase === 'judging')
      for (const { id } of others) expect(still).toContain(id)
    })
    expect(times(met, 'judge')).toBeGreaterThan(50)
  })

  test('any command in any state is events or a refusal with its rule, and evolve takes any event', () => {
    const words = fc.constantFrom('', 'adversary', 'session of quality 1', 'economy', 'x')
    const commands = fc.record(
      {
        do: fc.constantFrom(
          'open',
          'vet',
          'refine-plan',
          'dispatch',
          'report',
          'lose-doer',
          'verify',
          'convene',
          'seat',
          'scorecard',
          'adjudicate',
          'reply',
          'give-up',
          'resolve',
          'delivered',
          'acknowledge',
          'dance',
        ),
        session: words,
        token: words,
        reason: words,
        member: words,
        by: fc.oneof(words, fc.constant(person)),
        answer: fc.anything(),
        corpus: fc.anything(),
        extra: fc.anything(),
      },
      { requiredKeys: ['do'] },
    )
    let refused = 0
    walk(({ before }) => {
      const [given] = fc.sample(commands, { numRuns: 1, seed: before.version })
      const decision = slice.decide(before, given as SliceCommandInput)
      if (decision.ok) return
      refused++
      expect(tribunalRefusals).toHaveProperty([decision.refusal.code], decision.refusal.rule)
      expect(slice.evolve(before, { type: 'somebody.elses', data: 1 } as never)).toEqual({ ...before, version: before.version + 1 })
      expect(slice.evolve(before, { type: 'tribunal.ruled', schema: 9, data: {} } as never)).toEqual({
        ...before,
        version: before.version + 1,
      })
    }, 10)
    expect(refused).toBeGreaterThan(50)
  })

  test('the exhaustive walk: whatever each action is answered with first, a slice comes to its end', () => {
    const met = new Set<string>()
    for (let first = 0; first < 18; first++) {
      let state = slice.initial({ ...setup, plan: 'a plan' })
      for (let step = 0; step < 250; step++) {
        const [action] = slice.next(state)
        if (action === undefined) break
        met.add(action.kind)
        const pick = step < 60 ? first + step * (first % 5) : 2
        const given = slice.decide(state, answerTo(action, state, pick) as SliceCommandInput)
        const decision = given.ok ? given : slice.decide(state, handle(action, state))
        if (!decision.ok) throw new Error(`${action.kind}: ${decision.refusal.code}: ${decision.refusal.message}`)
        state = decision.events.reduce(slice.evolve, state)
      }
      expect(slice.next(state), `first ${first}`).toEqual([])
      expect(state.phase).toBe('closed')
    }
    expect([...met].sort()).toEqual(
      'adjudicate ask-person await-acknowledgement await-report convene-panel deliver dispatch-doer judge open refine-plan replacement seat-member synthesis verify-report vet-plan'.split(
        ' ',
      ),
    )
  })
})
