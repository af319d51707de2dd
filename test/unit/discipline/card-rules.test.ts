import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DisciplineCommand, DisciplineState } from '../../../src/entries/discipline'
import { builderStanding, diagnoses, discipline, packetState, refereeBlock, renderRefereeBlock } from '../../../src/entries/discipline'
import * as disciplineEntry from '../../../src/entries/discipline'
import * as refereeEntry from '../../../src/entries/referee'
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
  red,
  setup,
  work,
} from '../../support/discipline-build'

const refusal = (state: DisciplineState, command: DisciplineCommand): string[] => codesOf(discipline.decide(state, command))
const review = (diagnosis: string): DisciplineCommand => ({ do: 'review', by: owner, diagnosis })
const promote: DisciplineCommand = { do: 'continue', by: owner, path: 'promote' }
const amend: DisciplineCommand = { do: 'amend', by: owner, instruction: instructions[0], text: `${directive}Clearer.\n` }
const strike: DisciplineCommand = { do: 'rescind', card: 'k1', by: owner, reason: 'misread' }

describe('the third card', () => {
  test.each([
    ['RED', 'discipline.benched', after(fresh, card('p1'), card('p2')), 'p3'],
    ['EXPULSION', 'discipline.expelled', after(probation, card('p7'), card('p8')), 'p9'],
  ] as const)('A-REF-1 is a single ruling that shows %s at 3/3', (colour, follows, state, packet) => {
    const decision = discipline.decide(state, card(packet))
    expect(decision.ok && decision.events.map(({ type }) => type)).toEqual(['discipline.card', follows])
    const ruled = after(state, card(packet))
    expect(ruled.cards).toHaveLength(state.cards.length + 1)
    const lines = renderRefereeBlock(ruled).split('\n')
    expect(lines.filter((line) => /^(Card|Yellow count):/.test(line))).toEqual([`Card: ${colour}`, 'Yellow count: 3/3'])
  })

  test('A-REF-18 a red asks for no root review, and its diagnosis reads NOT YET REQUIRED', () => {
    expect(renderRefereeBlock(red).split('\n').at(-1)).toBe('Root diagnosis: NOT YET REQUIRED')
    expect(discipline.next(red).map(({ kind }) => kind)).not.toContain('review')
    expect(refusal(red, work('p4'))).toEqual([])
    expect(discipline.next(expelled).map(({ kind }) => kind)).toContain('review')
  })
})

describe('which card can be given', () => {
  test('A-REF-14 each instruction broken in a packet is a card of its own, and the same one again waits for a correction', () => {
    const two = after(fresh, card('p1'), card('p1', { instruction: instructions[1] }))
    expect(two.cards.map(({ packet, count }) => [packet, count])).toEqual([
      ['p1', 1],
      ['p1', 2],
    ])
    const otherWords = { violation: 'unrequested-scope', correction: 'something else', reportedBy: 'gpt', card: 'k9' }
    expect(refusal(two, card('p1', otherWords))).toEqual(['duplicate'])
    expect(refusal(two, card('p2'))).toEqual([])
    expect(refusal(after(two, correction('k1')), card('p1'))).toEqual([])
    expect(refusal(after(two, correction('k2')), card('p1'))).toEqual(['duplicate'])
  })

  test('D-RESCINDEDTWIN D-AMENDEDTWIN a struck or amended card still makes the same card a duplicate', () => {
    const one = after(fresh, card('p1'))
    for (const [command, status] of [
      [strike, 'rescinded'],
      [amend, 'amended'],
    ] as const) {
      const settled = after(one, command)
      expect(settled.cards[0]?.status).toBe(status)
      expect(refusal(settled, card('p1'))).toEqual(['duplicate'])
      expect(refusal(settled, correction('k1'))).toEqual(['card-not-open'])
    }
    expect(refusal(after(one, correction('k1')), card('p1'))).toEqual([])
  })

  test('D-LEADONLY a builder that led at some time can be carded, one that never led cannot', () => {
    expect(refusal(fresh, card('p1', { builder: 'codex' }))).toEqual(['never-led'])
    expect([probation.lead, refusal(probation, card('p7', { builder: 'codex' }))]).toEqual(['opus', []])
    expect(refusal(probation, card('p7', { builder: 'gpt' }))).toEqual(['never-led'])
  })

  test('D-SHORTQUOTE an instruction too short to anchor as evidence cannot carry a card', () => {
    expect(refusal(fresh, card('p1', { instruction: 'Log eve' }))).toEqual(['instruction-too-short'])
    expect(refusal(fresh, card('p1', { instruction: 'Log every' }))).toEqual([])
  })

  test('A-REF-19 the quote is verbatim in the authority in force, after CRLF and CR became LF', () => {
    const quote = '- Do not add dependencies.\n- Never change the public API.'
    for (const text of [directive, directive.replaceAll('\n', '\r\n'), directive.replaceAll('\n', '\r')]) {
      const state = discipline.initial({ ...setup, authority: { id: 'D.md', text } })
      for (const ends of ['\n', '\r\n', '\r']) expect(refusal(state, card('p1', { instruction: quote.replace('\n', ends) }))).toEqual([])
      for (const other of [
        'do not add dependencies.',
        'Do not add  dependencies.',
        'Do not add\ndependencies.',
        'Do not add dependencies!',
      ]) {
        expect(refusal(state, card('p1', { instruction: other })), other).toEqual(['quote-not-in-authority'])
      }
    }
    const gone = after(fresh, {
      do: 'amend',
      by: owner,
      instruction: instructions[0],
      text: directive.replace(instructions[0], 'Add some.'),
    })
    expect(refusal(gone, card('p1'))).toEqual(['quote-not-in-authority'])
  })
})

