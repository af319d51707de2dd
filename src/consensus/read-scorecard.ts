import type { VerdictBlock } from '../blocks/verdict-block'
import { parseVerdictBlock, readBareBlock } from '../blocks/verdict-block'
import type { Issue } from '../issues'
import { dimensionIdsOf } from './rubric'
import { parseScorecard } from './scorecard'
import type { Model, Seat } from './seat'

/** Whose answer it is, the rubric it answers (frozen, or as it was written), and the nonce of its dispatch. */
export type ScorecardReading = {
  readonly member: string
  readonly lens: string
  readonly adversary: boolean
  readonly rubric: unknown
  readonly nonce?: string
  readonly session?: string
  readonly model?: Model
}

/**
 * Makes a seat of a model's text: its one `SCORECARD` block, or the bare object of a model held to structured output, which counts only with the dispatch's nonce
 * as a field. What is out of contract is an abstention with its faults, never a score (spec 16, R-TRI-22, R-TRI-27).
 */
export function readScorecard(text: string, { member, lens, adversary, rubric, nonce, session, model }: ScorecardReading): Seat {
  const seat = { member, lens, adversary, ...(session !== undefined && { session }), ...(model !== undefined && { model }) }
  const block = blockOf(text, nonce)
  if (block.kind === 'fault') return abstained(seat, [{ code: block.fault, path: '', message: block.message }])
  const parsed = parseScorecard(block.value, { dimensions: dimensionIdsOf(rubric).map((id) => ({ id })) })
  return parsed.ok ? { ...seat, outcome: 'scorecard', ...parsed.value } : abstained(seat, parsed.issues)
}

type SeatHead = Pick<Seat, 'member' | 'lens' | 'adversary' | 'session' | 'model'>

/** What is broken throughout needs no longer list, and an event has to hold it. */
const issuesMax = 100

function abstained(seat: SeatHead, issues: readonly Issue[]): Seat {
  return { ...seat, outcome: 'abstained', reason: 'out-of-contract', issues: issues.slice(0, issuesMax) }
}

/** A text with markers is never read as bare, so that a model can't choose between two readings of its answer. */
function blockOf(text: string, nonce: string | undefined): VerdictBlock {
  const block = parseVerdictBlock(text, 'SCORECARD', nonce)
  if (block.kind === 'block') return withoutNonce(block, nonce)
  if (block.fault !== 'no-block' || nonce === undefined) return block
  const bare = readBareBlock(text, nonce)
  return bare.kind === 'fault' && bare.fault === 'syntax' ? block : bare
}

/** A model held to a schema may repeat the nonce inside a block too. */
function withoutNonce(block: Extract<VerdictBlock, { kind: 'block' }>, nonce: string | undefined): VerdictBlock {
  if (nonce === undefined || !Object.hasOwn(block.value, 'nonce')) return block
  const read = readBareBlock(block.value, nonce)
  return read.kind === 'fault' ? read : { ...read, corrections: block.corrections }
}
