/** One call of a model: one brief in, one answer out. `schema` is a JSON schema, for models that can be held to one. */
export type ModelRequest = {
  /** What the session is for, such as `doer` or `adversary`; for scripts and logs, the model never sees it. */
  readonly role: string
  readonly brief: string
  readonly schema?: Readonly<Record<string, unknown>>
  readonly maxOutputTokens?: number
  /** Ends the call within a second. */
  readonly signal?: AbortSignal
  /** The same for every try of one action, so that a provider can give its stored answer. */
  readonly idempotencyKey: string
}

/** Tokens as the provider counts them; undefined where it doesn't say, which is not none. */
export type ModelUsage = { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined }

/** A model's words. Only `stop` says that it had finished; `length` is an answer that was cut off. */
export type ModelAnswer = {
  readonly text: string
  /** The object where the model was held to a schema and gave one. */
  readonly object?: unknown
  readonly usage: ModelUsage
  readonly finishReason: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other'
  readonly model: { readonly provider?: string; readonly id: string }
}

/** Why a call gave no answer; stands in the error's `details.kind`. `rate-limited` may carry `retryAfterMs`. */
export type ModelFailureKind = 'rate-limited' | 'timed-out' | 'stopped' | 'refused' | 'unreachable' | 'server-failed' | 'unreadable'

/** A model, an agent or a person behind one interface. Throws `model-failed` with `details.kind`; never gives an answer in place of one. */
export type Model = {
  readonly id: string
  readonly provider?: string
  ask(request: ModelRequest): Promise<ModelAnswer>
}
