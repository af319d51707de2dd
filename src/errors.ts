/** The stable codes of every failure that the outside world can cause. All stand in docs/reference/errors.md. */
export const errorCodes = [
  'conflict',
  'id-reused',
  'ledger-corrupt',
  'ledger-locked',
  'ledger-readonly',
  'ledger-closed',
  'ledger-io',
  'not-canonical',
  'event-refused',
  'event-too-large',
  'file-unreadable',
  'not-json',
  'doubled-key',
  'file-too-large',
  'file-io',
  'git-failed',
  'no-merge-base',
  'sparse-work-tree',
  'blob-corrupt',
  'blob-io',
  'blob-missing',
  'command-io',
  'model-failed',
  'data-invalid',
  'policy-invalid',
  'facts-invalid',
  'analysis-too-large',
  'peer-unusable',
  'usage',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

const mark = Symbol.for('adjudicate.error')

/** The one thrown error: `code` is stable across versions, `details` holds the values the message names. */
export class AdjudicateError extends Error {
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, details: Readonly<Record<string, unknown>> = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'AdjudicateError'
    this.code = code
    this.details = details
    Object.defineProperty(this, mark, { value: true })
  }
}

/** Tells the library's error apart also when two copies of the package are loaded, where `instanceof` fails. */
export function isAdjudicateError(thrown: unknown): thrown is AdjudicateError {
  return typeof thrown === 'object' && thrown !== null && mark in thrown
}

/** An invariant of our own; kept in production because a wrong verdict is worse than none. Throws code `internal`. */
export function assert(holds: boolean, invariant: string): asserts holds {
  if (!holds) throw new AdjudicateError('internal', `invariant broken: ${invariant}`)
}
