import { hash } from 'node:crypto'
import { memoryLedger } from '../../src/adapters/ledger-store/memory'
import type { ScriptedModel, ScriptedReply } from '../../src/adapters/model/scripted'
import { scriptedModel } from '../../src/adapters/model/scripted'
import type { ModelRequest } from '../../src/ports/model'
import type { MeasureParts } from '../../src/running/canaries/measure-judges'
import { knownEvents } from '../../src/running/known-events'
import { withEventTypes } from '../../src/running/typed-ledger'
import type { CanaryPair, CanaryVariant } from '../../src/tribunal/canaries/canary-pair'
import { blockOf, nonceIn } from './slice-world'

export const digest = (text: string): string => hash('sha256', text, 'hex')

/** Small pairs for tests that are not about the published set. */
export function smallPair(id: string, language: CanaryPair['language'] = 'typescript'): CanaryPair {
  const lines = (middle: string): string => `export function ${id}Limit(count: number) {\n  const most = 5\n  ${middle}\n}\n`
  return {
    id,
    language,
    kind: 'off-by-one',
    path: `src/${id}-limit.ts`,
    spec: `The function ${id}Limit lets five requests pass, and no sixth.`,
    criteria: ['The fifth request passes', 'The sixth request does not pass'],
    faulty: lines('return count <= most + 1'),
    clean: lines('return count <= most'),
    lines: [{ from: 3, to: 3 }],
    claim: { input: 'a sixth request', wrongBehaviour: 'it passes' },
    test: `import { ${id}Limit } from './${id}-limit'\nif (${id}Limit(6)) throw new Error('a sixth passes')\n`,
  }
}

/** What a scripted judge does with a variant; `elsewhere` objects with a quote of the first line, `sprays` with one of every line. */
export type Manner = 'catches' | 'passes' | 'elsewhere' | 'sprays' | 'rambles' | 'fails'

export type Plan = (pair: CanaryPair, variant: CanaryVariant, role: string) => Manner

/** A judge that recognises the text in its brief, as no real one could, and does what the plan says. */
export function plannedJudge(pairs: readonly CanaryPair[], plan: Plan, id = 'planned'): ScriptedModel {
  return scriptedModel((request) => replyTo(request, pairs, plan), id)
}

function replyTo(request: ModelRequest, pairs: readonly CanaryPair[], plan: Plan): ScriptedReply {
  const { brief, role } = request
  const found = pairs
    .flatMap((pair) => (['faulty', 'clean'] as const).map((variant) => ({ pair, variant })))
    .find(({ pair, variant }) => brief.includes(`address: urn:sha256:${digest(pair[variant])}`))
  if (found === undefined) {
    const replies = disputedIn(brief).map((dimension) => ({ dimension, action: 'MAINTAIN', rebuttal: 'I stand by what I quoted' }))
    return blockOf('SYNTHESIS', nonceIn(brief, 'SYNTHESIS'), { replies })
  }
  const manner = plan(found.pair, found.variant, role)
  if (manner === 'fails') return { failure: 'refused' }
  if (manner === 'rambles') return 'I would rather not say.'
  return blockOf('SCORECARD', nonceIn(brief, 'SCORECARD'), card(found.pair, found.variant, manner))
}

function disputedIn(brief: string): string[] {
  return ['correctness', 'robustness'].filter((dimension) => brief.includes(`${dimension}, Rationale-`))
}

/** The scorecard of a judge with that manner. */
export function card(pair: CanaryPair, variant: CanaryVariant, manner: 'catches' | 'passes' | 'elsewhere' | 'sprays'): unknown {
  const lines = pair[variant].split('\n')
  const first = lines.findIndex((line) => line.trim().length >= 12)
  const line = manner === 'catches' ? (pair.lines[0]?.from ?? 1) : first + 1
  const citations = [{ kind: 'line', file: pair.path, line, text: lines[line - 1] }]
  const isGood = manner === 'passes'
  const scores = ['correctness', 'robustness'].map((dimension) => ({
    dimension,
    score: isGood ? 9 : 3,
    confidence: 0.9,
    rationale: isGood ? 'it does what is asked' : 'it does not do what is asked',
    claims: [{ text: isGood ? 'this line does it' : 'this line is wrong', citations, repair: 'local', fix: 'put it right' }],
  }))
  const scenario = {
    id: 's1',
    input: 'one more than allowed',
    wrongBehaviour: 'it passes',
    class: 'correctness',
    repair: 'local',
    citations,
  }
  const ofLine = (text: string, index: number) => ({
    ...scenario,
    id: `s${index + 1}`,
    citations: [{ kind: 'line', file: pair.path, line: index + 1, text }],
  })
  return {
    scores,
    topConcern: isGood ? 'none that would stop it' : 'the line quoted',
    scenarios: isGood ? [] : manner === 'sprays' ? lines.slice(0, -1).map(ofLine) : [scenario],
    caveats: [],
    recommendation: isGood ? 'SHIP' : 'ITERATE',
  }
}

/** Ledgers in memory, a clock that never waits, secrets of the tests. */
export function canaryParts(): MeasureParts {
  let ids = 0
  let time = Date.parse('2026-08-14T16:30:00.000Z')
  const newId = (): string => `id-${++ids}`
  return {
    record: withEventTypes(memoryLedger(), knownEvents),
    slices: withEventTypes(memoryLedger(), knownEvents),
    digest,
    secretOf: (subject) => digest(`a secret of the tests, ${subject}`).slice(0, 24),
    ports: {
      clock: {
        now: () => new Date(time++).toISOString(),
        sleep: async (ms) => void (time += ms),
        after: () => () => undefined,
      },
      holders: { me: 'tests', isGone: () => true },
      newId,
      random: () => 0.5,
    },
  }
}
