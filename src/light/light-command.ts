import type { Decision } from '../ledger/decider'
import type { Authorization, AuthorizationRefusal } from './authorization'
import type { FaultPayload } from './fault-payload'
import type { GatePayload } from './judge-gate'
import type { LightEvent } from './light-event'

/**
 * What can be asked of the record. `day` is `YYYYMMDD` in UTC, for the ids; times are milliseconds since 1970. `policy` is a table's name, such as
 * `bugfix@2`; without one the table in force decides.
 */
export type LightCommand =
  | {
      readonly do: 'judge-fault'
      readonly day: string
      readonly payload: FaultPayload
      readonly policy?: string
      readonly operation?: string
    }
  | { readonly do: 'judge-gate'; readonly day: string; readonly payload: GatePayload; readonly policy?: string }
  | (Pick<Authorization, 'card' | 'grant' | 'operation' | 'by'> & {
      readonly do: 'authorize'
      readonly day: string
      readonly words: string
      /** `signature` where a signature for this very event is on record before it; `verify` checks it. */
      readonly attested?: 'host' | 'signature'
      readonly nowMs: number
    })
  /** `card` is the one that is to go on: an authorization of another is refused. */
  | {
      readonly do: 'use'
      readonly card: string
      readonly authorization: string
      readonly payload: FaultPayload
      readonly nowMs: number
    }

/** One kind of command. */
export type LightCommandTo<Do extends LightCommand['do']> = Extract<LightCommand, { readonly do: Do }>

/** Why a command of the record is refused. */
export type LightRefusalCode =
  | AuthorizationRefusal
  | 'acknowledged-only'
  | 'authorization-not-given'
  | 'card-incomplete'
  | 'not-in-force'
  | 'unfit-table'
  | 'unknown-authorization'
  | 'unknown-card'
  | 'unknown-policy'
  | 'unknown-precedent'

/** The rule behind each refusal. */
export const lightRefusalRules: Readonly<Record<LightRefusalCode, string>> = {
  'acknowledged-only': 'R-TL-19',
  'already-used': 'R-TL-19',
  'authorization-not-given': 'R-TL-19',
  'card-incomplete': 'R-TL-16',
  'not-in-force': 'R-EVO-07',
  'unfit-table': 'R-EVO-07',
  'unknown-authorization': 'R-TL-19',
  'unknown-card': 'R-TL-15',
  'unknown-policy': 'R-TL-13',
  'unknown-precedent': 'R-GATE-07',
  'not-a-person': 'R-TL-19',
  'other-card': 'R-TL-19',
  'payload-changed': 'R-TL-19',
  expired: 'R-TL-19',
  'not-yet-given': 'R-TL-19',
  'red-cannot-be-authorized': 'R-TL-03',
  'nothing-to-authorize': 'R-TL-19',
  'operation-not-named': 'R-TL-12',
  'too-long': 'R-TL-19',
}

/** A refusal by its code, with the rule behind it. */
export function refuse(code: LightRefusalCode, message: string): Decision<LightEvent> {
  return { ok: false, refusal: { rule: lightRefusalRules[code], code, message } }
}
