import { checkName } from './data-check'

/** What counting votes needs of a seat; a seat known to have abstained counts as a seat, not as a vote. */
export type VotingSeat = {
  readonly member: string
  readonly session?: string | undefined
  readonly model?: { readonly family?: string | undefined } | undefined
  readonly outcome?: 'scorecard' | 'abstained' | { readonly kind: 'scorecard' | 'abstained' } | undefined
}

/**
 * `families` and `sessions` are distinct stated ones among the seats that answered, `groups` the members behind each vote by name,
 * `unstated` the members whose family or session isn't stated, `sharedWithDoer` those of the doer's family: a warning, not a refusal.
 */
export type EffectiveVotes = {
  readonly seats: number
  readonly answered: number
  readonly families: number
  readonly sessions: number
  readonly votes: number
  readonly groups: readonly (readonly string[])[]
  readonly unstated: readonly string[]
  readonly sharedWithDoer: readonly string[]
}

/**
 * How many independent votes a panel can show. Seats that answered share a vote when they share a model family (case and outer blanks
 * aside) or a session, also through a third. What isn't stated is never counted as different: a seat without family or session adds no
 * vote of its own, but a panel that answered has at least one. It informs and never changes a verdict (03-consensus). Throws `data-invalid`.
 */
export function effectiveVotes(panel: readonly VotingSeat[], doer?: Pick<VotingSeat, 'model'>): EffectiveVotes {
  panel.forEach((seat, index) => checkName(seat.member, ['panel', index, 'member']))
  const answered = panel.filter((seat) => !hasAbstained(seat))
  const groups = groupsOf(answered.filter((seat) => familyOf(seat) !== '' && sessionOf(seat) !== ''))
  const doerFamily = familyOf(doer ?? {})
  return {
    seats: panel.length,
    answered: answered.length,
    families: distinct(answered.map(familyOf)),
    sessions: distinct(answered.map(sessionOf)),
    votes: Math.max(groups.length, Math.min(answered.length, 1)),
    groups: groups.map(namesOf).sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1)),
    unstated: namesOf(answered.filter((seat) => familyOf(seat) === '' || sessionOf(seat) === '')),
    sharedWithDoer: namesOf(panel.filter((seat) => doerFamily !== '' && familyOf(seat) === doerFamily)),
  }
}

/** Each seat joins every group with which it shares something, and so merges them. */
function groupsOf(seats: readonly VotingSeat[]): VotingSeat[][] {
  let groups: VotingSeat[][] = []
  for (const seat of seats) {
    const joined = groups.filter((group) =>
      group.some((other) => familyOf(other) === familyOf(seat) || sessionOf(other) === sessionOf(seat)),
    )
    groups = [...groups.filter((group) => !joined.includes(group)), [...joined.flat(), seat]]
  }
  return groups
}

function hasAbstained({ outcome }: VotingSeat): boolean {
  return (typeof outcome === 'object' ? outcome.kind : outcome) === 'abstained'
}

function familyOf(seat: Pick<VotingSeat, 'model'>): string {
  return (seat.model?.family ?? '').trim().toLowerCase()
}

function sessionOf(seat: VotingSeat): string {
  return (seat.session ?? '').trim()
}

function distinct(texts: readonly string[]): number {
  return new Set(texts.filter((text) => text !== '')).size
}

function namesOf(seats: readonly VotingSeat[]): string[] {
  return seats.map((seat) => seat.member).sort()
}
