import type { Digest } from '../canonical/digest'
import { AdjudicateError } from '../errors'
import type { SliceSetup } from './setup'
import { parseSliceSetup } from './setup'
import { roundsDefault } from './size'
import type { SliceState } from './state'

/** A slice that nobody has opened: nothing is due until the command `open` brings a setup. */
export const unopened: SliceState = {
  version: 0,
  since: 0,
  phase: 'unopened',
  setup: null,
  rubric: null,
  rubricVersion: 0,
  plan: null,
  rounds: { used: 0, max: roundsDefault },
  dispatches: { used: 0, max: 0 },
  sessions: [],
  tokens: [],
  why: 'first',
  whyReasons: [],
  triaged: [],
  doers: [],
  reports: [],
  checks: [],
  address: null,
  panel: [],
  ruling: null,
  replying: [],
  isReplaced: false,
  history: [],
  rebuttals: [],
  stuckOn: [],
  escalations: [],
  resolutions: [],
  ending: null,
  deliveredOn: null,
  acknowledgedBy: null,
}

/**
 * The state before any event. With a setup `open` is due; without one the stream's own first event says all. Throws `data-invalid` on a setup that no slice begins
 * with: read strangers' setups with `parseSliceSetup`.
 */
export function initial(setup: SliceSetup | undefined, digest: Digest): SliceState {
  if (setup === undefined) return unopened
  const parsed = parseSliceSetup(setup, digest)
  if (parsed.ok) return { ...unopened, setup: parsed.value }
  const { issues } = parsed
  const message = `no slice begins with this setup: ${issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ')}`
  throw new AdjudicateError('data-invalid', message, { issues })
}
