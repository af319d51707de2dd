import { hashOf } from '../../canonical/digest'
import { AdjudicateError } from '../../errors'
import { evolution } from '../../evolution/decider'
import { evolutionStream } from '../../evolution/setup'
import type { Standards } from '../../evolution/standards'
import { standardsInForce } from '../../evolution/state'
import { payloadHash } from '../../light/authorization'
import { bugfix } from '../../light/bugfix'
import { devGate } from '../../light/dev-gate'
import { lightPolicyNamed } from '../../light/light-policies'
import type { LightState } from '../../light/light-record'
import type { FaultPayload } from '../../light/fault-payload'
import type { Policy } from '../../policy/policy'
import type { LedgerStore } from '../../ports/ledger-store'
import { fold } from '../../running/fold-stream'

/**
 * The table that a light is asked for where nobody names one (R-EVO-07): a case that was judged by a version once in force keeps it, another takes the
 * version that the standards of its workflow have in force; undefined where they hold none. Throws `usage` for a version that this release doesn't bring.
 */
export async function tableFor(
  ledger: LedgerStore,
  state: LightState,
  kind: 'fault' | 'gate',
  payload: unknown,
  operation: string | undefined,
): Promise<string | undefined> {
  const workflow = kind === 'fault' ? 'bugfix' : 'dev'
  const evolved = await fold(ledger, evolution, evolutionStream(workflow), { setup: { workflow } })
  const tables = evolved.versions.map((standards) => tableOf(standards, kind))
  const ofDefault = kind === 'fault' ? bugfix : devGate
  const everInForce = new Set(tables.map((table = ofDefault) => `${table.id}@${table.version}`))
  const hash = payloadHash(payload as FaultPayload)
  const judged = state.cards.find((card) => {
    return card.payloadHash === hash && (card.kind === 'gate' || card.operation === operation) && everInForce.has(card.policy)
  })
  if (judged !== undefined) return judged.policy
  const [policy, { version }] = [tables.at(-1), standardsInForce(evolved)]
  if (policy === undefined) return undefined
  const name = `${policy.id}@${policy.version}`
  const known = lightPolicyNamed(name)
  if (known !== undefined && hashOf(known) === hashOf(policy)) return name
  const message = `version ${version} of the ${workflow} standards decides by a ${name} of its own, and light knows the published tables: ask adjudicate policy eval, or name one with --policy`
  throw new AdjudicateError('usage', message, { policy: name })
}

function tableOf({ clauses }: Standards, kind: 'fault' | 'gate'): Policy | undefined {
  const { id } = kind === 'fault' ? bugfix : devGate
  return clauses.find(({ policy }) => policy?.id === id)?.policy
}
