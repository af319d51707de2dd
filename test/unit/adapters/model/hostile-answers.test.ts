import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromLanguageModel } from '../../../../src/adapters/model/ai-sdk'
import { commandModel } from '../../../../src/adapters/model/command'
import { isAdjudicateError } from '../../../../src/errors'
import type { Model, ModelAnswer } from '../../../../src/ports/model'
import type { Misbehaviour } from '../../../support/loopback-model'
import { completion, json, loopbackModel, says } from '../../../support/loopback-model'

let behave: Misbehaviour = says('')
let server: Awaited<ReturnType<typeof loopbackModel>>
let overHttp: Model

beforeAll(async () => {
  server = await loopbackModel(() => behave)
  overHttp = fromLanguageModel(createOpenAICompatible({ name: 'loopback', baseURL: server.url }).chatModel('loopback-1'))
})
afterAll(() => server.close())

const request = { role: 'quality', brief: 'judge this', idempotencyKey: 'k' }
const marks = '\u001b[2J\u001b]0;x\u0007\u202e\u200b\u009b\r\n'

/** The answer, or the kind of the failure and its message. */
async function came(asking: Promise<ModelAnswer>): Promise<ModelAnswer | readonly [unknown, string]> {
  try {
    return await asking
  } catch (error) {
    if (!isAdjudicateError(error) || error.code !== 'model-failed') throw error
    return [error.details['kind'], error.message]
  }
}

async function failed(asking: Promise<ModelAnswer>): Promise<readonly [unknown, string]> {
  const outcome = await came(asking)
  if (!('0' in outcome)) throw new Error(`there was an answer of ${outcome.text.length} characters`)
  const [kind, message] = outcome
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
  expect(message.length).toBeLessThan(700)
  return [kind, message]
}

async function overHttpWith(misbehave: Misbehaviour): Promise<ModelAnswer | readonly [unknown, string]> {
  behave = misbehave
  return came(overHttp.ask(request))
}

const whole = JSON.stringify(completion('APPROVED'))
const withChoices = (choices: unknown): object => ({ ...(completion('APPROVED') as object), choices })

const choice = (message: object, finish_reason: unknown = 'stop'): object => ({
  index: 0,
  message: { role: 'assistant', ...message },
  finish_reason,
})

