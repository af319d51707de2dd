import { hashOf } from '../canonical/digest'
import type { Inversion } from '../policy/analyse'
import { analyse } from '../policy/analyse'
import type { PolicyDifference } from '../policy/diff-policies'
import { diffPolicies } from '../policy/diff-policies'
import { evaluate } from '../policy/evaluate'
import type { Facts, Policy } from '../policy/policy'
import { definePolicy } from '../policy/policy'
import { parseFacts } from '../policy/table'
import type { Signal } from './signal'

/** A judgement of the past as the impact list needs it; `policy` as `id@version` where it is known. */
export type PastJudgement = { readonly card: string; readonly facts: Facts; readonly policy?: string }

/** What a person said about a judgement. */
export type SignalOn = Pick<Signal, 'signal' | 'target' | 'kind' | 'quote' | 'verdict'>

/** The past that a change is tried on; the state of a record is one. */
export type PastCases = { readonly judgements: readonly PastJudgement[]; readonly signals: readonly SignalOn[] }

type Decided = { readonly outcome: string; readonly rule: string }

/** A past case that the changed policy would decide otherwise, with what people said of it then. */
export type Flip = {
  readonly card: string
  readonly facts: Facts
  readonly from: Decided
  readonly to: Decided
  readonly signals: readonly SignalOn[]
}

/** What a change of a policy would have done, and does to its domain; nothing in it changes a past judgement. */
export type Impact = {
  readonly policies: { readonly from: string; readonly to: string; readonly fromHash: string; readonly toHash: string }
  /** How many past cases were tried under both. */
  readonly judged: number
  /** Cases of this policy whose facts it can't judge: listed, never counted as unchanged. */
  readonly notJudged: readonly { readonly card: string; readonly because: string }[]
  readonly flips: readonly Flip[]
  readonly inversions: { readonly gained: readonly Inversion[]; readonly lost: readonly Inversion[] }
  readonly cells: { readonly all: number; readonly changed: number; readonly differences: readonly PolicyDifference[] }
}

/**
 * Tries every past case under a policy and its change (spec 09). A case that names another policy is left out, one that names none is tried.
 * Throws `policy-invalid` for a policy that can't decide, and where the facts or their values are not the same.
 */
export function impact({ judgements, signals }: PastCases, policy: Policy, changed: Policy): Impact {
  const [from, to] = [definePolicy(policy), definePolicy(changed)]
  const differences = diffPolicies(from, to)
  const [before, after] = [analyse(from), analyse(to)]
  const said = byTarget(signals)
  const flips: Flip[] = []
  const notJudged: { card: string; because: string }[] = []
  let judged = 0
  for (const { card, facts, policy: name } of judgements) {
    if (name !== undefined && name.slice(0, Math.max(0, name.lastIndexOf('@'))) !== from.id) continue
    const parsed = parseFacts(from, facts)
    if (!parsed.ok) {
      notJudged.push({ card, because: parsed.issues.map(({ path, message }) => `${path}: ${message}`).join('; ') })
      continue
    }
    judged++
    const [was, would] = [decided(from, parsed.value), decided(to, parsed.value)]
    if (was.outcome !== would.outcome) flips.push({ card, facts: parsed.value, from: was, to: would, signals: said.get(card) ?? [] })
  }
  return {
    policies: { from: `${from.id}@${from.version}`, to: `${to.id}@${to.version}`, fromHash: hashOf(from), toHash: hashOf(to) },
    judged,
    notJudged,
    flips,
    inversions: { gained: without(after.inversions, before.inversions), lost: without(before.inversions, after.inversions) },
    cells: { all: before.cells, changed: differences.reduce((sum, { inputs }) => sum + inputs.length, 0), differences },
  }
}

/** Whether two policies take the same facts with the same values: only then is there a list of what would change. */
export function sameFacts(a: Policy, b: Policy): boolean {
  const names = Object.keys(a.facts)
  if (names.length !== Object.keys(b.facts).length) return false
  return names.every((name) => {
    const [inA, inB] = [a.facts[name] ?? [], Object.hasOwn(b.facts, name) ? (b.facts[name] ?? []) : []]
    return inA.length === inB.length && inA.every((value) => inB.includes(value))
  })
}

function decided(policy: Policy, facts: Facts): Decided {
  const { outcome, rule } = evaluate(policy, facts)
  return { outcome, rule }
}

function byTarget(signals: readonly SignalOn[]): ReadonlyMap<string, readonly SignalOn[]> {
  const said = new Map<string, SignalOn[]>()
  for (const { signal, target, kind, quote, verdict } of signals) {
    const list = said.get(target) ?? []
    list.push({ signal, target, kind, quote, verdict })
    said.set(target, list)
  }
  return said
}

/** Two inversions are the same where the same two inputs are the wrong way round, whatever they get. */
function without(some: readonly Inversion[], others: readonly Inversion[]): Inversion[] {
  const known = new Set(others.map(keyOf))
  return some.filter((inversion) => !known.has(keyOf(inversion)))
}

function keyOf({ fact, better, worse, rest }: Inversion): string {
  const shared = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([fact, better, worse, shared])
}
