import { defined } from '../canonical/plain'
import type { Corpus } from '../evidence/corpus'
import type { Adjudication } from './adjudication'
import type { ParsedInput } from './adjudicate-input'
import { hasText } from '../text/blank'
import type { Docket, DocketCard, DocketCaveat, DocketReply, DocketScenario, DocketScore, DocketSeat } from './docket'
import type { EvidenceDesk } from './evidence-desk'
import { isAnchored, judged, placeOf } from './evidence-desk'
import type { Response } from './response'
import type { Caveat, Scenario } from './scorecard'
import type { AnsweredSeat, Seat } from './seat'

/** Turns a parsed input and its checked evidence into the docket that `rule` decides: order of work 1 (spec 03). */
export function assess(input: ParsedInput, desk: EvidenceDesk): Docket {
  const sizeOf = sizesOf(input.corpus)
  const seat = (one: Seat): DocketSeat => assessedSeat(one, input, desk, sizeOf)
  return defined({
    rubric: input.rubric,
    doer: input.doer,
    changedFiles: changedFilesOf(input.corpus),
    panel: input.panel.map(seat),
    adjudications: input.adjudications,
    synthesis: typeof input.synthesis === 'object' ? input.synthesis.map((reply) => assessedReply(reply, input, desk)) : input.synthesis,
    replacements: input.replacements?.map(seat),
    round: input.round,
    dispatchesLeft: input.dispatchesLeft,
    mode: input.mode,
    independence: input.independence,
    seed: input.seed,
    address: input.artifact?.address,
    unsigned: input.responses.some(({ by }) => by === undefined) ? true : undefined,
  })
}

/** The paths of the diff sources or, where there is none, of the artifact's; a source without a path goes by its id (C-CHANGEDFILES). */
export function changedFilesOf({ sources }: Corpus): string[] {
  const diffs = sources.filter((source) => source.role === 'diff')
  const changed = diffs.length > 0 ? diffs : sources.filter((source) => source.role === 'artifact')
  return [...new Set(changed.map((source) => source.path ?? source.id))].sort()
}

function assessedSeat(seat: Seat, input: ParsedInput, desk: EvidenceDesk, sizeOf: Sizes): DocketSeat {
  const { member, session, lens, adversary, model } = seat
  const outcome: DocketSeat['outcome'] =
    seat.outcome === 'scorecard'
      ? { kind: 'scorecard', card: assessedCard(seat, input, desk, sizeOf) }
      : { kind: 'abstained', reason: seat.reason }
  return defined({ member, session, lens, adversary, model, outcome })
}

function assessedCard(seat: AnsweredSeat, { adjudications, responses }: ParsedInput, desk: EvidenceDesk, sizeOf: Sizes): DocketCard {
  const made = adjudications.filter((adjudication) => adjudication.member === seat.member)
  const answers = responses.filter((response) => response.member === seat.member)
  return defined({
    scores: seat.scores.flatMap((score) => assessedScore(score, made, desk)),
    coverage: seat.coverage?.map((shown) => trueCoverage(shown, sizeOf)),
    topConcern: seat.topConcern,
    scenarios: seat.scenarios.map((scenario) => assessedScenario(scenario, made, answers, desk)),
    caveats: seat.caveats.map((caveat) => assessedCaveat(caveat, answers, desk)),
    spec: assessedSpec(seat.specCompliance, made, answers, desk),
    escalate: hasText(seat.escalate) ? { text: seat.escalate, refuted: outcomeOn(made, 'escalate') === 'refuted' } : undefined,
    recommendation: seat.recommendation,
  })
}

type Shown = NonNullable<DocketCard['coverage']>[number]

/** More bytes than there are is no account of what was shown, and counts as a part. */
function trueCoverage({ path, bytes, of }: Shown, sizeOf: Sizes): Shown {
  return { path, bytes: bytes > of ? 0 : bytes, of: Math.max(of, bytes > of ? 1 : 0, sizeOf(path)) }
}

/** Bytes of the files that the corpus holds whole, so that nobody can call a part of one the whole; counted when first asked for. */
type Sizes = (path: string) => number

function sizesOf({ sources }: Corpus): Sizes {
  const known = new Map<string, number>()
  return (path) => {
    const before = known.get(path)
    if (before !== undefined) return before
    const source = sources.find((one) => one.role === 'artifact' && (one.path ?? one.id) === path)
    const size = source === undefined ? 0 : new TextEncoder().encode(source.text).length
    known.set(path, size)
    return size
  }
}

function outcomeOn(made: readonly Adjudication[], target: 'escalate' | 'spec'): Adjudication['outcome'] | undefined {
  return made.find((adjudication) => adjudication.target === target)?.outcome
}

