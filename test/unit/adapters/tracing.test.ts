import { context, SpanStatusCode, trace } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryLedger } from '../../../src/adapters/ledger-store/memory'
import { openTelemetryTracing } from '../../../src/adapters/tracing/opentelemetry'
import type { Tracing } from '../../../src/ports/tracing'
import { driveOnce } from '../../../src/running/driver/drive-once'
import { digest, judgement, report, setup, sliceWorld } from '../../support/slice-world'

const exporter = new InMemorySpanExporter()
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
provider.register()
beforeEach(() => exporter.reset())
afterAll(async () => {
  await provider.shutdown()
  trace.disable()
  context.disable()
})

async function tracing(): Promise<Tracing> {
  const found = await openTelemetryTracing()
  if (found === undefined) throw new Error('the package is not installed')
  return found
}

async function drivenWith(world: ReturnType<typeof sliceWorld>): Promise<readonly ReadableSpan[]> {
  const ports = { ...world.ports, hands: world.hands, digest, tracing: await tracing() }
  await driveOnce({ ledger: memoryLedger(), ports, setup }, 'slice/S1')
  return exporter.getFinishedSpans()
}

const named = (spans: readonly ReadableSpan[], name: string): readonly ReadableSpan[] => spans.filter((span) => span.name === name)

describe('spans through the real SDK', () => {
  test('a drive holds its actions, an action its call of a model, with the names of the conventions', async () => {
    const usage = { inputTokens: 1_000, outputTokens: 200 }
    const spans = await drivenWith(
      sliceWorld({
        doer: (request) => ({ text: report(request), usage, model: { id: 'doer-1-2026' } }),
        member: (request) => ({ text: judgement(request), usage }),
      }),
    )
    const [drive] = named(spans, 'drive')
    expect(drive?.attributes).toEqual({ 'adjudicate.stream': 'slice/S1', 'adjudicate.outcome': 'idle' })
    const [asked] = named(spans, 'await-report')
    expect(asked?.parentSpanContext?.spanId).toBe(drive?.spanContext().spanId)
    expect(asked?.attributes).toMatchObject({ 'adjudicate.action.kind': 'await-report', 'adjudicate.action.attempt': 1 })
    const [call] = named(spans, 'chat doer-1')
    expect(call?.parentSpanContext?.spanId).toBe(asked?.spanContext().spanId)
    expect(call?.kind).toBe(2)
    expect(call?.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'scripted',
      'gen_ai.agent.name': 'doer',
      'gen_ai.request.model': 'doer-1',
      'gen_ai.request.max_tokens': 16_000,
      'gen_ai.response.model': 'doer-1-2026',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 1_000,
      'gen_ai.usage.output_tokens': 200,
    })
    expect(named(spans, 'judge')).toHaveLength(6)
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1)
    expect(spans.every(({ status }) => status.code === SpanStatusCode.UNSET)).toBe(true)
  })

  test('no span holds a word of a brief, an answer or a foreign error; what failed says so in one word', async () => {
    const spans = await drivenWith(
      sliceWorld({
        member: (request, call) =>
          call === 0 ? { failure: 'rate-limited' } : request.role === 'quality' ? { failure: 'refused' } : judgement(request),
      }),
    )
    const calls = spans.filter(({ name }) => name.startsWith('chat '))
    const failed = calls.filter(({ status }) => status.code === SpanStatusCode.ERROR)
    expect(failed.map(({ attributes }) => attributes['error.type'])).toEqual(expect.arrayContaining(['rate-limited', 'refused']))
    const broken = sliceWorld()
    const hands = { ...broken.hands, inspect: () => Promise.reject(new Error('secret words of a stranger')) }
    const more = await drivenWith({ ...broken, hands })
    expect(named(more, 'verify-report').at(-1)).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'broken' } })
    expect(named(more, 'drive').at(-1)).toMatchObject({ status: { code: 2 }, attributes: { 'adjudicate.outcome': 'stuck' } })
    const told = JSON.stringify(more.map(({ name, attributes, status, events }) => ({ name, attributes, status, events })))
    expect(more.length).toBeGreaterThan(10)
    for (const words of ['limiter', 'closes', 'secret', 'because I say so', 'the script says so']) expect(told).not.toContain(words)
  })

  test('what is thrown fails the span and is thrown on', async () => {
    const found = await tracing()
    await expect(found.span('broken', 'internal', {}, () => Promise.reject(new TypeError('words')))).rejects.toThrow('words')
    expect(exporter.getFinishedSpans().at(-1)).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'error' }, events: [] })
  })
})

describe('without the package', () => {
  test('there is no tracing and no fault', async () => {
    const missing = Object.assign(new Error("Cannot find package '@opentelemetry/api'"), { code: 'ERR_MODULE_NOT_FOUND' })
    expect(await openTelemetryTracing(() => Promise.reject(missing))).toBeUndefined()
  })

  test.each([
    ['breaks as it loads', () => Promise.reject(new Error('a broken install'))],
    ['is another one', () => Promise.resolve({ trace: {} })],
  ])('one that %s is a fault', async (_, load) => {
    await expect(openTelemetryTracing(load)).rejects.toMatchObject({ code: 'peer-unusable' })
  })
})
