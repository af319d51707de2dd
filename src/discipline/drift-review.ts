import type { DisciplineState } from './state'
import { findPacket } from './state'
import type { Diagnosis } from './words'

/** What the reviewer says of an instruction; one that nobody marked is not known to be clear. */
export type InstructionMark = 'clear' | 'ambiguous' | 'conflicting' | 'implicit'

/** What the review counts over: cards, packets with the instructions that they were under, and the reviewer's marks. */
export type DriftRecord = {
  readonly cards: readonly { readonly builder: string; readonly instruction: string; readonly packet: string }[]
  readonly packets: readonly {
    readonly packet: string
    readonly size?: string
    readonly by: string | null
    readonly completed: boolean
    readonly instructions: readonly string[]
  }[]
  readonly marks: ReadonlyMap<string, InstructionMark> | Readonly<Record<string, InstructionMark>>
}

/** The counts, by name, and what they propose. `because` names the counts that it rests on. */
export type DriftReview = {
  readonly byInstruction: readonly Tally[]
  readonly byBuilder: readonly Tally[]
  /** A packet of no known size counts as `unknown`. */
  readonly byPacketSize: readonly Tally[]
  /** Instructions over which more than one builder fell. */
  readonly severalBuildersAt: readonly string[]
  readonly allAtOneInstruction: boolean
  /** Instructions with cards, under which a builder without a card for them completed a packet. */
  readonly metByOthers: readonly string[]
  readonly proposal: Diagnosis
  readonly because: readonly string[]
  readonly followUp: FollowUp
}

/** What a diagnosis leads to: another model, the architect's desk, or a build that stands still until more is known. */
export type FollowUp = 'replace-or-sideline' | 'back-to-architect' | 'pause'

/** The follow-up of each diagnosis (R-REF-28, R-REF-29, R-REF-30). */
export const followUps: Readonly<Record<Diagnosis, FollowUp>> = {
  'MODEL DRIFT': 'replace-or-sideline',
  'PROMPT-INDUCED DRIFT': 'back-to-architect',
  MIXED: 'pause',
  UNKNOWN: 'pause',
}

export type Tally = { readonly of: string; readonly cards: number }

/** Counts the record and proposes a diagnosis; the decision is a person's or the automation's (R-REF-28 to R-REF-31, A-REF-17, D-MIXED). */
export function reviewDrift(record: DriftRecord): DriftReview {
  const { cards, packets } = record
  const sizeOf = (name: string): string => packets.find(({ packet }) => packet === name)?.size ?? 'unknown'
  const byInstruction = tally(cards.map(({ instruction }) => instruction))
  const instructions = byInstruction.map(({ of }) => of)
  const counts = {
    byInstruction,
    byBuilder: tally(cards.map(({ builder }) => builder)),
    byPacketSize: tally(cards.map(({ packet }) => sizeOf(packet))),
    severalBuildersAt: instructions.filter((instruction) => fallenAt(record, instruction).size > 1),
    allAtOneInstruction: instructions.length === 1,
    metByOthers: instructions.filter((instruction) => isMetByOthers(record, instruction)),
  }
  const { proposal, because } = proposed(counts, record)
  return { ...counts, proposal, because, followUp: followUps[proposal] }
}

function proposed(
  { byBuilder, byInstruction, severalBuildersAt, allAtOneInstruction, metByOthers }: Omit<DriftReview, 'proposal' | 'because' | 'followUp'>,
  record: DriftRecord,
): Pick<DriftReview, 'proposal' | 'because'> {
  const instructions = byInstruction.map(({ of }) => of)
  const unclear = instructions.filter((instruction) => !['clear', undefined].includes(markOf(record, instruction)))
  const clearAndMet = instructions.filter((instruction) => markOf(record, instruction) === 'clear' && metByOthers.includes(instruction))
  if (severalBuildersAt.length > 0) {
    return { proposal: 'PROMPT-INDUCED DRIFT', because: severalBuildersAt.map((one) => `several builders fell at ${JSON.stringify(one)}`) }
  }
  if (allAtOneInstruction && unclear.length > 0) {
    return {
      proposal: 'PROMPT-INDUCED DRIFT',
      because: unclear.map((one) => `every card is at ${JSON.stringify(one)}, marked ${markOf(record, one) ?? ''}`),
    }
  }
  const met = clearAndMet.map((one) => `${JSON.stringify(one)} is clear, and others met it`)
  if (byBuilder.length === 1 && clearAndMet.length === instructions.length) {
    return { proposal: 'MODEL DRIFT', because: [`every card is ${byBuilder[0]?.of ?? ''}'s`, ...met] }
  }
  const marked = unclear.map((one) => `${JSON.stringify(one)} is marked ${markOf(record, one) ?? ''}`)
  if (clearAndMet.length > 0 && unclear.length > 0) return { proposal: 'MIXED', because: [...met, ...marked] }
  return { proposal: 'UNKNOWN', because: cardsSay(byInstruction) }
}

function cardsSay(byInstruction: readonly Tally[]): string[] {
  return byInstruction.length === 0 ? ['there are no cards'] : ['the counts support neither the model nor the prompt as the cause']
}

function fallenAt({ cards }: DriftRecord, instruction: string): Set<string> {
  return new Set(cards.filter((card) => card.instruction === instruction).map(({ builder }) => builder))
}

function isMetByOthers(record: DriftRecord, instruction: string): boolean {
  const fallen = fallenAt(record, instruction)
  return record.packets.some(
    ({ by, completed, instructions }) => completed && by !== null && !fallen.has(by) && instructions.includes(instruction),
  )
}

function markOf({ marks }: DriftRecord, instruction: string): InstructionMark | undefined {
  if (marks instanceof Map) return marks.get(instruction)
  return Object.hasOwn(marks, instruction) ? (marks as Readonly<Record<string, InstructionMark>>)[instruction] : undefined
}

function tally(names: readonly string[]): Tally[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([of, cards]) => ({ of, cards }))
}

/** The record of a build for its review: every card that was not struck, and the packets as they ended. */
export function driftRecord(state: DisciplineState, marks: DriftRecord['marks']): DriftRecord {
  const cards = state.cards.filter(({ status }) => status !== 'rescinded')
  return {
    cards: cards.map(({ builder, instruction, packet }) => ({ builder, instruction, packet })),
    packets: state.packets.map(({ packet, size, by, instructions = [] }) => ({
      packet,
      ...(size === undefined ? {} : { size }),
      by,
      completed: findPacket(state, packet)?.end === 'completed',
      instructions,
    })),
    marks,
  }
}
