import { manifestIn, scriptOf } from './following/manifest'
import type { GateConfig } from './gate-config'
import type { Issue } from '../issues'
import { shown } from '../issues'

const call = /^\s*(npm|pnpm)\s+(?:(?:run|run-script)\s+([A-Za-z0-9:._-]+)|(test|t))(?:\s+(?:--silent|-s))?\s*(?:\s--\s.*)?$/s

/**
 * Commands that are one plain call of a script that no package.json has, by the path in the configuration: nothing would be judged by them (exit 2). `manifests` are the texts of
 * the top package.json at the merge bases and at what is judged; a script that any of them has was there or came with the branch, and its loss is the branch's doing.
 */
export function missingScripts(config: GateConfig, manifests: readonly (string | undefined)[]): Issue[] {
  return commandsOf(config).flatMap(([path, cmd]): Issue[] => {
    const found = /[;&|<>$`\\\n]/.test(cmd) ? null : call.exec(cmd)
    const name = found?.[2] ?? (found === null ? undefined : 'test')
    if (name === undefined || manifests.some((text) => hasScript(text, name))) return []
    const texts = manifests.filter((text) => text !== undefined)
    const has =
      texts.length === 0
        ? 'there is no package.json at the top of the repository'
        : `package.json has no script ${shown(name)}; it has ${namesIn(texts)}`
    return [{ code: 'no-such-script', path: `config.json: ${path}`, message: `found ${shown(cmd)}: ${has}` }]
  })
}

function commandsOf({ setup, validation, contracts, originals }: GateConfig): (readonly [string, string])[] {
  const listed = { setup, validation, contracts }
  return [
    ...Object.entries(listed).flatMap(([list, checks]) => checks.map(({ cmd }, index) => [`${list}[${index}].cmd`, cmd] as const)),
    ...(originals === undefined ? [] : [['originals.cmd', originals.cmd] as const]),
  ]
}

/** npm answers `run env` itself; what can't be read is told by the check that fails on it. */
function hasScript(text: string | undefined, name: string): boolean {
  return name === 'env' || (text !== undefined && (manifestIn(text) === undefined || scriptOf(text, name) !== undefined))
}

function namesIn(texts: readonly string[]): string {
  const names = texts.flatMap((text) => {
    const scripts = manifestIn(text)?.['scripts']
    return typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : []
  })
  const all = [...new Set(names)].slice(0, 12)
  return all.length === 0 ? 'none at all' : all.map(shown).join(', ')
}
