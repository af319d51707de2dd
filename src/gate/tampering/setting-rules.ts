import { isRunByDefault, namesChange } from './setting-names'
import type { Setting } from './setting'
import type { SettingContext } from './setting-context'
import { optionsChange } from './setting-options'
import { fits } from './setting-patterns'
import { isForAnother, membersChange, placeChange } from './setting-places'
import { tableChange } from './setting-table'
import { floorChange, isNo, isYes, rises } from './setting-numbers'
import type { Tampering } from './tamper-finding'
import type { Found } from './setting-numbers'

const harmless =
  /(^|[/*!^(.\\|"'])(node_modules|dist|build|out|coverage|\.git|\.next|\.nuxt|\.output|\.cache|\.turbo|vendor|target|\.?venv|env|__pycache__|temp|tmp|\.stryker-tmp|site-packages|\.tox|\.nox|\.eggs|generated|\.yarn|lib-cov|storybook-static|reports?|logs?|public|\.svelte-kit|\.vscode|\.idea)([/*$)\\|"']|$)/
const lists = {
  excluding:
    /(^|\.)(exclude|excludes|ignore|ignores|testPathIgnorePatterns|modulePathIgnorePatterns|watchPathIgnorePatterns|ignorePatterns|norecursedirs|collect_ignore|collect_ignore_glob|testIgnore|excludeSpecPattern|ignoreTestFiles|extend-exclude|extend_exclude|exclude_dirs|ignore_paths|ignoreFiles|globalIgnores|skip|deselect|testExclude|excludedTests|excludes_analyze)$/i,
  including:
    /(^|\.)(include|includes|testMatch|testRegex|roots|testpaths|python_files|python_classes|python_functions|spec|specs|specPattern|testFiles|test_suite|files|testDir|testDirs|test-match|suites|source|src|projects|workspace)$/,
}
const coverage =
  /(^|\.)(coverage|nyc|c8|coverageThreshold|coveragePathIgnorePatterns|collectCoverageFrom|report|run|coverage\.\w+|tool\.coverage)(\.|$)/
const floors =
  /(threshold|fail_under|fail-under|minimum_coverage|min_coverage|check-coverage|(^|\.)(lines|branches|functions|statements|perFile|mutationScore|high|low|break|target)$)/i
const yesIsWeaker =
  /(^|\.)(passWithNoTests|allowOnly|ignoreSourceErrors|ignore_outcome|ignore_exit_code|dangerouslyIgnoreUnhandledErrors|continueOnError|testFailureIgnore|skipTests|ignore_errors|ignoreErrors|noCheck|skipLibCheck|updateSnapshot|update|allowUncaught|exitZero|exit-zero|exit_zero|disabled|ignore_missing_imports|disable_error_code|ignoreBuildErrors|ignoreDuringBuilds|failWithoutAssertions_|informational|only_pulls|allow_failure|if_no_uploads|ignoreExitCode)$/
const noIsWeaker =
  /(^|\.)(strict|strict\w+|no(Implicit|Unused|Unchecked|Fallthrough|PropertyAccess)\w+|exactOptionalPropertyTypes|useUnknownInCatchVariables|forbidOnly|forbid-only|forbidPending|failZero|fail-zero|failWithoutAssertions|xfail_strict|errorOnDeprecated|check|checkJs|checks?|disallow_\w+|warn_\w+|autotests|test|doctest|harness|require_ci_to_pass|wait_for_ci|enabled|asyncOnly|check-coverage|all|isolate|mockReset|restoreMocks|exit_on_fail|noEmitOnError|branch)$/
const again =
  /(^|\.)(retry|retries|retries\.(count|runMode)|retryTimes|reruns|flaky_test_attempts|repeatEach_|test-retries|flakyTestAttempts|retry\.count)$/
const waits = /(^|\.)(testTimeout|hookTimeout|timeout|slowTestThreshold|slow|defaultTimeout|actionTimeout)$/
const hooksIn =
  /(^|\.)(setupFiles|setupFilesAfterEnv|setupFilesAfterEach|globalSetup|globalTeardown|reporters|reporter|testRunner|runner|testEnvironment|environment|require|plugins|addopts_|transform|preset|testResultsProcessor|testSequencer|resolver|snapshotSerializers|snapshotResolver|node-options|ignore-scripts|python_interpreter)$/
const runnerFiles = /vite|jest|playwright|cypress|mocha|ava|karma|wdio|pytest|package\.json|npmrc|yarnrc|pyproject|setup\.cfg|tox/
const aliases = /(^|\.)(alias|moduleNameMapper|paths|resolve\.alias|_moduleAliases|imports)(\.|$)/

/** Goes through all keys of both sides. */
export function settingFindings(context: SettingContext): Tampering[] {
  const { base, head } = context
  const keys = [...new Set([...base.keys(), ...head.keys()])]
  return keys.flatMap((key) => {
    const [was, is] = [base.get(key), head.get(key)]
    if (was !== undefined && is !== undefined && was.values.join('\0') === is.values.join('\0')) return []
    const line = is?.line ?? was?.line
    return settingChange(key, was, is, context).map((found): Tampering => ({
      ...found,
      path: context.path,
      ...(line === undefined ? {} : { line }),
      subject: key,
      ...(was === undefined ? {} : { before: was.values.join(', ') }),
      ...(is === undefined ? {} : { after: is.values.join(', ') }),
    }))
  })
}

function settingChange(key: string, was: Setting | undefined, is: Setting | undefined, context: SettingContext): Found[] {
  if (key.endsWith('...'))
    return is === undefined ? [] : [{ kind: 'runner-config-changed', message: 'settings are mixed in from elsewhere' }]
  const known = tableChange(context.path, key, was, is) ?? placeChange(key, was, is, context)
  if (known !== undefined) return known
  if (aliases.test(key)) return aliasChange(key, was, is)
  if (/(^|\.)(addopts|pytest_addopts|args|extraArgs|nodeArguments|commands?|scripts\.\w+|execArgv|RUSTFLAGS|MAVEN_OPTS)$/i.test(key))
    return optionsChange(was, is, context.path.endsWith('.config') ? 'mvn verify' : 'pytest')
  if (/(^|\.)(testNamePattern|grep|fgrep|grepInvert|testNameFilter)$/.test(key))
    return is === undefined ? [] : [{ kind: 'runner-config-weakened', message: 'only some names are run' }]
  if (/(^|\.)automock$/.test(key)) return isYes(is) && !isYes(was) ? [{ kind: 'subject-mocked', message: 'every module is replaced' }] : []
  if (/^tox\.env_?list$/.test(key)) return environmentsChange(was, is)
  if (again.test(key)) return rises(was, is, 'retries-added', 'failures are run again')
  if (waits.test(key)) return rises(was, is, 'runner-config-changed', 'tests may take longer')
  const isCoverage = coverage.test(key) || /coverage|nycrc|c8rc/i.test(context.path)
  if (floors.test(key) && (isCoverage || /threshold|fail_under|minimum/i.test(key))) return floorChange(was, is)
  if (lists.excluding.test(key) || /(coveragePathIgnorePatterns|omit|exclude_lines|exclude_also|exclusions)$/.test(key))
    return excludingChange(key, was, is, context, isCoverage)
  if (key.endsWith('collectCoverageFrom') || (isCoverage && /(^|\.)(include|source|src)$/.test(key)))
    return lostEntries(was, is).length > 0 && is !== undefined
      ? [{ kind: 'coverage-excluded', message: 'less code counts for coverage' }]
      : []
  if (/(^|\.)splitTests$/.test(key))
    return is === undefined ? [] : [{ kind: 'runner-config-changed', message: 'tests are left to another task' }]
  if (/(^|\.)python_(functions|classes)$/.test(key)) return namesChange(key, was, is)
  if (lists.including.test(key) || /(^|\.)test\.dir$/.test(key)) return includingChange(key, was, is, context)
  if (/^(jest\.)?filter$/.test(key) && /jest|package\.json/.test(context.path))
    return is === undefined ? [] : [{ kind: 'runner-config-weakened', message: 'a module chooses which files of tests run' }]
  if (yesIsWeaker.test(key))
    return isYes(is) && !isYes(was)
      ? [
          {
            kind:
              /skipLibCheck|informational|update$/.test(key) && !isTestKey(key, context)
                ? 'runner-config-changed'
                : 'runner-config-weakened',
            message: `${key} lets more pass`,
          },
        ]
      : []
  if (noIsWeaker.test(key)) return switchedOff(key, was, is, context)
  if (/(^|\.)preload$/.test(key))
    return is === undefined ? [] : [{ kind: 'runner-config-changed', message: 'what is loaded before the tests changed' }]
  if (/(^|\.)node-?options$/i.test(key)) return []
  if (hooksIn.test(key))
    return is === undefined || context.isNew || !runnerFiles.test(context.path)
      ? []
      : [{ kind: 'runner-config-changed', message: 'what runs around the tests changed' }]
  return []
}

/** Without any written-out path in it there is nothing to try. */
function isOpen({ values }: Setting): boolean {
  return !values.some((value) => /["'][^"']*[*/.][^"']*["']/.test(value)) || values.some((value) => /\(|\+|\.\.\./.test(value))
}

function isTestKey(key: string, { path }: SettingContext): boolean {
  return key.startsWith('test.') || /vitest|jest/.test(path)
}

function switchedOff(key: string, was: Setting | undefined, is: Setting | undefined, { path }: SettingContext): Found[] {
  const isCompiler = /tsconfig|jsconfig|mypy|pyproject|setup\.cfg/.test(path)
  const isKnown =
    isCompiler ||
    !/(^|\.)(all|enabled|isolate|check|checks|test|branch|mockReset|restoreMocks)$/.test(key) ||
    /coverage|Cargo|\[\[?test|lib\./.test(`${key}${path}`)
  const turned = (isYes(was) && !isYes(is)) || (was === undefined && isNo(is))
  return turned && isKnown ? [{ kind: 'runner-config-weakened', message: `${key} is off` }] : []
}

/** Old versions of Python go as time goes by; other environments hold checks. */
function environmentsChange(was: Setting | undefined, is: Setting | undefined): Found[] {
  const now = new Set((is?.values ?? []).flatMap(entriesOf))
  const lost = (was?.values ?? []).flatMap(entriesOf).filter((entry) => !now.has(entry))
  const isWhole = lost.length > 0 && ![...now].some((entry) => /py/.test(entry))
  const told = lost.filter((entry) => isWhole || !/^\{?py/.test(entry))
  return told.length === 0 ? [] : [{ kind: 'runner-config-weakened', message: `no longer run: ${told.join(' ')}` }]
}

function lostEntries(was: Setting | undefined, is: Setting | undefined): string[] {
  return (was?.values ?? []).filter((value) => is?.values.includes(value) !== true)
}

function newEntries(was: Setting | undefined, is: Setting | undefined): string[] {
  const old = new Set((was?.values ?? []).flatMap(entriesOf))
  return (is?.values ?? []).flatMap(entriesOf).filter((value) => !old.has(value) && value !== '')
}

function entriesOf(value: string): string[] {
  return value
    .split(/[\s,]+(?![^{]*\})/)
    .filter((part) => part !== '' && part !== '...' && !/^(\.\.\. )?(configDefaults|defaultExclude)/.test(part))
}

function excludingChange(
  key: string,
  was: Setting | undefined,
  is: Setting | undefined,
  context: SettingContext,
  isCoverage: boolean,
): Found[] {
  if (is?.isComputed === true && was?.isComputed !== true && isOpen(is) && !isCoverage)
    return was === undefined || was.values.length === 0
      ? [{ kind: 'runner-config-changed', message: 'what is left out takes running the file' }]
      : [{ kind: 'runner-config-weakened', message: 'what is left out is no longer written out' }]
  const fresh = newEntries(was, is).filter((entry) => !harmless.test(entry) && !entry.startsWith('!'))
  if (fresh.length === 0) return []
  if (isCoverage) return [{ kind: 'coverage-excluded', message: `${fresh.join(' ')} no longer counts for coverage` }]
  if (/(^|\.)(ignore|skip)$/.test(key) && fresh.every((entry) => /^[A-Z]{1,4}\d{0,4}$/.test(entry)))
    return [{ kind: 'runner-config-changed', message: `rules are off: ${fresh.join(' ')}` }]
  const known = context.testPaths
  const isRunner = !/tsconfig|jsconfig|eslint|prettier|knip|stylelint|ruff|mypy|flake8|tsup/.test(context.path)
  const run = /^(surefire|failsafe)\./.test(key) ? known?.filter((path) => isRunByDefault(path, key)) : known
  const out = fresh.map((entry) => ({ entry, paths: (run ?? []).filter((path) => fits(path, entry)) }))
  if (run !== undefined && isRunner && out.every(({ paths }) => paths.length === 0)) return []
  if (isRunner && out.every(({ entry, paths }) => paths.length > 0 && isForAnother(paths, entry, context)))
    return [{ kind: 'runner-config-changed', message: `left to another runner: ${fresh.join(' ')}` }]
  return [{ kind: 'runner-config-weakened', message: `left out: ${fresh.join(' ')}` }]
}

function includingChange(key: string, was: Setting | undefined, is: Setting | undefined, context: SettingContext): Found[] {
  if (is === undefined || /(^|\.)(source|src)$/.test(key)) return []
  const isCompiler = /tsconfig|jsconfig/.test(context.path)
  if (/(^|\.)files$/.test(key) && key !== 'ava.files' && (/package\.json|eslint/.test(context.path) || isCompiler)) return []
  // A runner that is new takes nothing from those that were there.
  if (context.isNew && /(^|\/)(playwright|cypress|wdio)/.test(context.path)) return []
  if (/(^|\.)(projects|workspace)$/.test(key) && !is.isComputed) return membersChange(was, is, context)
  const lost = lostEntries(was, is)
  const entries = is.values.flatMap(entriesOf)
  const known = isCompiler ? undefined : context.testPaths
  if (known !== undefined && known.length > 0) {
    const seen =
      was === undefined
        ? known.filter((path) => isRunByDefault(path, key))
        : known.filter((path) => was.values.flatMap(entriesOf).some((entry) => fits(path, entry)))
    const out = seen.filter((path) => isRunnable(path, is) && !entries.some((entry) => fits(path, entry)))
    return out.length === 0 ? [] : [{ kind: 'runner-config-weakened', message: `no longer looked at: ${out.slice(0, 5).join(' ')}` }]
  }
  if (was === undefined)
    return isCompiler || entries.some((entry) => /\*\*|tests?\b|spec/.test(entry))
      ? []
      : [{ kind: 'runner-config-weakened', message: `only ${entries.join(' ')} is looked at` }]
  const covered = lost.filter((entry) => !entries.some((other) => fits(entry, other) || other === '.'))
  return covered.length === 0 ? [] : [{ kind: 'runner-config-weakened', message: `no longer looked at: ${covered.join(' ')}` }]
}

/** Files that the setting's own language runs; a Python setting says nothing of JavaScript. */
function isRunnable(path: string, { key }: Setting): boolean {
  if (/python_|testpaths|pytest/.test(key)) return path.endsWith('.py')
  return /^(surefire|failsafe|gradle)\./.test(key) ? path.endsWith('.java') : /\.[cm]?[jt]sx?$/.test(path)
}

function aliasChange(key: string, was: Setting | undefined, is: Setting | undefined): Found[] {
  if (is === undefined) return []
  const target = is.values.join(' ')
  if (was !== undefined && was.values.join(' ') === target) return []
  if (/\.(css|less|s[ac]ss|styl|svg|png|jpe?g|gif|webp|woff2?|ttf|mp[34])\b|css\|/.test(`${key}${target}`)) return []
  const isStandIn = /(^|[/\\"'. _-])(mocks?|__mocks__|stubs?|fakes?|dummy|fixtures?|tests?|spec|shims?|doubles?)([/\\"'. _-]|$)/i.test(
    target,
  )
  if (!isStandIn) return []
  return [
    { kind: 'subject-mocked', message: 'a module is replaced by a stand-in for all tests' },
    { kind: 'runner-config-weakened', message: 'the runner loads a stand-in' },
  ]
}
