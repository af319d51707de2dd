import { describe, expect, test } from 'vitest'
import { parseAddress } from '../../../src/entries/tribunal'
import type { Json } from '../../support/consensus-input'
import { Play, report, sha, token } from '../../support/slice-play'

/** A slice whose doer has just reported this. */
function reported(more: Json): Play {
  const play = new Play().until('await-report')
  const { session } = play.due('await-report')
  play.do({ do: 'report', session, token: token(session), report: report(more) })
  return play
}

const again = (play: Play, more: Json): Json => {
  const session = `again ${play.state.version}`
  return { do: 'dispatch', session, token: token(session), ...more }
}

describe('what a report leads to', () => {
  test('R-TRI-12 R-TRI-13 a report has exactly one of four statuses', () => {
    const play = new Play().until('await-report')
    const { session } = play.due('await-report')
    for (const status of ['FINISHED', 'done', undefined, ['DONE']]) {
      expect(play.refused({ do: 'report', session, token: token(session), report: report({ status }) })).toBe('R-TRI-27 command-invalid')
    }
    for (const status of ['DONE', 'NEEDS_CONTEXT', 'BLOCKED']) {
      expect(play.refused({ do: 'report', session, token: token(session), report: report({ status }) })).toBe('accepted')
    }
  })

  test.each([
    ['', 'no address is given'],
    ['src/limiter.ts', 'no commit'],
    ['/home/me/work', 'no commit'],
    ['file:///home/me/work', 'no commit'],
    ['main', 'no commit'],
  ])('R-TRI-14 DONE with the address %o is sent back to materialise', (address, because) => {
    const due = reported({ address }).due('dispatch-doer')
    expect(due.why).toBe('materialise')
    expect(due.reasons.join()).toContain(because)
  })

  test('R-TRI-14 a commit, a branch with a commit and a URI are addresses', () => {
    expect(parseAddress(sha)).toMatchObject({ ok: true, value: { kind: 'commit' } })
    expect(parseAddress(`feature/limiter@${sha}`)).toMatchObject({ ok: true, value: { kind: 'branch', branch: 'feature/limiter' } })
    expect(parseAddress('https://example.org/a.tar')).toMatchObject({ ok: true, value: { kind: 'uri' } })
  })

  test('R-TRI-15 an empty diff or a command without a run goes back; with both the report is checked', () => {
    expect(reported({ diffSummary: ' ' }).due('dispatch-doer')).toMatchObject({ why: 'redo', reasons: ['the diff is empty'] })
    expect(reported({ runs: [] }).due('dispatch-doer').reasons).toEqual(['no run of "npm test" is recorded'])
    expect(reported({}).due('verify-report')).toMatchObject({ address: sha, commands: ['npm test'] })
  })

  test('R-TRI-15 an address that does not resolve, an empty diff and a file that is not in it go back', () => {
    const check = (more: Json, files?: string[]) => {
      const play = reported(files === undefined ? {} : { files })
      const runs = [{ command: 'npm test', exitCode: 0, output: '' }]
      play.do({ do: 'verify', runs, resolves: true, diff: '+ x', ...more })
      return play.due('dispatch-doer')
    }
    expect(check({ resolves: false }).why).toBe('materialise')
    expect(check({ diff: '' })).toMatchObject({ why: 'redo', reasons: ['the diff is empty'] })
    expect(check({ diff: '', base: '3b163bfbf629' }).reasons).toEqual(['the diff against "3b163bfbf629" is empty'])
    expect(check({ files: ['a.ts'] }, ['a.ts', 'b.ts']).reasons).toEqual(['"b.ts" was reported as changed and is not in the diff'])
  })

  test('R-TRI-16 a concern about correctness or scope is settled first, an observation is logged', () => {
    const concern = (about: string) => reported({ status: 'DONE_WITH_CONCERNS', concerns: [{ about, text: 'the clock may go back' }] })
    for (const about of ['correctness', 'scope']) {
      expect(concern(about).due('dispatch-doer')).toMatchObject({ why: 'concerns', reasons: [`${about}: the clock may go back`] })
    }
    const observed = concern('observation')
    expect(observed.due('verify-report').kind).toBe('verify-report')
    expect(observed.until('deliver').due('deliver').report.observations).toEqual(['the clock may go back'])
    const play = new Play().until('await-report')
    const { session } = play.due('await-report')
    const none = { do: 'report', session, token: token(session), report: report({ status: 'DONE_WITH_CONCERNS' }) }
    expect(play.refused(none)).toBe('R-TRI-16 no-concern')
  })

  test('R-TRI-17 NEEDS_CONTEXT is met with context and the same model', () => {
    const play = new Play().until('dispatch-doer')
    play.do(again(play, { model: { id: 'm1' } }))
    const { session } = play.due('await-report')
    play.do({ do: 'report', session, token: token(session), report: report({ status: 'NEEDS_CONTEXT', needs: 'which clock?' }) })
    expect(play.due('dispatch-doer')).toMatchObject({ why: 'context', reasons: ['which clock?'], left: { dispatches: 4 } })
    expect(play.refused(again(play, {}))).toBe('R-TRI-17 no-context')
    expect(play.refused(again(play, { context: 'UTC', model: { id: 'm2' } }))).toBe('R-TRI-17 model-changed')
    play.do(again(play, { context: 'the clock is UTC' }))
    expect(play.due('await-report').brief).toMatchObject({ contexts: ['the clock is UTC'], why: 'context' })
  })

  test('R-TRI-18 BLOCKED: context, then model, then a split, then a person; nothing changed is refused', () => {
    const play = new Play({ size: 'L' }).until('dispatch-doer')
    play.do(again(play, { model: { id: 'm1' }, context: 'first' }))
    const block = () => {
      const { session } = play.due('await-report')
      play.do({ do: 'report', session, token: token(session), report: report({ status: 'BLOCKED', needs: 'it hangs' }) })
    }
    block()
    expect(play.due('dispatch-doer').triage).toEqual(['context', 'model', 'split'])
    expect(play.refused(again(play, {}))).toBe('R-TRI-18 nothing-changed')
    expect(play.refused(again(play, { model: { id: 'm1' }, context: 'first' }))).toBe('R-TRI-18 nothing-changed')
    expect(play.refused(again(play, { model: { id: 'm2' } }))).toBe('R-TRI-18 triage-order')
    expect(play.refused(again(play, { model: { id: 'm2' }, passedOver: [{ step: 'context', because: ' ' }] }))).toBe('R-TRI-85 no-reason')
    play.do(again(play, { context: 'second' }))
    block()
    expect(play.due('dispatch-doer').triage).toEqual(['model', 'split'])
    play.do(again(play, { model: { id: 'm2' } }))
    block()
    play.do(again(play, { part: 'only the count' }))
    expect(play.due('await-report').brief).toMatchObject({ part: 'only the count' })
    block()
    expect(play.due('ask-person')).toMatchObject({ reasons: ['blocked'], verdict: null })
  })

  test('R-TRI-18 a step may be passed over with a reason, and a blocked doer can be given up', () => {
    const play = reported({ status: 'BLOCKED' })
    const passed = again(play, { model: { id: 'm9' }, passedOver: [{ step: 'context', because: 'there is no more' }] })
    expect(play.refused(passed)).toBe('accepted')
    expect(play.refused({ do: 'give-up', reason: '' })).toBe('R-TRI-85 no-reason')
    play.do({ do: 'give-up', reason: 'the service is down' })
    expect(play.due('ask-person').reasons).toEqual(['blocked', 'the service is down'])
  })

  test('R-TRI-71 a lost doer stays counted', () => {
    const play = new Play().until('await-report')
    play.do({ do: 'lose-doer', reason: 'the process ended' })
    expect(play.due('dispatch-doer')).toMatchObject({ why: 'lost', left: { dispatches: 4 } })
  })
})
