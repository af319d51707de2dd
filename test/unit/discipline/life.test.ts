import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSimplePaths } from 'xstate/graph'
import { describe, expect, test } from 'vitest'
import { builderMachine } from '../../../src/discipline/machine'
import { disciplineEventTypes } from '../../../src/discipline/event'
import type { DisciplineCommand } from '../../../src/entries/discipline'
import { builderStanding, compareRequirements, discipline, refusalRules, reviewDrift } from '../../../src/entries/discipline'
import { chartAsMermaid, chartWays } from '../../support/discipline-chart'
import {
  after,
  card,
  codesOf,
  directive,
  expelled,
  fresh,
  instructions,
  owner,
  parts,
  probation,
  reconstruct,
  red,
  reread,
  work,
} from '../../support/discipline-build'

const refusal = (state: typeof fresh, command: DisciplineCommand): string[] => codesOf(discipline.decide(state, command))
const review = (diagnosis: string): DisciplineCommand => ({ do: 'review', by: owner, diagnosis })
const goOn = (path: 'promote' | 'replace' | 'pause', builder = 'new'): DisciplineCommand => ({ do: 'continue', by: owner, path, builder })
const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/discipline.md'), 'utf8')

describe('the chart', () => {
  test('R-REF-40 has these ways between states and no other', () => {
    const between = chartWays().filter(({ from, to }) => from !== to)
    expect(between.map(({ from, to, event, guard }) => [from, to, event, guard])).toEqual([
      ['active', 'benched', 'card', 'isLast'],
      ['benched', 'probation', 'at once', 'hasServed'],
      ['probation', 'expelled', 'card', 'isLast'],
    ])
  })

  test('R-REF-40 every simple path leads through the four states in their order', () => {
    const events = [{ type: 'card' }, { type: 'packetDone', packet: 'p' }, { type: 'reread' }, { type: 'reconstruct' }] as const
    const paths = getSimplePaths(builderMachine, { input: { cards: 1, benchPackets: 1 }, events: [...events] })
    const roads = paths.map(({ steps, state }) => [...steps.map((step) => step.state), state].map((each) => each.value))
    const order = ['active', 'benched', 'probation', 'expelled']
    for (const road of roads) expect([...new Set(road)]).toEqual(order.slice(0, new Set(road).size))
    // The three duties of a bench can be met in any of their six orders.
    expect(roads.filter((road) => road.at(-1) === 'probation')).toHaveLength(6)
    expect(roads.filter((road) => road.at(-1) === 'expelled')).toHaveLength(6)
  })

  test('the page draws the chart as the machine has it', () => {
    expect(page).toContain(chartAsMermaid())
  })

  test('the page lists every refusal with its rule, and every event', () => {
    for (const [code, rule] of Object.entries(refusalRules)) expect(page).toMatch(new RegExp(`\\| \`${code}\` +\\| ${rule} `))
    for (const { type } of disciplineEventTypes) expect(page).toContain(`\`${type}\``)
  })
})

