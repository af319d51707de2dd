import type { Decider } from '../ledger/decider'
import type { DisciplineCommand } from './command'
import { decide } from './decide'
import type { DisciplineEvent } from './event'
import { evolve } from './evolve'
import { initial } from './initial'
import type { DisciplineAction } from './next'
import { next } from './next'
import type { DisciplineDecision } from './refusal'
import type { DisciplineSetup } from './setup'
import type { DisciplineState } from './state'

/** The governance of drifting builders as a decider (spec 07); a refusal names every reason. */
export type Discipline = Omit<Decider<DisciplineSetup, DisciplineState, DisciplineCommand, DisciplineEvent, DisciplineAction>, 'decide'> & {
  decide(state: DisciplineState, command: DisciplineCommand): DisciplineDecision
}

/** Opens a build by name (R-REF-01), decides commands, folds events, says what is due. `initial` throws `data-invalid` on a setup that no build begins on. */
export const discipline: Discipline = { initial, decide, evolve, next }
