export { adjudicate, explainRuling } from '../faces/embed/front-door'
export { convergence } from '../consensus/convergence'
export { findingId, findingsOf } from '../consensus/finding'
export { freezeRubric } from '../consensus/rubric'
export { parseScorecard } from '../consensus/scorecard'
export { readScorecard } from '../consensus/read-scorecard'
export { scorecardSchema } from '../consensus/scorecard-json-schema'
export { newNonce } from '../adapters/ambient/system'
export { parseSeat } from '../consensus/seat'
export { isStale } from '../consensus/stale'
export { parseCitation } from '../evidence/citation'
export { parseCorpus } from '../evidence/corpus'
export { AdjudicateError, errorCodes, isAdjudicateError } from '../errors'
export { release } from '../release'
export type { ScorecardReading } from '../consensus/read-scorecard'
export type { JsonSchema } from '../consensus/scorecard-json-schema'
export type { ErrorCode } from '../errors'
export type { Issue, Parsed } from '../issues'
export type { Digest } from '../canonical/digest'
export type { Convergence, RoundChange } from '../consensus/convergence'
export type { Finding } from '../consensus/finding'
export type { Citation } from '../evidence/citation'
export type { Claim, Repair } from '../evidence/claim'
export type { Corpus, Run, Source, SourceRole } from '../evidence/corpus'
export type { ExplainOptions } from '../faces/embed/front-door'
export type { AdjudicateInput } from '../consensus/adjudicate-input'
export type { Adjudication, Author } from '../consensus/adjudication'
export type { Response } from '../consensus/response'
export type { FrozenRubric } from '../consensus/rubric'
export type {
  BoundTo,
  DimensionRuling,
  Dissent,
  Escalation,
  EvidenceAccount,
  FailedCitation,
  Fix,
  Reason,
  Ruling,
  TraceStep,
  Trigger,
  Verdict,
  Warning,
} from '../consensus/ruling'
export type { Caveat, DefectClass, Recommendation, Scenario, Score, Scorecard } from '../consensus/scorecard'
export type { AbstentionReason, Doer, Model, Seat } from '../consensus/seat'
export type { SynthesisReply } from '../consensus/synthesis-reply'
