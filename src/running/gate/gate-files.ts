import { canonicalJson } from '../../canonical/canonical-json'
import { AdjudicateError, isAdjudicateError } from '../../errors'
import type { GateOutcome } from '../../gate/gate-report'
import { taskIdPattern } from '../../gate/task-manifest'
import type { Files } from '../../ports/files'
import { controlBytesMax, controlLayouts } from './control-files'
import type { GateTarget } from './gate-request'
import type { GateRun } from './gate-run'

/** Where reports of a target may stand, for either layout; none for a task id that could name another file (F24). */
export function reportPlaces(root: string, target: GateTarget): string[] {
  if (target.mode === 'task' && !taskIdPattern.test(target.taskId)) return []
  return controlLayouts.map((layout) => `${root}/${layout}/gate/${nameOf(target)}.json`)
}

function nameOf(target: GateTarget): string {
  return target.mode === 'task' ? target.taskId : target.mode
}

/** Takes every older report of a target away, before anything is judged: none may be taken for this run's (F17). Throws `file-io` where a link leads there. */
export async function clearReports(files: Files, root: string, target: GateTarget): Promise<void> {
  for (const place of reportPlaces(root, target)) {
    await mustBeOwn(files, root, place)
    await files.remove(place)
  }
}

/** The judged tree must not lead the gate's files somewhere else. */
async function mustBeOwn(files: Files, root: string, place: string): Promise<void> {
  if (!(await files.leadsThroughLink(root, place))) return
  throw new AdjudicateError(
    'file-io',
    `${place} can't be written: a folder on the way to it is a link, and what lies behind it is not of this run`,
    { path: place },
  )
}

/**
 * Writes the report into the judged tree, under `.claude/build/gate/` or `.adjudicate/gate/` as the control files are laid out, and a baseline that was taken beside them; gives the
 * report's place, undefined where it has none.
 */
export async function writeRun(files: Files, root: string, target: GateTarget, run: GateRun): Promise<string | undefined> {
  const [first, second] = reportPlaces(root, target)
  const place = (await isPublicLayout(files, root, run.control)) ? first : second
  if (run.taken !== undefined && run.control?.folder !== undefined) {
    await files.write(`${run.control.folder}/baseline.json`, `${JSON.stringify(run.taken, null, 2)}\n`)
  }
  if (place === undefined) return undefined
  // Looked at again: the commands ran in between.
  await mustBeOwn(files, root, place)
  await files.write(place, reportText(run.outcome))
  return place
}

/** A folder that was handed over counts by its name, and where none was found at all, the judged tree by the public script's configuration: its places are kept where it is at home alone. */
async function isPublicLayout(files: Files, root: string, control: GateRun['control']): Promise<boolean> {
  if (control !== undefined) return /(?:^|\/)\.claude\/build\/?$/.test(control.layout.replaceAll('\\', '/'))
  try {
    return (await files.read(`${root}/${controlLayouts[0]}/config.json`, controlBytesMax)) !== undefined
  } catch (error) {
    // Something stands in its place: that is the fault which the report tells.
    if (isAdjudicateError(error) && error.code !== 'internal') return true
    throw error
  }
}

/** The report as a file: members sorted, so that two reports can be compared line by line. */
export function reportText(outcome: GateOutcome): string {
  return `${JSON.stringify(JSON.parse(canonicalJson(outcome)), null, 2)}\n`
}
