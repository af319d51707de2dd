import { gitRepositories } from '../../adapters/repository/git'
import { AdjudicateError } from '../../errors'
import { exitOfGate } from '../../gate/assemble-report'
import type { GateReport } from '../../gate/gate-report'
import type { Inspection } from '../../running/driver/hands'
import { parseAddress } from '../../tribunal/address'
import { gateText } from '../formats/gate-text'
import { gateRunName } from '../formats/slice-marks'
import type { GitPlace } from './git-inspection'
import { baseWords } from './git-inspection'
import { runGate } from './run-gate'

/** How the gate judges what a doer reports: a folder with its control files where they aren't in the base commit, a task's manifest where there is one. */
export type SliceGate = { readonly control?: string; readonly task?: string }

/**
 * Has the mechanical gate judge a commit in a checkout of its own (spec 10) and adds what it said: no panel sees what the gate fails. Throws `usage` where the
 * gate could judge nothing, or pass it only provisionally, which is nobody's pass and not the doer's to mend.
 */
export async function withGate(
  place: GitPlace,
  gate: SliceGate,
  address: string,
  found: Inspection,
  signal?: AbortSignal,
): Promise<Inspection> {
  const parsed = parseAddress(address)
  // What doesn't resolve is sent back for that.
  if (!found.resolves || !parsed.ok || parsed.value.kind === 'uri') return found
  const { sha } = parsed.value
  return await gitRepositories(signal === undefined ? {} : { signal })(place.repo, async ({ checkOut, commitAt }) => {
    const { commit } = await commitAt(sha)
    const { commit: base } = await commitAt(place.base ?? `${commit}^`)
    const { dir, remove } = await checkOut(commit)
    try {
      const asked = { repo: dir, base, decide: true, keepToCaller: true, ...gate, ...(signal === undefined ? {} : { signal }) }
      const outcome = await runGate(asked)
      if (outcome.verdict === 'nothing-judged') {
        const because = outcome.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
        throw new AdjudicateError('usage', `the gate judged nothing: ${because}`, { address })
      }
      if (outcome.verdict === 'PASS' && outcome.run.kind !== 'deciding') {
        throw new AdjudicateError('usage', `the gate could not decide: ${outcome.run.reasons.join('; ')}`, { address })
      }
      const run = { command: gateRunName, exitCode: exitOfGate(outcome), output: gateText(outcome) }
      return { ...found, runs: [...found.runs, run], faults: [...(found.faults ?? []), ...faultsOf(outcome, baseWords(place))] }
    } finally {
      await remove()
    }
  })
}

function faultsOf({ verdict, reasons }: GateReport, base: string): string[] {
  if (verdict === 'PASS') return []
  return reasons.length === 0
    ? [`the gate fails and gives no reason (compared with ${base})`]
    : reasons.map(({ code, message }) => `the gate fails: ${code}: ${message} (compared with ${base})`)
}
