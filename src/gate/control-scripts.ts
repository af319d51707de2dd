import { isBuildChanged } from './following/make-parts'
import { isPartChanged } from './following/manifest'
import { matching } from './following/place'
import type { ScriptReach } from './following/reach'
import type { JudgedFile } from './tampering/judge-tampering'
import { isShellTest } from './tampering/read-shell'
import { readTests } from './tampering/read-tests'

/** What the checks run (`scriptReach`). */
export type RunScripts = Pick<ScriptReach, 'run' | 'absent' | 'made' | 'patterns' | 'parts'>

/**
 * The changed paths that decide what a check does (spec 10, 1: trust): scripts and build files that its command runs, by whatever way, files that appear where a check looks
 * for one, or where a build makes its own, and each package.json or Makefile where a part that is used reads otherwise than at the base. A person must agree to these also where the task owns the file. A file that holds
 * test cases is followed case by case instead.
 */
export function controlScripts({ run, absent, made, patterns, parts }: RunScripts, files: readonly JudgedFile[]): string[] {
  const paths = files.map(({ path }) => path)
  const looked = new Set([...run, ...absent])
  const folders = new Set([...looked].flatMap(foldersAbove))
  for (const pattern of patterns) for (const path of matching(pattern, paths)) looked.add(path)
  const found = files.filter((file) => {
    const own = [...(parts.get(file.path) ?? [])]
    const isManifest = file.path.split('/').at(-1) === 'package.json'
    if (isManifest) return own.some((part) => isPartChanged(part, file.base?.text, file.head?.text))
    if (own.length > 0) return own.some((part) => isBuildChanged(part, file.base?.text, file.head?.text))
    if (made.has(file.path) || foldersAbove(file.path).some((folder) => made.has(folder))) return true
    // A file or link where a folder was on the way leads elsewhere.
    return folders.has(file.path) || (looked.has(file.path) && !holdsCases(file))
  })
  return found.map(({ path }) => path)
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** A shell script that a check starts by its name decides by itself what it is worth, whatever it holds. */
function holdsCases({ path, base, head }: JudgedFile): boolean {
  if (isShellTest(path)) return false
  const side = base ?? head
  return side !== undefined && readTests(path, side).cases.length > 0
}
