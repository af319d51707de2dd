import type { Issue } from '../issues'
import { shown } from '../issues'
import type { TaskManifest } from './task-manifest'

/** What the gate was asked for; `branch` is undefined on a detached HEAD. */
export type AskedTask = { readonly taskId: string; readonly branch?: string | undefined }

/** Faults of a manifest that belongs to another task or branch than the one that is judged (F66): exit 2, nothing is judged by it. */
export function taskMismatch(manifest: TaskManifest, { taskId, branch }: AskedTask): Issue[] {
  const faults: Issue[] = []
  if (manifest.task_id !== taskId) {
    faults.push({
      code: 'task-mismatch',
      path: 'task_id',
      message: `found ${shown(manifest.task_id)}: the task that was asked for is ${shown(taskId)}`,
    })
  }
  if (manifest.branch !== undefined && branch !== undefined && manifest.branch !== branch) {
    faults.push({
      code: 'branch-mismatch',
      path: 'branch',
      message: `found ${shown(manifest.branch)}: the branch that is judged is ${shown(branch)}`,
    })
  }
  return faults
}
