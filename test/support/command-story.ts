import { bugfix, bugfix2 } from '../../src/light/bugfix'
import type { Place, Ran } from './command-line'
import { answered } from './person-at-terminal'

/** One command of the story, with the files it takes and what a person answers; `isRepeat` where a second time is exit 0 and not a refusal. */
export type Told = {
  readonly args: readonly string[]
  readonly files?: Readonly<Record<string, unknown>>
  readonly answers?: readonly string[]
  readonly isRepeat?: true
}

export const storyNow = '2026-11-28T12:00:00.000Z'

/** Runs one command of the story in this process. */
export async function tell(place: Place, { args, files = {}, answers = [] }: Told): Promise<Ran> {
  for (const [name, content] of Object.entries(files)) place.write(name, typeof content === 'string' ? content : JSON.stringify(content))
  return await answered(place, args, answers, storyNow)
}

const axes = { cause: 'RC2', solution: 'FX1', evidence: ['EV2'], scope: 'SC1', H1: 'no', H2: 'no', H3: 'no', H4: 'no' }
const dossier = { hypothesisedCause: 'a', supportingEvidence: 'b', counterEvidence: 'c', verification: 'd', rollback: 'e' }
const operation = ['--operation', 'drop the cache']

function said(target: string, source: string): object {
  return { target, source, quote: 'No, that is one fix.', verdict: 'yellow', evidence: [], signature: 'wide scope', kind: 'correction' }
}

const proposal = {
  signature: 'wide scope',
  clause: 'bugfix',
  change: { kind: 'policy', policy: bugfix2 },
  evidence: ['two cases'],
  counter_example: 'none',
  falsify: 'a wide fix breaks',
  rollback: 'the clause before',
}

function card(builder: string, packet: string): object {
  return {
    builder,
    packet,
    instruction: 'Do not add dependencies.',
    violation: 'ignored-constraint',
    evidence: [{ kind: 'quote', text: '"left-pad": "1.0.0"' }],
    corpus: { artifact: { 'package.json': '"left-pad": "1.0.0"\n' } },
    correction: 'remove left-pad',
  }
}

const parts = {
  objective: 'o',
  constraints: 'c',
  prohibitedChanges: 'p',
  completedWork: 'w',
  currentPosition: 'n',
  remainingConditions: 'r',
}
const corrected = {
  card: 'k1',
  evidence: [{ kind: 'quote', text: '"dependencies": {}' }],
  corpus: { artifact: { 'package.json': '"dependencies": {}\n' } },
}

/** Every command of the pure protocols that records something, in an order in which each is carried out. */
export const story: readonly Told[] = [
  {
    args: ['standards', 'open', 'standards.json'],
    files: { 'standards.json': { version: 1, clauses: [{ id: 'bugfix', text: 'the table', policy: bugfix }] } },
  },
  { args: ['light', 'fault.json'], files: { 'fault.json': { ...axes, dossier } }, isRepeat: true },
  { args: ['authorize', 'F-20261128-01', '--grant', 'attempt-hypothesis'], answers: ['Ann', 'try the hypothesis'], isRepeat: true },
  { args: ['light', 'fault.json', '--use', 'A-20261128-01'] },
  {
    args: ['light', 'risky.json', ...operation],
    files: { 'risky.json': { ...axes, cause: 'RC1', H4: 'needed-contained', dossier } },
    isRepeat: true,
  },
  { args: ['authorize', 'F-20261128-02', '--grant', 'dangerous-operation', ...operation], answers: ['Ann', 'drop the cache'] },
  { args: ['signal', 'one.json'], files: { 'one.json': said('F-20261128-01', 't1') }, answers: ['Ann', 'signal'], isRepeat: true },
  { args: ['signal', 'two.json'], files: { 'two.json': said('F-20261128-02', 't2') }, answers: ['Ann', 'signal'], isRepeat: true },
  { args: ['propose', 'proposal.json', '--by', 'codex'], files: { 'proposal.json': proposal }, isRepeat: true },
  { args: ['approve', 'P-20261128-01'], answers: ['Ann', 'wide and clear should wait'] },
  { args: ['approve', 'P-20261128-01', '--rescind'], answers: ['Ann', 'it broke the build'] },
  {
    args: ['card', 'open', 'build.json', '--authority', 'DIRECTIVE.md'],
    files: {
      'build.json': { primary: 'opus', alternates: ['codex'], limits: { cards: 1, benchPackets: 1 } },
      'DIRECTIVE.md': 'Do not add dependencies.\n',
    },
  },
  { args: ['card', 'give', 'card.json'], files: { 'card.json': card('opus', 'p1') } },
  { args: ['card', 'correct', 'correct.json'], files: { 'correct.json': corrected } },
  { args: ['card', 'fail', 'fail.json'], files: { 'fail.json': { packet: 'p2', by: 'codex' } }, isRepeat: true },
  { args: ['card', 'packet', 'p3', '--by', 'codex'] },
  { args: ['card', 'revert', 'revert.json'], files: { 'revert.json': { packet: 'p3' } } },
  { args: ['card', 'packet', 'p4', '--by', 'codex'] },
  { args: ['card', 'reread', 'opus', '--document', 'DIRECTIVE.md'], isRepeat: true },
  { args: ['card', 'reconstruct', 'reconstruct.json'], files: { 'reconstruct.json': { builder: 'opus', parts } } },
  { args: ['card', 'give', 'again.json'], files: { 'again.json': card('opus', 'p5') } },
  {
    args: ['card', 'review', 'review.json'],
    files: { 'review.json': { diagnosis: 'MODEL DRIFT' } },
    answers: ['Ann', 'review'],
    isRepeat: true,
  },
  { args: ['card', 'continue', 'continue.json'], files: { 'continue.json': { path: 'promote' } }, answers: ['Ann', 'continue'] },
  { args: ['card', 'rescind', 'rescind.json'], files: { 'rescind.json': { card: 'k1', reason: 'misread' } }, answers: ['Ann', 'rescind'] },
  {
    args: ['card', 'amend', 'amend.json'],
    files: { 'amend.json': { instruction: 'Do not add dependencies.', text: 'Add what you need.\n' } },
    answers: ['Ann', 'amend'],
  },
]
