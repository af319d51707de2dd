import { preloadIn } from './check-options'
import { isFields } from './ci-steps'
import { compareScripts } from './compare-scripts'
import type { Tampering } from './tamper-finding'

/** Variables that give a check its options, with the check. */
const options: Readonly<Record<string, string>> = {
  PYTEST_ADDOPTS: 'pytest',
  GOFLAGS: 'go test',
  MAVEN_ARGS: 'mvn verify',
  MAVEN_CLI_OPTS: 'mvn verify',
}
/** Variables that make a check forgive more, by their value. */
const weakening: readonly (readonly [RegExp, RegExp])[] = [
  [/^PYTHONOPTIMIZE$/, /^[^0]/],
  [/^NEXTEST_(RETRIES|DEFAULT_FILTER|NO_TESTS)$/, /^(?!0$|fail$|all\(\)$)./],
  [/^npm_config_(if_present|ignore_scripts|script_shell)$/i, /^(?!false$)./],
  [/^(PLAYWRIGHT_UPDATE_SNAPSHOTS|INSTA_FORCE_PASS|UPDATE_SNAPSHOTS?|UPDATE_EXPECT)$/, /^(?!0$|false$|no$|none$)./],
]
const told =
  /^(SKIP|PRE_COMMIT_ALLOW_NO_CONFIG|BASH_ENV|LD_PRELOAD|PYTHONPATH|PYTHONSTARTUP|NODE_PATH|PYTEST_PLUGINS|PYTEST_DISABLE_PLUGIN_AUTOLOAD|INSTA_UPDATE)$/

/** Variables of a pipeline that its checks listen to, wherever they stand (spec 10, 3). */
export function variableFindings(path: string, base: unknown, head: unknown): Tampering[] {
  const [before, after] = [variablesOf(base), variablesOf(head)]
  return [...after].flatMap(([name, values]): Tampering[] => {
    const old = before.get(name) ?? []
    return values
      .filter((value) => !old.includes(value))
      .flatMap((value): Tampering[] => {
        const shape = { path, subject: name, after: value, ...(old[0] === undefined ? {} : { before: old[0] }) }
        const tool = options[name]
        const isWeaker =
          tool === undefined
            ? weakening.some(([names, pattern]) => names.test(name) && pattern.test(value))
            : compareScripts(`${tool} ${old[0] ?? ''}`, `${tool} ${value}`, { errexit: true, pipefail: true }).length > 0
        if (isWeaker) return [{ ...shape, kind: 'ci-weakened', message: `${name} makes a check see less` }]
        const isTold = told.test(name) || (name === 'NODE_OPTIONS' && preloadIn(value) !== undefined)
        return isTold ? [{ ...shape, kind: 'ci-changed', message: `${name} changes what a check does` }] : []
      })
  })
}

function variablesOf(document: unknown): Map<string, string[]> {
  const found = new Map<string, string[]>()
  visit(document, found, false)
  return found
}

function visit(value: unknown, found: Map<string, string[]>, isIn: boolean): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, found, isIn)
    return
  }
  if (!isFields(value)) return
  if (isIn && typeof value['name'] === 'string') add(found, value['name'], value['value'])
  for (const [key, inner] of Object.entries(value)) {
    const isList = /^(env|variables|environment)$/.test(key)
    if (isIn && (typeof inner !== 'object' || inner === null)) add(found, key, inner)
    else visit(inner, found, isList)
  }
}

function add(found: Map<string, string[]>, name: string, value: unknown): void {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    found.set(name, [...(found.get(name) ?? []), String(value)])
}
