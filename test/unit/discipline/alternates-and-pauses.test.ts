import { describe, expect, test } from 'vitest'
import type { DisciplineCommand, DisciplineState } from '../../../src/entries/discipline'
import {
  builderStanding,
  compareRequirements,
  discipline,
  driftRecord,
  parseDisciplineCommand,
  refereeBlock,
} from '../../../src/entries/discipline'
import { after, card, directive, instructions, owner, parts, setup, work } from '../../support/discipline-build'

const cards = (builder: string, ...packets: readonly string[]): DisciplineCommand[] => packets.map((packet) => card(packet, { builder }))
const pause: DisciplineCommand = { do: 'continue', by: owner, path: 'pause' }

/** A build of two cards and one packet to a bench, from its first event. */
function build(...commands: readonly DisciplineCommand[]): DisciplineState {
  return after(discipline.initial({ ...setup, limits: { cards: 2, benchPackets: 1 } }), ...commands)
}

function back(builder: string): DisciplineCommand[] {
  const { sha256 } = build().authority
  return [
    { do: 'reread', builder, sha256 },
    { do: 'reconstruct', builder, parts },
  ]
}

const opusBenched = cards('opus', 'p1', 'p2')
const bothBenched = [...opusBenched, ...cards('codex', 'q1', 'q2')]

describe('alternates are builders like any other', () => {
  test('R-REF-15 each has led from when it first leads', () => {
    const led = (state: DisciplineState): string[] => state.builders.filter(({ hasLed }) => hasLed).map(({ id }) => id)
    expect([led(build()), led(build(...opusBenched)), led(build(...bothBenched))]).toEqual([
      ['opus'],
      ['opus', 'codex'],
      ['opus', 'codex', 'gpt'],
    ])
    expect(build().builders.map(({ hasReread, hasReconstructed }) => [hasReread, hasReconstructed])).toEqual([
      [false, false],
      [false, false],
      [false, false],
    ])
    expect([build().cards, build().packets, build().record]).toEqual([[], [], []])
  })

  test('R-REF-24 one that is expelled pauses nothing, and neither does a later card of the primary', () => {
    const gone = build(...bothBenched, work('r1', 'gpt'), ...back('codex'), ...cards('codex', 's1', 's2'))
    expect(builderStanding(gone, 'codex')?.state).toBe('expelled')
    expect(gone).toMatchObject({ lead: 'gpt', pause: null, expelled: null })
    const returned = after(gone, ...back('opus'), card('t1'))
    expect(returned).toMatchObject({ lead: 'opus', pause: null, expelled: null })
    expect(refereeBlock(returned)).toMatchObject({ returnState: 'probation', temporaryLead: null, rootDiagnosis: null })
  })

  test('R-REF-26 in a pause for review nobody leads, whoever could', () => {
    const none = build(...opusBenched, work('r1'), ...cards('codex', 'q1', 'q2'), work('r2', 'gpt'), ...cards('gpt', 'u1', 'u2'))
    expect(none).toMatchObject({ lead: null, pause: 'no-alternate' })
    const paused = after(none, pause, ...back('codex'))
    expect(builderStanding(paused, 'codex')?.state).toBe('probation')
    expect(paused).toMatchObject({ lead: null, pause: 'review' })
    const kept = discipline.decide(paused, { do: 'keep-alternate', by: owner })
    expect(kept.ok && kept.events).toEqual([{ type: 'discipline.kept', data: { by: owner, lead: null } }])
    expect(discipline.next(paused).at(-1)).toMatchObject({ kind: 'choose-continuation', paths: ['promote', 'replace'] })
    const promoted = after(paused, { do: 'continue', by: owner, path: 'promote' })
    expect(promoted).toMatchObject({ primary: 'codex', lead: 'codex', pause: null })
  })

  test('R-REF-26 the primary is no backup of its own', () => {
    const none = build(...opusBenched, work('r1'), ...cards('codex', 'q1', 'q2'), ...cards('gpt', 'u1', 'u2'), pause, ...back('opus'))
    expect(builderStanding(none, 'opus')?.state).toBe('probation')
    expect(discipline.next(none).at(-1)).toMatchObject({ kind: 'choose-continuation', paths: ['replace'] })
    const refused = discipline.decide(none, { do: 'continue', by: owner, path: 'promote' })
    expect(refused.ok || refused.refusal.code).toBe('no-backup')
  })
})

describe('an expulsion and its review', () => {
  const expelled = [...opusBenched, work('r1'), ...back('opus'), ...cards('opus', 's1', 's2')]
  const review: DisciplineCommand = { do: 'review', by: owner, diagnosis: 'PROMPT-INDUCED DRIFT' }

  test('R-REF-04 a late card of the expelled takes nothing of the review back', () => {
    const late = build(...expelled, review, card('t1'))
    expect(late.cards.at(-1)?.colour).toBe('LATE')
    expect(late).toMatchObject({
      pause: 'continuation',
      expelled: 'opus',
      review: { diagnosis: 'PROMPT-INDUCED DRIFT', isAmendedSince: false },
    })
    expect(refereeBlock(late)).toMatchObject({ temporaryLead: null, rootDiagnosis: 'PROMPT-INDUCED DRIFT' })
  })

  test('R-REF-29 an amendment after the review is noted beside its diagnosis', () => {
    const amended = build(...expelled, review, { do: 'amend', by: owner, instruction: instructions[0], text: `${directive}Clearer.\n` })
    expect(amended.review).toEqual({ diagnosis: 'PROMPT-INDUCED DRIFT', isAmendedSince: true })
  })
})

test('what is not known is absent, on record and in the state', () => {
  const amend: DisciplineCommand = { do: 'amend', by: owner, instruction: instructions[0], sha256: 'sha256:new' }
  const amended = build(amend, work('p1', 'opus'))
  expect(amended.authority).toStrictEqual({ id: 'DIRECTIVE.md', sha256: 'sha256:new' })
  expect(amended.record[0]?.data).toStrictEqual({ by: owner, instruction: instructions[0], sha256: 'sha256:new', cards: [] })
  expect(driftRecord(amended, {}).packets).toStrictEqual([{ packet: 'p1', by: 'opus', completed: true, instructions: [] }])
  const bare = discipline.initial({ ...setup, authority: { id: 'D.md', sha256: 'sha256:abc' } })
  expect(bare.authority).toStrictEqual({ id: 'D.md', sha256: 'sha256:abc' })
})

test('R-REF-41 one requirement that is not matched pauses, even where nothing drifted, and drift does even where all is matched', () => {
  const matched = { requirement: 'r1', mark: 'matched' } as const
  expect(compareRequirements([matched, { requirement: 'r2', mark: 'missing' }])).toEqual({ state: 'paused', drifted: [] })
  expect(compareRequirements([matched, { requirement: 'r2', mark: 'matched', origin: 'inferred' }])).toEqual({
    state: 'paused',
    drifted: ['r2'],
  })
})

test('a command is read by its shape, and a field that it does not have is refused', () => {
  expect(parseDisciplineCommand(work('p1'))).toEqual({ ok: true, value: { do: 'complete', packet: 'p1', by: 'codex' } })
  const parsed = parseDisciplineCommand({ ...work('p1'), force: true })
  expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).toEqual(['force'])
})
