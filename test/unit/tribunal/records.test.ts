import { describe, expect, test } from 'vitest'
import type { RunCommand, RunState } from '../../../src/entries/tribunal'
import { closingReport, renderClosingReport, run, runNotice, slice } from '../../../src/entries/tribunal'
import { caveat } from '../../support/consensus-input'
import type { Script } from '../../support/slice-play'
import { card, handle, low, person, Play, token } from '../../support/slice-play'

const deferred: Script = (due) => {
  if (due.kind === 'judge' && due.member === 'fitness') {
    return {
      do: 'scorecard',
      member: due.member,
      token: token(due.session),
      answer: card(undefined, { caveats: [caveat({ text: 'no\n# heading' })] }),
    }
  }
  if (due.kind !== 'adjudicate') return undefined
  const responses = [{ kind: 'deferred', member: 'fitness', caveat: 'c1', reason: 'next release' }]
  return { ...(handle(due, slice.initial(undefined)) as object), responses } as never
}

describe('vetting a plan', () => {
  const plan = 'first the count, then the window'
  const votes = (...approvals: boolean[]): Script => {
    let index = 0
    return (due, state) =>
      due.kind === 'vet-plan'
        ? { do: 'vet', lens: due.lens, session: `v${state.version}`, approves: approvals[index++] ?? true, critique: 'too vague' }
        : undefined
  }

  test('R-TRI-80 two of three lenses let it go, and the criteria are frozen then', () => {
    const play = new Play({ plan })
    expect(play.state.rubricVersion).toBe(0)
    play.until('dispatch-doer', votes(true, false, true))
    expect(play.kinds).toEqual(['vet-plan', 'vet-plan', 'vet-plan'])
    expect(play.state.rubricVersion).toBe(1)
    expect(play.due('dispatch-doer').brief).toMatchObject({ plan })
  })

  test('R-TRI-80 else one refinement with all critiques, one more vetting, then a person', () => {
    const play = new Play({ plan }).until('refine-plan', votes(true, false, false))
    expect(play.due('refine-plan').critiques).toEqual(['too vague', 'too vague', 'too vague'])
    expect(play.refused({ do: 'refine-plan', plan })).toBe('R-TRI-18 nothing-changed')
    play.until('ask-person', votes(false, false, true))
    expect(play.kinds.filter((kind) => kind === 'refine-plan')).toHaveLength(1)
    expect(play.due('ask-person')).toMatchObject({ reasons: ['plan-not-approved'], ways: ['accept', 'new-rubric', 'abandon'] })
    play.do({ do: 'resolve', by: person, way: { take: 'accept', reason: 'good enough' } })
    expect(play.due('dispatch-doer').why).toBe('first')
  })

  test('R-TRI-80 a refined plan that is approved goes ahead, and each lens votes once in a session of its own', () => {
    const play = new Play({ plan })
    play.do({ do: 'vet', lens: 'economy', session: 'v1', approves: true })
    expect(play.refused({ do: 'vet', lens: 'economy', session: 'v2', approves: true })).toBe('R-TRI-80 unknown-lens')
    expect(play.refused({ do: 'vet', lens: 'beauty', session: 'v2', approves: true })).toBe('R-TRI-80 unknown-lens')
    expect(play.refused({ do: 'vet', lens: 'followability', session: 'v1', approves: true })).toBe('R-TRI-70 verifier-seen')
    expect(play.refused({ do: 'vet', lens: 'followability', session: 'v2', approves: false })).toBe('R-TRI-85 no-reason')
    expect(new Play({ plan }).until('dispatch-doer', votes(false, false, true)).kinds).toContain('refine-plan')
  })
})

