import type { DisciplineCommand, DisciplineDecision, DisciplineSetup, DisciplineState } from '../../src/entries/discipline'
import { discipline } from '../../src/entries/discipline'

export const directive =
  '# Directive\n\n- Do not add dependencies.\n- Never change the public API.\n- All times are in UTC.\n- Log every call.\n'
export const instructions = [
  'Do not add dependencies.',
  'Never change the public API.',
  'All times are in UTC.',
  'Log every call.',
] as const
export const setup: DisciplineSetup = { authority: { id: 'DIRECTIVE.md', text: directive }, primary: 'opus', alternates: ['codex', 'gpt'] }
export const corpus = {
  artifact: { 'package.json': '{\n  "dependencies": { "left-pad": "1.3.0" }\n}\n' },
  spec: { 'DIRECTIVE.md': directive },
  runs: [{ command: 'npm test', exitCode: 1, output: '1 failing: api.test.ts\n' }],
}
/** The same place after the correction, and what shows it. */
export const corpusAfter = { ...corpus, artifact: { 'package.json': '{\n  "dependencies": {}\n}\n' } }
export const proofAfter = [{ kind: 'line', file: 'package.json', line: 2, text: '"dependencies": {}' }] as const
export const owner = { kind: 'human', id: 'owner' } as const
export const proof = [{ kind: 'line', file: 'package.json', line: 2, text: '"left-pad"' }] as const
export const parts = {
  objective: 'a limiter',
  constraints: 'no dependencies',
  prohibitedChanges: 'the public API',
  completedWork: 'p1 and p2',
  currentPosition: 'at p3',
  remainingConditions: 'the tests pass',
}

/** A card that has all it needs, but for what is changed. */
export function card(packet: string, change: Partial<Extract<DisciplineCommand, { do: 'give-card' }>> = {}): DisciplineCommand {
  const given = { builder: 'opus', packet, instruction: instructions[0], violation: 'ignored-constraint', correction: 'remove left-pad' }
  return { do: 'give-card', corpus, evidence: proof, ...given, ...change }
}

/** The state after commands that must all be carried out. */
export function after(state: DisciplineState, ...commands: readonly DisciplineCommand[]): DisciplineState {
  return commands.reduce((before, command) => {
    const decision = discipline.decide(before, command)
    if (!decision.ok) throw new Error(`${command.do} was refused: ${decision.refusal.message}`)
    return decision.events.reduce(discipline.evolve, before)
  }, state)
}

/** The correction of a card, with the evidence of the state after it. */
export function correction(name: string): DisciplineCommand {
  return { do: 'correct', card: name, evidence: proofAfter, corpus: corpusAfter }
}

/** Every code that a command is refused with; none where it is carried out. */
export function codesOf(decision: DisciplineDecision): string[] {
  return decision.ok ? [] : decision.refusal.all.map(({ code }) => code)
}

export const fresh = discipline.initial(setup)
export const red = after(fresh, card('p1'), card('p2'), card('p3'))
export const work = (packet: string, by = 'codex'): DisciplineCommand => ({ do: 'complete', packet, by })
export const reread: DisciplineCommand = { do: 'reread', builder: 'opus', sha256: fresh.authority.sha256 }
export const reconstruct: DisciplineCommand = { do: 'reconstruct', builder: 'opus', parts }
export const probation = after(red, work('p4'), work('p5'), work('p6'), reread, reconstruct)
export const expelled = after(probation, card('p7'), card('p8'), card('p9'))
