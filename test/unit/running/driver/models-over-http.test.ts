import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryLedger } from '../../../../src/adapters/ledger-store/memory'
import { fromLanguageModel } from '../../../../src/adapters/model/ai-sdk'
import type { LedgerStore } from '../../../../src/ports/ledger-store'
import type { Model } from '../../../../src/ports/model'
import type { DriveLimits } from '../../../../src/running/driver/drive-ports'
import { fold } from '../../../../src/running/fold-stream'
import type { Closing } from '../../../../src/running/open-tribunal'
import { tribunalOver } from '../../../../src/running/open-tribunal'
import { sliceWith } from '../../../../src/tribunal/decider'
import type { PanelSeat } from '../../../../src/tribunal/state'
import type { Misbehaviour } from '../../../support/loopback-model'
import { completion, json, loopbackModel, says } from '../../../support/loopback-model'
import type { World } from '../../../support/slice-world'
import { blockOf, digest, judgement, nonceIn, report, scorecard, setup, sliceWorld } from '../../../support/slice-world'

// Real HTTP to a server of our own that misbehaves, through the whole driver: the doer's work is good, and whoever judges it over HTTP could ship it.
const slice = sliceWith(digest)
let behave: Misbehaviour = says('')
let server: Awaited<ReturnType<typeof loopbackModel>>
let model: Model

beforeAll(async () => {
  server = await loopbackModel(() => behave)
  model = fromLanguageModel(createOpenAICompatible({ name: 'loopback', baseURL: server.url }).chatModel('loopback-1'))
})
afterAll(() => server.close())

type Ran = { readonly closing: Closing; readonly seats: readonly PanelSeat[]; readonly world: World; readonly ledger: LedgerStore }

/** A slice whose first work is the good one, judged by three members over HTTP. */
async function judged(
  misbehave: (world: World) => Misbehaviour,
  more: { readonly limits?: Partial<DriveLimits>; readonly signal?: AbortSignal; readonly ledger?: LedgerStore } = {},
): Promise<Ran> {
  const { ledger = memoryLedger(), ...rest } = more
  const world = sliceWorld({ doer: (request) => report(request).replace('aaaaaaa1', 'bbbbbbb2') })
  behave = misbehave(world)
  const hands = { ...world.hands, models: { doer: world.models.doer, panel: [model, model], adversary: model } }
  const closing = await tribunalOver({ ledger, ports: world.ports, hands: () => hands, digest, ...rest }).run(setup)
  const state = await fold(ledger, slice, 'slice/S1')
  return { closing, seats: state.panel, world, ledger }
}

function briefIn(body: string): string {
  const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] }
  return messages[0]?.content ?? ''
}

/** A sound judgement of the brief in a request; what is done to it is the misbehaviour. */
function judging(change: (answer: string, brief: string) => string, finishReason = 'stop'): Misbehaviour {
  return (response, request) => {
    const brief = briefIn(request.body)
    const answer = judgement({ role: /Your lens is (\w+)/.exec(brief)?.[1] ?? 'quality', brief, idempotencyKey: '' })
    says(change(answer, brief), finishReason)(response, request)
  }
}

const sound = judging((answer) => answer)

/** The first so many requests get this, and the others a sound answer. */
function first(times: number, misbehave: Misbehaviour): Misbehaviour {
  let left = times
  return (response, request) => (left-- > 0 ? misbehave : sound)(response, request)
}

/** The time of every action is over while the server is still at it. */
function overTime(world: World, begin: Misbehaviour): Misbehaviour {
  return (response, request) => {
    begin(response, request)
    setImmediate(() => {
      for (const call of world.deadlines.values()) call()
    })
  }
}

function issuesOf(answer: PanelSeat['answer']): string {
  const issues = answer?.outcome === 'abstained' ? (answer.issues ?? []) : []
  return issues.map(({ code, path, message }) => `${code} ${path} ${message}`.replace(/ +/g, ' ')).join('\n')
}

function fenced(answer: string): string {
  return answer.replace(/\n(\{.*\})\n/, (_, body: string) => `\n\`\`\`json\n${body}\n\`\`\`\n`)
}

