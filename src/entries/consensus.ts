export { rule } from '../consensus/rule'
export { triggersOf } from '../consensus/triggers'
export { resolve } from '../consensus/resolution'
export { verdictRow, withHost } from '../consensus/verdict'
export { isStale } from '../consensus/stale'
export type { Digest } from '../canonical/digest'
export type { Column, Entry } from '../consensus/columns'
export type {
  CitedPlace,
  Docket,
  DocketCard,
  DocketCaveat,
  DocketClaim,
  DocketReply,
  DocketScenario,
  DocketScore,
  DocketSeat,
} from '../consensus/docket'
export type { Resolution } from '../consensus/resolution'
export type {
  Decision,
  DimensionRuling,
  Dissent,
  Fix,
  Reason,
  RefusedDecision,
  ReplacementDecision,
  SynthesisDecision,
  TraceStep,
  Trigger,
  Verdict,
  VerdictDecision,
} from '../consensus/ruling'
export type { Findings, Row } from '../consensus/verdict'