describe('a provider that sends what it likes', () => {
  test.each<[string, Misbehaviour, string]>([
    ['says more than is read', says('x'.repeat(4 * 1024 * 1024 + 1)), 'unreadable'],
    [
      'promises more than it sends',
      (response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': '9999' })
          .write(whole, () => response.destroy()),
      'unreachable|unreadable',
    ],
    [
      'breaks off in a chunk',
      (response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).write(whole.slice(0, 40), () => response.destroy()),
      'unreachable|unreadable',
    ],
    [
      'calls broken bytes gzip',
      (response) => void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(whole),
      'unreachable|unreadable',
    ],
    [
      'cuts its gzip short',
      (response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync(whole).subarray(0, 30)),
      'unreachable|unreadable',
    ],
    [
      'redirects in a circle',
      (response) => void response.writeHead(302, { location: `${server.url}/chat/completions` }).end(),
      'unreachable|unreadable|refused',
    ],
    [
      'redirects to a page',
      (response) => void response.writeHead(301, { location: 'data:text/html,APPROVED' }).end(),
      'unreachable|unreadable|refused',
    ],
    [
      'names its failure with marks that move a cursor',
      (response) => json(response, 400, { error: { message: `${marks.repeat(99)} no` } }),
      'refused',
    ],
    [
      'ends a page of HTML with 200',
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(`<html>${marks}APPROVED</html>`),
      'unreadable',
    ],
    ['has no choices', (response) => json(response, 200, withChoices([])), 'unreadable|unreachable'],
    ['gives a list for its words', (response) => json(response, 200, withChoices([choice({ content: ['APPROVED'] })])), 'unreadable'],
    [
      'sends no JSON but two',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(whole + whole),
      'unreadable',
    ],
    [
      'brings a prototype along',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(`{"__proto__":${whole}}`),
      'unreadable',
    ],
  ])('that %s gave no answer, and says so in words that are harmless', async (_, misbehave, kinds) => {
    behave = misbehave
    const [kind] = await failed(overHttp.ask(request))
    expect(String(kind)).toMatch(new RegExp(`^(?:${kinds})$`))
  })

  test('an answer in a tool call is none of its words', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'verdict', arguments: '{"verdict":"SHIP"}' } }
    for (const end of ['stop', 'tool_calls']) {
      const outcome = await overHttpWith((response) =>
        json(response, 200, withChoices([choice({ content: null, tool_calls: [call] }, end)])),
      )
      expect(outcome).toMatchObject({ text: '' })
    }
  })

  test('an end that no provider has is never a proper one', async () => {
    for (const end of ['STOP', '\u0455top', 'stop\u200b', 'stop ', null, 'end_turn']) {
      const outcome = await overHttpWith((response) => json(response, 200, withChoices([choice({ content: 'APPROVED' }, end)])))
      expect(outcome, String(end)).toMatchObject({ finishReason: expect.not.stringMatching(/^stop$/) as string })
    }
  })

  test('counts of tokens that are none are not known, so that nothing is given back', async () => {
    const bare = (usage: unknown, modelId: unknown = 'm') =>
      fromLanguageModel({
        specificationVersion: 'v2',
        provider: 'p',
        modelId: 'asked',
        doGenerate: () => Promise.resolve({ content: [{ type: 'text', text: 'x' }], finishReason: 'stop', usage, response: { modelId } }),
      }).ask(request)
    for (const bad of [-1, -1e9, 1.5, Infinity, Number.NaN, 2 ** 53, '7', null, {}, { total: -3 }]) {
      expect((await bare({ inputTokens: bad, outputTokens: bad })).usage, JSON.stringify(bad)).toEqual({
        inputTokens: undefined,
        outputTokens: undefined,
      })
    }
    expect((await bare({ inputTokens: 0, outputTokens: { total: 7 } })).usage).toEqual({ inputTokens: 0, outputTokens: 7 })
    for (const bad of ['', ' ', 'x'.repeat(201), `a${marks}`, '\ud800', 7]) expect((await bare({}, bad)).model.id).toBe('asked')
    expect((await bare({}, 'm-2026')).model.id).toBe('m-2026')
  })

  test('a wait that no timer reaches is as long as one does, and what is no wait is none', async () => {
    const asked = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
      behave = (response) => json(response, 429, { error: { message: 'slow down' } }, headers)
      try {
        await overHttp.ask(request)
      } catch (error) {
        if (isAdjudicateError(error)) return error.details['retryAfterMs']
        throw error
      }
      return 'an answer'
    }
    expect(await asked({ 'retry-after': '7' })).toBe(7_000)
    expect(await asked({ 'retry-after-ms': '250.5' })).toBe(250.5)
    expect(await asked({ 'retry-after': '999999999999' })).toBe(2_147_483_647)
    for (const bad of ['1e308', '-1', '0x10', 'Infinity', 'soon', '']) expect(await asked({ 'retry-after': bad }), bad).toBeUndefined()
  })
})

describe('an agent that writes what it likes', () => {
  const agent = (script: string, more: object = {}) =>
    commandModel({ program: process.execPath, args: ['-e', script], id: 'agent', ...more }).ask(request)

  test.each<[string, string, string, RegExp]>([
    ['ends in half a letter', "process.stdout.write(Buffer.from('APPROVED é').subarray(0, 10))", 'unreadable', /no UTF-8/],
    ['writes UTF-16', "process.stdout.write(Buffer.from('\\ufeffAPPROVED', 'utf16le'))", 'unreadable', /no UTF-8/],
    [
      'fails with marks that move a cursor',
      `process.stderr.write(${JSON.stringify(marks.repeat(200))}); process.exitCode = 3`,
      'server-failed',
      /ended with 3/,
    ],
    ['says only blanks', "process.stdout.write(' \\n\\t')", 'unreadable', /said nothing/],
    ['never stops writing', "const more = () => process.stdout.write('x'.repeat(65536), more); more()", 'unreadable', /bytes/],
  ])('and %s gave no answer', async (_, script, kind, words) => {
    const [found, message] = await failed(agent(script, { outputBytesMax: 300_000, timeoutMs: 20_000 }))
    expect([found, message]).toEqual([kind, expect.stringMatching(words)])
  })

  test('a mark before the first word stays in the answer, for whoever reads it', async () => {
    expect((await agent("process.stdout.write('\\ufeff|||X|||')")).text).toBe('\ufeff|||X|||')
  })
})
