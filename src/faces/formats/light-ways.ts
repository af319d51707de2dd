import { canonicalJson } from '../../canonical/canonical-json'
import type { Light } from '../../light/bugfix'
import { lights } from '../../light/bugfix'
import type { FaultPayload } from '../../light/fault-payload'
import { judgeFault } from '../../light/judge-fault'
import type { FaultCard, GateCard } from '../../light/light-event'
import { evaluate } from '../../policy/evaluate'
import { explain } from '../../policy/explain'
import type { Facts, FactValue, Policy } from '../../policy/policy'

/** A change of some facts and the colour that it leads to; `rule` decides there. */
export type Way = { readonly to: Light; readonly changes: Facts; readonly rule: string }

/**
 * The shortest ways to each better colour, best first. A cause that the evidence doesn't carry would be read as less, so the evidence that it needs
 * is part of the way.
 */
export function waysOut(card: FaultCard | GateCard, policy: Policy<Light>): Way[] {
  const facts = factsOf(card)
  if (facts === undefined) return []
  const ways = explain(policy, facts).waysOut
  const seen = new Set<string>()
  return lights.flatMap((to) =>
    (ways[to] ?? []).flatMap((changes): Way[] => {
      const whole = card.kind === 'fault' ? carried(card, changes, to, policy) : changes
      if (whole === undefined || !canBeTaken(facts, whole)) return []
      // The evidence that a way needs may make it the same as another.
      const key = canonicalJson([to, whole])
      if (seen.size === seen.add(key).size) return []
      return [{ to, changes: whole, rule: evaluate(policy, { ...facts, ...whole }).rule }]
    }),
  )
}

/** Only what waits for a person becomes `authorized`; a severe operation never does (R-TL-03). */
function canBeTaken(facts: Facts, changes: Facts): boolean {
  return Object.entries(changes).every(([fact, to]) => to !== 'authorized' || ['needed', 'needed-contained'].includes(String(facts[fact])))
}

/** Single facts that would be better and give a worse colour: inversions of the table at this very place. */
export function bewares(card: FaultCard | GateCard, policy: Policy<Light>): Way[] {
  const facts = factsOf(card)
  if (facts === undefined) return []
  const now = evaluate(policy, facts).outcome
  return Object.entries(policy.facts).flatMap(([fact, values]) => {
    const better = values.slice(0, values.indexOf(facts[fact] ?? '')).reverse()
    const seen = new Set<string>()
    return better.flatMap((value): Way[] => {
      const changes = { [fact]: value }
      const { outcome, rule } = evaluate(policy, { ...facts, ...changes })
      if (lights.indexOf(outcome) <= lights.indexOf(now) || seen.has(rule)) return []
      seen.add(rule)
      return [{ to: outcome, changes, rule }]
    })
  })
}

/** The facts that the table was asked with; undefined where it was not asked. */
export function factsOf(card: FaultCard | GateCard): Facts | undefined {
  if (card.kind === 'fault') return card.facts
  return card.path === 'table' ? card.payload.facts : undefined
}

function carried({ payload, facts }: FaultCard, changes: Facts, to: Light, policy: Policy<Light>): Facts | undefined {
  const values = policy.facts['evidence'] ?? []
  const now = values.indexOf(facts['evidence'] ?? '')
  // From the evidence at hand towards better: the first that carries the claim.
  for (const evidence of values.slice(0, now + 1).reverse()) {
    const changed = payloadWith(payload, { ...facts, ...changes }, evidence)
    if (judgeFault(changed, policy).table !== to) continue
    return evidence === facts['evidence'] ? changes : { ...changes, evidence }
  }
  return undefined
}

function payloadWith(payload: FaultPayload, facts: Facts, evidence: FactValue): FaultPayload {
  const text = (fact: string): string => String(facts[fact])
  const axes = { cause: text('cause'), solution: text('solution'), scope: text('scope') }
  return { ...payload, ...axes, H1: text('H1'), H2: text('H2'), H3: text('H3'), H4: text('H4'), evidence: [String(evidence)] }
}
