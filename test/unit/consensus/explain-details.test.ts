import { describe, expect, test } from 'vitest'
import { adjudicate } from '../../../src/consensus/adjudicate'
import type { ExplainOptions } from '../../../src/consensus/explain'
import { explainRuling } from '../../../src/consensus/explain'
import { parseCorpus } from '../../../src/evidence/corpus'
import type { Json } from '../../support/consensus-input'
import {
  abstained,
  artifact,
  byHand,
  caveat,
  claim,
  falseClaim,
  inputOf,
  lie,
  panelOf,
  quote,
  scenario,
  seat,
} from '../../support/consensus-input'

function pageOf(input: Json, options: ExplainOptions = {}): string[] {
  const corpus = parseCorpus(input['corpus'])
  return explainRuling(adjudicate(input), { ...(corpus.ok ? { corpus: corpus.value } : {}), ...options }).split('\n')
}

function waived(columns: Parameters<typeof panelOf>[0], changes: Readonly<Record<string, Json>> = {}, more: Json = {}): string[] {
  return pageOf(inputOf(panelOf(columns, changes), { synthesis: 'waived', ...more }))
}

const refuted = (score: number): Json => ({ score, claims: [claim({ citations: [quote(lie)] })] })

describe('the matrix', () => {
  test('scores of two decimals don’t run into one another', () => {
    const lines = waived({ d: [refuted(6.25), 7.25, 7.25] })
    expect(lines[2]).toBe('  dimension    weight    adve   fitn   qual   consensus            part')
    expect(lines[3]).toBe('  d              1.00  x 6.25   7.25   7.25   7.25 mean of 2     .72500')
  })

  test('marks stand under one another, whatever the scores', () => {
    const lines = waived({ d: [refuted(6), 7, 7], e: [10, 7, 7] })
    const [d = '', e = ''] = lines.slice(3)
    expect(d.indexOf('x 6')).toBe(-1)
    expect(d.indexOf('x')).toBe(e.indexOf('~'))
  })

  test('R-TRI-57 a majority is counted without what was refuted and without the dissents of other dimensions', () => {
    const lines = waived({ d: [refuted(6), 4, 7, 7, 7], e: [4, 7, 7, 7, 7] })
    expect(lines[3]).toContain('7.00 major. 3 ')
    expect(lines[4]).toContain('7.00 major. 4 ')
  })

  test('what nothing was decided on says so', () => {
    const silent = [...panelOf({ d: [7, null] }), abstained('a'), abstained('b')]
    expect(pageOf(inputOf(silent)).find((line) => line.startsWith('  d '))).toMatch(/ {3}undecided$/)
    expect(waived({ d: [4, 7] })[3]).toMatch(/ {3}deadlock$/)
  })
})

describe('citations', () => {
  test('what is too short says so', () => {
    const lines = waived({ d: [8, 8] }, { quality: { caveats: [caveat({ fix: 'f', citations: [quote('left')] })] } })
    expect(lines).toContain('x not found quality on caveat c1: under 8 characters and no whole line')
  })

  test('a refuted score shows its own quotes, and what fails elsewhere stands apart', () => {
    const onE = claim({ text: 'e', citations: [quote('nobody said this about e'), quote()] })
    const lines = waived({ d: [refuted(6), 7, 7], e: [{ score: 7, claims: [onE] }, 7, 7] })
    const start = lines.indexOf('x refuted   adversary on d, 6: its quote stands nowhere. It left the sum.')
    expect(lines[start + 1]).toBe(`  quoted    ${lie}`)
    expect(lines.indexOf('x not found adversary on e: it stands nowhere')).toBeGreaterThan(start)
    expect(lines.filter((line) => line.includes('nobody said this about e'))).toHaveLength(1)
  })

  test('five that fail are all shown, of six one is only counted', () => {
    const failing = (count: number): Json => {
      const citations = Array.from({ length: count }, (_, index) => quote(`nobody wrote number ${index}`))
      return { quality: { caveats: [caveat({ fix: 'f', citations })] } }
    }
    const shown = (count: number): string[] => waived({ d: [8, 8] }, failing(count) as Record<string, Json>)
    expect(shown(5).filter((line) => line.includes('quoted'))).toHaveLength(5)
    expect(shown(5).some((line) => line.includes('more citations'))).toBe(false)
    expect(shown(6).find((line) => line.includes('more citations'))).toMatch(/^ {2}and 1 more citations? that anchor/)
  })

  const nearTo = (quoted: string, line: string, more: Json = {}): string[] => {
    const corpus = { artifact: { 'src/limiter.ts': `${artifact}${line}\n` }, ...more }
    const lines = waived({ d: [{ score: 6, claims: [claim({ citations: [quote(quoted)] })] }, 7, 7] }, {}, { corpus })
    const start = lines.findIndex((one) => one.startsWith('  nearest'))
    return start < 0 ? [] : lines.slice(start, lines.indexOf('', start))
  }

  test('the nearest line is named by its path, or by its id without one', () => {
    const sources = (path?: string): Json => {
      return {
        artifact: undefined,
        sources: [{ id: 'main', role: 'artifact', ...(path === undefined ? {} : { path }), text: `${artifact}throw new Error(message)\n` }],
      }
    }
    const at = (more: Json): string | undefined => nearTo('throw new Error(massage)', '', more).at(-1)?.trim()
    expect(at(sources('src/a.ts'))).toBe('src/a.ts:5')
    expect(at(sources())).toBe('main:5')
  })

  test('white space around a quote is no difference', () => {
    expect(nearTo('   throw new Error(massage)  ', '  throw new Error(message)')).toEqual([
      '  nearest   throw new Error(message)',
      '                            ^',
      '            src/limiter.ts:5',
    ])
  })

  test('carets stand as far as the line is shown, and where none is left there is no line for them', () => {
    const filler = 'a'.repeat(40)
    const words = (before: number, word: string): string => `${filler} ${'b'.repeat(before - filler.length - 2)} ${word} ${'c'.repeat(20)}`
    const caretsAt = (before: number): string[] => nearTo(words(before, 'dog'), words(before, 'cat'))
    expect(caretsAt(64)).toHaveLength(3)
    expect(caretsAt(64)[1]).toBe(`${' '.repeat(12 + 64)}^`)
    expect(caretsAt(65)).toHaveLength(2)
    expect(caretsAt(65)[0]).toMatch(/^ {2}nearest {3}.{65}\.\.\.$/)
  })

  test('a dissent’s words are shown without the white space around them', () => {
    expect(waived({ d: [{ score: 4, rationale: '  so I say \n' }, 7, 7] })).toContain('~ dissent   adversary on d, 4: "so I say"')
  })
})

