import type { SeatModel } from './member'

/** Tiers of models, the weakest first; a tier that isn't listed can't be compared. */
export const modelTiers: readonly string[] = ['small', 'medium', 'large']

/** A seat to be filled, with the model that is suggested for it. */
export type SeatPlan = { readonly member: string; readonly lens: string; readonly adversary: boolean; readonly model?: SeatModel }

/** What a panel is composed for; `risks` and `stakes` are normal unless said. `models` are those at hand. */
export type PanelNeeds = {
  readonly risks?: 'low' | 'normal' | 'high'
  readonly stakes?: 'low' | 'normal' | 'high'
  readonly irreversible?: boolean
  readonly size?: 'S' | 'M' | 'L' | 'XL'
  readonly models?: readonly SeatModel[]
  readonly tiers?: readonly string[]
}

/** The lenses of panels, each with what it looks at first (R-TRI-37). */
export const panelLenses = [
  { id: 'adversary', asks: 'Oppose: name failures as an input and the wrong behaviour that follows.' },
  { id: 'quality', asks: 'Look at the specification first (what is absent, surplus, misread), then at correctness.' },
  { id: 'fitness', asks: 'Take the place of the real consumer: edge cases, integration, what happens in use.' },
  { id: 'operations', asks: 'Look at failure in operation: recovery, limits, what can not be undone.' },
  { id: 'security', asks: 'Look at what a hostile input or a hostile caller can reach.' },
] as const

/**
 * Seats of a panel: 2 for a small slice of low risk, 5 for high stakes that can't be undone, 3 otherwise (R-TRI-38). The adversary comes first and gets the strongest
 * model; with several families at hand the others take turns through them, beginning with another family than the adversary's (R-TRI-35).
 */
export function composePanel(needs: PanelNeeds): SeatPlan[] {
  const { models = [], tiers = modelTiers } = needs
  const lenses = panelLenses.slice(0, seatsOf(needs))
  const ranked = models
    .map((model, index) => ({ model, index, rank: rankOf(model, tiers) }))
    .sort((a, b) => b.rank - a.rank || a.index - b.index)
  const strongest = ranked[0]?.model
  // A model of no known tier may be stronger than the adversary's; it is taken only where no other is there.
  const eligible = ranked.filter(({ rank }) => rank >= 0 || ranked.every((one) => one.rank < 0)).map(({ model }) => model)
  const others = [
    ...eligible.filter((model) => model.family !== strongest?.family),
    ...eligible.filter((model) => model.family === strongest?.family),
  ]
  return lenses.map(({ id }, seat) => {
    const model = seat === 0 ? strongest : others[(seat - 1) % Math.max(1, others.length)]
    return { member: id, lens: id, adversary: seat === 0, ...(model === undefined ? {} : { model }) }
  })
}

function seatsOf({ risks = 'normal', stakes = 'normal', irreversible = false, size = 'M' }: PanelNeeds): number {
  if (stakes === 'high' && irreversible) return 5
  return size === 'S' && risks === 'low' && stakes !== 'high' && !irreversible ? 2 : 3
}

function rankOf({ tier }: SeatModel, tiers: readonly string[]): number {
  return tier === undefined ? -1 : tiers.indexOf(tier)
}

/** Whether a seat's model stands above every adversary's; tiers that can't be compared are no fault (R-TRI-35). */
export function isAdversaryWeaker(seats: readonly SeatPlan[], tiers: readonly string[] = modelTiers): boolean {
  const rank = (seat: SeatPlan): number => (seat.model === undefined ? -1 : rankOf(seat.model, tiers))
  const adversaries = seats.filter(({ adversary }) => adversary).map(rank)
  if (adversaries.some((one) => one < 0)) return false
  return seats.some((seat) => !seat.adversary && adversaries.every((one) => rank(seat) > one))
}

/** Whether a tribunal is worth its cost, and why; a host may decide otherwise (R-TRI-01). */
export function tribunalAdvice(work: {
  readonly parts: number
  readonly stakes: 'low' | 'normal' | 'high'
  readonly oneCommandProves?: boolean
}): {
  readonly worthIt: boolean
  readonly because: string
} {
  if (work.stakes === 'high') return { worthIt: true, because: 'the stakes are high' }
  if (work.oneCommandProves === true) return { worthIt: false, because: 'one command proves it' }
  if (work.parts > 1) return { worthIt: true, because: `the work has ${work.parts} parts` }
  return { worthIt: false, because: 'it is one small piece of work without high stakes' }
}
