import type { Citation } from '../../../src/entries/evidence'
import type { DisciplineCommand, DisciplineState } from '../../../src/entries/discipline'
import { builderStanding, discipline, driftRecord, packetState, reviewDrift } from '../../../src/entries/discipline'
import { alike, differencesOf } from './differences'

type CaseEvent = {
  readonly ev: string
  readonly packet?: string
  readonly violation?: number
  readonly kind?: string
  readonly rule?: string
  readonly authority_quote?: boolean
  readonly artifact_evidence?: boolean
  readonly authority_text?: string
  readonly directive?: string
  readonly builder?: string
  readonly by?: string
  readonly success?: boolean
  readonly reason?: string
  readonly reporter?: string
  readonly discovered_late?: boolean
  readonly facts?: { readonly models_failing_same_sentence?: number }
}
type Input = { readonly primary: string; readonly alternate: string; readonly events: readonly CaseEvent[] }
type Expected = Readonly<Record<string, unknown>>
export type DriftCase = { readonly id: string; readonly input: Input; readonly expected: Expected }

const owner = { kind: 'human', id: 'owner' } as const
const shown = 'the work shows the breach here'
const corpus = { artifact: { 'src/work.ts': `${shown}\n` } }
const proof: readonly Citation[] = [{ kind: 'quote', text: shown }]
const putRight = 'the work shows what was put right'
const corpusAfter = { artifact: { 'src/work.ts': `${putRight}\n` } }
const proofAfter: readonly Citation[] = [{ kind: 'quote', text: putRight }]
const parts = {
  objective: 'o',
  constraints: 'c',
  prohibitedChanges: 'p',
  completedWork: 'w',
  currentPosition: 'n',
  remainingConditions: 'r',
}

/** The names of the cases for what refused a command. */
const rejections: Readonly<Record<string, (event: CaseEvent) => string>> = {
  'no-instruction': () => 'no-authority',
  'no-anchored-evidence': () => 'no-evidence',
  'quote-not-in-authority': () => 'quote-not-in-directive',
  'not-the-owner': ({ by = '' }) => `amend by ${by}`,
}

function instructionOf({ rule = 'R0', authority_quote: isQuoted, authority_text: text }: CaseEvent): string {
  return isQuoted === false ? '' : (text ?? `${rule}: this is what the rule ${rule} demands.`)
}

/** One run of a case: what the events of the case do to a build, and what was said on the way. */
type Course = { state: DisciplineState; readonly rejected: string[]; facts: Record<string, unknown> }

/** Runs one case of drift; undefined where all that is expected came out. */
export function runDriftCase({ input, expected }: DriftCase): string | undefined {
  const { primary, alternate, events } = input
  const directive = events.find((event) => event.directive !== undefined)?.directive
  const text = directive ?? `# Directive\n${events.map(instructionOf).join('\n')}\n`
  const setup = { authority: { id: 'DIRECTIVE.md', text }, primary, alternates: [alternate] }
  const course: Course = { state: discipline.initial(setup), rejected: [], facts: {} }
  for (const event of events) {
    if (event.ev === 'replay_from_ledger') {
      const again = course.state.record.reduce(discipline.evolve, discipline.initial(setup))
      if (!alike(again, course.state)) return 'replayed, the events give another state'
    } else if (event.ev === 'root_review') course.facts = reviewed(course.state, event)
    else for (const command of commandsFor(event, course.state, primary)) run(course, command, event)
  }
  return differencesOf(expected, { ...stateFacts(course.state, input), ...course.facts, rejected: course.rejected })
}

function run(course: Course, command: DisciplineCommand, event: CaseEvent): void {
  const decision = discipline.decide(course.state, command)
  if (decision.ok) course.state = decision.events.reduce(discipline.evolve, course.state)
  else for (const { code } of decision.refusal.all) course.rejected.push(rejections[code]?.(event) ?? `${code} ${event.packet ?? ''}`)
}

