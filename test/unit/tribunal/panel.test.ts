import { describe, expect, test } from 'vitest'
import { checkLeak, closingReport, composePanel, panelLenses, renderClosingReport, tribunalAdvice } from '../../../src/entries/tribunal'
import type { Scorecard } from '../../../src/consensus/scorecard'
import type { Json } from '../../support/consensus-input'
import { scenario } from '../../support/consensus-input'
import type { Script } from '../../support/slice-play'
import { card, corpus, Play, person, report, seats, token } from '../../support/slice-play'

/** A slice whose panel sits, and one member's answer. */
const sitting = (change: object = {}): Play => new Play(change).until('judge')
const answer = (member: string, play: Play, said: Json): Json => {
  const session = play.state.panel.find((seat) => seat.member === member)?.session ?? ''
  return { do: 'scorecard', member, token: token(session), answer: said }
}
const statusOf = (play: Play, member: string) => play.state.panel.find((seat) => seat.member === member)?.status
const freshSeat = (lens: string, session: string, member = lens) => ({
  do: 'seat',
  seat: { member, lens, adversary: lens === 'adversary', session, token: token(session) },
})

describe('answers of a panel', () => {
  test('R-TRI-28 a malformed scorecard earns the lens one fresh dispatch, then the seat abstains', () => {
    const play = sitting()
    play.do(answer('quality', play, card({ correctness: 11, clarity: 8 })))
    expect(play.due('seat-member')).toMatchObject({ member: 'quality', why: 'malformed' })
    const before = play.state.panel.find(({ member }) => member === 'quality')?.session ?? ''
    expect(play.refused({ do: 'seat', seat: { ...freshSeat('quality', before).seat, token: 'new' } })).toBe('R-TRI-70 verifier-seen')
    play.do(freshSeat('quality', 'fresh quality'))
    play.do(answer('quality', play, card({ correctness: 9 })))
    expect(play.state.panel.find(({ member }) => member === 'quality')?.answer).toMatchObject({
      outcome: 'abstained',
      reason: 'out-of-contract',
    })
  })

  test('R-TRI-29 a rubber stamp goes back once, to the same session if need be; then it stands with a warning', () => {
    const stamp = card({ correctness: { score: 7, claims: [] }, clarity: { score: 7, claims: [] } })
    const play = sitting()
    play.do(answer('fitness', play, stamp))
    expect(play.due('seat-member')).toMatchObject({ member: 'fitness', why: 'rubber-stamp' })
    const before = play.due('seat-member').session
    play.do({ do: 'seat', seat: { ...freshSeat('fitness', before).seat, token: 'another' } })
    play.do({ do: 'scorecard', member: 'fitness', token: 'another', answer: stamp })
    expect(play.state.panel.find(({ member }) => member === 'fitness')).toMatchObject({ status: 'answered', warnings: ['rubber-stamp'] })
  })

  test('R-TRI-36 an adversary with only 10s and no account is replaced once, by another member', () => {
    const tens = card({ correctness: { score: 10, rationale: 'fine' }, clarity: { score: 10, rationale: 'good' } })
    const play = sitting()
    play.do(answer('adversary', play, tens))
    expect(play.due('seat-member')).toMatchObject({ member: 'adversary', why: 'unearned-tens' })
    expect(play.refused(freshSeat('adversary', 'fresh'))).toBe('R-TRI-03 member-doubled')
    play.do(freshSeat('adversary', 'fresh', 'adversary 2'))
    play.do(answer('adversary 2', play, tens))
    expect(play.state.panel[0]).toMatchObject({ member: 'adversary 2', status: 'answered', warnings: ['unearned-tens'] })
    const earned = sitting()
    earned.do(answer('adversary', earned, card({ correctness: 10, clarity: 10 }, { scenarios: [scenario({ class: 'other' })] })))
    expect(statusOf(earned, 'adversary')).toBe('answered')
    const byQuality = sitting()
    byQuality.do(answer('quality', byQuality, tens))
    expect(statusOf(byQuality, 'quality')).toBe('answered')
  })

  test('R-TRI-21 a scorecard that repeats eight words of the doer is void; seven are chance; the second time the seat abstains', () => {
    const reasoning = 'I kept a counter for each client and cleared it when the window ended'
    const script: Script = (due) =>
      due.kind === 'await-report'
        ? ({ do: 'report', session: due.session, token: token(due.session), report: report({ reasoning }) } as never)
        : undefined
    const saying = (rationale: string) => card({ correctness: { score: 9, rationale }, clarity: 8 })
    const play = new Play().until('judge', script)
    play.do(answer('quality', play, saying('Clearly it kept a counter for each client and cleared.')))
    expect(statusOf(play, 'quality')).toBe('due')
    expect(play.due('seat-member').why).toBe('leak')
    play.do(freshSeat('quality', 'fresh quality'))
    play.do(answer('quality', play, saying('KEPT a counter, for each client; and cleared it when')))
    expect(play.state.panel.find(({ member }) => member === 'quality')?.answer).toMatchObject({ outcome: 'abstained', reason: 'conflict' })
    const chance = new Play().until('judge', script)
    chance.do(answer('quality', chance, saying('a counter for each client and cleared, that')))
    expect(statusOf(chance, 'quality')).toBe('answered')
    const shown = new Play().until('judge', script)
    shown.do({ ...answer('quality', shown, saying('kept a counter for each client and cleared it')), given: [reasoning] })
    expect(statusOf(shown, 'quality')).toBe('answered')
  })

  test('R-TRI-21 checkLeak finds the run and says where, and leaves citations alone', () => {
    const secret = 'one two three four five six seven eight nine'
    const parsed = card({ correctness: { score: 9, rationale: `Zero. ${secret}!` } }) as unknown as Scorecard
    expect(checkLeak(parsed, [secret])).toEqual([{ path: 'scores[0].rationale', words: secret }])
    expect(checkLeak(parsed, [secret], [`x ${secret} y`])).toEqual([])
    const cited = card({ correctness: { score: 9, claims: [{ text: 'so', citations: [{ kind: 'quote', text: secret }] }] } })
    expect(checkLeak(cited as unknown as Scorecard, [secret])).toEqual([])
  })

  test('R-TRI-20 R-TRI-21 what another member wrote is kept from a member, unless the host vouches for the walls', () => {
    const words = 'the limit is read once and never looked at again'
    const same = card({ correctness: { score: 9, rationale: words }, clarity: 8 })
    for (const [independence, wanted] of [
      ['unstated', 'due'],
      ['panel', 'answered'],
    ] as const) {
      const play = sitting({ independence })
      play.do(answer('adversary', play, same))
      play.do(answer('quality', play, same))
      expect(statusOf(play, 'quality')).toBe(wanted)
    }
  })

  test('a halo is a warning and no fault', () => {
    const play = sitting()
    const rationale = 'all of it is fine'
    play.do(answer('quality', play, card({ correctness: { score: 9, rationale }, clarity: { score: 8, rationale } })))
    expect(play.state.panel[1]).toMatchObject({ status: 'answered', warnings: ['halo'] })
  })

  test('R-TRI-27 a session that ended without an answer abstains, and the rest comes to a ruling', () => {
    const play = sitting()
    play.do({ do: 'scorecard', member: 'fitness', answer: { outcome: 'abstained', reason: 'timeout' } })
    expect(play.refused({ do: 'scorecard', member: 'quality', answer: { outcome: 'abstained', reason: 'conflict' } })).toBe(
      'R-TRI-03 wrong-token',
    )
    expect(play.until('deliver').state.ruling).toMatchObject({ verdict: 'SHIP', seats: { asked: 3, answered: 2 } })
  })

  test('R-TRI-27 why a session ended without an answer is kept with its seat and stands in the closing report', () => {
    const play = sitting()
    const issue = { code: 'timeout', path: '', message: 'it was not done within 600000 ms\n# not a heading' }
    play.do({ do: 'scorecard', member: 'fitness', answer: { outcome: 'abstained', reason: 'timeout', issues: [issue] } })
    expect(play.state.panel[2]?.answer).toMatchObject({ outcome: 'abstained', reason: 'timeout', issues: [issue] })
    const many = Array.from({ length: 1_000 }, (_, n) => ({ code: 'one', path: `scores[${n}]`, message: 'x'.repeat(100_000) }))
    const { session } = play.state.panel[1] ?? { session: '' }
    const own = { outcome: 'abstained', reason: 'low-confidence', issues: [...many, 'no issue', { code: 1 }] }
    play.do({ do: 'scorecard', member: 'quality', token: token(session), answer: own })
    const kept = play.state.panel[1]?.answer
    const issues = kept?.outcome === 'abstained' ? (kept.issues ?? []) : []
    expect([issues.length, issues.at(-1)?.message]).toEqual([21, '980 more faults are not kept'])
    expect(Math.max(...issues.map(({ message }) => message.length))).toBe(2_000)
    const closing = closingReport(play.state)
    expect(closing.rounds.each[0]?.recommendations.map(({ because }) => because.length)).toEqual([0, 21, 1])
    expect(renderClosingReport(closing)).toContain('\nfitness abstained: timeout:\n> it was not done within 600000 ms\n> # not a heading\n')
  })

  test('R-TRI-07 a scorecard that names another rubric is refused, as is a second one', () => {
    const play = sitting()
    expect(play.refused(answer('quality', play, card(undefined, { rubric: `sha256:${'0'.repeat(64)}` })))).toBe('R-TRI-07 other-rubric')
    play.do(answer('quality', play, card()))
    expect(play.refused(answer('quality', play, card()))).toBe('R-TRI-03 unknown-member')
  })

  test('R-TRI-51 R-TRI-55 synthesis asks each survivor once, silence maintains, and the ruling follows', () => {
    const split: Script = (due) =>
      due.kind === 'judge' && due.member === 'adversary'
        ? { do: 'scorecard', member: 'adversary', token: token(due.session), answer: card({ correctness: 6, clarity: 8 }) }
        : undefined
    const play = new Play().until('synthesis', split)
    expect(play.due('synthesis').rationales).toMatchObject({
      correctness: [{ label: 'Rationale-1' }, { label: 'Rationale-2' }, { label: 'Rationale-3' }],
    })
    const { member, session } = play.due('synthesis')
    const reply = (replies: Json[]) => ({ do: 'reply', member, token: token(session), replies })
    expect(play.refused({ ...reply([]), token: 'guessed' })).toBe('R-TRI-03 wrong-token')
    expect(play.refused(reply([{ dimension: 'clarity', action: 'MAINTAIN', rebuttal: 'no' }]))).toBe('R-TRI-27 command-invalid')
    play.do(reply([{ dimension: 'correctness', action: 'MAINTAIN', rebuttal: 'the count holds' }]))
    expect(play.refused(reply([]))).toBe('R-TRI-03 unknown-member')
    play.until('deliver')
    expect(play.kinds.filter((kind) => kind === 'adjudicate')).toHaveLength(2)
    expect(play.state.ruling).toMatchObject({ kind: 'verdict', verdict: 'SHIP' })
  })

  test('R-TRI-49 a lone survivor brings one fresh member, in the same round', () => {
    const silent: Script = (due) =>
      due.kind === 'judge' && due.member !== 'quality' && !due.member.startsWith('fresh')
        ? { do: 'scorecard', member: due.member, token: token(due.session), answer: card({ correctness: 9, clarity: null }) }
        : undefined
    const play = new Play().until('replacement', silent)
    expect(play.due('replacement')).toMatchObject({ count: 1, dimensions: ['clarity'] })
    expect(play.refused({ do: 'convene', seats: seats('more') })).toBe('R-TRI-49 replacement-mismatch')
    play.until('deliver')
    expect(play.state).toMatchObject({ rounds: { used: 1 }, ruling: { verdict: 'SHIP' } })
  })
})

