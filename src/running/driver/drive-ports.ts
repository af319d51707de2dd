import type { Amount } from '../../ledger/drive-event'
import type { Tracing } from '../../ports/tracing'

/** The time and the waiting; a test hands in one that never really waits. */
export type Clock = {
  /** UTC like `2026-08-14T16:30:00.000Z`. */
  readonly now: () => string
  /** Resolves after so many milliseconds, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls once after so many milliseconds unless the answer is called before. */
  readonly after: (ms: number, call: () => void) => () => void
}

/** Who drives: `me` names this process; `isGone` says of a name whether its process is dead for certain, so that its lease needn't run out. */
export type Holders = { readonly me: string; readonly isGone: (holder: string) => boolean }

/** What a driver needs beside a ledger; `random` gives numbers from 0 up to 1, for jitter only. */
export type DrivePorts = {
  readonly clock: Clock
  readonly holders: Holders
  readonly newId: () => string
  readonly random: () => number
  /** Where spans of drives, actions and calls go; nowhere unless said. */
  readonly tracing?: Tracing
}

/** Price for a million tokens, in any currency. */
export type Price = { readonly inputPerMillion: number; readonly outputPerMillion: number }

/** What a run may take. Counts are for one stream, over all its drivers. */
export type DriveLimits = {
  /** Actions at once; 4. */
  readonly concurrency: number
  /** Starts of one action after its first, when a process died in the middle; 2. */
  readonly retries: number
  /** Further tries of one call of a model that is rate-limited or out of reach; 5. */
  readonly callRetries: number
  /** The first wait before another try; doubled each time, at most a minute; 1,000. */
  readonly backOffMs: number
  /** A claim holds this long; an action that is started prolongs it by its own time; 60,000. */
  readonly leaseMs: number
  /** For an action whose kind isn't in `timeoutMsByKind`; 600,000. */
  readonly timeoutMs: number
  readonly timeoutMsByKind: Readonly<Record<string, number>>
  /** Asked of a model, and reserved; 16,000. */
  readonly outputTokensMax: number
  /**
   * What a model can be shown, by its id: its window less the longest answer. A longer brief isn't cut: the seat abstains for `truncated-input`. A model without a figure
   * here is taken at its own `inputTokensMax`, and without that shown everything.
   */
  readonly inputTokensMax: Readonly<Record<string, number>>
  readonly tokensMax?: number
  /** In millionths of the currency of `prices`. */
  readonly costMicrosMax?: number
  /** By the model's id. */
  readonly prices: Readonly<Record<string, Price>>
}

export const driveLimits: DriveLimits = {
  concurrency: 4,
  retries: 2,
  callRetries: 5,
  backOffMs: 1_000,
  leaseMs: 60_000,
  timeoutMs: 600_000,
  timeoutMsByKind: {},
  outputTokensMax: 16_000,
  inputTokensMax: {},
  prices: {},
}

/** Nothing taken, nothing reserved. */
export const noAmount: Amount = { tokens: 0, costMicros: 0 }

/** The time that is so many milliseconds later. */
export function later(now: string, ms: number): string {
  return new Date(Date.parse(now) + ms).toISOString()
}
