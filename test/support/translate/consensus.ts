import { adjudicate } from '../../../src/faces/embed/front-door'
import type { Ruling } from '../../../src/consensus/ruling'
import { differencesOf } from './differences'

// The vectors say of each claim, scenario and reply whether it is anchored. This makes a corpus in which that is so.
const truth = 'this line is evidence that holds'
const command = 'npm test'
const output = 'the command printed this line'
const found = [{ kind: 'quote', text: truth }]
const absent = [{ kind: 'quote', text: 'this line stands nowhere at all' }]
const ran = [{ kind: 'output', command, text: output }]

type Json = Record<string, unknown>
export type ConsensusVector = { readonly id: string; readonly input: Json; readonly expected: Json; readonly rests?: readonly string[] }

/** Runs one consensus vector through the public API; undefined when it agrees. */
export function runConsensusVector({ input, expected }: ConsensusVector): string | undefined {
  return differencesOf(expectedFacts(expected), factsOf(adjudicate(consensusInput(input)), expected))
}

/** The vector's input in the shape of the library. */
export function consensusInput(input: Json): Json {
  const translated: Json = { ...input, corpus: corpusOf(input['corpus'] as Json), panel: (input['panel'] as Json[]).map(seatOf) }
  translated['adjudications'] = (input['adjudications'] as Json[]).map(adjudicationOf)
  translated['responses'] = (input['responses'] as Json[]).map(responseOf)
  if (Array.isArray(input['synthesis'])) translated['synthesis'] = input['synthesis'].map(replyOf)
  if (Array.isArray(input['replacements'])) translated['replacements'] = input['replacements'].map(seatOf)
  return translated
}

function corpusOf({ sources }: Json): Json {
  return {
    sources: (sources as Json[]).map((source) => ({ ...source, text: `+${truth}\n` })),
    runs: [{ command, exitCode: 1, output: `${output}\n` }],
  }
}

function seatOf({ outcome, ...seat }: Json): Json {
  const { kind, reason, scorecard } = outcome as { kind: string; reason?: string; scorecard?: Json }
  if (scorecard === undefined) return { ...seat, outcome: kind, reason }
  const card: Json = { ...scorecard }
  if (Array.isArray(card['scores'])) card['scores'] = card['scores'].map(scoreOf)
  if (Array.isArray(card['scenarios'])) card['scenarios'] = card['scenarios'].map(citing)
  if (Array.isArray(card['caveats'])) card['caveats'] = card['caveats'].map(citing)
  if (typeof card['specCompliance'] === 'object') card['specCompliance'] = specOf(card['specCompliance'] as Json)
  return { ...seat, outcome: kind, ...card }
}

function scoreOf({ standing, ...score }: Json): Json {
  if (score['score'] === null) return score
  return { ...score, rationale: '', claims: claimsOf(score['claims'] as Json[], standing) }
}

/** A claim that is not anchored cites what stands nowhere where its score was refuted, and nothing elsewhere. */
function claimsOf(claims: readonly Json[] | undefined, standing: unknown): Json[] {
  return (claims ?? []).map(({ anchored, ...claim }) => ({
    ...claim,
    citations: anchored === true ? found : standing === 'refuted' ? absent : [],
  }))
}

function citing({ anchored, ...item }: Json): Json {
  return { ...item, citations: anchored === true ? found : absent }
}

function specOf({ anchored, claims, ...spec }: Json): Json {
  return {
    ...spec,
    claims: ((claims as Json[] | undefined) ?? []).map((claim) => ({ ...claim, citations: anchored === true ? found : absent })),
  }
}

function adjudicationOf({ anchored, ...adjudication }: Json): Json {
  return { ...adjudication, citations: anchored === true ? ran : absent }
}

function responseOf({ anchored, ...response }: Json): Json {
  return { ...response, citations: anchored === true ? found : [] }
}

function replyOf({ standing, ...reply }: Json): Json {
  if (reply['action'] !== 'REVISE') return reply
  const claims = (reply['claims'] as Json[] | undefined) ?? claimsFor(Number(reply['score']), standing)
  return { ...reply, claims: claimsOf(claims, standing) }
}