describe('composing a panel', () => {
  test('R-TRI-37 R-TRI-38 two for a small slice of low risk, three as a rule, five for what can not be undone', () => {
    const lensesOf = (needs: Parameters<typeof composePanel>[0]) => composePanel(needs).map(({ lens }) => lens)
    expect(lensesOf({ risks: 'low', size: 'S' })).toEqual(['adversary', 'quality'])
    expect(lensesOf({})).toEqual(['adversary', 'quality', 'fitness'])
    expect(lensesOf({ stakes: 'high', irreversible: true })).toHaveLength(5)
    expect(lensesOf({ risks: 'low', size: 'S', stakes: 'high' })).toHaveLength(3)
    const asks = (lens: string) => panelLenses.find(({ id }) => id === lens)?.asks ?? ''
    expect(asks('quality').indexOf('specification')).toBeLessThan(asks('quality').indexOf('correctness'))
    expect(asks('fitness')).toContain('consumer')
  })

  test('R-TRI-35 nobody ranks above the adversary, and several families mean at least two on the panel', () => {
    const models = [
      { id: 'a-small', family: 'a', tier: 'small' },
      { id: 'b-large', family: 'b', tier: 'large' },
      { id: 'a-large', family: 'a', tier: 'large' },
    ]
    const panel = composePanel({ models })
    expect(panel[0]).toMatchObject({ adversary: true, model: { id: 'b-large' } })
    expect(new Set(panel.map(({ model }) => model?.family)).size).toBe(2)
    const play = new Play().until('convene-panel')
    const weak = seats('w').map((seat) => ({ ...seat, model: { id: 'm', tier: seat.adversary ? 'small' : 'large' } }))
    expect(play.refused({ do: 'convene', seats: weak })).toBe('R-TRI-35 adversary-weaker')
    const even = weak.map((seat) => ({ ...seat, model: { id: 'm', tier: 'large' } }))
    expect(play.refused({ do: 'convene', seats: even })).toBe('accepted')
  })

  test('R-TRI-01 a tribunal is for several parts or high stakes, not for what one command proves', () => {
    expect(tribunalAdvice({ parts: 4, stakes: 'normal' }).worthIt).toBe(true)
    expect(tribunalAdvice({ parts: 1, stakes: 'high' }).worthIt).toBe(true)
    expect(tribunalAdvice({ parts: 1, stakes: 'normal' }).worthIt).toBe(false)
    expect(tribunalAdvice({ parts: 2, stakes: 'low', oneCommandProves: true })).toEqual({
      worthIt: false,
      because: 'one command proves it',
    })
  })
})

