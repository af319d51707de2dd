import { canonicalJson } from '../canonical/canonical-json'
import { hashOf } from '../canonical/digest'
import { AdjudicateError } from '../errors'
import type { Policy } from '../policy/policy'
import { payloadHash } from './authorization'
import type { Light } from './bugfix'
import { bugfix } from './bugfix'
import { devGate } from './dev-gate'
import type { FaultPayload } from './fault-payload'
import type { FaultCard, GateCard } from './light-event'
import { lightPolicyNamed } from './light-policies'
import type { AdoptedTables, LightState } from './light-state'

const published = { fault: bugfix, gate: devGate } as const

/**
 * A table to judge by. `hash` is there where it isn't a published one: a name alone doesn't say which it is. `insteadOf` names the table that the
 * standards judge this by, where they hold one and another was asked for.
 */
export type LightTable = { readonly policy: Policy<Light>; readonly name: string; readonly hash?: string; readonly insteadOf?: string }

export type TableFinding =
  | { readonly ok: true; readonly table: LightTable }
  | { readonly ok: false; readonly code: 'unknown-policy' | 'unfit-table'; readonly message: string }

/**
 * The table that a light is judged by. Named, it is the published one of that name, or the last of that name that was put in force here. Else a case that
 * was judged by a table once in force keeps it, and another takes the one in force now (R-EVO-07).
 */
export function tableFor(
  state: LightState,
  kind: 'fault' | 'gate',
  payload: unknown,
  { policy: name, operation }: { readonly policy?: string; readonly operation?: string } = {},
): TableFinding {
  const { adopted } = state
  const byStandards = tableOf(state, kind, payload, operation)
  if (name === undefined) return byStandards
  const named = tableNamed(adopted, kind, name)
  const held = adopted.at(-1) ?? undefined
  if (!named.ok || held === undefined) return named
  const due = byStandards.ok ? byStandards.table : labelOf(held)
  if (due.name === named.table.name && due.hash === named.table.hash) return named
  return { ok: true, table: { ...named.table, insteadOf: due.name } }
}

function tableOf({ cards, adopted }: LightState, kind: 'fault' | 'gate', payload: unknown, operation: string | undefined): TableFinding {
  const everInForce = (adopted.length === 0 ? [null] : adopted).map((one) => labelOf(one ?? published[kind]))
  const hash = payloadHash(payload as FaultPayload)
  const judged = cards.find(
    (card) =>
      card.kind === kind &&
      card.payloadHash === hash &&
      (card.kind === 'gate' || (card.operation === operation && card.insteadOf === undefined)) &&
      everInForce.some((label) => label.name === card.policy && label.hash === card.policyHash),
  )
  if (judged !== undefined) return { ok: true, table: { ...labelOf(policyOf(judged, adopted)), policy: policyOf(judged, adopted) } }
  return fitting(adopted.at(-1) ?? published[kind], kind)
}

function tableNamed(adopted: AdoptedTables, kind: 'fault' | 'gate', name: string): TableFinding {
  const known = lightPolicyNamed(name)
  const policy = known?.id === published[kind].id ? known : adopted.findLast((one) => one !== null && nameOf(one) === name)
  if (policy !== undefined && policy !== null) return fitting(policy, kind)
  const what = kind === 'fault' ? 'the bugfix light' : 'the development gate'
  return { ok: false, code: 'unknown-policy', message: `no table of ${what} is called ${name}` }
}

/** Why a table can't judge a light, so that it should never be put in force; undefined where it can. */
export function unfitBecause(policy: Policy, kind: 'fault' | 'gate'): string | undefined {
  const found = fitting(policy, kind)
  return found.ok ? undefined : found.message
}

/** Anything may be put in force; a light needs its own facts and its three colours. */
function fitting(policy: Policy, kind: 'fault' | 'gate'): TableFinding {
  const { facts, outcomes } = published[kind]
  const asks = canonicalJson({ facts: policy.facts, outcomes: policy.outcomes })
  if (asks === canonicalJson({ facts, outcomes })) return { ok: true, table: { ...labelOf(policy), policy: policy as Policy<Light> } }
  const message = `${nameOf(policy)} can't judge this light: it needs the facts ${Object.keys(facts).join(', ')} with their values and the outcomes ${outcomes.join(', ')}, in that order`
  return { ok: false, code: 'unfit-table', message }
}

function nameOf({ id, version }: Policy): string {
  return `${id}@${version}`
}

/** The name of a table, with its hash unless it is a published one to the letter. */
function labelOf(policy: Policy): { readonly name: string; readonly hash?: string } {
  const name = nameOf(policy)
  const known = lightPolicyNamed(name)
  if (known === policy) return { name }
  const hash = hashOf(policy)
  return known !== undefined && hashOf(known) === hash ? { name } : { name, hash }
}

/** The table that a card was judged by. Throws `data-invalid` for one that neither this release brings nor the standards ever had in force. */
export function policyOf({ kind, policy, policyHash, card }: FaultCard | GateCard, adopted: AdoptedTables = []): Policy<Light> {
  const known =
    policyHash === undefined ? lightPolicyNamed(policy) : adopted.find((one) => one !== null && labelOf(one).hash === policyHash)
  if (known !== undefined && known !== null && known.id === published[kind].id && fitting(known, kind).ok) return known as Policy<Light>
  const which =
    policyHash === undefined
      ? `${policy}, which this release does not know`
      : `a ${policy} of its own, which the standards never had in force: its hash is ${policyHash}`
  const message = `${card} was judged by ${which}`
  throw new AdjudicateError('data-invalid', message, { card, policy })
}
