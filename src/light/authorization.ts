import type { Digest } from '../canonical/digest'
import { hashOf } from '../canonical/digest'
import type { Facts, Policy } from '../policy/policy'
import { explain } from '../policy/explain'
import { hasText } from '../text/blank'
import type { Light } from './bugfix'
import { bugfix } from './bugfix'
import type { FaultPayload } from './fault-payload'
import type { FaultJudgement } from './judge-fault'
import { judgeFault } from './judge-fault'
import type { Grant } from './read-authorization'

/** A person's single-use grant, bound to one light card and to the hash of what was judged. Times are milliseconds since 1970. */
export type Authorization = {
  readonly id: string
  readonly card: string
  readonly payloadHash: string
  readonly grant: Grant
  /** The operation, named; only with the grant `dangerous-operation`. */
  readonly operation?: string
  readonly by: { readonly kind: 'human' | 'agent' | 'engine' | 'system'; readonly id: string }
  /** The person's own words. */
  readonly text?: string
  readonly givenAtMs: number
  /** Seven days after `givenAtMs` unless set, and at most 90. */
  readonly expiresAtMs?: number
}

/** How long an authorization counts unless it says otherwise. */
export const authorizationLastsMs = 7 * 24 * 60 * 60 * 1000

/** No authorization and no approval counts for longer, whatever it says. */
export const authorizationLastsMsMax = 90 * 24 * 60 * 60 * 1000

/** What a card was judged from, with the judgement; `operation` names the dangerous operation that `H4` is about. */
export type JudgedFault = {
  readonly card: string
  readonly payload: FaultPayload
  readonly judgement: FaultJudgement
  readonly operation?: string
}

/** What the host knows at that moment: the time, and the ids of the authorizations that were used already. */
export type AuthorizationContext = {
  readonly nowMs: number
  readonly used: readonly string[]
  readonly digest?: Digest
  readonly policy?: Policy<Light>
}

export type AuthorizationRefusal =
  | 'not-a-person'
  | 'other-card'
  | 'payload-changed'
  | 'already-used'
  | 'expired'
  | 'not-yet-given'
  | 'red-cannot-be-authorized'
  | 'nothing-to-authorize'
  | 'operation-not-named'
  | 'too-long'

/**
 * What an authorization does. One for a hypothesis or a version leaves the light yellow and lets work go on; one for `H2` or `H4` changes the fact, and the
 * case is judged anew, whatever comes of it. A red is never lifted: the refusal says what would turn it.
 */
export type AuthorizationOutcome =
  | { readonly kind: 'go-on'; readonly light: 'yellow'; readonly action: 'attempt-hypothesis' | 'observe-this-version' }
  | { readonly kind: 'judged-anew'; readonly payload: FaultPayload; readonly judgement: FaultJudgement }
  | {
      readonly kind: 'refused'
      readonly code: AuthorizationRefusal
      readonly message: string
      readonly waysOut?: Readonly<Partial<Record<Light, readonly Facts[]>>>
    }

/** The hash that an authorization is bound to: of the payload's canonical JSON. */
export function payloadHash(payload: FaultPayload, digest?: Digest): string {
  return digest === undefined ? hashOf(payload) : hashOf(payload, digest)
}

/** Applies an authorization to a judged fault (R-TL-03, R-TL-10, R-TL-12, R-TL-19). */
export function authorize(judged: JudgedFault, given: Authorization, context: AuthorizationContext): AuthorizationOutcome {
  const fault = faultOf(judged, given, context)
  if (fault !== undefined) return { kind: 'refused', ...fault }
  const policy = context.policy ?? bugfix
  const { judgement, payload } = judged
  if (judgement.light === 'red') return redRefused(judgement, policy)
  if (given.grant === 'verification-fix') {
    return payload.H2 === 'needed'
      ? judgedAnew({ ...payload, H2: 'authorized' }, policy)
      : nothing('H2 is not waiting for a verification fix')
  }
  if (given.grant === 'dangerous-operation') {
    return payload.H4 === 'needed-contained'
      ? judgedAnew({ ...payload, H4: 'authorized' }, policy)
      : nothing('no dangerous operation is waiting')
  }
  if (judgement.light === 'green') return nothing('a green goes on by itself')
  if (payload.H2 === 'needed' || payload.H4 === 'needed-contained') {
    return nothing('H2 or H4 is waiting: authorize the verification fix, or the operation by its name')
  }
  return { kind: 'go-on', light: 'yellow', action: given.grant }
}

type Fault = { readonly code: AuthorizationRefusal; readonly message: string }

function faultOf(judged: JudgedFault, given: Authorization, { nowMs, used, digest }: AuthorizationContext): Fault | undefined {
  const { by, card, id } = given
  if (by.kind !== 'human') return { code: 'not-a-person', message: `only a person authorizes; ${by.id} is of kind ${by.kind}` }
  if (card !== judged.card) return { code: 'other-card', message: `the authorization is for the card ${card}, not for ${judged.card}` }
  const hash = payloadHash(judged.payload, digest)
  if (given.payloadHash !== hash) {
    return { code: 'payload-changed', message: `the authorization is bound to ${given.payloadHash}; what is judged now is ${hash}` }
  }
  if (used.includes(id)) return { code: 'already-used', message: `the authorization ${id} was used before; each counts once` }
  if (!(given.givenAtMs <= nowMs))
    return { code: 'not-yet-given', message: `the authorization is dated ${given.givenAtMs}, after now, ${nowMs}` }
  const until = given.expiresAtMs ?? given.givenAtMs + authorizationLastsMs
  if (!(until - given.givenAtMs <= authorizationLastsMsMax)) {
    const message = `the authorization would count for ${until - given.givenAtMs} ms, and the most is ${authorizationLastsMsMax} ms`
    return { code: 'too-long', message }
  }
  if (!(nowMs < until)) return { code: 'expired', message: `the authorization counted until ${until}, and it is ${nowMs}` }
  if (given.grant !== 'dangerous-operation') return undefined
  const named = hasText(given.operation) && given.operation.trim() === judged.operation?.trim()
  return named
    ? undefined
    : {
        code: 'operation-not-named',
        message: `a dangerous operation is authorized by its name, ${judged.operation ?? 'which the card does not give'}`,
      }
}

function redRefused(judgement: FaultJudgement, policy: Policy<Light>): AuthorizationOutcome {
  const { waysOut } = explain(policy, judgement.facts)
  const lacks = judgement.missing.length > 0 ? `state ${judgement.missing.join(', ')}` : 'supply evidence or a verifiable hypothesis'
  return {
    kind: 'refused',
    code: 'red-cannot-be-authorized',
    message: `a red is not authorized: ${lacks}, and have it judged anew`,
    waysOut,
  }
}

function nothing(message: string): AuthorizationOutcome {
  return { kind: 'refused', code: 'nothing-to-authorize', message }
}

function judgedAnew(payload: FaultPayload, policy: Policy<Light>): AuthorizationOutcome {
  return { kind: 'judged-anew', payload, judgement: judgeFault(payload, policy) }
}
