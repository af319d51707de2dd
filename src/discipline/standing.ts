import type { BenchDuty, BuilderState } from './builder'
import { remainingPackets, waitingFor } from './builder'
import type { DisciplineState } from './state'
import { findBuilder } from './state'

/** How a builder stands. `remaining` and `waitingFor` speak of its bench: null and empty for a builder that isn't benched. */
export type BuilderStanding = {
  readonly state: BuilderState
  readonly count: number
  readonly remaining: number | null
  readonly waitingFor: readonly BenchDuty[]
}

/** How a builder stands; undefined for a name that the build doesn't know. */
export function builderStanding(state: DisciplineState, id: string): BuilderStanding | undefined {
  const builder = findBuilder(state, id)
  if (builder === undefined) return undefined
  const { limits } = state
  return {
    state: builder.state,
    count: builder.count,
    remaining: remainingPackets(builder, limits),
    waitingFor: waitingFor(builder, limits),
  }
}
