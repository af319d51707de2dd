import { canonicalJson } from '../../canonical/canonical-json'
import type { GateOutcome } from '../../gate/gate-report'

/** The report itself as one line of canonical JSON (RFC 8785): the same bytes for the same report. */
export function gateJson(outcome: GateOutcome): string {
  return `${canonicalJson(outcome)}\n`
}
