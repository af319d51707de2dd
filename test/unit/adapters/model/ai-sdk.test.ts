import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAdjudicateError } from '../../../../src/errors'
import { fromLanguageModel } from '../../../../src/adapters/model/ai-sdk'
import type { Model } from '../../../../src/ports/model'
import type { Misbehaviour } from '../../../support/loopback-model'
import { completion, json, loopbackModel, says } from '../../../support/loopback-model'

let behave: Misbehaviour = says('')
let server: Awaited<ReturnType<typeof loopbackModel>>
let model: Model

beforeAll(async () => {
  server = await loopbackModel(() => behave)
  model = fromLanguageModel(createOpenAICompatible({ name: 'loopback', baseURL: server.url }).chatModel('loopback-1'))
})
afterAll(() => server.close())

const request = { role: 'quality', brief: 'judge this', idempotencyKey: 'slice/S1:4:quality' }

async function failureOf(asking: Promise<unknown>): Promise<Readonly<Record<string, unknown>>> {
  try {
    await asking
  } catch (error) {
    if (isAdjudicateError(error) && error.code === 'model-failed') return error.details
    throw error
  }
  throw new Error('there was an answer')
}

describe('a provider over HTTP', () => {
  test('its words, tokens and model come through, and the brief goes in as it is', async () => {
    behave = says('|||SCORECARD|||\n{}\n|||END_SCORECARD|||')
    expect(await model.ask(request)).toEqual({
      text: '|||SCORECARD|||\n{}\n|||END_SCORECARD|||',
      usage: { inputTokens: 11, outputTokens: 7 },
      finishReason: 'stop',
      model: { provider: 'loopback.chat', id: 'loopback-1' },
    })
    const sent = JSON.parse(server.bodies.at(-1) ?? '') as { messages: unknown; tools?: unknown }
    expect(sent.messages).toEqual([{ role: 'user', content: 'judge this' }])
    expect(sent.tools).toBeUndefined()
  })

  test('the idempotency key goes along as a header that any key fits in, and no two keys become one', async () => {
    const sent: unknown[] = []
    behave = (response, { headers }) => {
      sent.push(headers['idempotency-key'])
      says('x')(response, { body: '', headers })
    }
    const keys = ['slice/S1:4:quality', 'slice/Gr\u00f6\u00dfe:4:\u8d28\u91cf', 'a\nb', 'a%0Ab', 'a b']
    for (const idempotencyKey of keys) await model.ask({ ...request, idempotencyKey })
    expect(sent[0]).toBe('slice/S1:4:quality')
    expect(new Set(sent).size).toBe(keys.length)
  })

  test('a schema asks for JSON and gives the object beside the text', async () => {
    behave = says('{"score":7}')
    expect(await model.ask({ ...request, schema: { type: 'object' } })).toMatchObject({ text: '{"score":7}', object: { score: 7 } })
    expect(server.bodies.at(-1)).toContain('response_format')
  })

  test('an answer that was cut off says so, and is never a whole one', async () => {
    behave = says('{"score":', 'length')
    expect(await model.ask({ ...request, schema: { type: 'object' } })).toMatchObject({ finishReason: 'length', text: '{"score":' })
    behave = says('x', 'something-new')
    expect((await model.ask(request)).finishReason).toBe('other')
  })

  test.each<[string, Misbehaviour, string, Readonly<Record<string, unknown>>]>([
    [
      '429 with retry-after',
      (response) => json(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '3' }),
      'rate-limited',
      { retryAfterMs: 3000, status: 429 },
    ],
    [
      '429 with a date',
      (response) => json(response, 429, { error: { message: 'slow down' } }, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }),
      'rate-limited',
      { status: 429 },
    ],
    ['500', (response) => json(response, 500, { error: { message: 'oh no' } }), 'server-failed', { status: 500 }],
    ['401', (response) => json(response, 401, { error: { message: 'who are you' } }), 'refused', { status: 401 }],
    ['408', (response) => json(response, 408, { error: { message: 'too slow' } }), 'timed-out', { status: 408 }],
    [
      'JSON that is none',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": ['),
      'unreadable',
      {},
    ],
    [
      'a page of HTML',
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>APPROVED</html>'),
      'unreadable',
      {},
    ],
    ['another shape', (response) => json(response, 200, { ok: true, verdict: 'SHIP' }), 'unreadable', {}],
    ['a reset', (response) => void response.socket?.destroy(), 'unreachable', {}],
    [
      'half an answer',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
        response.write(JSON.stringify(completion('APPROVED')).slice(0, 40))
        response.socket?.destroySoon()
      },
      'unreachable',
      {},
    ],
  ])('%s is no answer, and says what it was', async (_, misbehave, kind, details) => {
    behave = misbehave
    const failure = await failureOf(model.ask(request))
    if (kind === 'unreachable') expect(['unreachable', 'unreadable']).toContain(failure['kind'])
    else expect(failure).toMatchObject({ kind, ...details })
    if (!('retryAfterMs' in details)) expect(failure['retryAfterMs']).toBeUndefined()
  })

  test('a server that hangs or trickles is left when the caller stops', async () => {
    for (const hang of [() => undefined, (response: Parameters<Misbehaviour>[0]) => void response.writeHead(200).write('{')] as const) {
      const stopped = new AbortController()
      behave = (response) => {
        hang(response)
        setImmediate(() => stopped.abort())
      }
      expect(await failureOf(model.ask({ ...request, signal: stopped.signal }))).toMatchObject({ kind: 'stopped' })
    }
    expect(await failureOf(model.ask({ ...request, signal: AbortSignal.abort() }))).toMatchObject({ kind: 'stopped' })
  })

  test('nobody there', async () => {
    const nobody = fromLanguageModel(createOpenAICompatible({ name: 'nobody', baseURL: 'http://127.0.0.1:9/v1' }).chatModel('m'))
    expect(await failureOf(nobody.ask(request))).toMatchObject({ kind: 'unreachable' })
  })
})

describe('the interface by its shape', () => {
  const content = [
    { type: 'reasoning', text: 'APPROVED?' },
    { type: 'text', text: 'one ' },
    { type: 'text', text: 'two' },
  ]
  const like = (specificationVersion: string, result: unknown) => ({
    specificationVersion,
    provider: 'p',
    modelId: 'm',
    doGenerate: () => Promise.resolve(result),
  })

  test.each([
    ['v2', { content, finishReason: 'stop', usage: { inputTokens: 3, outputTokens: undefined } }],
    [
      'v3',
      { content, finishReason: { unified: 'stop', raw: 'end' }, usage: { inputTokens: { total: 3 }, outputTokens: { total: undefined } } },
    ],
    ['v4', { content, finishReason: { unified: 'stop', raw: 'end' }, usage: { inputTokens: { total: 3 }, outputTokens: {} } }],
  ])('%s', async (version, result) => {
    expect(await fromLanguageModel(like(version, result)).ask(request)).toEqual({
      text: 'one two',
      usage: { inputTokens: 3, outputTokens: undefined },
      finishReason: 'stop',
      model: { provider: 'p', id: 'm' },
    })
  })

  test.each([[undefined], [null], ['text'], [{}], [{ content: 'x' }]])('an answer that is %j is none', async (result) => {
    expect(await failureOf(fromLanguageModel(like('v3', result)).ask(request))).toMatchObject({ kind: 'unreadable' })
  })
})
