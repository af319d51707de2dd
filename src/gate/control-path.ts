import type { ChangedPath } from './changed-path'

/** The gate's own folders, from the top of the tree. */
export const gateFolders = ['.claude/build/', '.adjudicate/']
const reportFolders = ['gate/', 'reports/', 'logs/', 'tmp/']

/** Whether the path is in the gate's own folder, where its reports go. Compared without case: some file systems don't know it either. */
export function isGatePath(path: string): boolean {
  const lower = path.toLowerCase()
  return gateFolders.some((folder) => lower.startsWith(folder) || lower === folder.slice(0, -1))
}

/** Whether the path is configuration, a manifest, a baseline or a record by which a branch is judged: all of the gate's folder but reports and logs. */
export function isControlPath(path: string): boolean {
  const lower = path.toLowerCase()
  return isGatePath(path) && !gateFolders.some((folder) => reportFolders.some((reports) => lower.startsWith(folder + reports)))
}

/** Whether the path is exactly a control file that holds words and no program: the configuration, a manifest, the baseline, or what keeps the rest out of commits. */
export function isControlFile(path: string): boolean {
  return /^(?:\.claude\/build|\.adjudicate)\/(?:config\.json|baseline\.json|tasks\/[^/]+\.json|\.gitignore)$/.test(path)
}

const nudges = ['NUDGE.md', '.NUDGE.md.tmp']

/**
 * Whether the change is exactly the orchestrator's own (A-BLD-21, F30): an untracked nudge at the top of the tree, or the two lines for
 * them at the end of an uncommitted `.gitignore`.
 */
export function isNudge({ path, where }: ChangedPath, text: { readonly base?: string; readonly head?: string }): boolean {
  if (where === 'committed' || where === 'staged') return false
  if (nudges.includes(path)) return where === 'untracked'
  if (path !== '.gitignore' || text.head === undefined) return false
  const base = text.base ?? ''
  const added = text.head.slice(base.length)
  const lines = added.split('\n').filter((line) => line !== '')
  return (
    text.head.startsWith(base) &&
    (base === '' || base.endsWith('\n') || added.startsWith('\n')) &&
    lines.length > 0 &&
    lines.every((line) => nudges.includes(line))
  )
}