describe('what the owner can change', () => {
  test('A-REF-11 an amendment leaves given cards standing, and only the human owner strikes one, with a reason', () => {
    const one = after(fresh, card('p1'))
    expect(builderStanding(after(one, amend), 'opus')?.count).toBe(1)
    for (const kind of ['agent', 'engine', 'system'] as const) {
      expect(refusal(one, { ...strike, by: { kind, id: 'x' } })).toEqual(['not-the-owner'])
    }
    expect(refusal(one, { ...strike, reason: '\u200b' })).toEqual(['no-reason'])
    const struck = after(one, strike)
    expect([builderStanding(struck, 'opus')?.count, packetState(struck, 'p1'), struck.cards[0]?.status]).toEqual([0, 'open', 'rescinded'])
  })

  test('A-REF-16 an expulsion stands even where the prompt is to blame, and work goes on only after it was amended', () => {
    const reviewed = after(expelled, review('PROMPT-INDUCED DRIFT'))
    for (const path of ['promote', 'replace'] as const) {
      expect(refusal(reviewed, { do: 'continue', by: owner, path, builder: 'new' })).toEqual(['prompt-not-rewritten'])
    }
    expect(refusal(after(expelled, amend, review('PROMPT-INDUCED DRIFT')), promote)).toEqual(['prompt-not-rewritten'])
    const rewritten = after(reviewed, amend)
    const goesOn = after(rewritten, promote)
    for (const state of [reviewed, rewritten, goesOn]) expect(builderStanding(state, 'opus')?.state).toBe('expelled')
    expect(goesOn.lead).toBe('codex')
    expect(refusal(goesOn, work('p20', 'opus'))).toEqual(['expelled-builder'])
  })

  test('D-DIAGNOSISFREE MODEL DRIFT lets the work go on, PROMPT-INDUCED DRIFT once amended, and any other keeps the pause', () => {
    const outcomes = diagnoses.map((diagnosis) => {
      const reviewed = after(expelled, review(diagnosis))
      return [diagnosis, refusal(reviewed, promote), refusal(after(reviewed, amend), promote)]
    })
    expect(outcomes).toEqual([
      ['MODEL DRIFT', [], []],
      ['PROMPT-INDUCED DRIFT', ['prompt-not-rewritten'], []],
      ['MIXED', ['diagnosis-open'], ['diagnosis-open']],
      ['UNKNOWN', ['diagnosis-open'], ['diagnosis-open']],
    ])
  })

  test('A-REF-17 MIXED and UNKNOWN are two values with one effect, a pause', () => {
    const [mixed, unknown] = (['MIXED', 'UNKNOWN'] as const).map((diagnosis) => after(expelled, review(diagnosis)))
    if (mixed === undefined || unknown === undefined) throw new Error('two states')
    expect([refereeBlock(mixed).rootDiagnosis, refereeBlock(unknown).rootDiagnosis]).toEqual(['MIXED', 'UNKNOWN'])
    expect(discipline.next(mixed)).toEqual(discipline.next(unknown))
    for (const state of [mixed, unknown]) {
      expect([state.lead, state.pause]).toEqual([null, 'continuation'])
      expect(refusal(state, work('p20'))).toEqual(['build-paused'])
    }
  })
})

describe('A-REF-20 discipline and the AI referee are two rooms that share no type', () => {
  const sourceOf = (room: string) =>
    readdirSync(join(import.meta.dirname, '../../../src', room)).map((name) =>
      readFileSync(join(import.meta.dirname, '../../../src', room, name), 'utf8'),
    )
  const exportedTypes = (room: string) =>
    sourceOf(room).flatMap((text) => [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name))

  test('neither imports from the other', () => {
    const [ours, theirs] = [sourceOf('discipline'), sourceOf('referee')]
    expect(ours.length * theirs.length).toBeGreaterThan(100)
    expect(ours.filter((text) => /from '[./]+\/referee\//.test(text))).toEqual([])
    expect(theirs.filter((text) => /from '[./]+\/discipline\//.test(text))).toEqual([])
  })

  test('no type and no public name stands for both', () => {
    const types = exportedTypes('discipline')
    expect(types).toContain('CardColour')
    expect(exportedTypes('referee').filter((name) => types.includes(name))).toEqual([])
    const names = Object.keys(disciplineEntry)
    expect(names).toContain('discipline')
    expect(Object.keys(refereeEntry).filter((name) => names.includes(name))).toEqual([])
  })
})
