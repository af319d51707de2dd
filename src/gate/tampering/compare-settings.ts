import { preloadIn } from './check-options'
import { compareChecks, compareScripts } from './compare-scripts'
import { goReplacements, isForeignCrate } from './foreign-modules'
import { comesBefore, isPytestKey, movedPytest } from './config-order'
import type { JudgedPath, RunnerContext } from './runner-context'
import type { SettingContext } from './setting-context'
import { readSettings } from './settings'
import type { Settings } from './setting'
import type { ScriptCheck } from './shell-checks'
import { shellChecks } from './shell-checks'
import { settingFindings } from './setting-rules'
import { isForeignSource, isRunnerPackage } from './shadowing'
import type { Tampering } from './tamper-finding'

const scripts = /(^|\.)scripts\.([^.]+)$/
const nothing: Settings = new Map()

/** Compares a runner's, linter's or type checker's configuration setting by setting (F46). */
export function compareSettings(file: JudgedPath, context: RunnerContext, files: readonly JudgedPath[]): Tampering[] {
  const { path, base, head } = file
  if (/(^|\/)go\.mod$/.test(path)) return goReplacements(file)
  const before = base === undefined ? nothing : readSettings(path, base.text, base.tree)
  const after = head === undefined ? nothing : readSettings(path, head.text, head.tree)
  if (after === undefined) return [{ kind: 'runner-config-changed', path, message: 'it can no longer be read' }]
  const around: SettingContext = {
    path,
    isNew: base === undefined,
    base: before ?? nothing,
    head: after,
    testPaths: context.testPaths,
    files,
    unchanged: context.unchanged,
  }
  const moved = movedPytest(file, files, around)
  const all = settingFindings(around)
  const found = moved === undefined ? all : [...moved, ...all.filter(({ subject }) => !isPytestKey(subject ?? ''))]
  const isPackage = /(^|\/)package\.json$/.test(path)
  const own = found.filter(({ subject }) => isRunnerKey(path, subject ?? ''))
  return [
    ...own,
    ...(moved === undefined && own.length === 0 ? comesBefore(file, around) : []),
    ...packageName(file, before ?? nothing, after),
    ...(/(^|\/)\.pnpmfile\.c?js$/.test(path) && base?.text !== head?.text && head !== undefined
      ? [{ kind: 'runner-config-changed', path, message: 'it changes packages when they are installed' } as const]
      : []),
    ...foreignFindings(path, before ?? nothing, after),
    ...(isPackage ? scriptFindings(path, before ?? nothing, after) : []),
    ...tomlScripts(path, before ?? nothing, after),
  ]
}

/** Files that hold other things too: only what their runners, linters and compilers read counts. */
const ownKeys: readonly (readonly [RegExp, RegExp])[] = [
  [/(^|\/)package\.json$/, /^(jest|vitest|mocha|ava|nyc|c8|tap|eslintConfig|xo|standard|stryker)(\.|$)/],
  [/(^|\/)vite\.config\./, /^(test|resolve\.alias|alias)(\.|$)/],
  [/(^|\/)pyproject\.toml$/, /^tool\.(pytest|coverage|mypy|ruff|pyright|pylint|tox|hatch\.envs|bandit|flake8)(\.|$)/],
  [/(^|\/)setup\.cfg$/, /^(tool\.pytest|pytest|coverage|mypy|flake8|pylint|tox|testenv)/],
  [/(^|\/)Cargo\.toml$/, /^(lib|test|bench|lints|workspace\.(lints|members|exclude|default-members)|package\.auto\w+)(\.|$)/],
  [/(^|\/)(tsup|knip|babel|lerna|nx|turbo|project)\b[^/]*$/, /^(test|targets\.\w*test|tasks\.\w*test)/],
  [/pnpm-workspace\.yaml$|\.yarnrc/, /^$/],
]

function isRunnerKey(path: string, key: string): boolean {
  const rule = ownKeys.find(([files]) => files.test(path))
  return rule === undefined || rule[1].test(key)
}

