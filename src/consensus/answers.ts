import type { Issue } from '../issues'
import { shown, sortIssues } from '../issues'
import type { Adjudication } from './adjudication'
import type { ParsedInput } from './adjudicate-input'
import type { EvidenceDesk } from './evidence-desk'
import { isAnchored, resultsOf } from './evidence-desk'
import type { Response } from './response'
import type { AnsweredSeat, Seat } from './seat'

/** Adjudications that can't count: without evidence, by the wrong hand, or contradicting each other (R-TRI-50, spec 02). */
export function adjudicationFaults(adjudications: readonly Adjudication[], doer: ParsedInput['doer'], desk: EvidenceDesk): Issue[] {
  return adjudications.flatMap((adjudication, index): Issue[] => {
    const at = `adjudications[${index}]`
    const { by } = adjudication
    if (by.kind === 'doer' || (doer !== undefined && by.id === doer.session)) {
      return [{ code: 'adjudication-by-doer', path: `${at}.by`, message: 'the doer adjudicates nothing about its own work' }]
    }
    if (by.kind === 'agent') {
      return [{ code: 'adjudication-author', path: `${at}.by`, message: 'an adjudication is made by a seat, a person or the orchestrator' }]
    }
    if (!isAnchored(desk, adjudication)) {
      const message = 'an adjudication carries at least one citation that is found: nobody is excluded for an inconvenient number'
      return [{ code: 'adjudication-unanchored', path: `${at}.citations`, message }]
    }
    if (by.kind === 'orchestrator' && !citesRun(adjudication, desk)) {
      const message = 'the orchestrator cites the output of a command that was run'
      return [{ code: 'adjudication-needs-output', path: `${at}.citations`, message }]
    }
    const before = adjudications
      .slice(0, index)
      .find((one) => targetOf(one) === targetOf(adjudication) && one.outcome !== adjudication.outcome)
    if (before === undefined) return []
    return [{ code: 'adjudication-conflict', path: at, message: `${targetOf(adjudication)} is both refuted and upheld` }]
  })
}

function citesRun(adjudication: Adjudication, desk: EvidenceDesk): boolean {
  return resultsOf(desk, adjudication).some((located) => located.outcome === 'found' && located.place.run !== undefined)
}

function targetOf(adjudication: Adjudication): string {
  switch (adjudication.target) {
    case 'claim':
      return `claim ${adjudication.member}/${adjudication.dimension}/${adjudication.claim}`
    case 'scenario':
      return `scenario ${adjudication.member}/${adjudication.scenario}`
    default:
      return `${adjudication.target} of ${adjudication.member}`
  }
}

/** Adjudications and responses whose target doesn't exist: a typing slip must not leave the real target unanswered. */
export function targetFaults(seats: readonly Seat[], adjudications: readonly Adjudication[], responses: readonly Response[]): Issue[] {
  const byMember = new Map(seats.map((seat) => [seat.member, seat]))
  const unknown = [
    ...adjudications.flatMap((adjudication, index) =>
      missingTarget(byMember.get(adjudication.member), adjudication, `adjudications[${index}]`),
    ),
    ...responses.flatMap((response, index) => missingTarget(byMember.get(response.member), response, `responses[${index}]`)),
  ]
  return sortIssues(unknown)
}

type Named = { readonly member: string; readonly scenario?: string | undefined; readonly caveat?: string | undefined }

function missingTarget(seat: Seat | undefined, named: Named | Adjudication, at: string): Issue[] {
  const fault = (field: string, name: unknown): Issue[] => [
    { code: 'target-unknown', path: `${at}.${field}`, message: `${shown(named.member)} has no ${field} ${shown(name)}` },
  ]
  if (seat?.outcome !== 'scorecard')
    return [{ code: 'target-unknown', path: `${at}.member`, message: `no scorecard of ${shown(named.member)}` }]
  if ('claim' in named) return claimOf(seat, named) ? [] : fault('claim', named.claim)
  if ('scenario' in named && named.scenario !== undefined && !seat.scenarios.some(({ id }) => id === named.scenario)) {
    return fault('scenario', named.scenario)
  }
  if ('caveat' in named && named.caveat !== undefined && !seat.caveats.some(({ id }) => id === named.caveat))
    return fault('caveat', named.caveat)
  return []
}

function claimOf(seat: AnsweredSeat, target: { readonly dimension: string; readonly claim: number | string }): boolean {
  const claims = seat.scores.find((score) => score.dimension === target.dimension)?.claims ?? []
  return claims.some((claim, index) => claim.text === target.claim || index === target.claim)
}
