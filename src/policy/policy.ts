import { AdjudicateError } from '../errors'
import type { Issue, Parsed } from '../issues'
import { pathOf, shown, sortIssues } from '../issues'

/** One value of a fact; values of a fact are listed best first. */
export type FactValue = string | number | boolean

/** One input of a policy: a value for each fact. */
export type Facts = Readonly<Record<string, FactValue>>

/** A row: all of `when` must hold (a list means one of its values); the first row that matches decides. */
export type PolicyRule<Outcome extends string = string> = {
  readonly id: string
  readonly when: Readonly<Record<string, FactValue | readonly FactValue[]>>
  readonly then: Outcome
  readonly because?: string
}

/** An ordered rule table as plain data (spec 05). Values and outcomes are listed best first; every fact is ordered unless named in `unordered`. */
export type Policy<Outcome extends string = string> = {
  readonly id: string
  readonly version: number
  readonly facts: Readonly<Record<string, readonly FactValue[]>>
  readonly outcomes: readonly Outcome[]
  readonly rules: readonly PolicyRule<Outcome>[]
  readonly otherwise: Outcome
  readonly unordered?: readonly string[]
}

/** More cells than this are refused: a policy is compiled to a table with one entry for each input. */
export const cellsMax = 1_000_000

/** Later versions than this are refused: one that takes the last number would let none follow it. */
export const policyVersionMax = 1_000_000

/** So much is read at most to compile a policy, counted as inputs times rules and their conditions: about a second or two. */
export const readsMax = 150_000_000

/** More outcomes than this are refused. */
export const outcomesMax = 1000

/** The name that stands for the last row, which takes what no rule took. */
export const otherwiseId = 'otherwise'

/** Checks and freezes a policy; throws `policy-invalid` with every fault in `details.issues`. */
export function definePolicy<const Outcome extends string>(policy: Policy<Outcome>): Policy<Outcome> {
  const parsed = parsePolicy(policy)
  if (parsed.ok) return parsed.value as Policy<Outcome>
  const [first, ...more] = parsed.issues
  const others = more.length === 0 ? '' : `, and ${more.length} more`
  const message = `the policy ${shown(policy.id)} can't be used: ${first?.path ?? ''}: ${first?.message ?? ''}${others}`
  throw new AdjudicateError('policy-invalid', message, { issues: parsed.issues })
}

// Checked by hand: `adjudicate/policy` carries no schema library.
/** Reads a policy from JSON; a copy that nobody else can change, or every fault by its path. */
export function parsePolicy(input: unknown): Parsed<Policy> {
  const issues: Issue[] = []
  const fault = (path: readonly PropertyKey[], code: string, message: string): void => {
    issues.push({ code, path: pathOf(path), message })
  }
  if (!isRecord(input))
    return { ok: false, issues: [{ code: 'invalid-value', path: '', message: `found ${shown(input)}: expected a policy` }] }
  for (const key of Object.keys(input)) if (!fields.has(key)) fault([key], 'unknown-field', `unknown field ${shown(key)}`)
  checkName(input['id'], ['id'], fault)
  const version = input['version']
  if (!Number.isSafeInteger(version) || Number(version) < 1)
    fault(['version'], 'invalid-value', `found ${shown(version)}: expected a whole number from 1`)
  else if (Number(version) > policyVersionMax)
    fault(['version'], 'too-large', `found ${shown(version)}: at most ${policyVersionMax} is taken`)
  checkFacts(input['facts'], fault)
  const facts = isRecord(input['facts']) ? input['facts'] : {}
  const outcomes = checkOutcomes(input['outcomes'], fault)
  checkRules(input['rules'], facts, outcomes, fault)
  checkOutcome(input['otherwise'], outcomes, ['otherwise'], fault)
  checkUnordered(input['unordered'], facts, fault)
  if (issues.length > 0) return { ok: false, issues: sortIssues(issues) }
  return { ok: true, value: frozenCopy(input) as Policy }
}

