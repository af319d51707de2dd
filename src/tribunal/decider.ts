import type { Digest } from '../canonical/digest'
import { sha256Hex } from '../canonical/digest'
import type { Decider } from '../ledger/decider'
import type { SliceCommandInput } from './command'
import { decide } from './decide'
import type { TribunalEvent } from './event'
import { evolve } from './evolve'
import { initial } from './initial'
import type { SliceAction } from './next'
import { next } from './next'
import type { SliceSetup } from './setup'
import type { SliceState } from './state'

/** A slice's protocol; a setup is needed only until its stream has been opened. */
export type SliceDecider = Pick<Shape, 'initial' | 'decide' | 'evolve' | 'next'>

type Shape = Decider<SliceSetup | undefined, SliceState, SliceCommandInput, TribunalEvent, SliceAction>

/** The protocol with a host's own SHA-256, which hashes tokens, rubric and rulings. */
export function sliceWith(digest: Digest): SliceDecider {
  return {
    initial: (setup) => initial(setup, digest),
    decide: (state, command) => decide(state, command, digest),
    evolve,
    next,
  }
}

/** The slice protocol around consensus as a decider over `slice/<id>` (spec 04): the same four functions for every host. */
export const slice: SliceDecider = sliceWith(sha256Hex)