describe('bench, return and probation', () => {
  test('R-REF-14 R-REF-15 a red benches for three packets, and the alternate leads', () => {
    expect(red.lead).toBe('codex')
    expect(builderStanding(red, 'opus')).toEqual({
      state: 'benched',
      count: 3,
      remaining: 3,
      waitingFor: ['packets', 'reread', 'reconstruction'],
    })
    expect(refusal(red, work('p9', 'opus'))).toEqual(['benched-builder'])
    expect(refusal(red, work('p9', 'gpt'))).toEqual(['not-the-lead'])
    expect(discipline.next(red).map(({ id }) => id)).toEqual([
      'correct:k1@1',
      'correct:k2@2',
      'correct:k3@3',
      'lead-packets:opus@4',
      'reread:opus@4',
      'reconstruct:opus@4',
    ])
  })

  test('R-REF-16 only the hash of the whole document in force proves the reread', () => {
    expect(refusal(red, { ...reread, sha256: 'sha256:summary' } as DisciplineCommand)).toEqual(['wrong-document'])
    const text = `${directive}One more.\n`
    const amended = after(red, reread, { do: 'amend', by: owner, instruction: instructions[0], text })
    expect(builderStanding(amended, 'opus')?.waitingFor).toContain('reread')
    expect(refusal(amended, reread)).toEqual(['wrong-document'])
    expect(refusal(fresh, reread)).toEqual(['not-benched'])
    expect(refusal(red, { do: 'reread', builder: 'nobody', sha256: 'x' })).toEqual(['unknown-builder'])
  })

  test('R-REF-17 the reconstruction has six filled parts', () => {
    for (const part of Object.keys(parts)) {
      expect(refusal(red, { do: 'reconstruct', builder: 'opus', parts: { ...parts, [part]: '\u200b ' } })).toEqual([`missing-${part}`])
    }
  })

  test('R-REF-18 a failed packet shortens nothing, and a reverted one is taken off again', () => {
    const served = after(red, work('p4'), { do: 'fail', packet: 'p5', by: 'codex' }, work('p6'))
    expect(builderStanding(served, 'opus')?.remaining).toBe(1)
    expect(builderStanding(after(served, { do: 'revert', packet: 'p4' }), 'opus')?.remaining).toBe(2)
    expect(refusal(served, work('p4'))).toEqual(['already-completed'])
    expect(refusal(served, { do: 'revert', packet: 'p5' })).toEqual(['not-completed'])
  })

  test('R-REF-19 R-REF-21 all three duties open the way back, to probation and a count of zero', () => {
    const almost = after(red, work('p4'), work('p5'), work('p6'), reread)
    expect(builderStanding(almost, 'opus')).toMatchObject({ state: 'benched', remaining: 0, waitingFor: ['reconstruction'] })
    expect(builderStanding(probation, 'opus')).toEqual({ state: 'probation', count: 0, remaining: null, waitingFor: [] })
    expect(probation.lead).toBe('opus')
    expect(after(probation, { do: 'keep-alternate', by: owner }).lead).toBe('codex')
    expect(after(red, { do: 'keep-alternate', by: owner }, work('p4'), work('p5'), work('p6'), reread, reconstruct).lead).toBe('codex')
    expect(refusal(red, { do: 'keep-alternate', by: { kind: 'engine', id: 'e' } })).toEqual(['not-a-person'])
    expect(refusal(fresh, { do: 'keep-alternate', by: owner })).toEqual(['nothing-to-keep'])
  })

  test('the alternates are under the same rules; with none left the build pauses', () => {
    const second = after(red, ...['q1', 'q2', 'q3'].map((packet) => card(packet, { builder: 'codex' })))
    expect(second.lead).toBe('gpt')
    const third = after(second, ...['r1', 'r2', 'r3'].map((packet) => card(packet, { builder: 'gpt' })))
    expect([third.lead, third.pause]).toEqual([null, 'no-alternate'])
    expect(refusal(third, work('p9', 'gpt'))).toEqual(['benched-builder'])
    expect(refusal(third, goOn('promote'))).toEqual(['no-backup'])
    expect(refusal(third, goOn('replace', 'opus'))).toEqual(['known-builder'])
    expect(refusal(third, goOn('replace', ''))).toEqual(['no-builder'])
    expect(after(third, goOn('replace')).lead).toBe('new')
  })
})

