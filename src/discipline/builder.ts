import { initialTransition, transition } from 'xstate'
import type { MachineEvent, MachineLimits, MachineMemory } from './machine'
import { builderMachine } from './machine'

/** The four states of a builder, in the only order in which they follow one another (R-REF-40). */
export const builderStates = ['active', 'benched', 'probation', 'expelled'] as const

export type BuilderState = (typeof builderStates)[number]

/** What the bench still waits for: packets of the lead, the reread of the whole authority, the reconstruction. */
export const benchDuties = ['packets', 'reread', 'reconstruction'] as const

export type BenchDuty = (typeof benchDuties)[number]

/** One builder of a build. `packets`, `hasReread` and `hasReconstructed` speak of its bench and stay after it. */
export type Builder = {
  readonly id: string
  readonly state: BuilderState
  /** Counting cards of the running cycle, struck ones not among them; 0 up to the limit. */
  readonly count: number
  readonly hasLed: boolean
  readonly packets: readonly string[]
  readonly hasReread: boolean
  readonly hasReconstructed: boolean
}

/** A builder at the beginning of a build: active, without a card. */
export function newBuilder(id: string, limits: MachineLimits): Builder {
  const [{ value, context }] = initialTransition(builderMachine, limits)
  return builderOf(id, false, value, context)
}

/** Whether the chart has a way for this event from where the builder stands; the rest is refused and never ignored. */
export function can(builder: Builder, limits: MachineLimits, event: MachineEvent): boolean {
  return snapshotOf(builder, limits).can(event)
}

/** The builder after the event, or the same builder where the chart has no way for it. */
export function step(builder: Builder, limits: MachineLimits, event: MachineEvent): Builder {
  const snapshot = snapshotOf(builder, limits)
  if (!snapshot.can(event)) return builder
  const [{ value, context }] = transition(builderMachine, snapshot, event)
  return builderOf(builder.id, builder.hasLed, value, context)
}

/** Packets that a bench still lacks, never below 0 (D-CAPPED); null for a builder that isn't benched. */
export function remainingPackets({ state, packets }: Builder, { benchPackets }: MachineLimits): number | null {
  return state === 'benched' ? Math.max(0, benchPackets - packets.length) : null
}

/** What a benched builder waits for, in the order of `benchDuties`; nothing for any other (R-REF-19). */
export function waitingFor(builder: Builder, limits: MachineLimits): readonly BenchDuty[] {
  if (builder.state !== 'benched') return []
  const done = { packets: remainingPackets(builder, limits) === 0, reread: builder.hasReread, reconstruction: builder.hasReconstructed }
  return benchDuties.filter((duty) => !done[duty])
}

function snapshotOf({ state, count, packets, hasReread, hasReconstructed }: Builder, limits: MachineLimits) {
  return builderMachine.resolveState({ value: state, context: { limits, count, packets, hasReread, hasReconstructed } })
}

function builderOf(id: string, hasLed: boolean, state: BuilderState, memory: MachineMemory): Builder {
  const { count, packets, hasReread, hasReconstructed } = memory
  return { id, state, count, hasLed, packets, hasReread, hasReconstructed }
}
