import type { CheckCommand } from './check-command'

/** Options that make a check see less or say yes more often, with what they do. */
const weakening: readonly (readonly [RegExp, string])[] = [
  [/^--pass-?with-?no-?tests(=true)?$|^--if-present$/i, 'passes when nothing runs'],
  [/^--allow-?only(=true)?$/i, 'lets focused tests pass'],
  [
    /^--exit-zero$|^--no-fail$|^--continue-on-(error|failure)$|^--warn-only$|^--suppress-tests-failure$|^--no-error-on-unmatched-pattern$|^--no-exit-code$/i,
    'exits 0 whatever it finds',
  ],
  [
    /^(-u|--update|--update-?snapshots?(=.*)?|--snapshot-update|--inline-snapshot=.*|--accept|--force-regen|--regen-all)$/i,
    'rewrites what it compares with',
  ],
  [/^--(retry|retries|reruns|test-retries|flaky-test-attempts)(=.*)?$/i, 'runs failures again'],
  [
    /^(--deselect|--ignore|--ignore-glob|--exclude|--testPathIgnorePatterns|--ignore-pattern|--ignore-patterns|--skip|-skip|--invert|--exclude-task|--noconftest|--modulePathIgnorePatterns|--extend-exclude|--extend-ignore)(=.*)?$/,
    'leaves tests or files out',
  ],
  [
    /^(-k|-m|-t|-g|-f|--grep|--fgrep|--testNamePattern|--test-name-pattern|--test-skip-pattern|--test-only|--testPathPatterns?|-run|--run|-Dtest(=.*)?|--tests|--filter|--lf|--last-failed|--ff|--sw|--stepwise|-o|--onlyChanged|--only-changed|--changed|--changedSince|--related|--findRelatedTests|--shard|-short|--only|--project)(=.*)?$/,
    'runs a part only',
  ],
  [
    /^(--co|--collect-only|--list|--listTests|--list-tests|--no-run|--dry-run|--help|-h|--version|--showConfig|--setup-plan|--passive)$/,
    'runs nothing',
  ],
  [
    /^(-DskipTests(=true)?|-DskipITs|-Dmaven\.test\.skip(=true)?|-Dmaven\.test\.failure\.ignore(=true)?|-fae|-fn|--fail-never)$/,
    'skips or forgives tests',
  ],
  [
    /^(--noCheck|--skipLibCheck|--no-strict-optional|--ignore-missing-imports|--follow-imports=skip|--ignore-errors|--quiet-level)$/,
    'checks less',
  ],
  [/^(--no-cov|--coverage=false|--coverage\.enabled=false|--no-coverage)$/, 'drops coverage'],
  [/^--coverage\.thresholds|^--cov-fail-under=0$/, 'changes coverage floors'],
]
const guarding =
  /^(--forbid-?only|--max-warnings(=.*)?|--strict|-Werror|--error-on-warnings?|--fail-on-\S+|--cov-fail-under(=.*)?|--check|--check-only|--check-coverage|--strict-markers|--failZero|--fail-zero|-D|--deny|--ci|-race|--doctest-modules)$/i
const optionWithValue =
  /^(-k|-m|-t|-g|-c|-p|-n|-o|-r|-run|-timeout|-count|--config|--reporter|--reporters|--outputFile|--project|--cov|--junitxml|--rootdir|--root|--dir|--deselect|--ignore|--exclude|--maxWorkers|--workers|-j|-w|--tsconfig|--pool|--testNamePattern|--grep|--reruns|--retry|--retries|--reruns-delay|--seed|--repeat|--coverage-reporter|--require|--import|--loader|--ext|--max-warnings|--timeout|--durations|--tb|--features|-F|--package|--target|-P|--profile|-e|-f|-s)$/