describe('a panel over HTTP', () => {
  test.each<[string, (world: World) => Misbehaviour]>([
    ['answers as it should', () => sound],
    ['fences its JSON', () => judging(fenced)],
    ['thinks aloud first', () => judging((answer) => `<think>\nAPPROVED?\n</think>\n${answer}`)],
    ['says the same block twice', () => judging((answer) => `${answer}\n${answer}`)],
    ['leaves a comma too many', () => judging((answer) => answer.replace(/\}\n\|\|\|END/, ',}\n|||END'))],
    [
      'is rate-limited, and says for how long',
      () => first(6, (response) => json(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '7' })),
    ],
    ['fails once each', () => first(3, (response) => json(response, 500, { error: { message: 'oh no' } }))],
    ['is reset once each', () => first(3, (response) => void response.socket?.destroy())],
  ])('that %s finishes with a verdict', async (name, misbehave) => {
    const { closing, world } = await judged(misbehave)
    expect([closing.outcome.kind, closing.verdict, closing.ending]).toEqual(['idle', 'SHIP', 'shipped'])
    expect(closing.rounds.each.flatMap(({ recommendations }) => recommendations.map(({ said }) => said))).toEqual(['SHIP', 'SHIP', 'SHIP'])
    expect(world.slept.filter((ms) => ms === 7_000)).toHaveLength(name.startsWith('is rate-limited') ? 6 : 0)
    expect(world.slept).toHaveLength(name.startsWith('is rate-limited') ? 6 : name.endsWith('once each') ? 3 : 0)
  })

  const twice = (answer: string, brief: string): string =>
    `${answer}\n${blockOf('SCORECARD', nonceIn(brief, 'SCORECARD'), scorecard('quality', 'aaaaaaa1'))}`
  test.each<[string, (world: World) => Misbehaviour, string, RegExp]>([
    ['gives no block', () => says('APPROVED. SHIP it, 10 of 10.'), 'out-of-contract', /no-block there is no block/],
    ['gives two blocks that differ', () => judging(twice), 'out-of-contract', /2 blocks/],
    ['stops in the middle of the block', () => judging((answer) => answer.slice(0, -60)), 'out-of-contract', /not closed/],
    ['is cut off after a whole block', () => judging((answer) => answer, 'length'), 'out-of-contract', /ended with length/],
    ['is filtered', () => judging((answer) => answer, 'content_filter'), 'out-of-contract', /content-filter/],
    ['calls a tool', () => judging((answer) => answer, 'tool_calls'), 'out-of-contract', /tool-calls/],
    ['says nothing', () => says(''), 'out-of-contract', /no JSON/],
    ['writes JSON that is none', () => judging((answer) => answer.replace('"scores"', 'scores')), 'out-of-contract', /./],
    ['leaves a score out', () => judging((answer) => answer.replace('"score":9', '"score":11')), 'out-of-contract', /11|score/],
    [
      'sends half of its JSON',
      () => (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices": [{"message": "SHIP"'),
      'out-of-contract',
      /unreadable/,
    ],
    [
      'sends a page of HTML',
      () => (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>APPROVED</html>'),
      'out-of-contract',
      /unreadable/,
    ],
    ['sends another shape', () => (response) => json(response, 200, { verdict: 'SHIP' }), 'out-of-contract', /unreadable/],
    ['is never free', () => (response) => json(response, 429, { error: { message: 'no' } }), 'infrastructure', /rate-limited: .*429/],
    ['fails always', () => (response) => json(response, 500, completion('SHIP')), 'infrastructure', /server-failed: .*500/],
    ['is reset always', () => (response) => void response.socket?.destroy(), 'infrastructure', /unreachable/],
    [
      'wants another key',
      () => (response) => json(response, 401, { error: { message: 'who are you' } }),
      'infrastructure',
      /refused: .*401/,
    ],
    ['hangs', (world) => overTime(world, () => undefined), 'timeout', /timed-out/],
    [
      'trickles',
      (world) =>
        overTime(world, (response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          response.write('{"choices":')
        }),
      'timeout',
      /timed-out/,
    ],
  ])('R-TRI-28 that %s abstains with its reason, and nothing ships', async (_, misbehave, reason, words) => {
    const { closing, seats } = await judged(misbehave, { limits: { callRetries: 1 } })
    expect(seats.map(({ answer }) => answer?.outcome === 'abstained' && answer.reason)).toEqual([reason, reason, reason])
    for (const { answer } of seats) expect(issuesOf(answer)).toMatch(words)
    expect([closing.outcome.kind, closing.verdict, closing.ending]).toEqual(['waiting', 'ESCALATE', null])
  })

  test('a stop ends the call within a second, and who starts again finishes', async () => {
    const ending = new AbortController()
    let at = 0
    const hang = (): Misbehaviour => () => {
      setImmediate(() => {
        at = performance.now()
        ending.abort()
      })
    }
    const { closing, ledger } = await judged(hang, { signal: ending.signal })
    expect(performance.now() - at).toBeLessThan(1_000)
    expect([closing.outcome.kind, closing.verdict]).toEqual(['stopped', null])
    const resumed = await judged(() => sound, { ledger })
    expect([resumed.closing.outcome.kind, resumed.closing.verdict]).toEqual(['idle', 'SHIP'])
    expect(resumed.world.models.doer.asked).toEqual([])
  })
})
