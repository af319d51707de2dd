import { hash } from 'node:crypto'
import type { ScriptedModel, ScriptedReply } from '../../src/adapters/model/scripted'
import { scriptedModel } from '../../src/adapters/model/scripted'
import type { ModelRequest } from '../../src/ports/model'
import type { Clock, DrivePorts } from '../../src/running/driver/drive-ports'
import type { Hands, Models } from '../../src/running/driver/hands'
import type { SliceSetup } from '../../src/tribunal/setup'

// A small world for a slice: a doer whose second work is better, members who quote what is there, a clock that never waits.
export const works = {
  aaaaaaa1: 'export const limit = 5\nexport const open = true\n',
  bbbbbbb2: 'export const limit = 5\nexport const closed = after(limit)\n',
} as const
type Commit = keyof typeof works

export const spec = 'A limiter that lets five requests of a client through and then closes.'
export const setup: SliceSetup = {
  id: 'S1',
  spec,
  independence: 'panel',
  rubric: { criteria: ['At most five requests'], dimensions: ['correctness', 'clarity'], commands: ['npm test'] },
}

/** The platform's own, which is quicker. */
export const digest = (text: string): string => hash('sha256', text, 'hex')

export function nonceIn(brief: string, block: string): string {
  return new RegExp(`\\|\\|\\|${block}:([A-Za-z0-9_-]+)\\|\\|\\|`).exec(brief)?.[1] ?? 'none'
}

export function blockOf(name: string, nonce: string, value: unknown): string {
  return `Here it is.\n|||${name}:${nonce}|||\n${JSON.stringify(value)}\n|||END_${name}:${nonce}|||\n`
}

export function report(request: ModelRequest): string {
  const isSecond = request.brief.includes('Why the work came back (iterate)')
  return blockOf('DOER_REPORT', nonceIn(request.brief, 'DOER_REPORT'), {
    status: 'DONE',
    diffSummary: 'the limiter',
    files: ['limiter.ts'],
    runs: [{ command: 'npm test', exitCode: 0, output: 'ok' }],
    address: isSecond ? 'bbbbbbb2' : 'aaaaaaa1',
    reasoning: 'because I say so',
  })
}

export function scorecard(lens: string, commit: Commit): unknown {
  const isGood = commit === 'bbbbbbb2'
  const quote = isGood ? 'export const closed = after(limit)' : 'export const open = true'
  const score = (dimension: string, value: number) => ({
    dimension,
    score: value,
    confidence: 0.8,
    rationale: `${lens} read ${commit} for ${dimension}`,
    claims: [
      {
        text: isGood ? 'it closes after the limit' : 'it never closes',
        citations: [{ kind: 'quote', text: quote }],
        fix: 'close it',
        repair: 'local',
      },
    ],
  })
  const text = works[commit]
  return {
    scores: isGood ? [score('correctness', 9), score('clarity', 8)] : [score('correctness', 4), score('clarity', 6)],
    topConcern: isGood ? 'clients are never forgotten' : 'it never closes',
    scenarios: [],
    caveats: [],
    recommendation: isGood ? 'SHIP' : 'ITERATE',
    coverage: [{ path: 'limiter.ts', bytes: text.length, of: text.length }],
  }
}

export function judgement(request: ModelRequest): string {
  const commit: Commit = request.brief.includes('address: bbbbbbb2') ? 'bbbbbbb2' : 'aaaaaaa1'
  return blockOf('SCORECARD', nonceIn(request.brief, 'SCORECARD'), scorecard(request.role, commit))
}

export type World = {
  readonly hands: Hands
  readonly ports: DrivePorts
  readonly models: { readonly doer: ScriptedModel; readonly panel: readonly ScriptedModel[]; readonly adversary: ScriptedModel }
  /** Every idempotency key asked for, in order. */
  readonly asked: string[]
  readonly slept: number[]
  readonly inspected: string[]
  readonly deadlines: Map<number, () => void>
}

type Answers = {
  readonly doer?: (request: ModelRequest, call: number) => ScriptedReply
  readonly member?: (request: ModelRequest, call: number) => ScriptedReply
}

/** `process` names the process that drives; of no other is it known whether it lives, unless `dead` says so. */
export function sliceWorld(
  { doer = report, member = judgement }: Answers = {},
  { process = 'p1', dead = () => false }: { readonly process?: string; readonly dead?: (holder: string) => boolean } = {},
): World {
  const asked: string[] = []
  const slept: number[] = []
  const inspected: string[] = []
  const deadlines = new Map<number, () => void>()
  let ids = 0
  let time = Date.parse('2026-08-14T16:30:00.000Z')
  const noted =
    (answer: (request: ModelRequest, call: number) => ScriptedReply) =>
    (request: ModelRequest, call: number): ScriptedReply => {
      asked.push(request.idempotencyKey)
      return answer(request, call)
    }
  const models = {
    doer: scriptedModel(noted(doer), 'doer-1'),
    panel: [scriptedModel(noted(member), 'panel-1'), scriptedModel(noted(member), 'panel-2')],
    adversary: scriptedModel(noted(member), 'adversary-1'),
  } satisfies Models
  const clock: Clock = {
    now: () => new Date(time++).toISOString(),
    sleep: async (ms) => {
      slept.push(ms)
      time += ms
    },
    after: (ms, call) => {
      const key = ids++
      if (ms > 2_000) deadlines.set(key, call)
      return () => void deadlines.delete(key)
    },
  }
  const newId = (): string => `${process}-${++ids}`
  const hands: Hands = {
    models,
    newSession: () => `session-${newId()}`,
    secretOf: (subject) => digest(`a secret of the tests, ${subject}`).slice(0, 24),
    inspect: async ({ address, id }) => {
      inspected.push(id)
      const text: string = works[address as Commit]
      return {
        runs: [{ command: 'npm test', exitCode: 0, output: 'ok' }],
        resolves: text.length > 0,
        diff: `+${text}`,
        files: ['limiter.ts'],
        digest: `tree:${address}`,
      }
    },
    evidence: async ({ address }) => ({
      corpus: { artifact: { 'limiter.ts': works[address as Commit] ?? '' } },
      artifact: { address, digest: `tree:${address}` },
    }),
    deliver: async ({ requester }) => requester?.channel ?? 'returned',
    acknowledge: async ({ requester }) => requester?.id ?? 'caller',
  }
  return {
    hands,
    ports: { clock, newId, random: () => 0.5, holders: { me: process, isGone: dead } },
    models,
    asked,
    slept,
    inspected,
    deadlines,
  }
}
