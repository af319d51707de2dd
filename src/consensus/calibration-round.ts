/** A score as the ruling left it: null where the member abstained on that dimension. */
export type CalibrationScore = {
  readonly dimension: string
  readonly score: number | null
  readonly standing: 'stands' | 'refuted' | 'unanchored'
}

/** One member in one round; a seat without `scores` abstained. */
export type CalibrationSeat = {
  readonly member: string
  readonly model?: { readonly provider?: string | undefined; readonly id: string } | undefined
  readonly scores?: readonly CalibrationScore[] | undefined
  readonly recommendation?: 'SHIP' | 'SHIP_WITH_CAVEATS' | 'ITERATE' | 'BLOCK' | undefined
}

/** One ruled round: `dimensions` as a ruling lists them, `humanSignal` what people later found the judged work to be. */
export type CalibrationRound = {
  readonly seats: readonly CalibrationSeat[]
  readonly dimensions: readonly { readonly id: string; readonly consensus: number | null }[]
  readonly humanSignal?: 'good' | 'bad' | undefined
}

type RuledPanel = {
  readonly dimensions: CalibrationRound['dimensions']
  readonly dissents: readonly { readonly member: string; readonly dimension: string; readonly status: string }[]
}

type PanelSeat = Omit<CalibrationSeat, 'scores'> & {
  readonly scores?: readonly Omit<CalibrationScore, 'standing'>[] | undefined
}

/** A round for the history from the seats given to `adjudicate` and its verdict; scores are the first-round ones, standings come from the dissents. */
export function calibrationRound(panel: readonly PanelSeat[], ruling: RuledPanel, humanSignal?: 'good' | 'bad'): CalibrationRound {
  const standingOf = (member: string, dimension: string): CalibrationScore['standing'] => {
    const statuses = ruling.dissents
      .filter((dissent) => dissent.member === member && dissent.dimension === dimension)
      .map(({ status }) => status)
    if (statuses.includes('refuted')) return 'refuted'
    return statuses.includes('unanchored') ? 'unanchored' : 'stands'
  }
  const seats = panel.map(({ member, model, recommendation, scores }) => ({
    member,
    model,
    recommendation,
    scores: scores?.map(({ dimension, score }) => ({ dimension, score, standing: standingOf(member, dimension) })),
  }))
  const dimensions = ruling.dimensions.map(({ id, consensus }) => ({ id, consensus }))
  return { seats, dimensions, humanSignal }
}
