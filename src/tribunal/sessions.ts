import type { Digest } from '../canonical/digest'
import { shown } from '../issues'
import { hasText } from '../text/blank'
import type { Fault } from './refusal'
import type { KnownSession, SliceState } from './state'

/** What the ledger keeps of a seat's token: its hash, never the word itself. */
export function tokenHash(token: string, digest: Digest): string {
  return `sha256:${digest(token)}`
}

/**
 * Whether a session may take a role: the orchestrator's takes none (R-TRI-04), one session has one role (R-TRI-03), a verifier is seen once (R-TRI-70). A host with a
 * single context has nothing better, so there it is not asked (R-TRI-81).
 */
export function sessionFault(state: SliceState, session: string, role: KnownSession['role'], isFresh: boolean): Fault | undefined {
  if (!hasText(session)) return { code: 'no-session', message: `a ${role} needs a session of its own` }
  if (state.setup?.independence === 'single-context') return undefined
  if (session === state.setup?.orchestrator) {
    return { code: 'orchestrator-session', message: `${shown(session)} is the orchestrator's session: it makes nothing and scores nothing` }
  }
  const known = state.sessions.filter((one) => one.session === session)
  const other = known.find((one) => one.role !== role)
  if (other !== undefined) return { code: 'session-in-two-roles', message: `${shown(session)} was a ${other.role} before` }
  if (known.length === 0 || !isFresh) return undefined
  if (role === 'doer') return { code: 'doer-not-fresh', message: `${shown(session)} did the work before; a fresh doer is due` }
  return { code: 'verifier-seen', message: `${shown(session)} was a ${role} before` }
}

/** A token serves one dispatch (R-TRI-03). */
export function tokenFault(state: SliceState, token: string, digest: Digest): Fault | undefined {
  if (!hasText(token)) return { code: 'no-token', message: 'every dispatch carries a token of its own' }
  if (!state.tokens.includes(tokenHash(token, digest))) return undefined
  return { code: 'token-used', message: 'this token was given out before' }
}

/** An answer without the token of its dispatch comes from somebody else. */
export function answerFault(expected: string | undefined, token: string | undefined, digest: Digest): Fault | undefined {
  if (expected !== undefined && token !== undefined && tokenHash(token, digest) === expected) return undefined
  return { code: 'wrong-token', message: token === undefined ? 'no token came with it' : 'the token is not the one of this dispatch' }
}
