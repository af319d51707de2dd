import { isAdjudicateError } from '../../errors'
import type { Amount } from '../../ledger/drive-event'
import type { Model, ModelAnswer, ModelFailureKind, ModelRequest } from '../../ports/model'
import { modelFailed } from '../../ports/model-failure'
import type { DriveLimits, DrivePorts } from './drive-ports'
import type { Work } from './protocol'
import type { NoticeBoard } from './notices'

/** A model that may know an answer of before: `recover` gives what an earlier start of the same action left, or undefined. */
export type RecoverableModel = Model & {
  readonly recover?: (idempotencyKey: string, signal?: AbortSignal) => Promise<ModelAnswer | undefined>
}

type Parts = {
  readonly limits: DriveLimits
  readonly ports: Pick<DrivePorts, 'clock' | 'random'>
  readonly notices: Pick<NoticeBoard, 'tell'>
  readonly reserved: Amount
}

const waitMsMax = 60_000
const worthAnotherTry: ReadonlySet<ModelFailureKind> = new Set(['rate-limited', 'unreachable', 'server-failed'])

/**
 * The model as one action asks it: an answer of an earlier start is asked for first; what is rate-limited or out of reach is tried again, each wait twice the last
 * with jitter, and never before a retry-after is over. What calls took is told to `work`; where a provider doesn't say, that is what was reserved.
 */
export function carefulModel(model: RecoverableModel, work: Work, parts: Parts): Model {
  return {
    ...model,
    ask: async (request) => {
      const full = { ...request, maxOutputTokens: request.maxOutputTokens ?? parts.limits.outputTokensMax, signal: work.signal }
      const known = work.attempt > 1 ? await model.recover?.(request.idempotencyKey, work.signal) : undefined
      const answer = known ?? (await askAgain(model, full, work, parts))
      work.spend(amountOf(answer, model, parts))
      return answer
    },
  }
}

async function askAgain(
  model: Model,
  request: ModelRequest,
  work: Work,
  { limits, ports, notices, reserved }: Parts,
): Promise<ModelAnswer> {
  for (let tried = 0; ; tried++) {
    try {
      return await model.ask(request)
    } catch (thrown) {
      const kind = failureKindOf(thrown)
      // Whether the provider began to answer, and charges for it, nobody can know.
      if (kind !== 'rate-limited' && kind !== 'unreachable') work.spend(reserved)
      if (work.signal.aborted) throw modelFailed(work.isLate() ? 'timed-out' : 'stopped', 'it was ended', {}, thrown)
      if (kind === undefined || !worthAnotherTry.has(kind) || tried >= limits.callRetries) throw thrown
      const waitMs = waitFor(thrown, tried, limits.backOffMs, ports.random())
      notices.tell('call-retried', { role: request.role, because: kind, waitMs })
      if (await isEndedWhileWaiting(waitMs, work, ports))
        throw modelFailed(work.isLate() ? 'timed-out' : 'stopped', 'it was not tried again', {}, thrown)
    }
  }
}

async function isEndedWhileWaiting(waitMs: number, { signal }: Work, { clock }: Parts['ports']): Promise<boolean> {
  await clock.sleep(waitMs, signal)
  return signal.aborted
}

/** Why a model gave no answer; undefined where the error is no model's. */
export function failureKindOf(thrown: unknown): ModelFailureKind | undefined {
  if (!isAdjudicateError(thrown) || thrown.code !== 'model-failed') return undefined
  return kinds.find((kind) => kind === thrown.details['kind'])
}

const kinds: readonly ModelFailureKind[] = ['rate-limited', 'timed-out', 'stopped', 'refused', 'unreachable', 'server-failed', 'unreadable']

function waitFor(thrown: unknown, tried: number, firstMs: number, random: number): number {
  const doubled = Math.min(waitMsMax, firstMs * 2 ** tried)
  const jittered = Math.round(doubled * (0.5 + random / 2))
  const asked = isAdjudicateError(thrown) ? thrown.details['retryAfterMs'] : undefined
  return typeof asked === 'number' && Number.isFinite(asked) ? Math.max(asked, jittered) : jittered
}

function amountOf({ usage }: ModelAnswer, model: Model, { limits, reserved }: Parts): Amount {
  const { inputTokens, outputTokens } = usage
  if (inputTokens === undefined || outputTokens === undefined) return reserved
  return { tokens: Math.ceil(inputTokens + outputTokens), costMicros: costOf(model, inputTokens, outputTokens, limits) }
}

/** What a call with this brief may take at most: two bytes to a token, which no tokenizer of prose or code undercuts, and the longest answer. */
export function reservationOf(model: Model, brief: string, limits: DriveLimits): Amount {
  const inputTokens = Math.ceil(new TextEncoder().encode(brief).length / 2)
  return { tokens: inputTokens + limits.outputTokensMax, costMicros: costOf(model, inputTokens, limits.outputTokensMax, limits) }
}

/** A price for a million tokens is a millionth of it for one, so this is in millionths already. Without a price it is 0; the driver refuses that under a cost limit. */
function costOf(model: Model, inputTokens: number, outputTokens: number, { prices }: DriveLimits): number {
  const price = Object.hasOwn(prices, model.id) ? prices[model.id] : undefined
  return price === undefined ? 0 : Math.ceil(inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion)
}
