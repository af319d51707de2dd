import type { AdjudicateError } from '../../errors'
import { isAdjudicateError } from '../../errors'
import type { Model, ModelAnswer, ModelFailureKind, ModelRequest } from '../../ports/model'
import { modelFailed } from '../../ports/model-failure'
import { foreignWords } from '../../text/foreign-words'
import { printable } from '../../text/printable'

/** An answer of more characters is none; a command's has the same bound. */
const answerCharactersMax = 4 * 1024 * 1024

/** What a provider calls its model may have so many characters, all of them printable, or it is called what it was asked as. */
const nameCharactersMax = 200

/** The AI SDK's language model, by its shape alone: specifications V2, V3 and V4 all have it, and none of their packages is needed here. */
export type LanguageModelLike = {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  doGenerate(options: never): PromiseLike<unknown>
}

type CallOptions = {
  readonly prompt: readonly { readonly role: 'user'; readonly content: readonly { readonly type: 'text'; readonly text: string }[] }[]
  readonly maxOutputTokens?: number
  readonly abortSignal?: AbortSignal
  readonly responseFormat?: { readonly type: 'json'; readonly schema?: Readonly<Record<string, unknown>> }
  readonly headers?: Readonly<Record<string, string>>
}

/** A model of any AI SDK provider. The brief goes in as one user message, without tools; a schema asks for JSON. */
export function fromLanguageModel(model: LanguageModelLike): Model {
  const ask = model.doGenerate.bind(model) as (options: CallOptions) => PromiseLike<unknown>
  return {
    id: model.modelId,
    provider: model.provider,
    async ask(request) {
      if (request.signal?.aborted === true) throw modelFailed('stopped', 'the call was stopped before it began')
      let result: unknown
      try {
        result = await ask(optionsOf(request))
      } catch (error) {
        throw failureOf(error, request.signal)
      }
      return answerOf(result, model, request)
    },
  }
}

function optionsOf({ brief, schema, maxOutputTokens, signal, idempotencyKey }: ModelRequest): CallOptions {
  return {
    prompt: [{ role: 'user', content: [{ type: 'text', text: brief }] }],
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(signal === undefined ? {} : { abortSignal: signal }),
    ...(schema === undefined ? {} : { responseFormat: { type: 'json', schema } }),
    headers: { 'idempotency-key': headerValueOf(idempotencyKey) },
  }
}

/** A key may hold names in any script; a header holds plain ASCII. Two keys never become one. */
function headerValueOf(key: string): string {
  return /^[!-$&-~]*$/.test(key) ? key : encodeURIComponent(key.toWellFormed())
}

function answerOf(result: unknown, { provider, modelId }: LanguageModelLike, { schema }: ModelRequest): ModelAnswer {
  const { content, finishReason, usage, response } = recordOf(result)
  if (!Array.isArray(content)) throw modelFailed('unreadable', 'the answer has no content')
  const texts = (content as unknown[]).map(recordOf).filter(({ type, text }) => type === 'text' && typeof text === 'string')
  const text = texts.map((part) => String(part['text'])).join('')
  if (text.length > answerCharactersMax) {
    throw modelFailed('unreadable', `the answer has ${text.length} characters, at most ${answerCharactersMax} are read`)
  }
  const object = schema === undefined ? undefined : parsed(text)
  const id = recordOf(response)['modelId']
  return {
    text,
    ...(object === undefined ? {} : { object }),
    usage: { inputTokens: tokens(recordOf(usage)['inputTokens']), outputTokens: tokens(recordOf(usage)['outputTokens']) },
    finishReason: reasonOf(finishReason),
    model: { provider, id: isName(id) ? id : modelId },
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function isName(id: unknown): id is string {
  return typeof id === 'string' && id.trim() !== '' && id.length <= nameCharactersMax && printable(id) === id
}

/** A number in V2, `{ total }` from V3 on. What is no count of tokens is not known: a negative one would give budget back. */
function tokens(value: unknown): number | undefined {
  const count = typeof value === 'number' ? value : recordOf(value)['total']
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

const reasons: readonly ModelAnswer['finishReason'][] = ['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other']

/** A word in V2, `{ unified }` from V3 on; what isn't known is `other`, never `stop`. */
function reasonOf(value: unknown): ModelAnswer['finishReason'] {
  const word = typeof value === 'string' ? value : recordOf(value)['unified']
  return reasons.find((reason) => reason === word) ?? 'other'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failureOf(error: unknown, signal: AbortSignal | undefined): AdjudicateError {
  if (isAdjudicateError(error)) return error
  if (signal?.aborted === true) return modelFailed('stopped', 'the call was stopped', {}, error)
  const { statusCode, responseHeaders, name } = recordOf(error)
  const message = foreignWords(error instanceof Error ? error.message : String(error), 'first')
  if (typeof statusCode === 'number') {
    const retryAfterMs = retryAfter(recordOf(responseHeaders)['retry-after'], recordOf(responseHeaders)['retry-after-ms'])
    return modelFailed(
      kindOf(statusCode),
      `status ${statusCode}: ${message}`,
      { status: statusCode, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
      error,
    )
  }
  if (name === 'AbortError' || name === 'TimeoutError') return modelFailed('timed-out', message, {}, error)
  const unreadable = typeof name === 'string' && /Parse|Validation|InvalidResponse|NoContent|EmptyResponse/.test(name)
  return modelFailed(unreadable ? 'unreadable' : 'unreachable', message, {}, error)
}

function kindOf(status: number): ModelFailureKind {
  if (status === 429) return 'rate-limited'
  if (status === 408) return 'timed-out'
  // A success that could not be read, such as a page of HTML.
  if (status < 400) return 'unreadable'
  return status >= 500 ? 'server-failed' : 'refused'
}

/** As far as a timer reaches; beyond it, it would be over at once. */
const waitMsMax = 2_147_483_647

/** Seconds in `retry-after`, milliseconds in `retry-after-ms`; a date is not read: clocks differ. */
function retryAfter(seconds: unknown, milliseconds: unknown): number | undefined {
  const ms = waitOf(milliseconds)
  if (ms !== undefined) return ms
  const s = waitOf(seconds)
  return s === undefined ? undefined : Math.min(s * 1000, waitMsMax)
}

function waitOf(header: unknown): number | undefined {
  return typeof header === 'string' && /^\d{1,12}(?:\.\d{1,6})?$/.test(header.trim()) ? Math.min(Number(header), waitMsMax) : undefined
}