function commandsFor(event: CaseEvent, state: DisciplineState, primary: string): readonly DisciplineCommand[] {
  const { ev, packet = '', by = primary } = event
  if (ev === 'violation') return [cardFor(event, primary)]
  if (ev === 'corrected') {
    return state.cards
      .filter((card) => card.packet === packet && card.status === 'open')
      .map(({ card }) => ({ do: 'correct', card, evidence: proofAfter, corpus: corpusAfter }))
  }
  if (ev === 'packet_done') return [{ do: event.success === true ? 'complete' : 'fail', packet, by }]
  // The cases speak of one deed; the rules want the document read and its content handed in.
  if (ev === 'reread') {
    return [
      { do: 'reread', builder: by, sha256: state.authority.sha256 },
      { do: 'reconstruct', builder: by, parts },
    ]
  }
  if (ev === 'amend_rule') return [{ do: 'amend', by: { kind: 'agent', id: by }, instruction: instructionOf(event), text: 'another' }]
  if (ev === 'rescind') return [{ do: 'rescind', card: `k${event.violation ?? 0}`, by: owner, reason: event.reason ?? '' }]
  throw new Error(`no translation for ${ev}`)
}

function cardFor(event: CaseEvent, primary: string): DisciplineCommand {
  const { packet = '', builder = primary, reporter } = event
  const again = event.kind === undefined ? 'ignored-constraint' : 'false-completion'
  return {
    do: 'give-card',
    builder,
    packet,
    instruction: instructionOf(event),
    violation: again,
    evidence: event.artifact_evidence === true ? proof : [],
    corpus,
    correction: 'put it right',
    actBeforeBench: event.discovered_late === true,
    ...(reporter === undefined ? {} : { reportedBy: reporter }),
  }
}

/** The models that the case says fell at the same sentence, as cards beside those on record. */
function reviewed(state: DisciplineState, { facts }: CaseEvent): Record<string, unknown> {
  const record = driftRecord(state, {})
  const [first] = record.cards
  const others = Array.from({ length: (facts?.models_failing_same_sentence ?? 1) - 1 }, (_, index) => `model ${index + 2}`)
  const more = first === undefined ? [] : others.map((builder) => ({ ...first, builder }))
  const { proposal, followUp } = reviewDrift({ ...record, cards: [...record.cards, ...more] })
  return {
    diagnosis: followUp === 'pause' ? 'MIXED / UNKNOWN' : proposal,
    next: { pause: 'PAUSE', 'back-to-architect': 'architect', 'replace-or-sideline': 'replace' }[followUp],
  }
}

function stateFacts(state: DisciplineState, { primary, alternate }: Input): Record<string, unknown> {
  const standing = builderStanding(state, primary)
  const other = builderStanding(state, alternate)
  const due = discipline.next(state).map(({ kind }) => kind)
  const last = state.cards.at(-1)
  const packets = state.packets.map(({ packet }) => {
    const now = packetState(state, packet)
    return [`packet_${packet}`, now === 'completed' ? 'DONE' : now.toUpperCase()] as const
  })
  return {
    ...Object.fromEntries(packets),
    state: standing?.state.toUpperCase(),
    state_B2: other?.state.toUpperCase(),
    yellow: standing?.count,
    lead: state.lead,
    remaining: standing?.state === 'probation' ? 0 : standing?.remaining,
    waiting_for: standing?.waitingFor[0],
    // The cases write the third yellow and its consequence apart, and a struck card as a line of its own.
    cards: state.cards.flatMap(({ colour, status }) => [
      ...(colour === 'RED' ? ['YELLOW', 'RED'] : [colour]),
      ...(status === 'rescinded' ? ['RESCINDED'] : []),
    ]),
    cards_last: last?.colour,
    recorded_in_cycle: last?.colour === 'LATE' && last.actBeforeBench ? 'initial' : last?.cycle,
    next: due.includes('review') ? 'choose continuation; drift-root review first' : due.includes('choose-continuation') ? 'HUMAN' : '',
  }
}
