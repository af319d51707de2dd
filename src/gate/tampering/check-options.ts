import type { CheckCommand } from './check-command'

/** Options that make a check see less or say yes more often, with what they do. */
const weakening: readonly (readonly [RegExp, string])[] = [
  [/^--pass-?with-?no-?tests(=true)?$|^--if-present$/i, 'passes when nothing runs'],
  [/^--allow-?only(=true)?$/i, 'lets focused tests pass'],
  [
    /^--exit-zero$|^--no-fail$|^--continue-on-(error|failure)$|^--warn-only$|^--suppress-tests-failure$|^--no-error-on-unmatched-pattern$|^--no-exit-code$|^--suppress-no-test-exit-code$/i,
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
  return [...added, ...dropped, ...pytestOptions(base, head), ...partOptions(base, head), ...raised(base, head), ...narrowed(base, head)]
}

/** What collects or runs tests is taken out of pytest, or a setting is replaced on its line. */
function pytestOptions(base: CheckCommand, head: CheckCommand): string[] {
  if (head.tool !== 'pytest') return []
  const said = ({ args }: CheckCommand): string[] =>
    args.flatMap((arg, at) =>
      /^(-p|-o|--override-ini)$/.test(arg)
        ? [`${arg.slice(0, 2)} ${args[at + 1] ?? ''}`]
        : /^(-p\S|-o\S|--override-ini=)/.test(arg)
          ? [optionOf(arg)]
          : [],
    )
  const known = said(base)
  return said(head).flatMap((option) => {
    if (known.includes(option)) return []
    if (/^-p no:(python|unittest|doctest|skipping|main|runner|(pytest[_-])?(asyncio|anyio|trio|tornado|twisted|django|cov))$/.test(option))
      return [`${option} takes out what runs tests`]
    return /^(-o|--) ?(python_\w+|testpaths|norecursedirs|collect_\w+|addopts|xfail_strict|filterwarnings|empty_parameter_set_mark|\w*retries|reruns)\b/.test(
      option,
    )
      ? [`${option} sets it anew`]
      : []
  })
}

const parts: readonly (readonly [tool: RegExp, option: RegExp])[] = [
  [/^pytest$/, /^-[km][^\s=]/],
  [/^(vitest|jest)$/, /^-t[^\s=]/],
  [/^mocha$/, /^-[gf][^\s=]/],
  [/^cargo /, /^(-p|--package|--test|--bench|--exclude)(=.*)?$/],
  [/^mvn /, /^(-pl|--projects)(=.*)?$/],
]
const whole: readonly (readonly [tool: RegExp, option: RegExp])[] = [[/^cargo /, /^--(workspace|all|all-targets|all-features)$/]]

/** Options of one tool by which it runs a part of what it ran, or not all of it any more. */
function partOptions(base: CheckCommand, head: CheckCommand): string[] {
  const of = (table: typeof parts, { tool, args }: CheckCommand): string[] =>
    // One part of several, by a variable, is how a run is spread.
    args.filter(
      (arg, at) => table.some(([tools, option]) => tools.test(tool) && option.test(arg)) && !`${arg} ${args[at + 1] ?? ''}`.includes('$'),
    )
  // Two words for the same.
  const same = (arg: string): string => (arg === '--all' ? '--workspace' : arg)
  const kept = of(whole, head).map(same)
  const gone = of(whole, base).filter((arg) => !kept.includes(same(arg)))
  const fresh = of(parts, head).filter((arg) => !base.args.includes(arg))
  return [...fresh.map((arg) => `${arg} runs a part only`), ...gone.map((arg) => `${arg} is gone`)]
}

function optionOf(arg: string): string {
  return arg.startsWith('--') ? `-- ${arg.slice(arg.indexOf('=') + 1)}` : `${arg.slice(0, 2)} ${arg.slice(2)}`
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
