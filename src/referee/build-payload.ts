import { keepKnown } from '../blocks/known-fields'
import { canonicalJson } from '../canonical/canonical-json'
import { hashOf } from '../canonical/digest'
import type { Parsed } from '../issues'
import { shown } from '../issues'
import { parseWith } from '../parsing'
import type { RefereePayloads } from './contract'
import { contracts } from './contract'
import { casesMax } from './facts'
import type { RefereeForm, TokenBudget } from './forms'
import { budgetOf, estimateTokens } from './forms'

/** Something that was left out or shortened, by its path in the facts, and why. */
export type Cut = { readonly path: string; readonly because: string }

/** A payload as it goes to the referee, with all that was done to it on the way. */
export type BuiltPayload<Form extends RefereeForm = RefereeForm> = {
  readonly form: Form
  readonly payload: RefereePayloads[Form]
  /** Canonical JSON of the payload: the whole input of the call (R-JUDGE-01). */
  readonly text: string
  readonly hash: string
  /** By `estimateTokens`. */
  readonly tokensIn: number
  readonly budget: TokenBudget
  readonly cut: readonly Cut[]
  /** Paths of given fields that no payload has; they did not travel (R-JUDGE-06). */
  readonly dropped: readonly string[]
  /** What must not be cut is longer than the budget: the call goes out as it is, and says so. */
  readonly overBudget: boolean
}

/**
 * Builds the payload of a form from facts: a whitelist at every depth (R-JUDGE-06, R-JUDGE-07), at most five similar cases (R-JUDGE-05), measured against the
 * form's budget (R-JUDGE-25). Similar cases are cut first, the last ones first, then the steps' outputs from their ends; nothing else is ever cut.
 */
export function buildPayload<Form extends RefereeForm>(form: Form, facts: unknown): Parsed<BuiltPayload<Form>> {
  const contract = contracts[form]
  const known = keepKnown(contract.payload, facts)
  const few = fewCases(known.value)
  const parsed = parseWith(contract.payload, few.facts)
  if (!parsed.ok) return parsed
  const budget = budgetOf(form, isRecord(few.facts) && few.facts['red'] !== undefined)
  const fitted = fit(parsed.value, budget.tokensInMax)
  const text = canonicalJson(fitted.payload)
  const tokensIn = estimateTokens(text)
  const value = {
    form,
    payload: fitted.payload,
    text,
    hash: hashOf(fitted.payload),
    tokensIn,
    budget,
    cut: [...few.cut, ...fitted.cut],
    dropped: known.dropped,
    overBudget: tokensIn > budget.tokensInMax,
  }
  return { ok: true, value }
}

function fewCases(facts: unknown): { facts: unknown; cut: Cut[] } {
  if (!isRecord(facts) || !Array.isArray(facts['cases']) || facts['cases'].length <= casesMax) return { facts, cut: [] }
  const cases: readonly unknown[] = facts['cases']
  const cut = cases
    .slice(casesMax)
    .map((_, index) => ({ path: `cases[${casesMax + index}]`, because: `at most ${casesMax} similar cases travel` }))
  return { facts: { ...facts, cases: cases.slice(0, casesMax) }, cut }
}

/** What can be shortened: every payload that has similar cases, and the comparison's steps. */
type Shortened = {
  readonly text?: string
  readonly cases?: readonly unknown[]
  readonly steps?: readonly { readonly step: string; readonly output: string }[]
}

function fit<Payload extends Shortened>(payload: Payload, tokensInMax: number): { payload: Payload; cut: Cut[] } {
  const cut: Cut[] = []
  let fitted = payload
  while (tokensOf(fitted) > tokensInMax && fitted.cases !== undefined && fitted.cases.length > 0) {
    const cases = fitted.cases.slice(0, -1)
    cut.unshift({ path: `cases[${cases.length}]`, because: `the payload has ${tokensOf(fitted)} tokens, at most ${tokensInMax} fit` })
    fitted = { ...fitted, cases }
  }
  if (fitted.steps === undefined || tokensOf(fitted) <= tokensInMax) return { payload: fitted, cut }
  const { steps, cut: fromSteps } = shorterSteps(fitted.steps, tokensOf(fitted) - tokensInMax)
  return { payload: { ...fitted, steps }, cut: [...cut, ...fromSteps] }
}

// A step's first words say what it found; less than this says nothing.
const outputTokensMin = 25

/** The longest output gives way first. Each token saved costs four characters at most, so what is counted off is really saved. */
function shorterSteps(steps: NonNullable<Shortened['steps']>, over: number): { steps: NonNullable<Shortened['steps']>; cut: Cut[] } {
  const byLength = steps
    .map(({ output }, index) => ({ index, tokens: estimateTokens(output) }))
    .sort((a, b) => b.tokens - a.tokens || a.index - b.index)
  let due = over
  const targets = new Map<number, number>()
  for (const { index, tokens } of byLength) {
    if (due <= 0) break
    const left = Math.max(outputTokensMin, tokens - due - markTokens)
    if (left + markTokens >= tokens) continue
    targets.set(index, left)
    due -= tokens - left - markTokens
  }
  const cut: Cut[] = []
  const shortened = steps.map((step, index) => {
    const target = targets.get(index)
    if (target === undefined) return step
    const output = firstTokens(step.output, target)
    const lost = step.output.length - output.length
    cut.push({ path: `steps[${index}].output`, because: `the end of ${shown(step.step)} did not fit: ${lost} characters` })
    return { ...step, output: `${output} [cut: ${lost} characters]` }
  })
  return { steps: shortened, cut }
}

// The mark that a shortened output carries, and the backslashes that JSON may put into it.
const markTokens = 10

function firstTokens(text: string, tokensMax: number): string {
  let end = 0
  let quarters = 0
  for (const character of text) {
    quarters += character < '\u0080' ? 1 : 4
    if (quarters > tokensMax * 4) break
    end += character.length
  }
  return text.slice(0, end)
}

function tokensOf(payload: unknown): number {
  return estimateTokens(canonicalJson(payload))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
