import type { CheckedJudgeVerdict } from '../../../src/build/check-judge-verdict'
import { checkJudgeVerdict } from '../../../src/build/check-judge-verdict'
import type { Issue } from '../../../src/issues'
import { readAnswer } from '../../../src/referee/read-answer'
import { alike } from './differences'
import { reviewPayloadOf } from './review-payload'

type Input = {
  readonly contract: 'judge' | 'review'
  readonly raw: string
  readonly nonce?: string
  readonly finish_reason?: string
  readonly context?: {
    readonly task_id: string
    readonly cycle: number
    readonly required_ids: readonly string[]
    readonly machine_gate: 'PASS' | 'FAIL'
  }
}
type Expected = {
  readonly outcome: 'accept' | 'miss' | 'reject'
  readonly value?: Readonly<Record<string, unknown>>
  readonly must_not?: Readonly<Record<string, unknown>>
  readonly reason?: string
}
export type MessyOutputCase = { readonly id: string; readonly input: Input; readonly expected: Expected }

type Got = { readonly outcome: string; readonly value?: object; readonly faults: readonly Issue[]; readonly raw?: string }

/** Runs one case of a model's untidy answer; undefined where outcome, value and reason came out and nothing forbidden did. */
export function runMessyOutputCase({ input, expected }: MessyOutputCase): string | undefined {
  const got = input.contract === 'judge' ? judged(input) : reviewed(input)
  const seen = JSON.stringify(got).slice(0, 300)
  if (got.outcome !== expected.outcome) return `wanted ${expected.outcome}, got ${seen}`
  if (expected.value !== undefined && !holds(got.value, expected.value)) return `wanted ${JSON.stringify(expected.value)}, got ${seen}`
  if (expected.must_not !== undefined && holds(got.value, expected.must_not)) return `must not hold ${JSON.stringify(expected.must_not)}`
  if (expected.reason === undefined || got.faults.some((fault) => reasonsOf(fault).includes(expected.reason ?? ''))) return undefined
  return `wanted the reason ${expected.reason}, got ${seen}`
}

function judged({ raw, nonce, finish_reason: finishReason, context }: Input): Got {
  if (context === undefined) throw new Error('a judge is asked within a context')
  const checked: CheckedJudgeVerdict = checkJudgeVerdict(raw, {
    taskId: context.task_id,
    cycle: context.cycle,
    requirements: context.required_ids.map((id) => ({ id })),
    machineGate: context.machine_gate,
    ...(nonce !== undefined && { nonce }),
    ...(finishReason !== undefined && { finishReason }),
  })
  if (checked.kind === 'accepted') return { outcome: 'accept', value: checked.value, faults: [] }
  return { outcome: checked.kind === 'refused' ? 'reject' : 'miss', faults: checked.faults }
}

/** The cases say nothing of what was asked, so the payload is what a complete answer to it would repeat. */
function reviewed({ raw }: Input): Got {
  const answer = readAnswer(
    'review',
    { kind: 'answered', text: raw },
    reviewPayloadOf({ target: 'F-1', quote: 'copy is wrong', verdict: 'yellow', signature: 'copy_scope' }),
  )
  if (answer.kind === 'judged') return { outcome: 'accept', value: answer.value, faults: [] }
  return { outcome: answer.kind, faults: answer.kind === 'miss' ? answer.faults : [] }
}

function holds(value: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return Array.isArray(value) && part.length === value.length && part.every((one, index) => holds(value[index], one))
  if (typeof part !== 'object' || part === null) return alike(value, part)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(part).every(([key, wanted]) => holds((value as Readonly<Record<string, unknown>>)[key], wanted))
}

const contradicting = new Set(['blocking-issue-open', 'requirement-missing', 'leftover', 'action-and-signal', 'signature-differs'])

/** The cases name kinds of faults, the library names faults. */
function reasonsOf({ code, path }: Issue): string[] {
  if (contradicting.has(code)) return ['inconsistent']
  if (code === 'not-an-object') return ['type']
  if (code === 'invalid-value') return [/(?:^|\.)(?:verdict|status|action)$/.test(path) ? 'enum' : 'type']
  return [code]
}
