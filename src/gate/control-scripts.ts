import type { GateConfig } from './gate-config'
import { scriptsRun } from './scripts-run'
import type { JudgedFile } from './tampering/judge-tampering'

/**
 * The changed paths that decide what a check does (spec 10, 1: trust): scripts and build files that its command names, and package.json where one of the scripts that it runs
 * reads otherwise than at the base. A person must agree to these also where the task owns the file.
 */
export function controlScripts({ validation, contracts, originals }: GateConfig, files: readonly JudgedFile[]): string[] {
  const run = [...validation, ...contracts, ...(originals === undefined ? [] : [originals])].map(({ cmd }) => scriptsRun(cmd))
  const named = new Set(run.flatMap((one) => one.files).filter((path) => path !== 'package.json'))
  const scripts = new Set(run.flatMap(({ packageScripts }) => packageScripts))
  const manifest = files.find(({ path }) => path === 'package.json')
  const rewritten =
    manifest !== undefined && [...scripts].some((name) => scriptIn(manifest.base?.text, name) !== scriptIn(manifest.head?.text, name))
  return [...named, ...(rewritten ? ['package.json'] : [])].map((path) => path.replace(/^(?:\.\/)+/, ''))
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
