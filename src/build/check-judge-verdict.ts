import type { Correction } from '../blocks/strict-json'
import type { VerdictBlock } from '../blocks/verdict-block'
import { parseVerdictBlock, readBareBlock } from '../blocks/verdict-block'
import type { Issue } from '../issues'
import { sortIssues } from '../issues'
import type { JudgeContext } from './judge-context'
import type { JudgeVerdict } from './judge-verdict'
import { parseJudgeVerdict } from './judge-verdict'
import { contradictions } from './judge-contradictions'
import { evidenceFaults } from './judge-evidence'

/** `miss`: there is no verdict of the right form. `refused`: there is one, and it contradicts itself, the gate or the task. Neither carries a verdict on. */
export type CheckedJudgeVerdict =
  | {
      readonly kind: 'accepted'
      readonly value: JudgeVerdict
      readonly corrections: readonly Correction[]
      /** Paths of fields that a verdict doesn't have; they were left out. */
      readonly dropped: readonly string[]
      /** GUIDANCE that is not met: advice with its reason, never a blocker. */
      readonly advice: readonly string[]
    }
  | { readonly kind: 'miss' | 'refused'; readonly faults: readonly Issue[]; readonly raw: string | null }

/**
 * Holds a judge's answer to its contract (R-BUILD-49 to R-BUILD-51, A-BLD-9, A-BLD-10): free text with one `JUDGE_VERDICT` block, or the object that a model
 * held to structured output gave, with the nonce as a field. Anything but `accepted` is asked for again, twice at most.
 */
export function checkJudgeVerdict(input: unknown, context: JudgeContext): CheckedJudgeVerdict {
  const raw = typeof input === 'string' ? input : null
  const block = raw === null ? readBareBlock(input, context.nonce) : parseVerdictBlock(raw, 'JUDGE_VERDICT', context.nonce)
  if (block.kind === 'fault') {
    return { kind: block.fault === 'duplicate-key' ? 'refused' : 'miss', faults: [blockFault(block, context)], raw }
  }
  const { parsed, dropped } = parseJudgeVerdict(block.value)
  if (!parsed.ok) return { kind: 'miss', faults: parsed.issues, raw }
  const { value } = parsed
  if (value.verdict === 'APPROVED' && block.corrections.includes('repeated-block')) {
    return { kind: 'miss', faults: [fault('said-twice', '', 'an approval stands in exactly one block')], raw }
  }
  const faults = [...contradictions(value, context), ...evidenceFaults(value, context.corpus)]
  if (faults.length > 0) return { kind: 'refused', faults: sortIssues(faults), raw }
  return { kind: 'accepted', value, corrections: block.corrections, dropped, advice: adviceOf(value, context) }
}

function blockFault(block: Extract<VerdictBlock, { kind: 'fault' }>, { finishReason }: JudgeContext): Issue {
  const cut = finishReason === 'length' && ['unclosed', 'no-block', 'syntax'].includes(block.fault)
  return fault(cut ? 'truncated' : block.fault, '', cut ? `cut at the token limit: ${block.message}` : block.message)
}

function adviceOf({ requirements }: JudgeVerdict, context: JudgeContext): string[] {
  const guidance = new Set(context.requirements.flatMap(({ id, type }) => (type === 'GUIDANCE' ? [id] : [])))
  return requirements.flatMap(({ id, status, evidence }) =>
    status === 'NOT_MET' && guidance.has(id) ? [`${id} is not met: ${evidence}`] : [],
  )
}

function fault(code: string, path: string, message: string): Issue {
  return { code, path, message }
}