function assessedScore(score: AnsweredSeat['scores'][number], made: readonly Adjudication[], desk: EvidenceDesk): DocketScore[] {
  if (score.score === null) return []
  const { dimension, confidence, rationale } = score
  return [{ dimension, score: score.score, confidence, rationale, ...judged(desk, score.score, score.claims, decidedBy(made, dimension)) }]
}

/** What a hand decided on a claim of this dimension, named by its index or its text. */
function decidedBy(made: readonly Adjudication[], dimension: string) {
  return ({ text }: { readonly text: string }, index: number): Adjudication['outcome'] | undefined =>
    made.find((one) => one.target === 'claim' && one.dimension === dimension && (one.claim === index || one.claim === text))?.outcome
}

function assessedScenario(
  scenario: Scenario,
  made: readonly Adjudication[],
  answers: readonly Response[],
  desk: EvidenceDesk,
): DocketScenario {
  const { citations: _, ...said } = scenario
  const mine = answers.filter((answer) => answer.scenario === scenario.id)
  const fixed = mine.some((answer) => answer.kind === 'fixed' && hasText(answer.reason))
  const place = placeOf(desk, scenario)
  return defined({ ...said, status: scenarioStatus(scenario, made, mine, desk), fixed, place })
}

/** Discarded before all else: generic scepticism can't be verified into a finding (R-TRI-32, C-BOTHBLANK). */
function scenarioStatus(
  scenario: Scenario,
  made: readonly Adjudication[],
  mine: readonly Response[],
  desk: EvidenceDesk,
): DocketScenario['status'] {
  if (!hasText(scenario.input) || !hasText(scenario.wrongBehaviour) || !isAnchored(desk, scenario)) return 'discarded'
  const decided = made.find((one) => one.target === 'scenario' && one.scenario === scenario.id)
  if (decided !== undefined) return decided.outcome === 'refuted' ? 'refuted' : 'verified'
  return mine.some((answer) => answer.kind === 'rebuttal' && isAnchored(desk, answer)) ? 'rebutted' : 'unrebutted'
}

function assessedCaveat(caveat: Caveat, answers: readonly Response[], desk: EvidenceDesk): DocketCaveat {
  const { citations: _, ...said } = caveat
  const mine = answers.filter((answer) => answer.caveat === caveat.id)
  const settled = (kind: Response['kind']): Response | undefined => mine.find((answer) => answer.kind === kind && hasText(answer.reason))
  const settling = settled('fixed') ?? settled('deferred')
  return defined({
    ...said,
    anchored: isAnchored(desk, caveat),
    status: settling?.kind === 'fixed' || settling?.kind === 'deferred' ? settling.kind : 'open',
    accepted: mine.some((answer) => answer.kind === 'accepted' && answer.by?.kind === 'human'),
    reason: settling?.reason,
    place: placeOf(desk, caveat),
  })
}

function assessedSpec(
  compliance: AnsweredSeat['specCompliance'],
  made: readonly Adjudication[],
  answers: readonly Response[],
  desk: EvidenceDesk,
): DocketCard['spec'] {
  if (compliance === undefined) return undefined
  const { claims } = judged(desk, 5, compliance.claims, () => undefined)
  if (compliance.status === 'met') return { status: 'met', claims }
  if (!compliance.claims.some((claim) => isAnchored(desk, claim))) return { status: 'discarded', claims }
  const decided = outcomeOn(made, 'spec')
  if (decided !== undefined) return { status: decided === 'refuted' ? 'refuted' : 'failed', claims }
  const rebutted = answers.some((answer) => answer.kind === 'rebuttal' && answer.spec === true && isAnchored(desk, answer))
  return { status: rebutted ? 'rebutted' : 'failed', claims }
}

/** A revised score meets the evidence rules again; without claims of its own it rests on those of the first round (A-TRI-24). */
function assessedReply(
  reply: Exclude<ParsedInput['synthesis'], 'waived' | undefined>[number],
  { panel, replacements, adjudications }: ParsedInput,
  desk: EvidenceDesk,
): DocketReply {
  if (reply.action === 'MAINTAIN') return reply
  const { claims: fresh, ...said } = reply
  if (fresh !== undefined) return { ...said, ...judged(desk, reply.score, fresh, () => undefined) }
  const seat = [...panel, ...(replacements ?? [])].find((one) => one.member === reply.member)
  const first = seat?.outcome === 'scorecard' ? seat.scores.find((score) => score.dimension === reply.dimension) : undefined
  const made = adjudications.filter((adjudication) => adjudication.member === reply.member)
  const claims = first === undefined || first.score === null ? [] : first.claims
  return { ...said, ...judged(desk, reply.score, claims, decidedBy(made, reply.dimension)) }
}
