import type { Citation } from '../../../src/entries/evidence'
import type { DisciplineCommand, DisciplineState, DriftRecord, FullSetup } from '../../../src/entries/discipline'
import {
  builderStanding,
  discipline,
  packetState,
  parseDisciplineCommand,
  parseDisciplineSetup,
  reviewDrift,
} from '../../../src/entries/discipline'
import { differencesOf } from './differences'

type Json = Readonly<Record<string, unknown>>
type Step = { readonly ok?: readonly string[]; readonly refused?: readonly string[]; readonly colour?: string; readonly count?: number }
type Input = { readonly setup: Json; readonly commands: readonly Json[] }
export type DisciplineVector = { readonly id: string; readonly input: Input; readonly expected: Json }

// The vectors say of each piece of evidence whether it is anchored. This makes a corpus in which that is so: one of the breach, one of the state after it.
const act = 'the act stands here, word for word'
const correction = 'what was put right stands in its place'
const command = 'npm test'

function corpusOf(text: string): object {
  return {
    sources: [
      { id: 'src/act.ts', role: 'artifact', path: 'src/act.ts', text: `${text}\n` },
      { id: 'diff', role: 'diff', text: `+${text}\n` },
    ],
    runs: [{ command, exitCode: 1, output: `${text}\n` }],
  }
}

function citationOf(kind: unknown, anchored: unknown, shown: string): Citation {
  const text = anchored === true ? shown : 'this line stands nowhere at all'
  if (kind === 'file') return { kind: 'line', file: 'src/act.ts', line: 1, text }
  return kind === 'diff' ? { kind: 'quote', source: 'diff', text } : { kind: 'output', command, text }
}

/** Names that differ: the specification's own example calls the code for a quote that isn't there by another name. */
const ourCode: Readonly<Record<string, string>> = { 'instruction-not-in-authority': 'quote-not-in-authority' }

/** A vector's command in the shape of the library, with evidence that is anchored where the vector says so. */
export function disciplineCommand(given: Json): DisciplineCommand {
  const { evidence } = given
  const shown = given['do'] === 'correct' ? correction : act
  const cited = Array.isArray(evidence)
    ? { evidence: (evidence as readonly Json[]).map(({ kind, anchored }) => citationOf(kind, anchored, shown)), corpus: corpusOf(shown) }
    : {}
  const parsed = parseDisciplineCommand({ ...given, ...cited })
  if (!parsed.ok) throw new Error(`the command can't be read: ${JSON.stringify(parsed.issues)}`)
  return parsed.value
}

/** Runs one row of discipline.jsonl; undefined where all that is expected came out. */
export function runDisciplineVector({ input, expected }: DisciplineVector): string | undefined {
  const setup = parseDisciplineSetup(input.setup)
  if (!setup.ok) {
    const codes = [...new Set(setup.issues.map(({ code }) => code))].sort()
    return differencesOf(expected, { setup: { refused: codes } })
  }
  const { state, steps } = played(setup.value, input.commands)
  const wanted = (expected['steps'] as readonly Step[] | undefined) ?? []
  const wrong = wanted.findIndex((step, index) => differencesOf(ours(step), steps[index] ?? {}) !== undefined)
  if (wrong >= 0) return `step ${wrong + 1}: ${differencesOf(ours(wanted[wrong] ?? {}), steps[wrong] ?? {})}`
  return differencesOf(expected, { steps: wanted, state: disciplineFacts(state) })
}

function ours(step: Step): Json {
  return step.refused === undefined ? step : { refused: step.refused.map((code) => ourCode[code] ?? code).sort() }
}

function played(setup: FullSetup, commands: readonly Json[]): { readonly state: DisciplineState; readonly steps: readonly Step[] } {
  let state = discipline.initial(setup)
  const steps = commands.map((given) => {
    const done = disciplineStep(state, given)
    state = done.state
    return done.step
  })
  return { state, steps }
}

/** One command of a vector, and what came of it in the words of the vectors, with our codes. */
export function disciplineStep(state: DisciplineState, given: Json): { readonly state: DisciplineState; readonly step: Step } {
  const decision = discipline.decide(state, disciplineCommand(given))
  if (!decision.ok) return { state, step: { refused: decision.refusal.all.map(({ code }) => code) } }
  const card = decision.events.find((event) => event.type === 'discipline.card')
  const ok = decision.events.map(({ type }) => type.replace('discipline.', ''))
  const step = { ok, ...(card && { colour: card.data.colour, count: card.data.count }) }
  return { state: decision.events.reduce(discipline.evolve, state), step }
}

/** The state in the words of the vectors. */
export function disciplineFacts(state: DisciplineState): Json {
  const { lead, pause, builders, packets, cards } = state
  return {
    lead,
    paused: pause,
    builders: Object.fromEntries(
      builders.map(({ id }) => {
        const standing = builderStanding(state, id)
        return [id, standing]
      }),
    ),
    packets: Object.fromEntries(packets.map(({ packet }) => [packet, packetState(state, packet)])),
    cards: cards.map(({ card, builder, packet, colour, status }) => ({ card, builder, packet, colour, status })),
  }
}

/** Runs one row of drift-review.jsonl. */
export function runDriftReviewVector({ input, expected }: { readonly input: DriftRecord; readonly expected: Json }): string | undefined {
  const { byInstruction, byBuilder, byPacketSize, ...rest } = reviewDrift(input)
  const table = (rows: readonly { readonly of: string; readonly cards: number }[]): Json =>
    Object.fromEntries(rows.map(({ of, cards }) => [of, cards]))
  return differencesOf(expected, {
    ...rest,
    byInstruction: table(byInstruction),
    byBuilder: table(byBuilder),
    byPacketSize: table(byPacketSize),
  })
}
