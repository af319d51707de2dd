import { isAdjudicateError } from '../../errors'
import type { Amount } from '../../ledger/drive-event'
import type { Model, ModelAnswer, ModelFailureKind, ModelRequest } from '../../ports/model'
import { modelFailed } from '../../ports/model-failure'
import { untraced } from '../../ports/tracing'
import type { ActionCall } from './action-call'
import { bytesOf, tokensAtMost } from './action-call'
import type { DriveLimits, DrivePorts } from './drive-ports'
import { noAmount } from './drive-ports'
import type { NoticeBoard } from './notices'
import type { Work } from './protocol'
import { genAi } from './span-names'

/** A model that may know an answer of before: `recover` gives what an earlier start of the same action left, or undefined. `inputTokensMax`: what it can be shown. */
export type RecoverableModel = Model & {
  readonly inputTokensMax?: number
  readonly recover?: (idempotencyKey: string, signal?: AbortSignal) => Promise<ModelAnswer | undefined>
}

type Parts = {
  readonly limits: DriveLimits
  readonly ports: Pick<DrivePorts, 'clock' | 'random' | 'tracing'>
  readonly notices: Pick<NoticeBoard, 'tell'>
  readonly reserved: Amount
}

const waitMsMax = 60_000
const worthAnotherTry: ReadonlySet<ModelFailureKind> = new Set(['rate-limited', 'unreachable', 'server-failed'])

/**
 * The model as one action asks it: an answer of an earlier start is asked for first; what is rate-limited or out of reach is tried again, each wait twice the last
 * with jitter, and never before a retry-after is over. What calls took is told to `work`; where a provider doesn't say, that is what was reserved.
 */
export function carefulModel(model: RecoverableModel, work: Work, parts: Parts): RecoverableModel {
  const inputTokensMax = inputTokensMaxOf(model, parts.limits)
  return {
    ...model,
    ...(inputTokensMax === undefined ? {} : { inputTokensMax }),
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
      return await tracedCall(model, request, ports)
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

/** One call as one span: who was asked as what, how it ended and what it took; not a word of either side. */
function tracedCall(model: Model, request: ModelRequest, { tracing = untraced }: Parts['ports']): Promise<ModelAnswer> {
  const facts = {
    [genAi.operation]: 'chat',
    [genAi.provider]: model.provider,
    [genAi.requestModel]: model.id,
    [genAi.requestTokensMax]: request.maxOutputTokens,
    [genAi.agent]: request.role,
  }
  return tracing.span(`chat ${model.id}`, 'client', facts, async (span) => {
    const answer = await model.ask(request).catch((thrown: unknown) => {
      span.fail(failureKindOf(thrown) ?? 'error')
      throw thrown
    })
    span.note({
      [genAi.responseModel]: answer.model.id,
      [genAi.finishReasons]: [answer.finishReason],
      [genAi.inputTokens]: answer.usage.inputTokens,
      [genAi.outputTokens]: answer.usage.outputTokens,
    })
    return answer
  })
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
  return typeof asked === 'number' && Number.isFinite(asked) ? Math.max(Math.min(asked, timerMsMax), jittered) : jittered
}

/** As far as a timer reaches; a longer one would be over at once. */
const timerMsMax = 2_147_483_647

function amountOf({ usage }: ModelAnswer, model: Model, { limits, reserved }: Parts): Amount {
  const { inputTokens, outputTokens } = usage
  // A count below nothing would give budget back, one that is no number would make every sum after it none.
  if (!isCount(inputTokens) || !isCount(outputTokens)) return reserved
  return { tokens: Math.ceil(inputTokens + outputTokens), costMicros: costOf(model, inputTokens, outputTokens, limits) }
}

function isCount(tokens: number | undefined): tokens is number {
  return tokens !== undefined && Number.isFinite(tokens) && tokens >= 0
}

/** What a model can be shown: as the limits say, or as it says itself. */
function inputTokensMaxOf({ id, inputTokensMax }: RecoverableModel, { inputTokensMax: byId }: DriveLimits): number | undefined {
  return Object.hasOwn(byId, id) ? byId[id] : inputTokensMax
}

/** What a call may take at most: its brief and the longest answer; nothing where the brief is too long for the model, since then it isn't asked. */
export function reservationOf(call: ActionCall, limits: DriveLimits): Amount {
  const { model } = call
  const inputTokens = tokensAtMost(bytesOf(call))
  if (inputTokens > (inputTokensMaxOf(model, limits) ?? Infinity)) return noAmount
  return { tokens: inputTokens + limits.outputTokensMax, costMicros: costOf(model, inputTokens, limits.outputTokensMax, limits) }
}

/** A price for a million tokens is a millionth of it for one, so this is in millionths already. Without a price it is 0; the driver refuses that under a cost limit. */
function costOf(model: Model, inputTokens: number, outputTokens: number, { prices }: DriveLimits): number {
  const price = Object.hasOwn(prices, model.id) ? prices[model.id] : undefined
  return price === undefined ? 0 : Math.ceil(inputTokens * price.inputPerMillion + outputTokens * price.outputPerMillion)
}
