import { expect, test } from 'vitest'
import type { TribunalEvent } from '../../../src/entries/tribunal'
import { slice } from '../../../src/entries/tribunal'
import { liveLines } from '../../../src/faces/formats/slice-live'
import { stepLines, stepsOf } from '../../../src/faces/formats/slice-steps'
import { sliceListText, sliceText } from '../../../src/faces/formats/slice-text'
import { widthOf } from '../../../src/text/printable'
import type { Script } from '../../support/slice-play'
import { Play, card, low, token } from '../../support/slice-play'

const hostile = 'words\u001b[2J\u202e that go on '.repeat(30)

/** A slice that goes almost every way: a plan turned down, a lost doer, a void answer, an abstention, a panel that escalates, a person who ends it. */
function eventful(stop: 'ask-person' | 'nothing'): Play {
  let voids = 0
  const script: Script = (action) => {
    switch (action.kind) {
      case 'vet-plan':
        return voids++ < 3 ? { do: 'vet', lens: action.lens, session: `v ${voids}`, approves: false, critique: hostile } : undefined
      case 'await-report':
        return voids++ < 8 ? { do: 'lose-doer', reason: hostile } : undefined
      case 'judge': {
        const named = { do: 'scorecard', member: action.member, token: token(action.session) } as const
        if (voids++ < 11) return { ...named, answer: { scores: hostile } }
        if (action.lens === 'quality')
          return {
            ...named,
            answer: { outcome: 'abstained', reason: 'timeout', issues: [{ code: 'timeout', path: '', message: hostile }] },
          }
        const answer = action.lens === 'adversary' ? low() : card()
        return { ...named, answer }
      }
      default:
        return undefined
    }
  }
  return new Play({ plan: 'first this, then that' }).until(stop, script)
}

test('every step of a slice is told in lines of 80 columns at most, in which no words of others can do anything', () => {
  const { events } = eventful('nothing')
  let state = slice.initial(undefined)
  const steps: string[] = []
  let isToldWhy = false
  const check = (text: string): void => {
    for (const line of text.split('\n')) {
      expect(widthOf(line), line).toBeLessThanOrEqual(80)
      // oxlint-disable-next-line no-control-regex
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
    }
  }
  for (const event of events as readonly TribunalEvent[]) {
    state = slice.evolve(state, event)
    for (const step of stepsOf(event, state)) {
      steps.push(step.who)
      check(stepLines(step, '2026-08-14T16:30:00.000Z', state).join('\n'))
    }
    check(liveLines(state, [{ kind: 'await-report', elapsedMs: 61_000 }], 3_600_000).join('\n'))
    check(sliceText({ state, exit: 3 }))
    check(sliceListText([state], 3))
    isToldWhy ||= sliceText({ state, exit: 3 }).includes('! abstained  quality: words\\u{1b}[2J')
  }
  expect([...new Set(steps)].sort()).toEqual(['doer', 'panel', 'person', 'plan', 'report', 'rubric', 'verdict'])
  expect(steps.length).toBeGreaterThan(12)
  expect(isToldWhy).toBe(true)
})

test('a page of an open slice ends with what can be done, and a budget is drawn as used and left', () => {
  const { state } = eventful('ask-person')
  const page = sliceText({ state, exit: 3 })
  expect(page).toContain('  next   ')
  expect(page).toMatch(/ {2}rounds \[#*\.*\] \d of 3 {4}dispatches \[#*\.*\] \d of 5\n/)
  expect(liveLines(state, [], 754_000)[0]).toMatch(/12m 34s$/)
})
