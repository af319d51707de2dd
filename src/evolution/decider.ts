import type { Decider } from '../ledger/decider'
import { lightStreams } from '../light/light-record'
import type { CommandTo, EvolutionCommand } from './command'
import { decide } from './decide'
import type { EvolutionEvent } from './event'
import type { LightJudged } from './evolve'
import { evolve } from './evolve'
import { initial } from './initial'
import type { EvolutionAction } from './next'
import { next } from './next'
import type { EvolutionDecision } from './refusal'
import type { EvolutionSetup } from './setup'
import type { EvolutionState } from './state'

/** How judging rules change, as a decider (spec 09); a refusal names every reason. */
export type Evolution = Omit<
  Decider<EvolutionSetup, EvolutionState, EvolutionCommand, EvolutionEvent, EvolutionAction>,
  'decide' | 'evolve' | 'alsoReads'
> & {
  decide(state: EvolutionState, command: EvolutionCommand): EvolutionDecision
  evolve(state: EvolutionState, event: EvolutionEvent | LightJudged): EvolutionState
  alsoReads(state: EvolutionState): readonly string[]
}

/** Records people's signals, counts them, proposes, waits for a person, versions the standards. `initial` throws `data-invalid` on standards that can't be. */
export const evolution: Evolution = { initial, decide, evolve, next, alsoReads }

/** A change is tried on the lights of its workflow too, as the ledger has them, so nobody hands in a past. */
function alsoReads({ workflow }: EvolutionState): readonly string[] {
  return [workflow === 'bugfix' ? lightStreams.fault : lightStreams.gate]
}

/** The command by which a person joins two signatures that mean the same. */
export function mergeSignatures(from: string, into: string, by: CommandTo<'merge-signatures'>['by']): CommandTo<'merge-signatures'> {
  return { do: 'merge-signatures', from, into, by }
}
