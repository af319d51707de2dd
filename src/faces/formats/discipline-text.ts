import { waitingFor } from '../../discipline/builder'
import type { DisciplineCommand } from '../../discipline/command'
import type { DisciplineEvent } from '../../discipline/event'
import type { DisciplineAction } from '../../discipline/next'
import { next } from '../../discipline/next'
import { renderRefereeBlock } from '../../discipline/render-block'
import type { DisciplineState } from '../../discipline/state'
import { findBuilder, findCard, packetState } from '../../discipline/state'
import { hang, ledLine } from '../../text/columns'
import { padEnd, printable, widthOf } from '../../text/printable'
import { nextBlock } from './refusal-text'

const letters = { YELLOW: 'Y', RED: 'R', EXPULSION: 'X', LATE: '-' } as const

/** A card that was given: what follows from it, the referee's block untouched, and whose turn it is. */
export function cardText(state: DisciplineState, name: string, exit: number): string {
  const card = findCard(state, name)
  if (card === undefined) return ''
  const { colour, count, builder, packet } = card
  const followed = {
    YELLOW: `packet ${printable(packet)} is stopped`,
    RED: `${printable(builder)} is benched, ${leads(state)}`,
    EXPULSION: `${printable(builder)} is expelled, ${leads(state)}`,
    LATE: `recorded for ${printable(builder)}, and counts for nothing`,
  }
  const led = ledLine(`[${letters[colour]} ${count}/${state.limits.cards}] ${colour}  ${followed[colour]}`, `exit ${exit}`)
  return `${[led, '', renderRefereeBlock(state, name), ...nextBlock(nextLines(state))].join('\n')}\n`
}

/** Something other than a card that was recorded, and whose turn it is. */
export function changedText(state: DisciplineState, events: readonly DisciplineEvent[], exit: number): string {
  const [first, ...rest] = events.map((event) => saidOf(state, event))
  const lines = [ledLine(first ?? '. nothing changed', `exit ${exit}`), ...rest]
  return `${[...lines, ...nextBlock(nextLines(state))].join('\n')}\n`
}

/** What a person is about to do, before they are asked: the card or build that it touches, what is said, and what follows of it. */
export function aboutText(
  state: DisciplineState,
  command: DisciplineCommand,
  after: DisciplineState,
  events: readonly DisciplineEvent[],
): string {
  const card = 'card' in command ? findCard(state, command.card) : undefined
  const touched =
    card === undefined
      ? []
      : hang(
          `  ${printable(card.card)}  `,
          `${card.colour} ${card.status}, ${printable(card.builder)} on ${printable(card.packet)}: ${printable(card.instruction)}`,
        )
  const parts = Object.entries(command).flatMap(([name, value]) =>
    name === 'do' || name === 'by' || name === 'card'
      ? []
      : hang(`  ${name}  `, printable(typeof value === 'string' ? value : JSON.stringify(value))),
  )
  const follows = events.slice(1).map((event) => `  then ${saidOf(after, event).replace(/^\S+ /, '')}`)
  return `${[`about to ${command.do === 'keep-alternate' ? 'keep the alternate' : command.do}`, ...touched, ...parts, ...follows, `  then ${leads(after)}`].join('\n')}\n`
}

/** How a build stands: its builders, packets and open cards, and whose turn it is. */
export function buildText(build: string, state: DisciplineState, exit: number): string {
  const width = Math.max(...state.builders.map(({ id }) => widthOf(printable(id))))
  const builders = state.builders.flatMap((builder) => {
    const waits = waitingFor(builder, state.limits)
    const waiting = waits.length === 0 ? '' : `   waits for ${waits.join(', ')}`
    return hang(
      `  ${padEnd(printable(builder.id), width)}  `,
      `${padEnd(builder.state.toUpperCase(), 9)}  cards ${builder.count}/${state.limits.cards}${waiting}`,
    )
  })
  const packets = state.packets.flatMap(({ packet, by }) =>
    hang(`  packet ${printable(packet)}  `, `${packetState(state, packet)}${by === null ? '' : ` by ${printable(by)}`}`),
  )
  const cards = state.cards.flatMap(({ card, builder, packet, colour, status, instruction }) =>
    hang(`  ${printable(card)}  `, `${colour} ${status}, ${printable(builder)} on ${printable(packet)}: ${printable(instruction)}`),
  )
  const led = ledLine(`${state.lead === null ? '^' : '+'} build ${printable(build)}  ${leads(state)}`, `exit ${exit}`)
  return `${[led, '', ...builders, ...block(packets), ...block(cards), ...nextBlock(nextLines(state))].join('\n')}\n`
}

function block(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', ...lines]
}

function leads({ lead, pause }: DisciplineState): string {
  if (lead !== null) return `${printable(lead)} leads`
  return pause === 'no-alternate' ? 'nobody is left to lead, the build is paused' : 'the build is paused'
}

function saidOf(state: DisciplineState, event: DisciplineEvent): string {
  switch (event.type) {
    case 'discipline.opened':
      return `+ opened  ${printable(event.data.primary)} leads, held to ${printable(event.data.authority.id)}`
    case 'discipline.corrected': {
      const packet = findCard(state, event.data.card)?.packet ?? ''
      return `+ corrected  ${printable(event.data.card)}, packet ${printable(packet)} is ${packetState(state, packet)}`
    }
    case 'discipline.rescinded': {
      const builder = findBuilder(state, findCard(state, event.data.card)?.builder ?? '')
      return `[- ${builder?.count ?? 0}/${state.limits.cards}] struck  ${printable(event.data.card)} by ${printable(event.data.by.id)}; it stays on record`
    }
    case 'discipline.returned':
      return `+ returned  ${printable(event.data.builder)}, on probation; ${leads(state)}`
    case 'discipline.completed':
    case 'discipline.failed':
      return `${event.type === 'discipline.failed' ? 'x' : '+'} ${wordOf(event.type)}  ${printable(event.data.packet)} by ${printable(event.data.by)}`
    case 'discipline.reviewed':
      return `+ reviewed  ${event.data.diagnosis}, by ${printable(event.data.by.id)}`
    case 'discipline.continued':
      return `+ continued  ${event.data.path}, ${leads(state)}`
    default: {
      const { data } = event
      const who = 'builder' in data ? data.builder : 'packet' in data ? data.packet : ''
      return `+ ${wordOf(event.type)}  ${printable(who)}`.trimEnd()
    }
  }
}

function wordOf(type: string): string {
  return type.slice(type.indexOf('.') + 1)
}

function nextLines(state: DisciplineState): string[] {
  return next(state).map((action) => printable(dueLine(action)))
}

function dueLine(action: DisciplineAction): string {
  switch (action.kind) {
    case 'correct':
      return `${action.builder}: ${action.correction}; then adjudicate card correct FILE (${action.card}, packet ${action.packet})`
    case 'reread':
      return `${action.builder}: adjudicate card reread ${action.builder} --document FILE (whole document, by its hash)`
    case 'reconstruct':
      return `${action.builder}: adjudicate card reconstruct FILE (all six parts)`
    case 'lead-packets':
      return `${action.lead}: adjudicate card packet NAME --by ${action.lead} (${action.remaining} more)`
    case 'review':
      return `a person: adjudicate card review FILE (why ${action.expelled} fell)`
    case 'rewrite-authority':
      return 'a person: adjudicate card amend FILE (the instruction that led astray)'
    case 'choose-continuation':
      return `a person: adjudicate card continue FILE (${action.paths.join(', ')})`
  }
}
