import type { Issue } from '../issues'
import { shown, sortIssues } from '../issues'
import type { Adjudication, Author } from './adjudication'
import type { ParsedInput } from './adjudicate-input'
import type { EvidenceDesk } from './evidence-desk'
import { isAnchored, resultsOf } from './evidence-desk'
import { likeness } from './panel-faults'
import type { Response } from './response'
import type { AnsweredSeat, Seat } from './seat'

/** Adjudications that can't count: without evidence, by the wrong hand, or contradicting each other; every fault of each (R-TRI-50, spec 02). */
export function adjudicationFaults(
  adjudications: readonly Adjudication[],
  doer: ParsedInput['doer'],
  desk: EvidenceDesk,
  seats: readonly Seat[],
  members: ReadonlySet<string>,
): Issue[] {
  const targets = adjudications.map((adjudication) => targetsOf(adjudication, seats))
  return adjudications.flatMap((adjudication, index): Issue[] => {
    const at = `adjudications[${index}]`
    const opposed = adjudications.some(
      (one, before) =>
        before < index && one.outcome !== adjudication.outcome && targets[before]?.some((target) => targets[index]?.includes(target)),
    )
    const conflict = { code: 'adjudication-conflict', path: at, message: `${nameOf(adjudication)} is both refuted and upheld` }
    return [...authorFaults(adjudication, doer, members, at), ...evidenceFaults(adjudication, desk, at), ...(opposed ? [conflict] : [])]
  })
}

function nameOf(adjudication: Adjudication): string {
  switch (adjudication.target) {
    case 'claim':
      return `claim ${adjudication.member}/${adjudication.dimension}/${adjudication.claim}`
    case 'scenario':
      return `scenario ${adjudication.member}/${adjudication.scenario}`
    default:
      return `${adjudication.target} of ${adjudication.member}`
  }
}

/** A rebuttal by the doer, and any response by a seat that isn't there: nobody clears a scenario of its own work (R-TRI-33). */
export function responseFaults(responses: readonly Response[], doer: ParsedInput['doer'], members: ReadonlySet<string>): Issue[] {
  return responses.flatMap(({ kind, by }, index): Issue[] => {
    if (by === undefined) return []
    const path = `responses[${index}].by`
    if (kind === 'rebuttal' && isDoer(by, doer)) {
      return [{ code: 'response-by-doer', path, message: 'the doer rebuts no scenario of its own work' }]
    }
    return by.kind === 'seat' && !members.has(by.id) ? [{ code: 'author-unknown', path, message: `${shown(by.id)} holds no seat` }] : []
  })
}

function isDoer(by: Author, doer: ParsedInput['doer']): boolean {
  return by.kind === 'doer' || (doer !== undefined && likeness(by.id) === likeness(doer.session))
}

function authorFaults({ by }: Adjudication, doer: ParsedInput['doer'], members: ReadonlySet<string>, at: string): Issue[] {
  if (by.kind === 'seat' && !members.has(by.id))
    return [{ code: 'author-unknown', path: `${at}.by`, message: `${shown(by.id)} holds no seat` }]
  if (isDoer(by, doer)) {
    return [{ code: 'adjudication-by-doer', path: `${at}.by`, message: 'the doer adjudicates nothing about its own work' }]
  }
  if (by.kind !== 'agent') return []
  return [{ code: 'adjudication-author', path: `${at}.by`, message: 'an adjudication is made by a seat, a person or the orchestrator' }]
}

function evidenceFaults(adjudication: Adjudication, desk: EvidenceDesk, at: string): Issue[] {
  const path = `${at}.citations`
  if (!isAnchored(desk, adjudication)) {
    const message = 'an adjudication carries at least one citation that is found: nobody is excluded for an inconvenient number'
    return [{ code: 'adjudication-unanchored', path, message }]
  }
  if (adjudication.by.kind !== 'orchestrator' || citesRun(adjudication, desk)) return []
  return [{ code: 'adjudication-needs-output', path, message: 'the orchestrator cites the output of a command that was run' }]
}

function citesRun(adjudication: Adjudication, desk: EvidenceDesk): boolean {
  return resultsOf(desk, adjudication).some((located) => located.outcome === 'found' && located.place.run !== undefined)
}

/** What an adjudication is about, one name for each target; a claim named by its text is every claim of that text. */
function targetsOf(adjudication: Adjudication, seats: readonly Seat[]): string[] {
  const { target, member } = adjudication
  if (target === 'scenario') return [JSON.stringify([target, member, adjudication.scenario])]
  if (target !== 'claim') return [JSON.stringify([target, member])]
  const seat = seats.find((one) => one.member === member)
  const found = seat?.outcome === 'scorecard' ? claimsAt(seat, adjudication) : []
  return found.map((index) => JSON.stringify([target, member, adjudication.dimension, index]))
}

/** The indexes of the claims that an adjudication names by index or text. */
function claimsAt(seat: AnsweredSeat, target: { readonly dimension: string; readonly claim: number | string }): number[] {
  const score = seat.scores.find((one) => one.dimension === target.dimension)
  if (score === undefined || score.score === null) return []
  return score.claims.flatMap((claim, index) => (claim.text === target.claim || index === target.claim ? [index] : []))
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

type Named = {
  readonly member: string
  readonly spec?: true | undefined
  readonly scenario?: string | undefined
  readonly caveat?: string | undefined
}

function missingTarget(seat: Seat | undefined, named: Named | Adjudication, at: string): Issue[] {
  const fault = (field: string, name: unknown): Issue[] => [
    { code: 'target-unknown', path: `${at}.${field}`, message: `${shown(named.member)} has no ${field} ${shown(name)}` },
  ]
  if (seat?.outcome !== 'scorecard')
    return [{ code: 'target-unknown', path: `${at}.member`, message: `no scorecard of ${shown(named.member)}` }]
  if ('target' in named) {
    if (named.target === 'claim') return claimsAt(seat, named).length > 0 ? [] : fault('claim', named.claim)
    if (named.target === 'escalate') return seat.escalate === undefined ? fault('target', 'escalate') : []
    if (named.target === 'spec') return seat.specCompliance === undefined ? fault('target', 'spec') : []
  }
  if ('spec' in named && named.spec === true) return seat.specCompliance === undefined ? fault('spec', 'spec compliance') : []
  if ('scenario' in named && named.scenario !== undefined && !seat.scenarios.some(({ id }) => id === named.scenario)) {
    return fault('scenario', named.scenario)
  }
  if ('caveat' in named && named.caveat !== undefined && !seat.caveats.some(({ id }) => id === named.caveat))
    return fault('caveat', named.caveat)
  return []
}
