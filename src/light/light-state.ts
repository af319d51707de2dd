import type { Policy } from '../policy/policy'
import { payloadHash } from './authorization'
import type { FaultPayload } from './fault-payload'
import type { AuthorizationData, AuthorizationUse, FaultCard, GateCard } from './light-event'

/**
 * Tables that persons put in force for one light, oldest first and the last in force; null where the standards held none, so that the published one
 * decides.
 */
export type AdoptedTables = readonly (Policy | null)[]

/** The lights of one flow on record; lists in the order of the events. */
export type LightState = {
  readonly cards: readonly (FaultCard | GateCard)[]
  readonly authorizations: readonly AuthorizationData[]
  readonly uses: readonly AuthorizationUse[]
  /** Of the standards, which are a record of their own; none where nobody reads that beside this one. */
  readonly adopted: AdoptedTables
}

/**
 * The card of a payload that was judged before; the same payload under the same table, about the same operation if any, is the same case. `policyHash`
 * goes with a table that isn't a published one.
 */
export function knownCard(
  { cards }: LightState,
  payload: unknown,
  policy: string,
  operation?: string,
  policyHash?: string,
  insteadOf?: string,
): FaultCard | GateCard | undefined {
  const hash = payloadHash(payload as FaultPayload)
  return cards.find(
    (card) =>
      card.payloadHash === hash &&
      card.policy === policy &&
      card.policyHash === policyHash &&
      (card.kind === 'gate' || (card.operation === operation && card.insteadOf === insteadOf)),
  )
}

/** The unused authorization by which the same person has said the same of the same case already, and which counts still; saying it again is no second one. */
export function saidBefore(
  { authorizations, uses }: LightState,
  { card, payloadHash: hash, grant, operation, by, text, attested, givenAtMs }: Omit<AuthorizationData, 'id' | 'expiresAtMs'>,
): AuthorizationData | undefined {
  return authorizations.find(
    (one) =>
      one.card === card &&
      one.payloadHash === hash &&
      one.grant === grant &&
      one.operation === operation &&
      one.by.id === by.id &&
      one.text === text &&
      one.attested === attested &&
      givenAtMs < one.expiresAtMs &&
      !uses.some(({ authorization }) => authorization === one.id),
  )
}

/** The next free id of a day, such as `F-20261128-02`. */
export function nextId(letter: 'F' | 'G' | 'A', day: string, taken: readonly string[]): string {
  const start = `${letter}-${day}-`
  const numbers = taken.filter((id) => id.startsWith(start)).map((id) => Number(id.slice(start.length)))
  return `${start}${String(Math.max(0, ...numbers) + 1).padStart(2, '0')}`
}
