import type { GateReport } from '../../gate/gate-report'

/** Why a run that was asked to decide doesn't, and what to do about it; undefined where it decides, or nobody asked it to (spec 10, two kinds of run). */
export function undecided({
  asked,
  run,
  control,
  dirty,
}: GateReport): { readonly reasons: readonly string[]; readonly remedies: readonly string[] } | undefined {
  if (asked.kind !== 'deciding' || run.kind === 'deciding') return undefined
  const alone = control.from === 'judged-tree' || asked.doubts.length > 0
  return {
    reasons: run.reasons,
    remedies: [
      ...(dirty.length === 0 ? [] : ['commit or put away what is not committed']),
      ...(alone ? ['commit the control files on the base branch, or hand their folder over with --control DIR'] : []),
    ],
  }
}
