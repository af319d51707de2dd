import { adjudicate } from '../../../src/faces/embed/front-door'
import type { DimensionRuling, Reason, Ruling } from '../../../src/consensus/ruling'
import { alike, differencesOf } from './differences'

// The panel cases were written against older wording: their kinds and reasons are named here in today's words.
const truth = 'this line is evidence that holds'
const found = [{ kind: 'quote', text: truth }]
const absent = [{ kind: 'quote', text: 'this line stands nowhere at all' }]

type Json = Record<string, unknown>
type Member = {
  readonly id: string
  readonly role: string
  readonly scores: Record<string, { score: unknown; confidence: unknown }>
  readonly refuted?: readonly string[]
}
export type PanelCase = { readonly id: string; readonly input: Json; readonly expected: Json }

const reasons: Readonly<Record<string, readonly Reason[]>> = {
  blocked: ['blocked-local', 'cause-unclassified'],
  'blocked-localized': ['blocked-local'],
  structural: ['structural-cause', 'structural-scenario'],
  unsafe: ['structural-cause'],
  unrebutted: ['unrebutted-scenario'],
  escalate: ['escalate', 'unrebutted-scenario'],
  'rounds-exhausted': ['budget-rounds'],
  'dispatches-exhausted': ['budget-dispatches'],
  'budget-exhausted': ['budget-rounds', 'budget-dispatches'],
  caveat: ['blocking-caveat'],
  'blocking-caveats': ['blocking-caveat'],
  verified: ['verified-scenario'],
  'no-quorum': ['quorum'],
  unclassified: ['cause-unclassified'],
}

const inputKeys = [
  'weights',
  'target',
  'members',
  'cause',
  'caveats',
  'unrebutted_scenarios',
  'verified_scenarios',
  'rebutted_scenarios',
  'escalate',
  'round',
  'max_rounds',
  'dispatches_left',
  'mode',
  'abstained',
]

/** Runs one panel case through the public API; undefined when it agrees. An input field it doesn't know is a failure. */
export function runPanelCase({ input, expected }: PanelCase): string | undefined {
  const unknown = Object.keys(input).filter((key) => !inputKeys.includes(key))
  if (unknown.length > 0) return `input fields without a translation: ${unknown.join(', ')}`
  const ruling = adjudicate(panelInput(input))
  if (expected['error'] === true || expected['verdict'] === 'ERROR')
    return ruling.kind === 'refused' ? undefined : `wanted an error, got ${ruling.kind}`
  if (ruling.kind !== 'verdict')
    return `wanted a verdict, got ${ruling.kind}: ${JSON.stringify(ruling.kind === 'refused' ? ruling.issues : ruling)}`
  return compared(expected, ruling)
}

function panelInput(input: Json): Json {
  const members = input['members'] as Member[]
  const adversary = members.find((member) => member.role === 'adversary') ?? members[0]
  const abstained = (input['abstained'] as (string | { id: string; role?: string; reason?: string })[] | undefined) ?? []
  return {
    rubric: {
      criteria: ['C1'],
      dimensions: Object.entries(input['weights'] as Json).map(([id, weight]) => ({ id, weight })),
      target: input['target'],
    },
    corpus: { artifact: { 'src/a.ts': `${truth}\n` } },
    panel: [...members.map((member) => seatOf(member, input, member === adversary)), ...abstained.map(abstainedSeat)],
    responses: list(input['rebutted_scenarios']).map((_, index) => ({
      kind: 'rebuttal',
      member: adversary?.id,
      scenario: `rebutted-${index}`,
      citations: found,
    })),
    adjudications: list(input['verified_scenarios']).map((_, index) => ({
      target: 'scenario',
      member: adversary?.id,
      scenario: `verified-${index}`,
      outcome: 'upheld',
      citations: found,
      by: { kind: 'human', id: 'p1' },
    })),
    synthesis: 'waived',
    round: { index: input['round'] ?? 1, max: input['max_rounds'] ?? 3 },
    dispatchesLeft: input['dispatches_left'] ?? 5,
    mode: input['mode'] ?? 'final',
  }
}

function seatOf(member: Member, input: Json, first: boolean): Json {
  const repair = { localized: 'local', local: 'local', structural: 'structural', unsafe: 'unsafe' }[String(input['cause'])]
  const cause = repair === undefined ? {} : { repair, ...(repair === 'local' ? { fix: 'put it right' } : {}) }
  const scenarios = ['unrebutted', 'verified', 'rebutted'].flatMap((status) =>
    list(input[`${status}_scenarios`]).map((text, index) => ({
      id: `${status}-${index}`,
      input: String(text),
      wrongBehaviour: String(text),
      class: 'correctness',
      repair: 'local',
      fix: 'put it right',
      citations: found,
    })),
  )
  const escalate = typeof input['escalate'] === 'string' && first ? { escalate: input['escalate'] } : {}
  return {
    member: member.id,
    session: `s-${member.id}-${first ? 1 : 0}`,
    lens: member.role,
    adversary: member.role === 'adversary',
    outcome: 'scorecard',
    scores: Object.entries(member.scores).map(([dimension, given]) => ({
      dimension,
      ...given,
      rationale: 'r',
      claims: [{ text: 'c', citations: member.refuted?.includes(dimension) === true ? absent : found, ...cause }],
    })),
    topConcern: 'the concern',
    scenarios: first ? scenarios : [],
    caveats: first ? list(input['caveats']).map(caveatOf) : [],
    recommendation: 'SHIP',
    ...escalate,
  }
}