/** The file of the repository that options of node load before the program; packages don't count, they are named in a manifest. */
export function preloadIn(options: string): string | undefined {
  return /(?:--(?:require|import|loader|experimental-loader)[= ]|-r[= ]?)["']?((?:\.{0,2}\/|file:|data:)[^\s"']+)/.exec(options)?.[1]
}

/** Variables before a check, and plugins given to it, that make it load or run something else; empty where nothing is told. */
export function loadedElse(base: CheckCommand, head: CheckCommand): string[] {
  const fresh = head.before.filter((one) => !base.before.includes(one))
  const variables = fresh.flatMap((one) => {
    const preload = one.startsWith('NODE_OPTIONS=') ? preloadIn(one) : undefined
    if (preload !== undefined) return [`it loads ${preload} first`]
    return /^(PATH|PYTHONPATH|PYTHONSTARTUP|PYTHONHOME|LD_PRELOAD|LD_LIBRARY_PATH|NODE_PATH|RUBYOPT|PERL5LIB|BASH_ENV|CLASSPATH|PYTEST_PLUGINS|PYTEST_ADDOPTS)=/.test(
      one,
    )
      ? [`${one.split('=')[0] ?? ''} leads elsewhere`]
      : []
  })
  const plugins = (check: CheckCommand): string[] =>
    check.tool === 'pytest'
      ? check.args.flatMap((arg, at) => (arg === '-p' ? [check.args[at + 1] ?? ''] : /^-p(?=\w)/.test(arg) ? [arg.slice(2)] : []))
      : []
  const added = plugins(head).filter((name) => !name.startsWith('no:') && !plugins(base).includes(name))
  return [...variables, ...added.map((name) => `it loads the plugin ${name}`)]
}

/** What a check does less than before; empty where nothing is told. */
export function weakenedOptions(base: CheckCommand, head: CheckCommand): string[] {
  const fresh = [...head.args, ...head.before].filter((arg) => ![...base.args, ...base.before].includes(arg))
  const gone = base.args.filter((arg) => !head.args.includes(arg))
  const added = fresh.flatMap((arg) => {
    if (/^-O+$|^-[A-Za-z]*O[A-Za-z]*$|^PYTHONOPTIMIZE=[^0]/.test(arg) && head.before.includes(arg))
      return [`${arg} takes the assert statements out`]
    const rule = isForeign(arg, head.tool) ? undefined : weakening.find(([pattern]) => pattern.test(arg))
    return rule === undefined ? [] : [`${arg} ${rule[1]}`]
  })
  const dropped = gone
    .filter((arg) => guarding.test(arg) && !head.args.some((other) => other.split('=')[0] === arg.split('=')[0]))
    .map((arg) => `${arg} is gone`)
  return [...added, ...dropped, ...raised(base, head), ...narrowed(base, head)]
}

/** Short options mean different things to different tools. */
function isForeign(arg: string, tool: string): boolean {
  if (/^(-k|-m|--deselect)$/.test(arg)) return !/pytest|make|unittest/.test(tool) || (tool.startsWith('make') && arg !== '-k')
  if (/^(-t|--testNamePattern)$/.test(arg)) return !/vitest|jest|npm/.test(tool)
  if (/^(-g|-f)$/.test(arg)) return !/mocha|playwright/.test(tool)
  if (arg === '-o') return !/jest/.test(tool)
  if (arg === '-u') return !/vitest|jest|playwright|npm|ava/.test(tool)
  if (/^(--list|--changed|--only|--project|--filter|-h|--skip)$/.test(arg)) return /nx|turbo|lerna|eslint|tsc/.test(tool)
  return /^(--ignore|--exclude)$/.test(arg) && /prettier/.test(tool)
}

function raised(base: CheckCommand, head: CheckCommand): string[] {
  const [was, is] = [warnings(base), warnings(head)]
  const [floorWas, floorIs] = [optionNumber(base, '--cov-fail-under'), optionNumber(head, '--cov-fail-under')]
  return [
    ...(was !== undefined && is !== undefined && (is > was || is < 0) && was >= 0 ? [`--max-warnings went from ${was} to ${is}`] : []),
    ...(floorWas !== undefined && floorIs !== undefined && floorIs < floorWas
      ? [`--cov-fail-under went from ${floorWas} to ${floorIs}`]
      : []),
  ]
}

function warnings(check: CheckCommand): number | undefined {
  return optionNumber(check, '--max-warnings')
}

function optionNumber({ args }: CheckCommand, name: string): number | undefined {
  const joined = args.find((arg) => arg.startsWith(`${name}=`))
  const at = args.indexOf(name)
  const text = joined === undefined ? (at < 0 ? undefined : args[at + 1]) : joined.slice(name.length + 1)
  const value = Number(text)
  return text === undefined || !Number.isFinite(value) ? undefined : value
}

/** Paths and names that the check is given: fewer of them, or some where there were none, are a smaller part. */
function narrowed(base: CheckCommand, head: CheckCommand): string[] {
  const [was, is] = [pathsOf(base), pathsOf(head)]
  if (is.length === 0) return []
  if (was.length === 0) return [`only ${is.join(' ')} is checked`]
  const lost = was.filter((path) => !is.some((other) => holds(other, path)))
  return lost.length === 0 ? [] : [`${lost.join(' ')} is no longer checked`]
}

function pathsOf({ tool, args }: CheckCommand): string[] {
  const words = args.filter((arg, index) => !arg.startsWith('-') && !optionWithValue.test(args[index - 1] ?? '') && !arg.includes('='))
  if (/^(vitest|playwright|cypress|nox|tox)$/.test(tool))
    return words.filter((word) => !/^(run|watch|dev|bench|related|test|open)$/.test(word))
  return /^npm |^make |^gradle |^nx |^turbo |^cargo |^mvn /.test(tool) ? [] : words
}

function holds(outer: string, inner: string): boolean {
  const clean = (path: string): string => path.replace(/^\.\//, '').replace(/\/?(\*\*?(\/\*\*?)*|\.\.\.)?$/, '')
  const [a, b] = [clean(outer), clean(inner)]
  return a === b || a === '' || a === '.' || b.startsWith(`${a}/`)
}
