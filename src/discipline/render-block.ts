import { AdjudicateError } from '../errors'
import { remainingPackets } from './builder'
import type { Card, CheckedEvidence } from './card'
import type { BlockLabel, RefereeBlock } from './referee-block'
import { blockLabels, notYetRequired } from './referee-block'
import type { DisciplineState } from './state'
import { findBuilder, findCard } from './state'
import type { Diagnosis } from './words'

/**
 * What the block says of a card, the latest unless named: the ruling as it was given, beside where its builder stands now. A late card is a yellow
 * that counts for nothing. Throws `data-invalid` where there is no such card.
 */
export function refereeBlock(state: DisciplineState, name?: string): RefereeBlock {
  const card = name === undefined ? state.cards.at(-1) : findCard(state, name)
  const builder = findBuilder(state, card?.builder ?? '')
  if (card === undefined || builder === undefined) {
    const message = name === undefined ? 'the record holds no card to print' : `no card is called ${JSON.stringify(name)}`
    throw new AdjudicateError('data-invalid', message, { card: name ?? null })
  }
  return {
    builder: card.builder,
    packet: card.packet,
    authority: `${card.authority.id} ${card.authority.sha256}`,
    violation: card.violation,
    evidence: anchoredOf(card).map(placeOf).join('; '),
    card: card.colour === 'LATE' ? 'YELLOW' : card.colour,
    yellowCount: { count: card.count, of: state.limits.cards },
    temporaryLead: state.lead === null || state.lead === state.primary ? null : state.lead,
    packetsRemaining: remainingPackets(builder, state.limits),
    returnState: builder.state,
    requiredCorrection: card.correction,
    rootDiagnosis: rootDiagnosis(state),
  }
}

/** A review that is due and not recorded leaves the cause unknown; it is not made up (R-REF-30, A-REF-18). */
function rootDiagnosis({ review, expelled }: DisciplineState): Diagnosis | null {
  return review?.diagnosis ?? (expelled === null ? null : 'UNKNOWN')
}

function anchoredOf({ evidence }: Card): CheckedEvidence[] {
  return evidence.filter(({ anchors }) => anchors)
}

function placeOf({ citation, source, line }: CheckedEvidence): string {
  switch (citation.kind) {
    case 'line':
      return `${citation.file}:${citation.line}${citation.endLine === undefined ? '' : `-${citation.endLine}`}`
    case 'output':
      return `output of ${citation.command}`
    default:
      return `${source ?? ''}:${line ?? ''}`
  }
}

/**
 * The block of a card, the latest unless named: `REFEREE` and twelve labelled lines in a fixed order, one LF between them and none at the end, never
 * coloured or wrapped (R-REF-32). Throws `data-invalid` where there is no such card.
 */
export function renderRefereeBlock(state: DisciplineState, card?: string): string {
  const { yellowCount, temporaryLead, packetsRemaining, ...block } = refereeBlock(state, card)
  const values: Readonly<Record<BlockLabel, string>> = {
    Builder: escaped(block.builder),
    Packet: escaped(block.packet),
    Authority: escaped(block.authority),
    Violation: escaped(block.violation),
    Evidence: escaped(block.evidence),
    Card: block.card,
    'Yellow count': `${yellowCount.count}/${yellowCount.of}`,
    'Temporary lead': temporaryLead === null ? 'none' : escapedName(temporaryLead),
    'Packets remaining on red card': packetsRemaining === null ? 'none' : String(packetsRemaining),
    'Return state': block.returnState.toUpperCase(),
    'Required correction': escaped(block.requiredCorrection),
    'Root diagnosis': block.rootDiagnosis ?? notYetRequired,
  }
  return ['REFEREE', ...blockLabels.map((label) => `${label}: ${values[label]}`)].join('\n')
}

/** Control characters, line ends, direction marks and half surrogate pairs can't forge a line; a backslash is doubled, so that all reads back. */
function escaped(text: string): string {
  return text.replace(/[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|^\s|\s$/gu, (found) => (found === '\\' ? '\\\\' : coded(found)))
}

function escapedName(name: string): string {
  return name === 'none' ? `${coded('n')}one` : escaped(name)
}

function coded(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