type Fault = (path: readonly PropertyKey[], code: string, message: string) => void

const fields = new Set(['id', 'version', 'facts', 'outcomes', 'rules', 'otherwise', 'unordered'])
const ruleFields = new Set(['id', 'when', 'then', 'because'])

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFactValue(value: unknown): value is FactValue {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}

function checkName(value: unknown, path: readonly PropertyKey[], fault: Fault): void {
  if (value === undefined) fault(path, 'missing-field', 'missing: expected a name')
  else if (typeof value !== 'string' || value.trim() === '') fault(path, 'invalid-value', `found ${shown(value)}: expected a name`)
}

function checkFacts(facts: unknown, fault: Fault): void {
  if (!isRecord(facts) || Object.keys(facts).length === 0) {
    fault(
      ['facts'],
      facts === undefined ? 'missing-field' : 'invalid-value',
      `found ${shown(facts)}: expected at least one fact with its values`,
    )
    return
  }
  let cells = 1
  for (const [fact, values] of Object.entries(facts)) {
    if (fact === '__proto__') fault(['facts', fact], 'invalid-value', 'a fact can\'t be called "__proto__"')
    if (!Array.isArray(values) || values.length === 0) {
      fault(['facts', fact], 'invalid-value', `found ${shown(values)}: expected a list of values, best first`)
      continue
    }
    cells *= values.length
    const met = new Set<unknown>()
    for (const [index, value] of values.entries()) {
      const isNew = met.size < met.add(value).size
      if (!isFactValue(value))
        fault(['facts', fact, index], 'invalid-value', `found ${shown(value)}: expected a text, a number or a boolean`)
      else if (!isNew) fault(['facts', fact, index], 'duplicate', `${shown(value)} stands in the list twice`)
    }
  }
  if (cells > cellsMax) fault(['facts'], 'too-large', `the facts have ${cells} inputs, at most ${cellsMax} are taken`)
}

function checkOutcomes(outcomes: unknown, fault: Fault): readonly unknown[] {
  if (!Array.isArray(outcomes) || outcomes.length === 0) {
    fault(
      ['outcomes'],
      outcomes === undefined ? 'missing-field' : 'invalid-value',
      `found ${shown(outcomes)}: expected a list of outcomes, best first`,
    )
    return []
  }
  if (outcomes.length > outcomesMax) {
    fault(['outcomes'], 'too-large', `there are ${outcomes.length} outcomes, at most ${outcomesMax} are taken`)
    return []
  }
  for (const [index, outcome] of outcomes.entries()) {
    checkName(outcome, ['outcomes', index], fault)
    if (outcomes.indexOf(outcome) < index) fault(['outcomes', index], 'duplicate', `${shown(outcome)} stands in the list twice`)
  }
  return outcomes
}

function checkOutcome(outcome: unknown, outcomes: readonly unknown[], path: readonly PropertyKey[], fault: Fault): void {
  if (outcome === undefined) fault(path, 'missing-field', 'missing: expected one of the outcomes')
  else if (!outcomes.includes(outcome)) fault(path, 'unknown-outcome', `found ${shown(outcome)}: expected one of ${choices(outcomes)}`)
}

