import { describe, expect, test } from 'vitest'
import { isAdjudicateError } from '../../../src/errors'
import type { DisciplineState } from '../../../src/entries/discipline'
import { discipline, parseRefereeBlock, refereeBlock, renderRefereeBlock } from '../../../src/entries/discipline'
import { after, card, corpus, expelled, fresh, owner, probation, red, setup, work } from '../../support/discipline-build'

const text = renderRefereeBlock(red)

function lineOf(state: DisciplineState, label: string, name?: string): string | undefined {
  return renderRefereeBlock(state, name)
    .split('\n')
    .find((line) => line.startsWith(`${label}: `))
    ?.slice(label.length + 2)
}

describe('R-REF-32 what is wrong with a block is named by its label, with what was found', () => {
  const kinds = 'MODEL DRIFT, PROMPT-INDUCED DRIFT, MIXED, UNKNOWN, NOT YET REQUIRED'
  test.each<[string, string, string, string]>([
    ['REFEREE', 'Referee', '', 'found "Referee": the block begins with REFEREE'],
    ['Root diagnosis', 'more: lines\nRoot diagnosis', 'Root diagnosis', 'found "more: lines": line 13 begins with Root diagnosis:'],
    ['Packet: p3', 'Packets: p3', 'Packet', 'found "Packets: p3": line 3 begins with Packet:'],
    ['Card: RED', 'Card: LATE', 'Card', 'found "LATE": expected YELLOW, RED, EXPULSION'],
    ['3/3', '3', 'Yellow count', 'found "3": expected a whole number in its place'],
    ['3/3', '3/3/3', 'Yellow count', 'found "3/3/3": expected n/limit'],
    ['BENCHED', 'benched', 'Return state', 'found "benched": expected ACTIVE, BENCHED, PROBATION, EXPELLED'],
    ['NOT YET REQUIRED', 'none', 'Root diagnosis', `found "none": expected ${kinds}`],
    ['opus', 'o\\pus', 'Builder', 'found "o\\\\pus": a backslash stands before a backslash or u{…}'],
    ['opus', 'o\\u{110000}', 'Builder', 'found "o\\\\u{110000}": a backslash stands before a backslash or u{…}'],
    ['card: 3', 'card: 03', 'Packets remaining on red card', 'found "03": expected a whole number in its place'],
  ])('%s → %s', (from, to, path, message) => {
    const parsed = parseRefereeBlock(text.replace(from, to))
    expect(parsed.ok ? [] : parsed.issues).toContainEqual({ code: 'invalid-value', path, message })
  })

  test('lines that are too many or too few', () => {
    const issues = (changed: string) => {
      const parsed = parseRefereeBlock(changed)
      return parsed.ok ? [] : parsed.issues
    }
    expect(issues(`${text}\nmore`)).toEqual([
      { code: 'invalid-value', path: '', message: 'found 13 lines: the block has 12 after REFEREE' },
    ])
    expect(issues('REFEREE').map(({ path, message }) => [path, message])).toEqual(
      text
        .split('\n')
        .slice(1)
        .map((line, index) => {
          const [label = ''] = line.split(': ')
          return [label, `found "": line ${index + 2} begins with ${label}:`]
        }),
    )
  })

  test('two wrong words are two faults', () => {
    const parsed = parseRefereeBlock(text.replace('Card: RED', 'Card: LATE').replace('BENCHED', 'GONE'))
    expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).toEqual(['Card', 'Return state'])
  })
})

describe('R-REF-32 what a block says', () => {
  test('reads back in every state of a builder', () => {
    const states = [after(fresh, card('p1')), red, after(red, card('p20')), after(red, work('p4')), probation, expelled]
    for (const state of states) expect(parseRefereeBlock(renderRefereeBlock(state))).toEqual({ ok: true, value: refereeBlock(state) })
    const reviewed = after(expelled, { do: 'review', by: owner, diagnosis: 'MODEL DRIFT' })
    expect(parseRefereeBlock(renderRefereeBlock(reviewed))).toMatchObject({ ok: true, value: { rootDiagnosis: 'MODEL DRIFT' } })
    const long = discipline.initial({ ...setup, limits: { cards: 12, benchPackets: 3 } })
    const first = refereeBlock(after(long, card('p1')))
    expect(first.yellowCount).toEqual({ count: 1, of: 12 })
    expect(parseRefereeBlock(renderRefereeBlock(after(long, card('p1'))))).toEqual({ ok: true, value: first })
  })

  test('R-REF-33 R-REF-34 a late card is a yellow, and nobody leads in the place of a primary that leads', () => {
    const late = after(red, card('p20'))
    expect([lineOf(late, 'Card'), lineOf(late, 'Yellow count')]).toEqual(['YELLOW', '3/3'])
    expect(refereeBlock(after(fresh, card('p1')))).toMatchObject({
      card: 'YELLOW',
      temporaryLead: null,
      packetsRemaining: null,
      rootDiagnosis: null,
    })
    expect([refereeBlock(red).temporaryLead, refereeBlock(probation).temporaryLead, refereeBlock(expelled).temporaryLead]).toEqual([
      'codex',
      null,
      null,
    ])
  })

  test('R-REF-08 evidence is printed by its place; what anchors nowhere is left out', () => {
    const evidence = [
      { kind: 'line', file: 'package.json', line: 1, endLine: 2, text: '"left-pad"' },
      { kind: 'quote', text: '{ "left-pad": "1.3.0" }' },
      { kind: 'output', command: 'npm test', text: '1 failing: api.test.ts' },
      { kind: 'line', file: 'package.json', line: 9, text: 'not a line of it' },
    ] as const
    expect(lineOf(after(fresh, card('p1', { evidence, corpus })), 'Evidence')).toBe('package.json:1-2; package.json:2; output of npm test')
  })

  test('marks that could forge a line are written out, and a backslash is doubled', () => {
    const odd = discipline.initial({ ...setup, primary: ' a\\b\u202e\u{e0001}', alternates: ['none'] })
    const three = after(odd, ...[1, 2, 3].map((number) => card(`p${number}`, { builder: ' a\\b\u202e\u{e0001}' })))
    expect(lineOf(three, 'Builder')).toBe('\\u{20}a\\\\b\\u{202e}\\u{e0001}')
    expect(lineOf(three, 'Temporary lead')).toBe('\\u{6e}one')
    expect(parseRefereeBlock(renderRefereeBlock(three))).toEqual({ ok: true, value: refereeBlock(three) })
  })

  test('there is none without a card, and the error says for which', () => {
    const thrown = (run: () => unknown): unknown => {
      try {
        return run()
      } catch (error) {
        return isAdjudicateError(error) ? [error.code, error.message, error.details] : error
      }
    }
    expect(thrown(() => refereeBlock(fresh))).toEqual(['data-invalid', 'the record holds no card to print', { card: null }])
    expect(thrown(() => refereeBlock(red, 'k9'))).toEqual(['data-invalid', 'no card is called "k9"', { card: 'k9' }])
  })
})