/** A reply without claims but with a standing gets those that earn it. */
function claimsFor(score: number, standing: unknown): Json[] {
  if (standing === 'refuted') return [{ text: 'c', loadBearing: true, anchored: false }]
  const needs = score >= 8 || score <= 3
  return standing === 'stands' && needs ? [{ text: 'c', loadBearing: true, anchored: true }] : []
}

const parts = [
  'verdict',
  'row',
  'reasons',
  'overall',
  'target',
  'dimensions',
  'triggers',
  'disputed',
  'seats',
  'dissents',
  'outliers',
] as const
const setParts = ['dissents', 'caveats', 'scenarios', 'fixList', 'warnings'] as const

/** The expectation with its sets in one order, so that only their content is compared. */
function expectedFacts(expected: Json): Json {
  return { ...expected, ...Object.fromEntries(setParts.filter((part) => part in expected).map((part) => [part, sorted(expected[part])])) }
}

function factsOf(ruling: Ruling, expected: Json): Json {
  const facts: Json = { kind: ruling.kind }
  if (ruling.kind === 'refused') facts['issues'] = byPointer(ruling.issues.map(({ code, path }) => ({ code, path: pointerOf(path) })))
  if (ruling.kind === 'synthesis') {
    facts['rationales'] = Object.fromEntries(Object.entries(ruling.rationales).map(([id, list]) => [id, list.length]))
    Object.assign(facts, { disputed: ruling.disputed, triggers: ruling.triggers })
  }
  if (ruling.kind === 'replacement') {
    const { dimensions, lens, count, reason } = ruling
    Object.assign(facts, { dimensions, lens, count, reason })
  }
  if (ruling.kind !== 'verdict') return facts
  const known: Json = { ...ruling }
  for (const part of parts) facts[part] = known[part]
  facts['dimensions'] = ruling.dimensions.map(({ id, kind, n, consensus, blocked, outliers }) => ({
    id,
    kind,
    n,
    consensus,
    blocked,
    outliers,
  }))
  facts['dissents'] = sorted(ruling.dissents.map(({ member, dimension, score, status }) => ({ member, dimension, score, status })))
  facts['caveats'] = sorted(ruling.caveats.map(({ member, id, status, blocking }) => ({ member, id, status, blocking })))
  facts['scenarios'] = sorted(ruling.scenarios.map(({ member, id, status }) => ({ member, id, status })))
  facts['fixList'] = sorted(ruling.fixList.map(({ fix }) => fix))
  facts['warnings'] = sorted(ruling.warnings.filter((warning) => ['coverage-unknown', 'synthesis-waived'].includes(warning)))
  facts['escalation'] = ruling.escalation !== undefined
  facts['independence'] = ruling.independence
  return 'rationales' in expected ? { ...facts, rationales: {} } : facts
}

function sorted(list: unknown): unknown {
  return Array.isArray(list) ? list.map((item: unknown) => JSON.stringify(item, sortedKeys(item))).sort() : list
}

function sortedKeys(item: unknown): string[] | undefined {
  return typeof item === 'object' && item !== null ? Object.keys(item).sort() : undefined
}

function byPointer(issues: readonly { code: string; path: string }[]): { code: string; path: string }[] {
  return [...issues].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.code < b.code ? -1 : 1))
}

/** `panel[0].scores[1].score` as the vectors' `/panel/0/outcome/scorecard/scores/1/score`. */
function pointerOf(path: string): string {
  const segments = path.split(/[.[\]]+/).filter((segment) => segment !== '')
  const seatOwn = ['member', 'session', 'lens', 'adversary', 'model', 'outcome', undefined]
  if ((segments[0] === 'panel' || segments[0] === 'replacements') && segments.length > 2 && !seatOwn.includes(segments[2])) {
    segments.splice(2, 0, 'outcome', 'scorecard')
  }
  return `/${segments.join('/')}`
}
