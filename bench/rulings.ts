import { adjudicate } from '../src/faces/embed/front-door'
import { adjudicate as adjudicatePure } from '../src/consensus/adjudicate'
import type { ParsedInput } from '../src/consensus/adjudicate-input'
import { assess } from '../src/consensus/assess'
import { openDesk } from '../src/consensus/evidence-desk'
import { readInput } from '../src/consensus/read-input'
import { rule } from '../src/consensus/rule'
import { sha256Hex } from '../src/canonical/digest'
import type { Measured } from './timing'
import { grouped, perSecond } from './timing'

const dimensions = ['correctness', 'robustness', 'clarity', 'tests', 'fitness']
const members = ['adversary', 'fitness', 'quality']
const quote = 'return limit - used'

function seatOf(member: string, at: number, quotes: (dimension: number) => readonly string[]): object {
  return {
    member,
    session: `session-${member}`,
    lens: member,
    adversary: member === 'adversary',
    outcome: 'scorecard',
    scores: dimensions.map((dimension, index) => ({
      dimension,
      score: 7 + ((at + index) % 3) * 0.5,
      confidence: 0.7,
      rationale: 'The counter is read and written in one step, and the limit is checked before the write.',
      claims: [{ text: 'the limit holds', citations: quotes(index).map((text) => ({ kind: 'quote', text })) }],
    })),
    coverage: [{ path: 'src/limiter.ts', bytes: 100, of: 100 }],
    topConcern: 'the clock',
    scenarios: [],
    caveats: [],
    recommendation: 'SHIP',
  }
}

function inputOf(text: string, quotes: (dimension: number) => readonly string[]): object {
  return {
    rubric: { criteria: ['at most limit requests'], dimensions },
    panel: members.map((member, at) => seatOf(member, at, quotes)),
    corpus: { artifact: { 'src/limiter.ts': text } },
    synthesis: 'waived',
  }
}

/** Rulings a second for 3 members and 5 dimensions: the bare mathematics, the front door, and with 30 citations over 200 kB. */
export function rulings(): Measured[] {
  const small = inputOf(`export const left = () => {\n  ${quote}\n}\n`, () => [quote])
  const lines = Array.from(
    { length: 4000 },
    (_, index) => `  const value${index} = compute(${index * 7919}) // row ${index * 31} of the table`,
  )
  const large = inputOf(lines.join('\n'), (dimension) => [lines[dimension * 700 + 13] ?? '', lines[dimension * 650 + 17] ?? ''])
  const reading = readInput(small, sha256Hex)
  const parsed = { ...reading.fields, independence: 'panel' } as ParsedInput
  const docket = assess(parsed, openDesk(parsed, parsed.corpus))
  const bare = perSecond(() => rule(docket, sha256Hex))
  const whole = perSecond(() => adjudicate(small))
  const pure = perSecond(() => adjudicatePure(small))
  const cited = perSecond(() => adjudicate(large))
  const rate = (what: string, value: number, aim: number | null): Measured => ({
    what,
    value: `${grouped(value)} a second`,
    beside: '',
    ratio: null,
    aim: aim === null ? '' : `>= ${grouped(aim)} a second`,
    met: aim === null ? null : value >= aim,
  })
  return [
    rate('`rule()`, 3 members, 5 dimensions', bare, 50_000),
    rate('`adjudicate()` with parsing, trace and hashes', whole, 5_000),
    rate('the same without the platform: SHA-256 in JavaScript', pure, null),
    rate('`adjudicate()` with 30 citations over 200 kB', cited, null),
  ]
}
