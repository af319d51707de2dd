import { hasText } from '../text/blank'
import type { Builder } from './builder'
import { can } from './builder'
import type { CardColour, CardData, CheckedEvidence, ViolationKind } from './card'
import { violationKinds } from './card'
import type { CommandTo } from './command'
import type { DisciplineEvent } from './event'
import { quoteStanding, readEvidence } from './evidence-desk'
import type { DisciplineDecision, Fault } from './refusal'
import { refuse } from './refusal'
import type { DisciplineState } from './state'
import { findBuilder, findCard } from './state'
import { cycleOf } from './evolve'

type GiveCard = CommandTo<'give-card'>

/** A card with all that one needs, or every reason why it is none: then nothing counts (R-REF-03, R-REF-08, R-REF-10, R-REF-22). */
export function decideCard(state: DisciplineState, command: GiveCard): DisciplineDecision {
  const reading = readEvidence(command.evidence ?? [], command.corpus)
  const evidence = reading.ok ? reading.evidence : []
  const [first, ...rest] = reading.ok
    ? cardFaults(state, command, evidence)
    : [{ code: 'corpus-invalid' as const, message: reading.message }]
  if (first !== undefined) return refuse(first, ...rest)
  const builder = findBuilder(state, command.builder ?? '')
  if (builder === undefined) return refuse({ code: 'unknown-builder', message: `no builder is called ${shownName(command.builder)}` })
  if (!builder.hasLed) return refuse({ code: 'never-led', message: `${builder.id} never led, so the act can't be its own` })
  const twin = twinOf(state, command)
  if (twin !== undefined) {
    const message = `${twin.card} is a card of ${builder.id} for the same instruction on ${twin.packet}, and no correction of it is recorded`
    return refuse({ code: 'duplicate', message })
  }
  return { ok: true, events: [cardEvent(state, command, builder, evidence, reading.ok ? reading.corpus : '')] }
}

function cardFaults(state: DisciplineState, command: GiveCard, evidence: readonly CheckedEvidence[]): Fault[] {
  const { card, builder, packet, violation, correction } = command
  const faults: Fault[] = instructionFaults(state, command.instruction)
  if (card !== undefined && !hasText(card)) faults.push({ code: 'known-card', message: 'a card has a name that says something, or none' })
  if (card !== undefined && findCard(state, card) !== undefined) faults.push({ code: 'known-card', message: `${card} is a card already` })
  if (!hasText(builder)) faults.push({ code: 'no-builder', message: 'a card names its builder' })
  if (!hasText(packet)) faults.push({ code: 'no-packet', message: 'a card names its packet' })
  if (!isViolation(violation)) {
    faults.push({ code: 'not-a-violation', message: `${shownName(violation)} is not a kind of breach: ${violationKinds.join(', ')}` })
  }
  if (!hasText(correction)) faults.push({ code: 'no-correction', message: 'a card asks for the smallest correction' })
  if (!evidence.some(({ anchors }) => anchors)) faults.push(unanchored(evidence))
  return faults
}

function instructionFaults({ authority }: DisciplineState, instruction: string | undefined): Fault[] {
  if (!hasText(instruction)) return [{ code: 'no-instruction', message: 'a card quotes the instruction that was broken' }]
  const outcome = quoteStanding(instruction, authority)
  if (outcome === 'found' || outcome === 'unchecked') return []
  const quoted = JSON.stringify(instruction)
  if (outcome === 'too-short') {
    return [
      {
        code: 'instruction-too-short',
        message: `${quoted} has fewer than 8 characters that are not white space and is no whole line of ${authority.id}`,
      },
    ]
  }
  const almost = outcome === 'near' ? '; it stands there almost, and a quote is verbatim' : ''
  return [{ code: 'quote-not-in-authority', message: `${quoted} doesn't stand in ${authority.id}${almost}` }]
}

/** The evidence of a correction is asked the same question. */
export function unanchored(evidence: readonly CheckedEvidence[]): Fault {
  const found = evidence.map(({ citation, outcome }) => `${citation.kind} ${outcome}`).join(', ')
  const message = `no citation anchors in the artifact, a diff or an output: ${found === '' ? 'there is none' : found}`
  return { code: 'no-anchored-evidence', message }
}

/** The same builder, packet and instruction: only a recorded correction opens the way for another card (D-RESCINDEDTWIN, D-AMENDEDTWIN). */
function twinOf({ cards }: DisciplineState, { builder, packet, instruction }: GiveCard) {
  return cards.find(
    (card) => card.builder === builder && card.packet === packet && card.instruction === instruction && card.status !== 'corrected',
  )
}

function cardEvent(
  state: DisciplineState,
  command: GiveCard,
  builder: Builder,
  evidence: readonly CheckedEvidence[],
  corpus: string,
): Extract<DisciplineEvent, { readonly type: 'discipline.card' }> {
  const { packet = '', instruction = '', violation, correction = '', actBeforeBench = false, reportedBy } = command
  const { id, sha256 } = state.authority
  const { colour, count, cycle } = weight(state, builder, actBeforeBench)
  const data: CardData = {
    rules: 'discipline@1',
    card: command.card ?? nextName(state),
    builder: builder.id,
    packet,
    instruction,
    quote: state.authority.text === undefined ? 'unchecked' : 'found',
    authority: { id, sha256 },
    violation: violation as ViolationKind,
    evidence,
    corpus,
    correction,
    actBeforeBench,
    ...(reportedBy === undefined ? {} : { reportedBy }),
    colour,
    count,
    cycle,
  }
  return { type: 'discipline.card', data }
}

/** What the card weighs: the chart says whether it counts, and whether it is the last one of its cycle (R-REF-11, R-REF-13, R-REF-23). */
function weight({ limits }: DisciplineState, builder: Builder, actBeforeBench: boolean): Pick<CardData, 'colour' | 'count' | 'cycle'> {
  const isOld = actBeforeBench && can(builder, limits, { type: 'lateCard' })
  if (isOld || !can(builder, limits, { type: 'card' })) return { colour: 'LATE', count: builder.count, cycle: 'none' }
  const count = builder.count + 1
  const cycle = cycleOf(builder)
  const last: CardColour = cycle === 'initial' ? 'RED' : 'EXPULSION'
  return { colour: count >= limits.cards ? last : 'YELLOW', count, cycle }
}

function nextName(state: DisciplineState): string {
  for (let number = state.cards.length + 1; ; number++) {
    const name = `k${number}`
    if (findCard(state, name) === undefined) return name
  }
}

function isViolation(violation: string | undefined): violation is ViolationKind {
  return (violationKinds as readonly (string | undefined)[]).includes(violation)
}

function shownName(name: string | undefined): string {
  return name === undefined ? 'nothing' : JSON.stringify(name)
}
