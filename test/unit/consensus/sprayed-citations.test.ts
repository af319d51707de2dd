import { describe, expect, test } from 'vitest'
import type { Json } from '../../support/consensus-input'
import { byHand, claim, held, panelOf, quote, ruledOn, scenario, seat, verdictOf } from '../../support/consensus-input'
import { inputOf } from '../../support/consensus-input'

// A member that cites everything is at the place of every fault, and proves nothing by it.
const file = 'src/wide.ts'
const lines = Array.from({ length: 200 }, (_, index) => `const step${index} = take(client, ${index})`)
const wide = { corpus: { artifact: { 'src/limiter.ts': `${held}\n`, [file]: `${lines.join('\n')}\n` } } }
const everyLine = lines.map((text, index): Json => ({ kind: 'line', file, line: index + 1, text }))
const lenient = { d: [9, 9, 9] }

/** What a verdict comes to by the numbers. */
function sum({ verdict, overall, dimensions }: ReturnType<typeof verdictOf>): unknown {
  return { verdict, overall, dimensions: dimensions.map(({ id, consensus, kind }) => ({ id, consensus, kind })) }
}

describe('a spray of citations, each of which is found', () => {
  test('weighs no more than one of them: score, consensus and verdict are the same', () => {
    const byQuality = (citations: readonly Json[], score: number) =>
      ruledOn({ d: [4, { score, claims: [claim({ citations })] }, 4] }, {}, wide)
    for (const score of [2, 4, 9, 10]) {
      expect(sum(byQuality(everyLine, score)), String(score)).toEqual(sum(byQuality(everyLine.slice(0, 1), score)))
    }
    // One who praises with two hundred quotes stays one against two.
    expect(byQuality(everyLine, 10)).toMatchObject({ verdict: 'ITERATE' })
  })

  test('falls as one claim: a single refutation by hand takes the score out, however much it cites', () => {
    const panel = panelOf({ d: [9, 9, { score: 2, claims: [claim({ citations: everyLine })] }] })
    const input = (more: Json): Json => inputOf(panel, { ...wide, synthesis: 'waived', ...more })
    const refuted = verdictOf(input({ adjudications: [byHand({ member: 'fitness', target: 'claim', dimension: 'd', claim: 0 })] }))
    expect(refuted.dissents).toMatchObject([{ member: 'fitness', status: 'refuted' }])
    expect(refuted.verdict).toBe('SHIP')
  })

  test('as two hundred named failures it ships nothing: each waits for its own rebuttal, and none is dropped (R-TRI-33)', () => {
    const scenarios = everyLine.map((citation, index) => scenario({ id: `s${index}`, citations: [citation] }))
    const rebut = (one: Json): Json => ({
      kind: 'rebuttal',
      member: 'quality',
      scenario: one['id'],
      reason: 'it holds',
      citations: [quote()],
    })
    const ruled = (rebutted: number) =>
      ruledOn(lenient, { quality: { scenarios } }, { ...wide, responses: scenarios.slice(0, rebutted).map(rebut) })
    const open = ruled(0)
    expect([open.verdict, open.scenarios.filter(({ status }) => status === 'unrebutted').length]).toEqual(['ESCALATE', 200])
    const nearly = ruled(199)
    expect([nearly.verdict, nearly.scenarios.length]).toEqual(['ESCALATE', 200])
    const all = ruled(200)
    expect([all.verdict, all.scenarios.filter(({ status }) => status === 'rebutted').length]).toEqual(['SHIP', 200])
  })

  test('does not stand for what is not cited: a claim whose citations all miss is refuted beside one that sprays (R-TRI-46)', () => {
    const lies = everyLine.map((_, index): Json => quote(`await forget(everything, ${index})`))
    const ruling = ruledOn({ d: [4, { score: 9, claims: [claim({ citations: lies })] }, 4] }, {}, wide)
    expect(ruling.dissents).toMatchObject([{ member: 'quality', status: 'refuted' }])
  })

  test('of one member changes nothing for the others: whoever named the fault is heard as before', () => {
    const apt = scenario({ id: 'apt', citations: [quote()] })
    const panel = (sprayed: boolean) => [
      seat('adversary', { d: 9 }, { scenarios: [apt] }),
      seat('quality', { d: sprayed ? { score: 9, claims: [claim({ citations: everyLine })] } : 9 }),
      seat('fitness', { d: 9 }),
    ]
    const [plain, sprayed] = [false, true].map((spray) => verdictOf(inputOf(panel(spray), { ...wide, synthesis: 'waived' })))
    if (plain === undefined || sprayed === undefined) throw new Error('two rulings are wanted')
    expect(sum(sprayed)).toEqual(sum(plain))
    expect(sprayed.scenarios).toEqual(plain.scenarios)
    expect(sprayed).toMatchObject({ verdict: 'ESCALATE', reasons: plain.reasons })
  })
})
