import { defined } from '../canonical/plain'
import type { Citation } from '../evidence/citation'
import type { Claim } from '../evidence/claim'
import type { Corpus } from '../evidence/corpus'
import { locateAll } from '../evidence/locate'
import type { Located, Place } from '../evidence/located'
import type { CheckedCitation, CheckedClaim, Standing } from '../evidence/standing'
import { anchors, standingOf } from '../evidence/standing'
import type { Adjudication } from './adjudication'
import type { ParsedInput } from './adjudicate-input'
import type { CitedPlace, DocketClaim } from './docket'
import type { EvidenceAccount, FailedCitation } from './ruling'

/** All citations of a panel, looked up in one pass over the corpus; each list of citations finds its results by identity. */
export type EvidenceDesk = {
  readonly corpus: Corpus
  readonly results: ReadonlyMap<readonly Citation[], readonly Located[]>
}

type Cited = { readonly citations: readonly Citation[] }
type CitedList = { readonly by: string; readonly on: string; readonly citations: readonly Citation[] }

/** Gathers every citation of the input, whoever made it, and looks them all up at once (spec 02, cost). */
export function openDesk(input: Partial<ParsedInput>, corpus: Corpus): EvidenceDesk {
  const lists = citationLists(input)
  const located = locateAll(
    lists.flatMap((list) => list.citations),
    corpus,
  )
  const results = new Map<readonly Citation[], readonly Located[]>()
  let start = 0
  for (const { citations } of lists) {
    results.set(citations, located.slice(start, start + citations.length))
    start += citations.length
  }
  return { corpus, results }
}

function citationLists(input: Partial<ParsedInput>): CitedList[] {
  const lists: CitedList[] = []
  const add = (by: string, on: string, items: readonly Cited[] | undefined): void => {
    for (const { citations } of items ?? []) lists.push({ by, on, citations })
  }
  for (const seat of [...(input.panel ?? []), ...(input.replacements ?? [])]) {
    if (seat.outcome !== 'scorecard') continue
    for (const score of seat.scores) if (score.score !== null) add(seat.member, score.dimension, score.claims)
    for (const scenario of seat.scenarios) add(seat.member, `scenario ${scenario.id}`, [scenario])
    for (const caveat of seat.caveats) add(seat.member, `caveat ${caveat.id}`, [caveat])
    add(seat.member, 'spec compliance', seat.specCompliance?.claims)
  }
  for (const adjudication of input.adjudications ?? []) add(adjudication.by.id, `adjudication of ${adjudication.member}`, [adjudication])
  for (const response of input.responses ?? []) add(response.by?.id ?? 'response', `${response.kind} to ${response.member}`, [response])
  if (!Array.isArray(input.synthesis)) return lists
  for (const reply of input.synthesis) if (reply.action === 'REVISE') add(reply.member, reply.dimension, reply.claims)
  return lists
}

/** Counts the citations of an input by outcome and lists those that anchor nothing, in the order of the input's seats. */
export function accountOf(desk: EvidenceDesk, input: ParsedInput): EvidenceAccount {
  const counts = { found: 0, drifted: 0, near: 0, 'too-short': 0, missing: 0 }
  const failed: FailedCitation[] = []
  for (const { by, on, citations } of citationLists(input)) {
    const located = resultsOf(desk, { citations })
    citations.forEach((citation, index) => {
      const result = located[index] ?? { outcome: 'missing' }
      counts[result.outcome]++
      if (result.outcome === 'found' || result.outcome === 'drifted') return
      const place = result.outcome === 'near' ? { place: readablePlace(desk, result.place) } : {}
      failed.push({ by, on, citation, outcome: result.outcome, ...place })
    })
  }
  const { found, drifted, near, missing } = counts
  const citations = found + drifted + near + missing + counts['too-short']
  return { citations, found, drifted, near, tooShort: counts['too-short'], missing, failed }
}

/** What became of each citation of a list. */
export function resultsOf(desk: EvidenceDesk, { citations }: Cited): readonly Located[] {
  return desk.results.get(citations) ?? []
}

/** Whether at least one citation of the item was found where it says, or drifted within its file. */
export function isAnchored(desk: EvidenceDesk, item: Cited): boolean {
  return resultsOf(desk, item).some(anchors)
}

/** The first anchored place of an item, for a person to go to. */
export function placeOf(desk: EvidenceDesk, item: Cited): CitedPlace | undefined {
  const located = resultsOf(desk, item).find(anchors)
  return located === undefined || !('place' in located) ? undefined : readablePlace(desk, located.place)
}

function readablePlace(desk: EvidenceDesk, { source, run, line }: Place): CitedPlace {
  if (run !== undefined) return { path: desk.corpus.runs[run]?.command ?? '', line }
  const found = desk.corpus.sources.find((one) => one.id === source)
  return { path: found?.path ?? source ?? '', line }
}

/** The score's standing with its claims as they came out (spec 02); `adjudicatedOf` gives what a hand decided on a claim. */
export function judged(
  desk: EvidenceDesk,
  score: number,
  claims: readonly Claim[],
  adjudicatedOf: (claim: Claim, index: number) => Adjudication['outcome'] | undefined,
): { readonly standing: Standing; readonly claims: DocketClaim[] } {
  const checked = claims.map((claim, index): CheckedClaim => {
    const citations = claim.citations.map((citation, at) => checkedCitation(citation, resultsOf(desk, claim)[at]))
    return defined({ loadBearing: claim.loadBearing, citations, adjudicated: adjudicatedOf(claim, index) }) as CheckedClaim
  })
  const { standing, claims: statuses } = standingOf(score, checked)
  return {
    standing,
    claims: claims.map((claim, index) =>
      defined({
        text: claim.text,
        status: statuses[index] ?? 'evidence-free',
        anchored: isAnchored(desk, claim),
        repair: claim.repair,
        fix: claim.fix,
        place: placeOf(desk, claim),
      }),
    ),
  }
}

function checkedCitation(citation: Citation, located: Located | undefined): CheckedCitation {
  const outcome = located?.outcome ?? 'missing'
  const withText = citation.kind === 'line' && citation.text !== undefined
  if (located === undefined || !('place' in located)) return { kind: citation.kind, outcome, withText }
  return defined({ kind: citation.kind, outcome, withText, role: located.role, deletedOnly: located.deletedOnly }) as CheckedCitation
}
