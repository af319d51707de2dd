import { present } from './present'
import { shown } from '../issues'
import { hasText } from '../text/blank'
import type { CommandTo } from './command'
import type { KeptText } from './kept-text'
import type { SliceDecision } from './refusal'
import { record, refuse } from './refusal'
import type { SliceState } from './state'

/**
 * Holds a report against the actual diff and fresh runs; a claim that differs, or a command that fails, is recorded and sends the report
 * back (R-TRI-15, R-TRI-79). An artifact that existed
 * before makes no claims, so only what is there counts.
 */
export function decideVerification(state: SliceState, command: CommandTo<'verify'>): SliceDecision {
  if (state.phase !== 'verifying') return refuse('not-due', `nothing is to be verified: the slice is ${state.phase}`)
  const { runs, resolves, diff, files, digest, base, faults = [] } = command
  const missing = (state.rubric?.commands ?? []).find((wanted) => runs.every((run) => run.command !== wanted))
  if (missing !== undefined) return refuse('run-missing', `${shown(missing)} was not run afresh`)
  const reasons = [
    ...differences(state, command),
    ...failures(state, command),
    ...(isEmpty(diff) ? [`${diffOf(base)} is empty`] : []),
    ...faults,
  ]
  const follows: 'panel' | 'materialise' | 'redo' = resolves ? (reasons.length > 0 ? 'redo' : 'panel') : 'materialise'
  const all = resolves ? reasons : [`${shown(state.address)} does not resolve in a fresh checkout`, ...reasons]
  return record({ type: 'tribunal.verified', data: present({ runs, diff, files, digest, follows, reasons: all }) })
}

/** A verification command that fails is no matter of opinion: no panel is asked about work that its own commands turn down. */
function failures(state: SliceState, { runs }: CommandTo<'verify'>): string[] {
  const wanted = new Set(state.rubric?.commands)
  const claimed = state.reports.at(-1)?.report.runs ?? []
  // One that was reported otherwise is named as that already.
  const isTold = (command: string, exitCode: number): boolean =>
    claimed.every((run) => run.command !== command || run.exitCode === exitCode)
  return runs.flatMap(({ command, exitCode }) =>
    wanted.has(command) && exitCode !== 0 && isTold(command, exitCode)
      ? [`${shown(command)} ended with ${exitCode} when it was run afresh, wanted 0`]
      : [],
  )
}

/** A doer that worked on top of another commit sees by this where the difference comes from. */
function diffOf(base: string | undefined): string {
  return base === undefined ? 'the diff' : `the diff against ${shown(base)}`
}

function isEmpty(diff: KeptText): boolean {
  return typeof diff === 'string' ? !hasText(diff) : diff.bytes === 0
}

function differences(state: SliceState, { runs, files, base }: CommandTo<'verify'>): string[] {
  const report = state.reports.at(-1)?.report
  // What existed before was reported by nobody.
  if (report === undefined) return []
  const exits = report.runs.flatMap((claimed) => {
    const fresh = runs.find((run) => run.command === claimed.command)
    if (fresh === undefined || fresh.exitCode === claimed.exitCode) return []
    return [`${shown(claimed.command)} was reported with exit code ${claimed.exitCode} and ended with ${fresh.exitCode}`]
  })
  const claimedFiles = files === undefined ? [] : (report.files ?? []).filter((file) => !files.includes(file))
  const untold = report.files === undefined ? [] : (files ?? []).filter((file) => report.files?.includes(file) === false)
  return [
    ...exits,
    ...claimedFiles.map((file) => `${shown(file)} was reported as changed and is not in ${diffOf(base)}`),
    ...untold.map((file) => `${shown(file)} is in ${diffOf(base)} and was not reported as changed`),
  ]
}