describe('what only a person resolves', () => {
  const opposed: Script = (due) =>
    due.kind === 'judge' && due.member === 'adversary'
      ? { do: 'scorecard', member: 'adversary', token: token(due.session), answer: card(undefined, { scenarios: [scenario()] }) }
      : undefined
  const stuck = () => new Play().until('ask-person', opposed)

  test('R-TRI-74 an unrebutted scenario stops the slice, and no agent gets it going', () => {
    const play = stuck()
    expect(play.due('ask-person')).toMatchObject({
      reasons: ['unrebutted-scenario'],
      ways: ['accept', 'grant', 'rebut', 'new-rubric', 'abandon'],
    })
    expect(play.refused({ do: 'resolve', by: { kind: 'agent', id: 'x' }, way: { take: 'accept', reason: 'ok' } })).toBe(
      'R-TRI-63 not-a-person',
    )
    expect(play.refused({ do: 'resolve', by: person, way: { take: 'accept', reason: ' ' } })).toBe('R-TRI-85 no-reason')
    expect(play.refused({ do: 'dispatch', session: 'new', token: 'new' })).toBe('R-TRI-74 not-due')
  })

  test('R-TRI-33 a rebuttal with evidence is ruled on again, one without is refused', () => {
    const play = stuck()
    const rebut = (more: Json) => ({
      do: 'resolve',
      by: person,
      way: { take: 'rebut', member: 'adversary', scenario: 'sc1', reason: 'no', citations: [], ...more },
    })
    expect(play.refused(rebut({}))).toBe('R-TRI-50 no-evidence')
    const citations = [{ kind: 'quote', text: 'const left = limit - used(client)' }]
    expect(play.refused(rebut({ citations, scenario: 'sc9' }))).toBe('R-TRI-33 unknown-scenario')
    play.do(rebut({ citations }))
    play.do({ do: 'adjudicate', corpus })
    expect(play.state).toMatchObject({ phase: 'delivering', ending: 'shipped', ruling: { verdict: 'SHIP' }, rounds: { used: 1 } })
  })

  test('R-TRI-74 accept and abandon end it, grant goes on, a new rubric begins again from 1', () => {
    const taking = (way: Json): Play => {
      const play = stuck()
      play.do({ do: 'resolve', by: person, way })
      return play
    }
    expect(taking({ take: 'accept', reason: 'known and harmless' }).state).toMatchObject({ phase: 'delivering', ending: 'accepted' })
    expect(taking({ take: 'abandon', reason: 'not worth it' }).state).toMatchObject({ phase: 'delivering', ending: 'abandoned' })
    expect(taking({ take: 'grant', rounds: 1, dispatches: 2 }).state).toMatchObject({
      phase: 'dispatching',
      rounds: { max: 4 },
      dispatches: { max: 7 },
    })
    const anew = taking({ take: 'new-rubric', rubric: { criteria: ['another'], dimensions: ['d'] } })
    expect(anew.state).toMatchObject({ phase: 'dispatching', rubricVersion: 2, rounds: { used: 0 }, dispatches: { used: 0 } })
    expect(anew.state.history).toHaveLength(1)
    expect(stuck().refused({ do: 'resolve', by: person, way: { take: 'grant' } })).toBe('R-TRI-18 nothing-changed')
  })

  test('R-TRI-63 in final mode a caveat verdict waits for a person', () => {
    const script: Script = (due) =>
      due.kind === 'judge'
        ? { do: 'scorecard', member: due.member, token: token(due.session), answer: card({ correctness: 7, clarity: 8 }) }
        : undefined
    const play = new Play({ mode: 'final' }).until('ask-person', script)
    expect(play.due('ask-person').verdict).toMatchObject({ verdict: 'SHIP_WITH_CAVEATS' })
    expect(new Play({ mode: 'build', limits: { rounds: 1 } }).until('deliver', script).state.ruling).toMatchObject({
      verdict: 'SHIP_WITH_CAVEATS',
    })
  })
})
