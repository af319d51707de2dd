import { hasText } from '../text/blank'
import type { CommandTo } from './command'
import { unanchored } from './decide-card'
import { readEvidence } from './evidence-desk'
import { documentHash, isOneDocument } from './setup'
import type { DisciplineDecision, Fault } from './refusal'
import { refuse } from './refusal'
import type { DisciplineState } from './state'
import { stateAfterFault } from './state-after'
import { findCard } from './state'

/** A correction names its card, is proved like the act itself, and shows the state after it (R-REF-12). */
export function decideCorrection(state: DisciplineState, { card: name, evidence = [], corpus }: CommandTo<'correct'>): DisciplineDecision {
  const card = findCard(state, name)
  if (card === undefined) return refuse(unknownCard(name))
  if (card.status !== 'open') return refuse({ code: 'card-not-open', message: `${name} is ${card.status} already` })
  const reading = readEvidence(evidence, corpus)
  if (!reading.ok) return refuse({ code: 'corpus-invalid', message: reading.message })
  if (!reading.evidence.some(({ anchors }) => anchors)) return refuse(unanchored(reading.evidence))
  const fault = stateAfterFault(card, reading)
  if (fault !== undefined) return refuse(fault)
  return { ok: true, events: [{ type: 'discipline.corrected', data: { card: name, evidence: reading.evidence, corpus: reading.corpus } }] }
}

/** The human owner alone amends the rule; cards already given stand, and their packets go on (R-REF-12, A-REF-11). */
export function decideAmendment(state: DisciplineState, command: CommandTo<'amend'>): DisciplineDecision {
  const { by, instruction, text } = command
  const sha256 = command.sha256 ?? (text === undefined ? undefined : documentHash(text))
  if (by.kind !== 'human')
    return refuse({ code: 'not-the-owner', message: `${by.id} is no person (${by.kind}); only the human owner amends` })
  if (!hasText(instruction)) return refuse({ code: 'no-instruction', message: 'an amendment names the instruction that it changes' })
  if (!hasText(sha256) || sha256 === state.authority.sha256) {
    return refuse({ code: 'authority-unchanged', message: `${state.authority.id} still has the hash ${state.authority.sha256}` })
  }
  if (!isOneDocument({ sha256, ...(text === undefined ? {} : { text }) })) {
    return refuse({ code: 'wrong-document', message: `the text of the amended ${state.authority.id} has not the hash ${sha256}` })
  }
  const cards = state.cards.filter((card) => card.instruction === instruction && card.status === 'open').map(({ card }) => card)
  return {
    ok: true,
    events: [{ type: 'discipline.amended', data: { by, instruction, sha256, ...(text === undefined ? {} : { text }), cards } }],
  }
}

/** The human owner strikes a card with a reason: it stays on record and no longer counts. */
export function decideRescission(state: DisciplineState, { card: name, by, reason }: CommandTo<'rescind'>): DisciplineDecision {
  const card = findCard(state, name)
  const faults: Fault[] = []
  if (card === undefined) faults.push(unknownCard(name))
  if (card?.status === 'rescinded') faults.push({ code: 'already-rescinded', message: `${name} is struck already` })
  if (by.kind !== 'human')
    faults.push({ code: 'not-the-owner', message: `${by.id} is no person (${by.kind}); only the human owner strikes a card` })
  if (!hasText(reason)) faults.push({ code: 'no-reason', message: `to strike ${name} takes a reason` })
  const [first, ...rest] = faults
  if (first !== undefined) return refuse(first, ...rest)
  return { ok: true, events: [{ type: 'discipline.rescinded', data: { card: name, by, reason } }] }
}

function unknownCard(name: string): Fault {
  return { code: 'unknown-card', message: `no card is called ${JSON.stringify(name)}` }
}
