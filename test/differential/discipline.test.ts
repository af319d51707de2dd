import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discipline } from '../../src/entries/discipline'
import { commandFor, dice, disciplineSetups } from '../support/discipline-dice'
import { alike } from '../support/translate/differences'
import { disciplineFacts, disciplineStep } from '../support/translate/discipline'
import { openBook } from './discipline-rulebook'

type Setup = Omit<Parameters<typeof openBook>[0], 'limits'> & { readonly limits?: Parameters<typeof openBook>[0]['limits'] }
type Json = Readonly<Record<string, unknown>>
type Row = {
  readonly id: string
  readonly input: { readonly setup: Setup; readonly commands: readonly Json[] }
  readonly expected: { readonly state?: unknown }
}

describe('the naive rulebook of discipline', () => {
  test('agrees with the vectors', () => {
    const text = readFileSync(join(import.meta.dirname, '../vectors/discipline.jsonl'), 'utf8')
    const rows = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row)
      .filter(({ expected }) => expected.state !== undefined)
    const wrong = rows.filter(({ input, expected }) => {
      const { limits = { cards: 3, benchPackets: 3 } } = input.setup
      const book = openBook({ ...input.setup, limits })
      for (const command of input.commands) book.tell(command)
      return !alike(book.facts(), expected.state)
    })
    expect(wrong.map(({ id }) => id)).toEqual([])
    expect(rows).toHaveLength(372)
  })

  test('R-REF-40 agrees with the decider, step by step, on sequences of commands', () => {
    const seen = new Map<string, number>()
    const note = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1)
    fc.assert(
      fc.property(disciplineSetups, fc.array(dice, { minLength: 15, maxLength: 50 }), (setup, throws) => {
        const book = openBook(setup)
        let state = discipline.initial(setup)
        for (const one of throws) {
          const command = commandFor(state, one)
          const { step, state: after } = disciplineStep(state, command)
          expect(book.tell(command), JSON.stringify(command)).toEqual(step)
          state = after
          for (const what of [...(step.ok ?? []), ...(step.refused ?? []), step.colour ?? '']) note(what)
        }
        expect(book.facts()).toEqual(disciplineFacts(state))
      }),
      { numRuns: 120 },
    )
    const wanted = [
      'benched',
      'returned',
      'expelled',
      'continued',
      'kept',
      'reverted',
      'LATE',
      'RED',
      'EXPULSION',
      'duplicate',
      'packet-stopped',
    ]
    for (const what of wanted) expect(seen.get(what) ?? 0, what).toBeGreaterThan(2)
  })
})
