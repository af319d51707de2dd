import type { Decision } from '../ledger/decider'
import type { LightCommand } from '../light/light-command'
import type { LightEvent } from '../light/light-event'
import { lightRecord } from '../light/light-record'
import type { LightState } from '../light/light-state'
import type { Policy } from '../policy/policy'
import type { EvolutionEvent } from './event'
import { evolve as evolveStandards } from './evolve'
import { initial as initialStandards } from './initial'
import { evolutionStream } from './setup'
import type { Standards } from './standards'
import type { EvolutionState } from './state'

/** The lights of one flow with the standards that they are judged by. */
export type LightsByStandards = LightState & { readonly standards: EvolutionState }

/** The record of the lights as a decider that reads the standards beside it. */
export type LightsDecider = {
  initial(setup: undefined): LightsByStandards
  decide(state: LightsByStandards, command: LightCommand): Decision<LightEvent>
  evolve(state: LightsByStandards, event: LightEvent | EvolutionEvent): LightsByStandards
  alsoReads(state: LightsByStandards): readonly string[]
  next(state: LightsByStandards): readonly never[]
}

/** The lights of faults or of gates: the table in force is what a person approved, taken from the ledger and never handed in (R-EVO-06, R-EVO-07). */
export function lightsByStandards(kind: 'fault' | 'gate'): LightsDecider {
  const workflow = kind === 'fault' ? 'bugfix' : 'dev'
  const tableId = kind === 'fault' ? 'bugfix' : 'dev-gate'
  return {
    initial: () => ({ ...lightRecord.initial(undefined), standards: initialStandards({ workflow }) }),
    decide: (state, command) => lightRecord.decide(state, command),
    evolve: (state, event) => {
      if (isLight(event)) return { ...state, ...lightRecord.evolve(state, event) }
      const standards = evolveStandards(state.standards, event)
      if (standards.versions === state.standards.versions) return { ...state, standards }
      return { ...state, standards, adopted: standards.versions.map((one) => tableIn(one, tableId)) }
    },
    alsoReads: () => [evolutionStream(workflow)],
    next: () => [],
  }
}

function isLight(event: LightEvent | EvolutionEvent): event is LightEvent {
  return event.type.startsWith('light.')
}

function tableIn({ clauses }: Standards, id: string): Policy | null {
  return clauses.find(({ policy }) => policy?.id === id)?.policy ?? null
}
