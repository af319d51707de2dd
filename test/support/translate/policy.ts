import { isAdjudicateError } from '../../../src/errors'
import type { Issue } from '../../../src/entries/index'
import type { Light, GatePayload, FaultPayload } from '../../../src/entries/light'
import { judgeFault, judgeGate } from '../../../src/entries/light'
import type { Facts, Policy } from '../../../src/entries/policy'
import { analyse, bugfix, bugfix2, bugfix3, devGate, diffPolicies, evaluate, explain } from '../../../src/entries/policy'
import { alike, differencesOf } from './differences'

type Row<Input, Expected> = { readonly id: string; readonly input: Input; readonly expected: Expected }
type Named = Row<{ readonly policy: string; readonly facts: Facts }, Readonly<Record<string, unknown>>>

const known: Readonly<Record<string, Policy<Light>>> = {
  'bugfix@1': bugfix,
  'bugfix@2': bugfix2,
  'bugfix@3': bugfix3,
  'dev-gate@1': devGate,
}

function policyNamed(name: string): Policy<Light> {
  const policy = known[name]
  if (policy === undefined) throw new Error(`no policy is called ${name}`)
  return policy
}

/** One row of light-*.jsonl: the bare table. */
export function runLightVector({ input, expected }: Named): string | undefined {
  const { outcome, rule } = evaluate(policyNamed(input.policy), input.facts)
  return differencesOf(expected, { outcome, rule })
}

/** One row of policy-errors.jsonl: the faults of the facts. */
export function runPolicyErrorVector({ input, expected }: Named): string | undefined {
  try {
    evaluate(policyNamed(input.policy), input.facts)
    return 'no error was thrown'
  } catch (error) {
    if (!isAdjudicateError(error)) throw error
    const issues = error.details['issues'] as readonly Issue[]
    return differencesOf(expected, { error: issues.map(({ code, path }) => ({ code, fact: path })) })
  }
}

/** One row of policy-explain.jsonl; ways out are compared as sets. */
export function runPolicyExplainVector({ input, expected }: Named): string | undefined {
  const { outcome, rule, earlier, waysOut } = explain(policyNamed(input.policy), input.facts)
  const ways = (given: unknown): unknown =>
    Object.fromEntries(Object.entries(given as Readonly<Record<string, readonly unknown[]>>).map(([name, list]) => [name, asSet(list)]))
  const failedSorted = (steps: unknown): unknown =>
    (steps as readonly { rule: string; failed: readonly string[] }[]).map((step) => ({ rule: step.rule, failed: [...step.failed].sort() }))
  return differencesOf(
    { ...expected, earlier: failedSorted(expected['earlier']), waysOut: ways(expected['waysOut']) },
    { outcome, rule, earlier: failedSorted(earlier), waysOut: ways(waysOut) },
  )
}

/** One row of policy-analysis.jsonl. */
export function runPolicyAnalysisVector({
  input,
  expected,
}: Row<{ policy: Policy }, Readonly<Record<string, unknown>>>): string | undefined {
  const { dead, otherwiseOnly, inversions } = analyse(input.policy)
  const wanted = { ...expected, otherwiseOnly: asSet(expected['otherwiseOnly']), inversions: asSet(expected['inversions']) }
  const fields = Object.keys((expected['inversions'] as readonly object[])[0] ?? {})
  const cut = inversions.map((one) => Object.fromEntries(fields.map((field) => [field, (one as Readonly<Record<string, unknown>>)[field]])))
  return differencesOf(wanted, { dead, otherwiseOnly: asSet(otherwiseOnly), inversions: asSet(fields.length === 0 ? inversions : cut) })
}

/** One row of policy-diff.jsonl; groups and inputs are compared as sets. */
export function runPolicyDiffVector({ input, expected }: Row<{ a: Policy; b: Policy }, readonly Group[]>): string | undefined {
  const sets = (groups: readonly Group[]): unknown => asSet(groups.map((group) => ({ ...group, inputs: asSet(group.inputs) })))
  const got = diffPolicies(input.a, input.b)
  return alike(sets(expected), sets(got)) ? undefined : `wanted ${expected.length} groups, got ${JSON.stringify(got).slice(0, 300)}`
}

type Group = { readonly a: unknown; readonly b: unknown; readonly inputs: readonly unknown[] }

/** One row of judge-fault.jsonl. */
export function runJudgeFaultVector({
  input,
  expected,
}: Row<{ policy: string; payload: FaultPayload }, Readonly<Record<string, unknown>>>): string | undefined {
  let got: Readonly<Record<string, unknown>>
  try {
    const judged = judgeFault(input.payload, policyNamed(input.policy))
    const demoted = judged.demoted === null ? null : { from: judged.demoted.from, to: judged.demoted.to }
    got = { ...judged, cause: judged.facts['cause'], demoted }
  } catch (error) {
    if (!isAdjudicateError(error)) throw error
    got = { error: (error.details['issues'] as readonly Issue[]).map(({ code, path }) => ({ code, fact: path.replace(/\[\d+\]$/, '') })) }
  }
  return differencesOf(expected, got)
}

/** One row of gate.jsonl, the development gate. */
export function runDevGateVector({ input, expected }: Row<GatePayload, Readonly<Record<string, unknown>>>): string | undefined {
  return differencesOf(expected, { ...judgeGate(input) })
}

function asSet(list: unknown): string[] {
  return (list as readonly unknown[]).map((one) => JSON.stringify(sorted(one))).sort()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}
