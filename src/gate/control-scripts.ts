import type { JudgedFile } from './tampering/judge-tampering'
import { readTests } from './tampering/read-tests'

/** What the checks run (`scriptReach`): files, and names of package scripts. */
export type RunScripts = { readonly run: ReadonlySet<string>; readonly packageScripts: ReadonlySet<string> }

/**
 * The changed paths that decide what a check does (spec 10, 1: trust): scripts and build files that its command runs, by whatever way, and package.json where one of the scripts
 * that are run reads otherwise than at the base. A person must agree to these also where the task owns the file. A file that holds test cases is followed case by case instead.
 */
export function controlScripts({ run, packageScripts }: RunScripts, files: readonly JudgedFile[]): string[] {
  const scripts = files.filter((file) => run.has(file.path) && file.path !== 'package.json' && !holdsCases(file))
  const manifest = files.find(({ path }) => path === 'package.json')
  const rewritten =
    manifest !== undefined &&
    [...packageScripts].some((name) => scriptIn(manifest.base?.text, name) !== scriptIn(manifest.head?.text, name))
  return [...scripts.map(({ path }) => path), ...(rewritten ? ['package.json'] : [])]
}

function holdsCases({ path, base, head }: JudgedFile): boolean {
  const side = base ?? head
  return side !== undefined && readTests(path, side).cases.length > 0
}

/** A script's text; what can't be read is no script, so that making a file unreadable is a change too. */
function scriptIn(text: string | undefined, name: string): string | undefined {
  if (text === undefined) return undefined
  try {
    const json = JSON.parse(text.replace(/^\ufeff/, '')) as { readonly scripts?: Readonly<Record<string, unknown>> } | null
    const scripts = json?.scripts
    return scripts !== undefined && Object.hasOwn(scripts, name) ? String(scripts[name]) : undefined
  } catch {
    return `unreadable: ${text}`
  }
}
