import { present } from './present'
import { shown } from '../issues'
import { hasText } from '../text/blank'
import type { CommandTo } from './command'
import type { KeptText } from './kept-text'
import type { SliceDecision } from './refusal'
import { record, refuse } from './refusal'
import type { SliceState } from './state'

/**
 * Holds a report against the actual diff and fresh runs; a claim that differs is recorded and sends the report back (R-TRI-15, R-TRI-79). An artifact that existed
 * before makes no claims, so only what is there counts.
 */
export function decideVerification(state: SliceState, command: CommandTo<'verify'>): SliceDecision {
  if (state.phase !== 'verifying') return refuse('not-due', `nothing is to be verified: the slice is ${state.phase}`)
  const { runs, resolves, diff, files, digest, faults = [] } = command
  const missing = (state.rubric?.commands ?? []).find((wanted) => runs.every((run) => run.command !== wanted))
  if (missing !== undefined) return refuse('run-missing', `${shown(missing)} was not run afresh`)
  const reasons = [...differences(state, command), ...(isEmpty(diff) ? ['the diff is empty'] : []), ...faults]
  const follows: 'panel' | 'materialise' | 'redo' = resolves ? (reasons.length > 0 ? 'redo' : 'panel') : 'materialise'
  const all = resolves ? reasons : [`${shown(state.address)} does not resolve in a fresh checkout`, ...reasons]
  return record({ type: 'tribunal.verified', data: present({ runs, diff, files, digest, follows, reasons: all }) })
}

function isEmpty(diff: KeptText): boolean {
  return typeof diff === 'string' ? !hasText(diff) : diff.bytes === 0
}

function differences(state: SliceState, { runs, files }: CommandTo<'verify'>): string[] {
  const report = state.reports.at(-1)?.report
  // What existed before was reported by nobody.
  if (report === undefined) return []
  const exits = report.runs.flatMap((claimed) => {
    const fresh = runs.find((run) => run.command === claimed.command)
    if (fresh === undefined || fresh.exitCode === claimed.exitCode) return []
    return [`${shown(claimed.command)} was reported with exit code ${claimed.exitCode} and ended with ${fresh.exitCode}`]
  })
  const claimedFiles = files === undefined ? [] : (report.files ?? []).filter((file) => !files.includes(file))
  return [...exits, ...claimedFiles.map((file) => `${shown(file)} was reported as changed and is not in the diff`)]
}