function checkRules(rules: unknown, facts: Readonly<Record<string, unknown>>, outcomes: readonly unknown[], fault: Fault): void {
  if (!Array.isArray(rules)) {
    fault(['rules'], rules === undefined ? 'missing-field' : 'invalid-value', `found ${shown(rules)}: expected a list of rules`)
    return
  }
  const met = new Set<unknown>()
  const known = new Map(
    Object.entries(facts).flatMap(([fact, values]) => (Array.isArray(values) ? [[fact, new Set<unknown>(values)]] : [])),
  )
  checkReads(rules, facts, fault)
  for (const [index, rule] of (rules as unknown[]).entries()) {
    const at = ['rules', index]
    if (!isRecord(rule)) {
      fault(at, 'invalid-value', `found ${shown(rule)}: expected a rule`)
      continue
    }
    for (const key of Object.keys(rule)) if (!ruleFields.has(key)) fault([...at, key], 'unknown-field', `unknown field ${shown(key)}`)
    checkName(rule['id'], [...at, 'id'], fault)
    if (rule['id'] === otherwiseId) fault([...at, 'id'], 'invalid-value', `"${otherwiseId}" is the name of the last row`)
    else if (typeof rule['id'] === 'string' && met.size === met.add(rule['id']).size)
      fault([...at, 'id'], 'duplicate', `two rules are called ${shown(rule['id'])}`)
    checkOutcome(rule['then'], outcomes, [...at, 'then'], fault)
    const because = rule['because']
    if (because !== undefined && typeof because !== 'string')
      fault([...at, 'because'], 'invalid-value', `found ${shown(because)}: expected a text`)
    checkWhen(rule['when'], known, [...at, 'when'], fault)
  }
}

/** Many rules over many inputs are not wrong, but nobody waits for them: refused before anything is walked. */
function checkReads(rules: readonly unknown[], facts: Readonly<Record<string, unknown>>, fault: Fault): void {
  const cells = Object.values(facts).reduce<number>((product, values) => product * (Array.isArray(values) ? values.length : 1), 1)
  const conditions = rules.reduce<number>((sum, rule) => {
    return sum + 1 + (isRecord(rule) && isRecord(rule['when']) ? Object.keys(rule['when']).length : 0)
  }, 0)
  const reads = cells * conditions
  if (cells > cellsMax || reads <= readsMax) return
  const message = `${rules.length} rules over ${cells} inputs are ${reads} conditions to read, at most ${readsMax} are taken`
  fault(['rules'], 'too-large', message)
}

const choicesMax = 20

/** The values that would have done, for a message; not all of very many. */
export function choices(values: readonly unknown[] | ReadonlySet<unknown>): string {
  const size = 'size' in values ? values.size : values.length
  const first: unknown[] = []
  for (const value of values) if (first.push(value) === choicesMax) break
  return `${first.map(shown).join(', ')}${size > choicesMax ? `, and ${size - choicesMax} more` : ''}`
}

function checkWhen(when: unknown, facts: ReadonlyMap<string, ReadonlySet<unknown>>, at: readonly PropertyKey[], fault: Fault): void {
  if (!isRecord(when)) {
    fault(
      at,
      when === undefined ? 'missing-field' : 'invalid-value',
      `found ${shown(when)}: expected facts with the values that they must have`,
    )
    return
  }
  for (const [fact, wanted] of Object.entries(when)) {
    const known = facts.get(fact)
    if (known === undefined) {
      fault([...at, fact], 'unknown-fact', `no fact is called ${shown(fact)}`)
      continue
    }
    const values: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted]
    if (values.length === 0) fault([...at, fact], 'invalid-value', 'an empty list matches nothing')
    for (const [index, value] of values.entries()) {
      if (known.has(value)) continue
      const place = Array.isArray(wanted) ? [...at, fact, index] : [...at, fact]
      fault(place, 'unknown-value', `found ${shown(value)}: expected one of ${choices(known)}`)
    }
  }
}

function checkUnordered(unordered: unknown, facts: Readonly<Record<string, unknown>>, fault: Fault): void {
  if (unordered === undefined) return
  if (!Array.isArray(unordered)) {
    fault(['unordered'], 'invalid-value', `found ${shown(unordered)}: expected a list of facts`)
    return
  }
  for (const [index, fact] of (unordered as unknown[]).entries()) {
    if (typeof fact === 'string' && Object.hasOwn(facts, fact)) continue
    fault(['unordered', index], 'unknown-fact', `no fact is called ${shown(fact)}`)
  }
}

/** Deep and frozen: a policy that changes after it was compiled would decide by a table that is no longer its own. */
function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy))
  if (!isRecord(value)) return value
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, frozenCopy(one)])))
}
