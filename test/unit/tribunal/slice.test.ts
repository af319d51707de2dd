import { describe, expect, test } from 'vitest'
import { slice } from '../../../src/entries/tribunal'
import type { Script } from '../../support/slice-play'
import { card, command, lenses, low, person, Play, report, seats, setup, sha, token } from '../../support/slice-play'

describe('a slice from its setup to its acknowledgement', () => {
  test('R-TRI-06 R-TRI-74 R-TRI-78 one doer, then a panel, then a ruling, then delivery, then nothing', () => {
    const play = new Play().until('nothing')
    expect(play.kinds).toEqual([
      'dispatch-doer',
      'await-report',
      'verify-report',
      'convene-panel',
      'judge',
      'judge',
      'judge',
      'adjudicate',
      'deliver',
      'await-acknowledgement',
    ])
    expect(play.state).toMatchObject({ phase: 'closed', ending: 'shipped', acknowledgedBy: 'ana' })
  })

  test('R-TRI-07 the rubric is frozen before any work, and an unfrozen or faulty one opens nothing', () => {
    expect(slice.decide(slice.initial(undefined), { do: 'open' })).toMatchObject({
      ok: false,
      refusal: { rule: 'R-TRI-07', code: 'setup-invalid' },
    })
    const play = new Play()
    expect(play.events.map(({ type }) => type)).toEqual(['tribunal.opened', 'tribunal.frozen'])
    expect(play.state.rubric?.hash).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(play.refused({ do: 'open' })).toBe('R-TRI-07 already-open')
  })

  test('R-TRI-10 no criteria, no slice', () => {
    expect(() => slice.initial({ ...setup, rubric: { criteria: [], dimensions: ['d'] } })).toThrow('criteria')
  })

  test('R-TRI-06 no panel while the doer has not finished', () => {
    const play = new Play()
    expect(play.refused({ do: 'convene', seats: seats(1) })).toBe('R-TRI-06 panel-too-early')
    play.until('verify-report')
    expect(play.refused({ do: 'convene', seats: seats(1) })).toBe('R-TRI-06 panel-too-early')
  })

  test('R-TRI-09 verify-only: the request is on record and the panel judges what is there, without a dispatch', () => {
    const play = new Play({ existing: { address: sha, request: 'Review the limiter' } }).until('nothing')
    expect(play.kinds[0]).toBe('verify-report')
    expect(play.state).toMatchObject({ ending: 'shipped', dispatches: { used: 0 }, address: sha })
    expect(play.state.setup?.existing?.request).toBe('Review the limiter')
  })

  test('R-TRI-03 R-TRI-04 one session has one role, and the orchestrator has none of them', () => {
    const play = new Play()
    const dispatch = (session: string) => ({ do: 'dispatch', session, token: 'x1' }) as const
    expect(play.refused(dispatch('session of the orchestrator'))).toBe('R-TRI-04 orchestrator-session')
    expect(play.refused(dispatch(' '))).toBe('R-TRI-03 no-session')
    play.until('convene-panel')
    const panel = seats('x')
    const with1 = (change: object) => ({ do: 'convene', seats: panel.map((seat, index) => (index === 1 ? { ...seat, ...change } : seat)) })
    expect(play.refused(with1({ session: play.state.doers[0]?.session }))).toBe('R-TRI-03 session-in-two-roles')
    expect(play.refused(with1({ session: panel[0]?.session }))).toBe('R-TRI-03 session-in-two-roles')
    expect(play.refused(with1({ session: 'session of the orchestrator' }))).toBe('R-TRI-04 orchestrator-session')
    expect(play.refused(with1({ member: 'adversary' }))).toBe('R-TRI-03 member-doubled')
    expect(play.refused(with1({ token: panel[0]?.token }))).toBe('R-TRI-03 token-used')
    expect(play.refused(with1({ token: token(play.state.doers[0]?.session ?? '') }))).toBe('R-TRI-03 token-used')
    expect(play.refused({ do: 'convene', seats: panel.slice(0, 1) })).toBe('R-TRI-38 panel-size')
    expect(play.refused({ do: 'convene', seats: seats('x', ['quality', 'fitness']) })).toBe('R-TRI-30 adversary-missing')
  })

  test('R-TRI-03 an answer without the token of its seat is refused, and the ledger never holds the token', () => {
    const play = new Play().until('await-report')
    const session = play.due('await-report').session
    expect(play.refused({ do: 'report', session, token: 'guessed', report: report() })).toBe('R-TRI-03 wrong-token')
    expect(play.refused({ do: 'report', session: 'another', token: token(session), report: report() })).toBe('R-TRI-03 other-session')
    play.until('judge')
    const { member } = play.due('judge')
    expect(play.refused({ do: 'scorecard', member, token: 'guessed', answer: card() })).toBe('R-TRI-03 wrong-token')
    expect(play.refused({ do: 'scorecard', member, answer: card() })).toBe('R-TRI-03 wrong-token')
    const text = JSON.stringify(play.events)
    for (const one of play.state.sessions) expect(text).not.toContain(token(one.session))
  })

  test('R-TRI-70 R-TRI-73 ITERATE goes to a fresh doer and a fresh panel, which knows the findings but no score', () => {
    const play = new Play()
      .until('dispatch-doer')
      .until('adjudicate', (due) =>
        due.kind === 'judge' ? { do: 'scorecard', member: due.member, token: token(due.session), answer: low() } : undefined,
      )
    play.do({ do: 'adjudicate', corpus: { artifact: { 'src/limiter.ts': 'const left = limit - used(client)\n' } } })
    const due = play.due('dispatch-doer')
    expect(due).toMatchObject({ why: 'iterate', left: { rounds: 2, dispatches: 4 } })
    expect(due.brief).toMatchObject({ feedback: { topConcerns: ['the count', 'the count', 'the count'] } })
    const before = play.state.doers[0]?.session ?? ''
    expect(play.refused({ do: 'dispatch', session: before, token: 'new' })).toBe('R-TRI-73 doer-not-fresh')
    const verifier = play.state.panel[0]?.session
    play.until('convene-panel')
    const again = seats('2').map((seat, index) => (index === 0 ? { ...seat, session: verifier } : seat))
    expect(play.refused({ do: 'convene', seats: again })).toBe('R-TRI-70 verifier-seen')
    const brief = JSON.stringify(play.due('convene-panel').brief)
    expect(brief).not.toContain('the count is wrong')
    play.until('nothing')
    expect(play.state).toMatchObject({ ending: 'shipped', rounds: { used: 2 }, dispatches: { used: 2 } })
    expect(play.state.history).toHaveLength(1)
  })

  test('R-TRI-70 a panel is fresh by its sessions: names may come back, a session of any earlier round may not', () => {
    const iterate: Script = (due) =>
      due.kind === 'judge' ? { do: 'scorecard', member: due.member, token: token(due.session), answer: low() } : undefined
    const play = new Play().until('convene-panel').until('dispatch-doer', iterate).until('convene-panel')
    const first = play.state.panel
    expect(first.map(({ member }) => member)).toEqual([...lenses])
    for (const { session } of first) {
      const again = seats('again').map((seat, index) => (index === 2 ? { ...seat, session } : seat))
      expect(play.refused({ do: 'convene', seats: again })).toBe('R-TRI-70 verifier-seen')
    }
    play.do({ do: 'convene', seats: seats('again') })
    expect(play.state.panel.map(({ member }) => member)).toEqual([...lenses])
    play.until('dispatch-doer', iterate).until('convene-panel')
    const before = play.state.history[0]?.seats[0]?.session
    expect(first[0]?.session).toBe(before)
    expect(play.refused({ do: 'convene', seats: seats('third').map((seat, at) => (at === 0 ? { ...seat, session: before } : seat)) })).toBe(
      'R-TRI-70 verifier-seen',
    )
    expect(play.until('nothing').state).toMatchObject({ ending: 'shipped', rounds: { used: 3 } })
  })

  test('R-TRI-71 R-TRI-72 the two counters are apart, and the first that is used up asks a person', () => {
    const byRounds = new Play({ limits: { rounds: 2, dispatches: 9 } }).until('ask-person', (due) =>
      due.kind === 'judge' ? { do: 'scorecard', member: due.member, token: token(due.session), answer: low() } : undefined,
    )
    expect(byRounds.state).toMatchObject({ rounds: { used: 2 }, dispatches: { used: 2 }, stuckOn: ['below-band', 'budget-rounds'] })
    const escalation = byRounds.due('ask-person').verdict?.escalation
    expect(escalation).toMatchObject({ reasons: ['below-band', 'budget-rounds'] })
    const byDispatches = new Play({ limits: { dispatches: 2 } }).until('ask-person', (due) =>
      due.kind === 'await-report'
        ? ({ do: 'report', session: due.session, token: token(due.session), report: report({ address: '' }) } as never)
        : undefined,
    )
    expect(byDispatches.state).toMatchObject({ rounds: { used: 0 }, dispatches: { used: 2, max: 2 }, stuckOn: ['budget-dispatches'] })
    const before = byDispatches.state
    const roundsOnly = { do: 'resolve', by: person, way: { take: 'grant', rounds: 2, dispatches: 0 } } as const
    expect(slice.decide(before, roundsOnly)).toMatchObject({
      ok: false,
      refusal: { code: 'nothing-changed', message: expect.stringMatching(/^all 2 doer dispatches are used, .*: grant a dispatch$/) },
    })
    byDispatches.do({ do: 'resolve', by: person, way: { take: 'grant', dispatches: 1 } })
    expect(byDispatches.until('nothing').state).toMatchObject({ ending: 'shipped', dispatches: { used: 3, max: 3 } })
  })

  test('R-TRI-70 a size names the dispatches: S 3, M 5, L 7, XL 9', () => {
    const max = (['S', 'M', 'L', 'XL'] as const).map((size) => new Play({ size }).state.dispatches.max)
    expect(max).toEqual([3, 5, 7, 9])
    expect(new Play().state.rounds.max).toBe(3)
  })

  test('R-TRI-79 a command reported as green that fails afresh sends the report back, and a missing fresh run is refused', () => {
    const play = new Play().until('verify-report')
    expect(play.refused({ do: 'verify', runs: [], resolves: true, diff: '+' })).toBe('R-TRI-79 run-missing')
    play.do({ do: 'verify', runs: [{ command, exitCode: 1, output: '1 failing' }], resolves: true, diff: '+ x' })
    const due = play.due('dispatch-doer')
    expect(due.why).toBe('redo')
    expect(due.reasons).toEqual(['"npm test" was reported with exit code 0 and ended with 1'])
  })

  test.each([1, 124, 127, 137])('R-TRI-79 a command that fails, honestly reported with %i, comes before no panel', (exitCode) => {
    const run = { command, exitCode, output: 'not ok' }
    const play = reportedWith({ runs: [run] })
    play.until('verify-report').do({ do: 'verify', runs: [run], resolves: true, diff: '+ x' })
    const due = play.due('dispatch-doer')
    expect(due.reasons).toEqual([`"npm test" ended with ${exitCode} when it was run afresh, wanted 0`])
  })

  test('R-TRI-79 a file that was changed and not reported sends the report back', () => {
    const play = reportedWith({ files: ['a.ts'] })
    const run = { command, exitCode: 0, output: '' }
    play.until('verify-report').do({ do: 'verify', runs: [run], resolves: true, diff: '+ x', files: ['a.ts', 'b.ts'] })
    expect(play.due('dispatch-doer').reasons).toEqual(['"b.ts" is in the diff and was not reported as changed'])
  })
})

function reportedWith(change: Parameters<typeof report>[0]): Play {
  const play = new Play().until('await-report')
  const { session } = play.due('await-report')
  play.do({ do: 'report', session, token: token(session), report: report(change) })
  return play
}
