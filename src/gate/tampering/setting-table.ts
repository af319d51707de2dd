import { isNo, isYes } from './setting-numbers'
import type { Setting } from './setting'
import type { Found } from './setting-numbers'
import type { TamperKind } from './tamper-kind'

type Sides = readonly [was: Setting | undefined, is: Setting | undefined]

/** One setting of one runner, when its change lets more through, and what that is called. */
type Row = {
  readonly files: RegExp
  readonly key: RegExp
  readonly isWeaker: (...sides: Sides) => boolean
  readonly kind: TamperKind
  readonly message: string
}

const turnsOn = (...[was, is]: Sides): boolean => isYes(is) && !isYes(was)
const turnsOff = (...[was, is]: Sides): boolean => (isYes(was) && !isYes(is)) || (was === undefined && isNo(is))
const appears = (...[, is]: Sides): boolean => is !== undefined && is.values.some((value) => value !== '')
const changes = (...[was, is]: Sides): boolean => appears(was, is) || was !== undefined
const becomes =
  (pattern: RegExp) =>
  (...[was, is]: Sides): boolean =>
    is?.values.some((value) => pattern.test(value) && was?.values.includes(value) !== true) === true
const unlike =
  (pattern: RegExp) =>
  (...[, is]: Sides): boolean =>
    is?.values.some((value) => !pattern.test(value)) === true
const loses =
  (pattern: RegExp) =>
  (...[was, is]: Sides): boolean =>
    was?.values.some((value) => pattern.test(value)) === true && is?.values.some((value) => pattern.test(value)) !== true

const noop = /^["']?(\/(usr\/)?bin\/)?(true|echo|:|exit 0)\b/
const nextest = /nextest\.toml$/
const cargo = /\.cargo\/config(\.toml)?$/
const vitest = /vite/
const jest = /jest|package\.json$/
const mocha = /mocharc|package\.json$/
const playwright = /playwright/

/** Settings of one runner only, whose names mean something else elsewhere (spec 10, 3). The first row that knows the key decides. */
const rows: readonly Row[] = [
  row(nextest, /(^|\.)default-filter$/, unlike(/^\s*all\(\)\s*$/), 'runner-config-weakened', 'only some tests are run'),
  row(
    nextest,
    /(^|\.)(slow-timeout\.on-timeout|leak-timeout\.result|flaky-result)$/,
    becomes(/^pass$/),
    'runner-config-weakened',
    'what failed passes',
  ),
  row(nextest, /(^|\.)(inherits|setup|run-wrapper)$/, appears, 'runner-config-changed', 'what runs around the tests changed'),
  row(cargo, /^target\..*runner$/, becomes(noop), 'runner-config-weakened', 'another program stands in for the tests'),
  row(cargo, /^target\..*runner$/, changes, 'runner-config-changed', 'another program runs the tests'),
  row(
    cargo,
    /^alias\.(t|test|nextest|clippy|check|miri)$/,
    unlike(/\b(t|test|nextest|clippy|check|miri)\b/),
    'runner-config-weakened',
    'the word means something else',
  ),
  row(cargo, /^alias\./, (was, is) => was !== undefined && appears(was, is), 'runner-config-changed', 'the word means something else'),
  row(vitest, /^(test\.)?(changed|related)$/, appears, 'runner-config-weakened', 'only what changed is run'),
  row(vitest, /^(test\.)?onUnhandledError$/, appears, 'runner-config-changed', 'errors are heard by a function'),
  row(jest, /^(jest\.)?(onlyChanged|onlyFailures|lastCommit|changedSince)$/, appears, 'runner-config-weakened', 'only some tests are run'),
  row(
    mocha,
    /^(mocha\.)?(pass-on-failing-test-suite|passOnFailingTestSuite|dry-run|dryRun|invert)$/,
    turnsOn,
    'runner-config-weakened',
    'less can fail',
  ),
  row(mocha, /^(mocha\.)?extension$/, changes, 'runner-config-changed', 'other files are tests'),
  row(/package\.json$|ava\.config/, /^(ava\.)?match$/, appears, 'runner-config-weakened', 'only some names are run'),
  row(playwright, /(^|\.)ignoreSnapshots$/, turnsOn, 'runner-config-weakened', 'recorded values are not looked at'),
  row(playwright, /(^|\.)updateSnapshots$/, becomes(/^(all|changed)$/), 'runner-config-weakened', 'recorded values are written anew'),
  row(
    /pytest|pyproject|setup\.cfg|tox/,
    /(^|\.)filterwarnings$/,
    loses(/^\s*["']?error\b(?!.*::)/),
    'runner-config-changed',
    'warnings no longer fail',
  ),
  row(
    /pytest|pyproject|setup\.cfg|tox/,
    /(^|\.)empty_parameter_set_mark$/,
    appears,
    'runner-config-changed',
    'what has no rows is another thing',
  ),
  row(
    /gradle\.properties$/,
    /skip\w*tests?|tests?\w*skip|ignore\w*fail|tests?\.?disabled?/i,
    turnsOn,
    'runner-config-weakened',
    'tests are skipped by a property',
  ),
  row(/pom\.xml$/, /^maven\.parent$/, changes, 'runner-config-changed', 'settings come from another parent'),
  row(/pom\.xml$/, /\.haltOnFailure$/, turnsOff, 'coverage-lowered', 'too little coverage is no failure'),
  row(
    /pom\.xml$/,
    /\.(excludesFile|includesFile|unboundTests|excludeEngines)$/,
    appears,
    'runner-config-weakened',
    'some tests are no longer run',
  ),
  row(/build\.gradle/, /^gradle\.(removedTask|noClasses)$/, appears, 'runner-config-weakened', 'tests are taken out of the run'),
  row(/build\.gradle/, /^gradle\.(classes|chosenBy)$/, appears, 'runner-config-changed', 'which tests are run takes running the file'),
]

function row(files: RegExp, key: RegExp, isWeaker: Row['isWeaker'], kind: TamperKind, message: string): Row {
  return { files, key, isWeaker, kind, message }
}

/** What the table says of a setting; undefined where it doesn't know it. */
export function tableChange(path: string, key: string, was: Setting | undefined, is: Setting | undefined): Found[] | undefined {
  const known = rows.filter((one) => one.files.test(path) && one.key.test(key))
  if (known.length === 0) return undefined
  const found = known.find((one) => one.isWeaker(was, is))
  return found === undefined ? [] : [{ kind: found.kind, message: found.message }]
}
