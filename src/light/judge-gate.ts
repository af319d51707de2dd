import { AdjudicateError } from '../errors'
import type { Issue, Parsed } from '../issues'
import { pathOf, shown, sortIssues } from '../issues'
import { evaluate } from '../policy/evaluate'
import type { Facts, Policy } from '../policy/policy'
import { parseFacts } from '../policy/table'
import { hasText } from '../text/blank'
import type { Light } from './bugfix'
import type { CardTexts } from './card-texts'
import { cardTextIssues } from './card-texts'
import { devGate } from './dev-gate'

/** A deterministic check of the host, run before anything else (L1). */
export type PreCheck = { readonly name: string; readonly result: 'green' | 'red' }

/** What the L2 fast path is decided from; `precedent` is the ledger id of the case that is cited. */
export type FastPath = {
  readonly documentationOnly: boolean
  readonly oneFileOnePoint: boolean
  readonly sharedContract: boolean
  readonly precedent: string | null
  readonly securitySensitive: boolean
}

/** What the development gate is judged from; on the L2 path only `premise` of the facts is looked at. */
export type GatePayload = {
  readonly l1: readonly PreCheck[]
  readonly fast: FastPath
  readonly facts: Facts
  /** What the card says. It decides nothing. */
  readonly card?: CardTexts
}

/** `path` says which way the colour came: a red pre-check, the fast path (no comparison was called), or the table. */
export type GateJudgement = {
  readonly policy: string
  readonly light: Light
  readonly rule: string
  readonly because: string
  readonly path: 'l1' | 'l2' | 'table'
  /** The pre-checks that are red, by name. */
  readonly redChecks: readonly string[]
}

/** Whether the fast path is open (R-GATE-07): never with a red check, a security-sensitive surface, or a premise that is missing or a mismatch (L-FASTPREMISE). */
export function fastPathOpen({ l1, fast, facts }: GatePayload): boolean {
  if (l1.some(({ result }) => result !== 'green') || fast.securitySensitive) return false
  if (facts['premise'] === 'missing' || facts['premise'] === 'mismatch') return false
  const onePoint = fast.oneFileOnePoint && !fast.sharedContract
  return fast.documentationOnly || onePoint || (fast.precedent !== null && hasText(fast.precedent))
}

/** Judges the development gate: L1, then L2, then the table. Throws `facts-invalid` with every fault in `details.issues`. */
export function judgeGate(payload: GatePayload, policy: Policy<Light> = devGate): GateJudgement {
  const parsed = parseGatePayload(payload, policy)
  if (!parsed.ok) {
    const [first] = parsed.issues
    const message = `this gate can't be judged: ${first?.path ?? ''}: ${first?.message ?? ''}`
    throw new AdjudicateError('facts-invalid', message, { issues: parsed.issues })
  }
  const name = `${policy.id}@${policy.version}`
  const redChecks = payload.l1.filter(({ result }) => result === 'red').map((check) => check.name)
  if (redChecks.length > 0) {
    return { policy: name, light: 'red', rule: 'L1', because: `red before anything else: ${redChecks.join(', ')}`, path: 'l1', redChecks }
  }
  if (fastPathOpen(payload)) return { policy: name, light: 'green', rule: 'L2', because: reasonOf(payload.fast), path: 'l2', redChecks }
  const { outcome: light, rule, because } = evaluate(policy, payload.facts)
  return { policy: name, light, rule, because, path: 'table', redChecks }
}

function reasonOf(fast: FastPath): string {
  if (fast.documentationOnly) return 'documentation or copy only'
  return fast.oneFileOnePoint && !fast.sharedContract ? 'one file, one point' : `a precedent: ${fast.precedent ?? ''}`
}

// Checked by hand: `adjudicate/light` carries no schema library.
/** Reads the development gate's payload; every fault by its path. On the L2 path facts other than `premise` may be absent. */
export function parseGatePayload(input: unknown, policy: Policy = devGate): Parsed<GatePayload> {
  if (!isRecord(input)) return refused([issue([], input, 'expected a gate payload')])
  const issues = unknownFields(input, ['l1', 'fast', 'facts', 'card'], [])
  issues.push(...preCheckIssues(input['l1']), ...fastIssues(input['fast']), ...cardTextIssues(input['card'], 'gate'))
  if (!isRecord(input['facts'])) issues.push(issue(['facts'], input['facts'], 'expected the facts of the two axes'))
  if (issues.length > 0) return refused(issues)
  const payload = input as GatePayload
  const decidedBefore = payload.l1.some(({ result }) => result === 'red') || fastPathOpen(payload)
  const facts = parseFacts(policy, payload.facts)
  const faults = facts.ok ? [] : facts.issues.filter(({ code, path }) => !(decidedBefore && code === 'missing-fact' && path !== 'premise'))
  return faults.length === 0 ? { ok: true, value: payload } : refused(faults.map((fault) => ({ ...fault, path: `facts.${fault.path}` })))
}

function preCheckIssues(checks: unknown): Issue[] {
  if (!Array.isArray(checks)) return [issue(['l1'], checks, 'expected a list of pre-checks')]
  return (checks as unknown[]).flatMap((check, index) => {
    if (!isRecord(check)) return [issue(['l1', index], check, 'expected a name and a result')]
    const named = typeof check['name'] === 'string' && hasText(check['name'])
    const judged = check['result'] === 'green' || check['result'] === 'red'
    return [
      ...unknownFields(check, ['name', 'result'], ['l1', index]),
      ...(named ? [] : [issue(['l1', index, 'name'], check['name'], 'expected a name')]),
      ...(judged ? [] : [issue(['l1', index, 'result'], check['result'], 'expected green or red')]),
    ]
  })
}

function fastIssues(fast: unknown): Issue[] {
  if (!isRecord(fast)) return [issue(['fast'], fast, 'expected what the fast path is decided from')]
  const flags = ['documentationOnly', 'oneFileOnePoint', 'sharedContract', 'securitySensitive']
  const issues = unknownFields(fast, [...flags, 'precedent'], ['fast'])
  const wrong = flags
    .filter((flag) => typeof fast[flag] !== 'boolean')
    .map((flag) => issue(['fast', flag], fast[flag], 'expected true or false'))
  issues.push(...wrong)
  const { precedent } = fast
  if (precedent !== null && typeof precedent !== 'string')
    issues.push(issue(['fast', 'precedent'], precedent, 'expected the ledger id of a case, or null'))
  return issues
}

/** A misspelled field must not pass for one that was left out. */
function unknownFields(value: Readonly<Record<string, unknown>>, known: readonly string[], at: readonly PropertyKey[]): Issue[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => ({ code: 'unknown-field', path: pathOf([...at, key]), message: `unknown field ${shown(key)}` }))
}

function issue(path: readonly PropertyKey[], found: unknown, wanted: string): Issue {
  return { code: found === undefined ? 'missing-field' : 'invalid-value', path: pathOf(path), message: `found ${shown(found)}: ${wanted}` }
}

function refused(issues: readonly Issue[]): { ok: false; issues: Issue[] } {
  return { ok: false, issues: sortIssues(issues) }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