/** A package of the repository that is called like a runner is what the runner's name leads to. */
function packageName({ path, head }: JudgedPath, base: Settings, after: Settings): Tampering[] {
  const name = after.get('name')?.values[0] ?? ''
  const isOwn = /(^|\/)package\.json$/.test(path) && head !== undefined && base.get('name')?.values[0] !== name
  return isOwn && isRunnerPackage(name)
    ? [{ kind: 'dependency-shadowed', path, subject: 'name', message: 'a package of the repository has the name of a runner', after: name }]
    : []
}

/** Runners that come from somewhere else, shells that stand in for the shell. */
function foreignFindings(path: string, base: Settings, head: Settings): Tampering[] {
  return [...head.values()].flatMap(({ key, values, line }): Tampering[] => {
    const value = values.join(' ')
    if (base.get(key)?.values.join(' ') === value) return []
    const shape = { path, ...(line === undefined ? {} : { line }), subject: key, after: value }
    if (isForeignSource(key, value) || (/(^|\/)Cargo\.toml$/.test(path) && isForeignCrate(key, value)))
      return [{ ...shape, kind: 'dependency-shadowed', message: 'a runner comes from somewhere else' }]
    const preload = /(^|\.)node-?options$/i.test(key) ? preloadIn(value) : undefined
    if (preload !== undefined) return [{ ...shape, kind: 'harness-hook', message: `every script loads ${preload} first` }]
    if (/(^|\/)\.npmrc$/.test(path) && /^if-?present$/.test(key) && value === 'true')
      return [{ ...shape, kind: 'script-neutralised', message: 'a script that is gone counts as a success' }]
    if (/(^|\/)\.npmrc$/.test(path) && base.size > 0 && /^(@.*|registry)$/.test(key))
      return [{ ...shape, kind: 'runner-config-changed', message: 'packages come from somewhere else' }]
    return /(^|\.)script-?shell$/i.test(key) ? [{ ...shape, kind: 'script-neutralised', message: 'another program runs all scripts' }] : []
  })
}

function scriptFindings(path: string, base: Settings, head: Settings): Tampering[] {
  return [...base].flatMap(([key, setting]) => {
    const name = scripts.exec(key)?.[2]
    if (name === undefined) return []
    const now = head.get(key)
    return commandFindings(path, `scripts.${name}`, setting.values.join(' '), now?.values.join(' ') ?? '', now?.line)
  })
}

/** tox's commands, hatch's and pdm's scripts, nox is code. */
function tomlScripts(path: string, base: Settings, head: Settings): Tampering[] {
  return [...base].flatMap(([key, setting]) => {
    if (!/(^testenv[^.]*\.commands$|tool\.(hatch|pdm|poe|taskipy|rye)\..*(scripts|tasks)\.)/.test(key)) return []
    const now = head.get(key)
    const loosened = (now?.values ?? []).filter((line, index) => /^-\s/.test(line) && !/^-\s/.test(setting.values[index] ?? ''))
    const plain = (values: readonly string[]): string =>
      values.map((line) => line.replace(/^-\s*/, '').replace(/\{posargs:?([^}]*)\}/g, '$1')).join('\n')
    const soft: Tampering[] =
      loosened.length === 0
        ? []
        : [
            {
              kind: 'script-neutralised',
              path,
              subject: key,
              message: 'its failure is ignored',
              before: setting.values.join('\n'),
              after: loosened.join('\n'),
            },
          ]
    return [...soft, ...commandFindings(path, key, plain(setting.values), plain(now?.values ?? []), now?.line)]
  })
}

/** Findings for one named command. Its lines run on their own, each ends it. */
export function commandFindings(path: string, subject: string, before: string, after: string, line: number | undefined): Tampering[] {
  const mode = { errexit: false, pipefail: false }
  const lines = (text: string): ScriptCheck[] => text.split('\n').flatMap((one) => shellChecks(one, mode))
  const changes =
    before.includes('\n') || after.includes('\n') ? compareChecks(lines(before), lines(after), after) : compareScripts(before, after, mode)
  return changes.map(({ kind, message, ...texts }) => ({
    kind: kind === 'weaker' ? 'script-neutralised' : 'script-changed',
    path,
    ...(line === undefined ? {} : { line }),
    subject,
    message,
    ...texts,
  }))
}
