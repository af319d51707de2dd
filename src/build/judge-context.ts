import type { Corpus } from '../evidence/corpus'

/** A row that the judge must answer; `scope` is `task` and `type` is `BINDING` unless said. */
export type JudgedRequirement = { readonly id: string; readonly scope?: 'task' | 'integration'; readonly type?: 'BINDING' | 'GUIDANCE' }

/** What a judge's verdict is held against. */
export type JudgeContext = {
  readonly taskId: string
  /** Counted from 1. */
  readonly cycle: number
  readonly requirements: readonly JudgedRequirement[]
  /** The criteria that the verdict must answer, word for word. */
  readonly definitionOfDone?: readonly string[]
  /** What the mechanical gate said; the judge can't say otherwise. */
  readonly machineGate: 'PASS' | 'FAIL'
  readonly nonce?: string
  /** `length` where the model was cut at its token limit. */
  readonly finishReason?: string
  /** With it each cited line is looked up. */
  readonly corpus?: Corpus
  /** The last judgement over all requirements: nothing can be deferred any more. */
  readonly final?: boolean
}