describe('the fix list', () => {
  const listed = (fixes: readonly (readonly [path: string, fix: string])[]): string[] => {
    const corpus = { artifact: Object.fromEntries(fixes.map(([path], index) => [path, `the text of file number ${index}\n`])) }
    const caveats = fixes.map(([, fix], index) => caveat({ id: `c${index}`, fix, citations: [quote(`the text of file number ${index}`)] }))
    const lines = waived(
      { d: [6, 6] },
      { quality: { caveats }, adversary: {} },
      { corpus: { ...corpus, artifact: { ...corpus.artifact, 'src/limiter.ts': artifact } } },
    )
    const start = lines.indexOf('  fix list') + 1
    return lines.slice(start, lines.indexOf('', start))
  }

  test('a fix that fills its line stands on it, one letter more hangs below its place', () => {
    const room = 80 - '  1  a/bc.ts:1  '.length - '  (quality/c0)'.length
    const whole = 'x'.repeat(room)
    expect(listed([['a/bc.ts', whole]])).toEqual([`  1  a/bc.ts:1  ${whole}  (quality/c0)`])
    expect(listed([['a/bc.ts', `${whole}x`]])).toEqual(['  1  a/bc.ts:1', `     ${whole}x  (quality/c0)`])
  })

  test('places line up, and a long fix hangs below its place', () => {
    const long = 'mend what was broken when the window was moved, and say why it was moved at all'
    expect(
      listed([
        ['src/a.ts', 'mend it'],
        ['src/longer.ts', long],
      ]),
    ).toEqual([
      '  1  src/a.ts:1       mend it  (quality/c0)',
      '  2  src/longer.ts:1',
      '     mend what was broken when the window was moved, and say why it was moved at',
      '     all  (quality/c1)',
    ])
  })
})

describe('what is due', () => {
  test('a synthesis counts its dimensions', () => {
    expect(pageOf(inputOf(panelOf({ d: [5, 8, 8] })))[0]).toBe('. synthesis due on 1 dimension')
    expect(pageOf(inputOf(panelOf({ d: [5, 8, 8], e: [5, 8, 8] })))[0]).toBe('. synthesis due on 2 dimensions')
  })

  test('a replacement says what failed, so that a fresh member is not asked in vain', () => {
    const lines = pageOf(inputOf(panelOf({ d: [{ score: 6, claims: [falseClaim()] }, 7] })))
    expect(lines[0]).toBe('. replacement due: 1 fresh member, lens adversary')
    const start = lines.indexOf('x not found adversary on d: it stands nowhere')
    expect(lines.slice(start - 1, start + 2)).toEqual(['', 'x not found adversary on d: it stands nowhere', `  quoted    ${lie}`])
    expect(lines.at(-2)).toMatch(/^ {2}next /)
    expect(lines.at(-3)).toBe('')
    const silent = pageOf(inputOf(panelOf({ d: [null, 7] })))
    expect(silent.filter((line) => line === '')).toHaveLength(3)
  })

  test('the account says how many replied', () => {
    const reply = (member: string): Json => ({ member, dimension: 'd', action: 'MAINTAIN', rebuttal: 'r' })
    const synthesis = (...members: string[]): string | undefined => {
      const lines = pageOf(inputOf(panelOf({ d: [5, 7, 7] }), { synthesis: members.map(reply) }))
      return lines.find((line) => line.startsWith('  synthesis '))
    }
    expect(synthesis('adversary', 'quality')).toBe('  synthesis 2 of 3 answered; who did not maintains')
    expect(synthesis('adversary', 'quality', 'fitness')).toBe('  synthesis 3 of 3 answered')
    expect(pageOf(inputOf(panelOf({ d: [7, 7] }))).some((line) => line.startsWith('  synthesis '))).toBe(false)
  })
})

describe('the last lines', () => {
  test('a digest keeps the name of its kind where it is none of ours', () => {
    const shown = (digest: string): string | undefined =>
      waived({ d: [8, 8] }, {}, { artifact: { digest } }).find((line) => line.startsWith('  bound to'))
    expect(shown('digit:0123456')).toMatch(/^ {2}bound to digit:, /)
    expect(shown('git:0123456')).toMatch(/^ {2}bound to 012345, /)
  })

  test('a seat’s scenario that was decided by hand keeps its words', () => {
    const changes = { quality: { scenarios: [scenario()] } }
    const upheld = { adjudications: [byHand({ member: 'quality', scenario: 'sc1', outcome: 'upheld' })] }
    expect(waived({ d: [8, 8] }, changes, upheld).join(' ')).toContain('limit 0 -> lets one')
    expect(pageOf(inputOf([seat('adversary', { d: 8 }), seat('quality', { d: 8 })]))[0]).toBe('+ SHIP  .80000, target .80')
  })
})