function caveatOf(caveat: unknown, index: number): Json {
  const blocking = typeof caveat === 'object' && caveat !== null && (caveat as Json)['blocking'] === true
  return { id: `V${index}`, text: 'caveat', class: blocking ? 'correctness' : 'other', fix: 'put it right', citations: [] }
}

function abstainedSeat(seat: string | { id: string; role?: string; reason?: string }): Json {
  const { id, role = 'lens', reason = 'timeout' } = typeof seat === 'string' ? { id: seat } : seat
  return { member: id, session: `s-${id}`, lens: role, adversary: role === 'adversary', outcome: 'abstained', reason }
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function compared(expected: Json, ruling: Ruling & { readonly kind: 'verdict' }): string | undefined {
  const reason = String(expected['reason'])
  if ('reason' in expected && !(reasons[reason] ?? [reason]).some((one) => ruling.reasons.includes(one as Reason)))
    return `reason: wanted ${reason}, got ${ruling.reasons.join(', ')}`
  const wanted: Json = {}
  const got: Json = {}
  if ('verdict' in expected) [wanted['verdict'], got['verdict']] = [expected['verdict'], ruling.verdict]
  if ('triggers' in expected) [wanted['triggers'], got['triggers']] = [[...(expected['triggers'] as string[])].sort(), triggersOf(ruling)]
  if ('blocked' in expected)
    [wanted['blocked'], got['blocked']] = [expected['blocked'], ruling.dimensions.filter(({ blocked }) => blocked).map(({ id }) => id)]
  if (typeof expected['overall'] === 'number')
    [wanted['overall'], got['overall']] = [rounded(expected['overall']), ruling.overall === null ? null : rounded(ruling.overall)]
  const stray = Object.keys(expected).filter(
    (key) => !['verdict', 'reason', 'triggers', 'blocked', 'overall', 'consensus', 'flags'].includes(key),
  )
  if (stray.length > 0) return `expectations without a translation: ${stray.join(', ')}`
  return differencesOf(wanted, got) ?? consensusDifference((expected['consensus'] as Json | undefined) ?? {}, ruling)
}

function triggersOf({
  triggers,
}: {
  readonly triggers: readonly { id: string; fired: boolean; dimensions: readonly string[] }[]
}): string[] {
  return triggers
    .filter(({ fired }) => fired)
    .flatMap(({ id, dimensions }) => {
      if (id === 'spread') return dimensions.map((dimension) => `spread:${dimension}`)
      if (id === 'confidence-divergence') return dimensions.map((dimension) => `confidence:${dimension}`)
      return [id === 'opposition-veto' ? 'adversary-1' : id]
    })
    .sort()
}

/** MEAN is a converged dimension; PAIR and MEDIAN are what the source's three-member rule called a majority or median. */
function consensusDifference(expected: Json, ruling: Ruling & { readonly kind: 'verdict' }): string | undefined {
  for (const [id, wanted] of Object.entries(expected)) {
    const got = ruling.dimensions.find((dimension) => dimension.id === id)
    if (got === undefined) return `${id}: no such dimension`
    const { kind, value, dissent } = wanted as { kind: string; value?: number | null; dissent?: readonly string[] }
    const kinds: Readonly<Record<string, readonly DimensionRuling['kind'][]>> = {
      MEAN: ['converged'],
      PAIR: ['majority', 'converged'],
      MEDIAN: got.n > 3 ? ['median', 'majority'] : ['median'],
      NONE: ['deadlock'],
      DEADLOCK: ['deadlock'],
    }
    if (!(kinds[kind] ?? []).includes(got.kind)) return `${id}: wanted ${kind}, got ${got.kind}`
    if (typeof value === 'number' && !alike(rounded(value), got.consensus === null ? null : rounded(got.consensus)))
      return `${id}: wanted ${value}, got ${got.consensus}`
    const dissenters = ruling.dissents.filter((one) => one.dimension === id && one.status === 'logged').map(({ member }) => member)
    if (dissent !== undefined && !alike([...dissent].sort(), [...dissenters].sort()))
      return `${id}: wanted dissent ${dissent.join(', ')}, got ${dissenters.join(', ')}`
  }
  return undefined
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
