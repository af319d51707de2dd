import { describe, expect, test } from 'vitest'
import { slice } from '../../../src/entries/tribunal'
import { scenario } from '../../support/consensus-input'
import { card, low, person, Play, token } from '../../support/slice-play'

describe('a grant', () => {
  test('R-TRI-72 a fresh panel on what is there takes a round, and a grant without one is refused', () => {
    const granted = (rounds: number, dispatches: number) =>
      ({ do: 'resolve', by: person, way: { take: 'grant', rounds, dispatches } }) as const
    // Nobody answers, so the panel is at fault and a fresh one is due, but the only round is used.
    const play = new Play({ limits: { rounds: 1 } }).until('ask-person', (due) =>
      due.kind === 'judge' ? { do: 'scorecard', member: due.member, answer: { outcome: 'abstained', reason: 'timeout' } } : undefined,
    )
    expect(play.state).toMatchObject({ stuckOn: expect.arrayContaining(['quorum']), rounds: { used: 1, max: 1 } })
    expect(slice.decide(play.state, granted(0, 3))).toMatchObject({
      ok: false,
      refusal: { code: 'nothing-changed', message: expect.stringMatching(/^all 1 rounds are used, .*: grant a round$/) },
    })
    play.do(granted(1, 0))
    expect(play.until('nothing').state).toMatchObject({ ending: 'shipped', rounds: { used: 2, max: 2 }, dispatches: { used: 1 } })
  })

  test('R-TRI-74 whatever is granted, it is refused or the slice goes on at once', () => {
    const refused: string[] = []
    let isOn = 0
    for (const limits of [{ rounds: 1 }, { dispatches: 1 }, { rounds: 1, dispatches: 1 }, {}] as const) {
      for (const said of ['nothing', 'low', 'opposed', 'lost'] as const) {
        const play = new Play({ limits }).until('ask-person', (due) => {
          if (due.kind === 'await-report' && said === 'lost') return { do: 'lose-doer', reason: 'gone' }
          if (due.kind !== 'judge' || said === 'lost') return undefined
          const { member } = due
          if (said === 'nothing') return { do: 'scorecard', member, answer: { outcome: 'abstained', reason: 'timeout' } }
          const answer = said === 'low' ? low() : card(undefined, { scenarios: [scenario()] })
          return { do: 'scorecard', member, token: token(due.session), answer }
        })
        for (const [rounds, dispatches] of [
          [1, 0],
          [0, 1],
          [1, 1],
        ] as const) {
          const decision = slice.decide(play.state, { do: 'resolve', by: person, way: { take: 'grant', rounds, dispatches } })
          if (!decision.ok) refused.push(`${decision.refusal.code} ${rounds + dispatches}`)
          else {
            isOn += 1
            expect(decision.events.reduce(slice.evolve, play.state).phase).toMatch(/^(?:dispatching|convening)$/)
          }
        }
      }
    }
    expect([...new Set(refused)]).toEqual(['nothing-changed 1'])
    expect(isOn).toBeGreaterThan(24)
  })
})