describe('expulsion and review', () => {
  test('R-REF-23 R-REF-24 R-REF-25 the third card in probation expels for good, and the record stays', () => {
    expect(expelled.cards.map(({ colour }) => colour)).toEqual(['YELLOW', 'YELLOW', 'RED', 'YELLOW', 'YELLOW', 'EXPULSION'])
    expect([expelled.lead, expelled.pause]).toEqual([null, 'continuation'])
    expect(refusal(expelled, work('p20', 'opus'))).toEqual(['expelled-builder'])
    expect(refusal(expelled, work('p20'))).toEqual(['build-paused'])
    expect(expelled.record.map(({ type }) => type)).toContain('discipline.reconstructed')
  })

  test('R-REF-26 R-REF-27 R-REF-39 one way on, with authority, after a review', () => {
    expect(refusal(expelled, goOn('promote'))).toEqual(['review-required'])
    expect(discipline.next(expelled).map(({ kind }) => kind)).toContain('review')
    const reviewed = after(expelled, review('MODEL DRIFT'))
    expect(refusal(reviewed, { ...goOn('promote'), by: { kind: 'agent', id: 'codex' } } as DisciplineCommand)).toEqual(['not-authorized'])
    expect(after(reviewed, goOn('promote'))).toMatchObject({ lead: 'codex', primary: 'codex', pause: null })
    expect(after(reviewed, goOn('replace'))).toMatchObject({ lead: 'new', primary: 'new', pause: null })
    expect(after(reviewed, goOn('pause'))).toMatchObject({ lead: null, pause: 'review' })
    expect(refusal(fresh, goOn('promote'))).toEqual(['nothing-to-choose'])
    expect(refusal(expelled, review('BAD MODEL'))).toEqual(['unknown-diagnosis'])
  })

  test('R-REF-29 the prompt is rewritten before the build goes on', () => {
    const reviewed = after(expelled, review('PROMPT-INDUCED DRIFT'))
    expect(refusal(reviewed, goOn('promote'))).toEqual(['prompt-not-rewritten'])
    expect(discipline.next(reviewed).map(({ kind }) => kind)).toContain('rewrite-authority')
    const rewritten = after(reviewed, { do: 'amend', by: owner, instruction: instructions[0], text: `${directive}Clearer.\n` })
    expect(after(rewritten, goOn('promote')).lead).toBe('codex')
  })

  test('R-REF-30 mixed and unknown pause the build', () => {
    for (const diagnosis of ['MIXED', 'UNKNOWN']) {
      expect(refusal(after(expelled, review(diagnosis)), goOn('replace'))).toEqual(['diagnosis-open'])
      expect(refusal(after(expelled, review(diagnosis)), goOn('pause'))).toEqual([])
    }
  })

  test('R-REF-28 R-REF-31 the review counts and says on which counts it rests', () => {
    const packets = [{ packet: 'p9', by: 'codex', completed: true, instructions: ['R1'] }]
    const cards = [{ builder: 'opus', instruction: 'R1', packet: 'p1' }]
    const model = reviewDrift({ cards, packets, marks: { R1: 'clear' } })
    expect(model).toMatchObject({
      proposal: 'MODEL DRIFT',
      followUp: 'replace-or-sideline',
      because: ["every card is opus's", '"R1" is clear, and others met it'],
    })
    const prompt = reviewDrift({ cards: [...cards, { builder: 'gpt', instruction: 'R1', packet: 'p2' }], packets, marks: new Map() })
    expect(prompt).toMatchObject({ proposal: 'PROMPT-INDUCED DRIFT', severalBuildersAt: ['R1'], followUp: 'back-to-architect' })
    expect(reviewDrift({ cards: [{ builder: '__proto__', instruction: 'toString', packet: 'p' }], packets, marks: {} }).proposal).toBe(
      'UNKNOWN',
    )
  })

  test('R-REF-41 marks of requirements name what drifted and decide nothing', () => {
    expect(compareRequirements([{ requirement: 'r1', mark: 'matched' }])).toEqual({ state: 'aligned', drifted: [] })
    const found = compareRequirements([
      { requirement: 'r1', mark: 'matched', origin: 'added' },
      { requirement: 'r2', mark: 'drifted' },
      { requirement: 'r3', mark: 'blocked' },
    ])
    expect(found).toEqual({ state: 'paused', drifted: ['r1', 'r2'] })
    expect(compareRequirements([{ requirement: 'r1', mark: 'unknown' }]).state).toBe('paused')
  })
})
