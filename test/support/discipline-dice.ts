import * as fc from 'fast-check'
import type { DisciplineState } from '../../src/entries/discipline'
import { diagnoses, reconstructionParts, violationKinds } from '../../src/entries/discipline'

type Json = Readonly<Record<string, unknown>>

/** Numbers that choose one command, so that a command can be fitted to the state that it meets. */
export type Dice = { readonly kind: number; readonly who: number; readonly what: number; readonly odd: number }

export const dice: fc.Arbitrary<Dice> = fc.record({ kind: fc.nat(99), who: fc.nat(99), what: fc.nat(99), odd: fc.nat(99) })

export const instructions = [
  'You must log every call to the store.',
  'Never change the public API.',
  'Write no new dependency into package.json.',
  'All times are in UTC.',
] as const

export const directive = `# Directive\n\n${instructions.map((instruction) => `- ${instruction}`).join('\n')}\n`

export const disciplineSetups = fc.record({
  authority: fc.constantFrom({ id: 'D.md', sha256: 'sha-1', text: directive }, { id: 'D.md', sha256: 'sha-1' }),
  primary: fc.constant('B1'),
  alternates: fc.constantFrom(['B2'], ['B2', 'B3'], ['B2', 'B3', 'B4']),
  limits: fc.constantFrom({ cards: 3, benchPackets: 3 }, { cards: 2, benchPackets: 2 }, { cards: 1, benchPackets: 1 }),
})

function one<Item>(list: readonly Item[], number: number): Item | undefined {
  return list[number % list.length]
}

/** A reconstruction with all six parts. */
export const parts = Object.fromEntries(reconstructionParts.map((part) => [part, `text of ${part}`]))
const anchored = [{ kind: 'diff', anchored: true }]
const owner = { kind: 'human', id: 'owner' }
const askers = [owner, owner, owner, { kind: 'engine', id: 'driver' }, { kind: 'agent', id: 'B1' }]

/** A command in the form of the vectors: mostly one that the state allows, now and then one that it doesn't. */
export function commandFor(state: DisciplineState, { kind, who, what, odd }: Dice): Json {
  const ids = state.builders.map(({ id }) => id)
  const isOdd = odd < 12
  const benched = state.builders.filter((builder) => builder.state === 'benched').map(({ id }) => id)
  const anyone = one([...ids, 'B77'], who) ?? ''
  const lead = isOdd ? anyone : (state.lead ?? anyone)
  const packet = `p${isOdd ? what % 5 : state.record.length}`
  const card = one(state.cards, what)?.card ?? 'k99'
  const by = one(askers, who)
  const waiting = isOdd ? anyone : (one(benched, who) ?? anyone)
  if (kind < 34) return cardFor(state, lead, packet, { kind, who, what, odd })
  if (kind < 52) return { do: 'complete', packet, by: lead }
  if (kind < 56) return { do: 'fail', packet, by: lead }
  if (kind < 60) return { do: 'revert', packet: one(state.packets, what)?.packet ?? 'p0' }
  if (kind < 68) return { do: 'reread', builder: waiting, sha256: isOdd ? 'sha-summary' : state.authority.sha256 }
  if (kind < 76) return { do: 'reconstruct', builder: waiting, parts: isOdd ? { ...parts, objective: ' ' } : parts }
  if (kind < 80) return { do: 'correct', card, evidence: [{ kind: 'test', anchored: !isOdd }] }
  if (kind < 83) return { do: 'rescind', card, by, reason: isOdd ? ' ' : 'misread' }
  if (kind < 86) return amendment(state, by, what, isOdd)
  if (kind < 89) return { do: 'keep-alternate', by }
  if (kind < 94) return { do: 'review', by, diagnosis: isOdd ? 'BAD MODEL' : (one(diagnoses, what % 3 === 0 ? what : 0) ?? '') }
  const path = one(['promote', 'replace', 'pause'], what) ?? ''
  return { do: 'continue', by, path, builder: isOdd ? anyone : `B${10 + state.record.length}` }
}

function amendment(state: DisciplineState, by: unknown, what: number, isOdd: boolean): Json {
  const text = what % 2 === 0 ? { text: `${directive}- Rule ${state.record.length} came later.\n` } : {}
  const sha256 = isOdd ? state.authority.sha256 : `sha-${state.record.length + 2}`
  return { do: 'amend', by, instruction: one(instructions, what), sha256, ...text }
}

function cardFor(state: DisciplineState, lead: string, packet: string, { who, what, odd }: Dice): Json {
  const evidence = odd === 1 ? [{ kind: 'diff', anchored: false }] : odd === 2 ? [] : anchored
  const last = odd > 11 && odd < 18 ? state.cards.at(-1) : undefined
  if (last !== undefined) ({ packet } = last)
  const instruction =
    last !== undefined
      ? last.instruction
      : odd === 3
        ? 'UTC'
        : odd === 4
          ? 'this stands nowhere in it'
          : odd === 5
            ? ' '
            : one(instructions, what)
  return {
    do: 'give-card',
    card: odd === 6 ? 'k1' : `k${state.cards.length + 1}`,
    builder: odd > 90 ? (state.builders[0]?.id ?? '') : odd === 7 ? '' : lead,
    packet: odd === 8 ? '' : odd === 9 ? (state.cards.at(-1)?.packet ?? packet) : packet,
    instruction,
    violation: odd === 10 ? 'style' : one(violationKinds, who),
    evidence,
    correction: odd === 11 || odd === 1 ? '' : 'put it right',
    ...(who % 8 === 0 ? { actBeforeBench: true } : {}),
  }
}