describe('the closing report', () => {
  test('R-TRI-78 delivery goes over the channel of the request, and only the requester closes the slice', () => {
    const play = new Play()
    expect(play.refused({ do: 'acknowledge', by: 'ana' })).toBe('R-TRI-78 work-not-done')
    play.until('deliver')
    expect(play.refused({ do: 'delivered', channel: 'the log' })).toBe('R-TRI-78 other-channel')
    play.do({ do: 'delivered', channel: 'pull request 7' })
    expect(play.refused({ do: 'acknowledge', by: 'bob' })).toBe('R-TRI-78 not-the-requester')
    play.do({ do: 'acknowledge', by: 'ana' })
    expect(slice.next(play.state)).toEqual([])
  })

  test('R-TRI-76 R-TRI-78 it holds each round, dissent, caveat and counter, and drops no caveat', () => {
    const play = new Play().until('deliver', deferred)
    const report = play.due('deliver').report
    expect(report).toMatchObject({ verdict: 'SHIP', rounds: { used: 1, max: 3 }, dispatches: { used: 1, max: 5 }, independence: 'panel' })
    expect(report.rounds.each[0]?.recommendations).toHaveLength(3)
    expect(report.rounds.each[0]?.caveats).toEqual([
      { member: 'fitness', id: 'c1', text: 'no\n# heading', status: 'deferred', reason: 'next release' },
    ])
    const text = renderClosingReport(report)
    expect(text).toContain('Caveat c1 of fitness, deferred (next release):\n> no\n> # heading')
    expect(text).toContain('Rounds: 1 of 3; doer dispatches: 1 of 5')
    expect(text).not.toMatch(/^# heading/m)
  })

  test('R-TRI-81 a host with one context gets its label on every ruling and report', () => {
    const one = 'the only session'
    const script: Script = (due, state) => {
      const given = handle(due, state)
      if (given.do === 'dispatch') return { ...given, session: one }
      if (given.do === 'convene')
        return { ...given, seats: given.seats.map((seat) => ({ ...seat, session: one, token: `t ${seat.member}` })) }
      if (given.do === 'report') return { ...given, token: token(`doer ${state.version - 1}`) }
      return given.do === 'scorecard' ? { ...given, token: `t ${given.member}` } : given
    }
    const play = new Play({ independence: 'single-context' }).until('nothing', script)
    expect(play.state.ruling).toMatchObject({ verdict: 'SHIP', independence: 'single-context' })
    expect(closingReport(play.state).independence).toBe('single-context (no independence)')
    expect(new Play({ independence: 'unstated' }).until('deliver').state.ruling).toMatchObject({ independence: 'unstated' })
  })

  test('R-TRI-71 R-TRI-82 a hand-off goes on where it was: the fold of the events has address, round, budgets and what was delivered', () => {
    const play = new Play().until('await-acknowledgement')
    const setOut = JSON.parse(JSON.stringify(play.events)) as typeof play.events
    const resumed = setOut.reduce(slice.evolve, slice.initial(undefined))
    expect(resumed).toEqual(play.state)
    expect(slice.next(resumed)).toEqual(slice.next(play.state))
    expect(slice.next(resumed)[0]).toMatchObject({ kind: 'await-acknowledgement', channel: 'pull request 7' })
  })

  test('R-TRI-70 findings that come back round after round are called not-converging', () => {
    const script: Script = (due) =>
      due.kind === 'judge'
        ? {
            do: 'scorecard',
            member: due.member,
            token: token(due.session),
            answer: { ...low(), caveats: [caveat({ class: 'correctness' })] },
          }
        : undefined
    const play = new Play().until('ask-person', script)
    const report = play.due('ask-person').report
    expect(report.rounds.each).toHaveLength(3)
    expect(report.convergence.warnings).toEqual(['not-converging'])
    expect(renderClosingReport(report)).toContain('not-converging')
  })
})

describe('a run', () => {
  const runSetup = { id: 'R1', requester: { id: 'ana', channel: 'pull request 7' }, slices: [{ id: 'S1' }, { id: 'S2', size: 'L' }] }
  const after = (...commands: RunCommand[]): RunState =>
    commands.reduce((state, command) => {
      const decision = run.decide(state, command)
      if (!decision.ok) throw new Error(decision.refusal.message)
      return decision.events.reduce(run.evolve, state)
    }, run.initial(undefined))
  const code = (state: RunState, command: RunCommand) => {
    const decision = run.decide(state, command)
    return decision.ok ? 'accepted' : decision.refusal.code
  }
  const open = { do: 'open', setup: runSetup } as const
  const announced = { do: 'announced', channel: 'pull request 7' } as const

  test('R-TRI-05 a run begins with a notice that says what will happen', () => {
    const state = after(open)
    expect(run.next(state)).toEqual([{ kind: 'announce', id: 'run/R1@1/announce/run', channel: 'pull request 7', notice: runNotice }])
    expect(runNotice).toMatch(/one doer.*panel.*consensus/)
    expect(code(state, { do: 'end-slice', slice: 'S1', ending: 'shipped' })).toBe('not-announced')
  })

  test('R-TRI-74 slices come one after the other, and the run ends with the acknowledgement of the requester', () => {
    const state = after(open, announced)
    expect(run.next(state)).toMatchObject([{ kind: 'run-slice', slice: 'S1', stream: 'slice/S1' }])
    expect(code(state, { do: 'end-slice', slice: 'S2', ending: 'shipped' })).toBe('slice-order')
    expect(code(state, { do: 'delivered', channel: 'pull request 7' })).toBe('not-due')
    const done = after(
      open,
      announced,
      { do: 'end-slice', slice: 'S1', ending: 'shipped' },
      { do: 'end-slice', slice: 'S2', ending: 'accepted' },
    )
    expect(run.next(done)).toMatchObject([{ kind: 'deliver-run' }])
    expect(code(done, { do: 'delivered', channel: 'elsewhere' })).toBe('other-channel')
    const sent = run.decide(done, { do: 'delivered', channel: 'pull request 7' })
    const waiting = sent.ok ? sent.events.reduce(run.evolve, done) : done
    expect(code(waiting, { do: 'acknowledge', by: 'bob' })).toBe('not-the-requester')
    const last = run.decide(waiting, { do: 'acknowledge', by: 'ana' })
    expect(last.ok && run.next(last.events.reduce(run.evolve, waiting))).toEqual([])
  })

  test('a run with the same slice twice, or none, is not opened', () => {
    for (const slices of [[], [{ id: 'S1' }, { id: 'S1' }]]) {
      expect(code(run.initial(undefined), { do: 'open', setup: { ...runSetup, slices } })).toBe('setup-invalid')
    }
  })
})
