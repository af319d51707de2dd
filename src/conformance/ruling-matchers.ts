import { AdjudicateError } from '../errors'
import { shown } from '../issues'
import type { MatcherResult } from './policy-matchers'

/** The assertions on rulings and decisions, for the augmentation of your runner's types. */
export type RulingAssertions = {
  toShip(): void
  toRefuse(code?: string): void
}

/** The matchers themselves, as `expect.extend` takes them. */
export type RulingMatchers = {
  toShip(this: unknown, ruling: unknown): MatcherResult
  toRefuse(this: unknown, outcome: unknown, code?: string): MatcherResult
}

type Bag = Readonly<Record<string, unknown>>

/**
 * `expect(ruling).toShip()`: a verdict, and it is SHIP without caveats. `expect(outcome).toRefuse(code)`: a refused ruling, a refused command, or an input that a parse
 * function didn't take; with a code, that code is among its reasons. Anything that is none of these throws `data-invalid`, after `.not` too.
 */
export const rulingMatchers: RulingMatchers = {
  toShip(received) {
    const ruling = bagOf(received)
    if (typeof ruling?.['kind'] !== 'string') throw stranger('a ruling', received)
    const { kind, verdict, reasons } = ruling
    const gave =
      kind === 'verdict'
        ? `${String(verdict)} (${Array.isArray(reasons) ? reasons.join(', ') : 'no reasons given'})`
        : `no verdict: ${kind}`
    return { pass: kind === 'verdict' && verdict === 'SHIP', message: () => `the ruling is ${gave}; about SHIP the test says otherwise` }
  },
  toRefuse(received, code) {
    const codes = refusedWith(received)
    const pass = codes !== null && (code === undefined || codes.includes(code))
    const gave = codes === null ? 'nothing was refused' : `refused with ${codes.join(', ')}`
    return { pass, message: () => `${gave}; the test is about ${code === undefined ? 'a refusal' : `the code ${code}`}` }
  },
}

/** The codes of a refusal, or null for what was accepted. */
function refusedWith(received: unknown): string[] | null {
  const outcome = bagOf(received)
  if (outcome?.['kind'] === 'refused') return codesOf(outcome['issues'])
  if (typeof outcome?.['kind'] === 'string' || outcome?.['ok'] === true) return null
  if (outcome?.['ok'] !== false) throw stranger('a ruling, a decision or something parsed', received)
  const refusal = bagOf(outcome['refusal'])
  if (refusal === undefined) return codesOf(outcome['issues'])
  return [...new Set([...codesOf([refusal]), ...codesOf(refusal['all'])])]
}

function codesOf(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown) => {
    const code = bagOf(one)?.['code']
    return typeof code === 'string' ? [code] : []
  })
}

function bagOf(value: unknown): Bag | undefined {
  return typeof value === 'object' && value !== null ? (value as Bag) : undefined
}

function stranger(wanted: string, received: unknown): AdjudicateError {
  return new AdjudicateError('data-invalid', `found ${shown(received)}: expected ${wanted}`, {})
}
