/** One call of a test runner, linter or type checker in a script. */
export type CheckCommand = {
  /** The tool, wrappers taken off: `npx vitest run` and `vitest` are `vitest`, `python -m pytest` is `pytest`, `npm run lint` is `npm lint`. */
  readonly tool: string
  /** What follows the tool. */
  readonly args: readonly string[]
  /** Interpreter options and variables before the tool that change what it checks: `-O`, `PYTHONOPTIMIZE=1`. */
  readonly before: readonly string[]
}

const tools =
  /^(vitest|jest|mocha|ava|tap|tape|jasmine|karma|playwright|cypress|wdio|uvu|qunit|pytest|py\.test|unittest|nose2?|nosetests|tox|nox|behave|tsc|vue-tsc|tsgo|eslint|oxlint|biome|standard|xo|tslint|stylelint|prettier|knip|ruff|mypy|pyright|flake8|pylint|black|bandit|rspec|rubocop|phpunit|phpstan|ctest|bats|shellcheck|golangci-lint|staticcheck|gotestsum|stryker|publint|attw|size-limit|lychee|hadolint)$/
const wrappers =
  /^(npx|bunx|pnpx|env|command|exec|time|nice|xvfb-run|cross-env|dotenv|dotenvx|sudo|nyc|c8|doppler|stdbuf|unbuffer|cross-env-shell|--)$/
const runs = /^(poetry|uv|pipenv|hatch|pdm|rye|bundle|pnpm|yarn|npm|bun|corepack|conda|micromamba)$/
const named =
  /(^|[-_:./])(tests?|specs?|checks?|lint|typecheck|type-check|types|verify|validate|ci|e2e|integration|unit|coverage|cov|audit)([-_:./]|$)/i

/** Recognises a check among the words of one command; undefined for everything else. */
export function checkCommandOf(words: readonly string[]): CheckCommand | undefined {
  const before: string[] = []
  let rest = [...words]
  for (let hops = 0; hops < 12 && rest.length > 0; hops++) {
    const first = rest[0] ?? ''
    if (/^[A-Za-z_]\w*=/.test(first)) before.push(first)
    else if (/^(timeout|gtimeout)$/.test(first))
      rest = rest
        .slice(1)
        .filter(
          (word, index, all) =>
            !(index < all.length && /^(-\S+|\d+[smh]?)$/.test(word) && all.slice(0, index).every((one) => /^(-\S+|\d+[smh]?)$/.test(one))),
        )
    else if (/^(retry|flaky-retry|until)$/.test(first)) before.push('--retry')
    else if (
      !wrappers.test(first) &&
      !(hops > 0 && first.startsWith('-') && before.length + hops > 0 && wrappers.test(words[hops - 1] ?? ''))
    )
      break
    if (!/^(timeout|gtimeout)$/.test(first)) rest = rest.slice(1)
  }
  return toolOf(rest, before)
}

function toolOf(words: readonly string[], before: readonly string[]): CheckCommand | undefined {
  const [first = '', second = '', ...others] = words
  const name = first.split('/').at(-1) ?? ''
  const args = words.slice(1)
  if (/^(python|python\d(\.\d+)?|pypy3?|py)$/.test(name)) return pythonTool(args, before)
  if (/^(node|deno|tsx|ts-node|bun|ruby|php|perl)$/.test(name)) return interpreterTool(name, args, before)
  if (name === 'coverage' && second === 'run') return pythonTool(others, before)
  if (runs.test(name)) return runTool(name, args, before)
  if (/^(go|cargo|mvn|mvnw|gradle|gradlew|make|gmake|just|task|rake|dotnet|swift|zig|mix|sbt|lerna|nx|turbo|rush|ctest|bazel)$/.test(name))
    return buildTool(name, args, before)
  if (tools.test(name)) return { tool: name === 'py.test' ? 'pytest' : name, args, before }
  if (/^(npm-run-all|run-s|run-p|concurrently|wireit)$/.test(name))
    return args.some((arg) => named.test(arg)) ? { tool: name, args, before } : undefined
  if (/^(bash|sh|zsh|dash)$/.test(name)) return second !== '-c' && named.test(second) ? { tool: second, args: others, before } : undefined
  return /^(\.{0,2}\/|scripts\/|bin\/|ci\/)/.test(first) && named.test(first) ? { tool: first, args, before } : undefined
}

function pythonTool(words: readonly string[], before: readonly string[]): CheckCommand | undefined {
  const at = words.findIndex((word) => word === '-m' || !word.startsWith('-'))
  const options = words.slice(0, at < 0 ? words.length : at).filter((word) => /^-O+$|^-[A-Za-z]*O[A-Za-z]*$/.test(word))
  if (at < 0) return undefined
  const target = words[at] === '-m' ? (words[at + 1] ?? '') : (words[at] ?? '')
  const args = words.slice(words[at] === '-m' ? at + 2 : at + 1)
  if (target === 'coverage' && args[0] === 'run') return pythonTool(args.slice(1), [...before, ...options])
  if (!tools.test(target) && !named.test(target) && !/^doctest$/.test(target)) return undefined
  return { tool: target, args, before: [...before, ...options] }
}

function interpreterTool(name: string, args: readonly string[], before: readonly string[]): CheckCommand | undefined {
  if (args.includes('--test') || (args[0] === 'test' && /^(deno|bun)$/.test(name)))
    return { tool: `${name} test`, args: args.filter((arg) => arg !== '--test' && arg !== 'test'), before }
  if (name === 'bun' && (args[0] === 'run' || args[0] === 'x')) return runTool(name, args, before)
  if (name === 'deno' && /^(lint|check|task)$/.test(args[0] ?? '')) return { tool: `deno ${args[0] ?? ''}`, args: args.slice(1), before }
  const script = args.find((arg) => !arg.startsWith('-'))
  if (script === undefined) return undefined
  const tool =
    script
      .split('/')
      .at(-1)
      ?.replace(/\.[cm]?[jt]s$/, '') ?? ''
  const rest = args.slice(args.indexOf(script) + 1)
  if (tools.test(tool)) return { tool, args: rest, before }
  return named.test(script) ? { tool: script, args: rest, before } : undefined
}

/** `npm test`, `npm run lint`, `pnpm -r test`, `poetry run pytest`. */
function runTool(name: string, args: readonly string[], before: readonly string[]): CheckCommand | undefined {
  const words = args.filter((arg) => !/^(--silent|-s|--if-present|-r|--recursive|--workspaces|-ws|--prefix)$/.test(arg))
  const soft = args.filter((arg) => arg === '--if-present')
  const [verb = '', target = '', ...rest] = words
  if (/^(run|exec|x|dlx|run-script|rum)$/.test(verb)) {
    const inner = toolOf([target, ...rest], before)
    if (inner !== undefined && !/^(npm|pnpm|yarn|bun)$/.test(name)) return inner
    if (inner !== undefined && tools.test(target)) return inner
    return named.test(target) ? { tool: `npm ${target}`, args: [...soft, ...rest], before } : undefined
  }
  if (/^(test|t|tst|it)$/.test(verb)) return { tool: 'npm test', args: [...soft, ...words.slice(1)], before }
  if (tools.test(verb)) return { tool: verb, args: words.slice(1), before }
  return /^(yarn|pnpm|bun)$/.test(name) && named.test(verb)
    ? { tool: `npm ${verb}`, args: [...soft, ...words.slice(1)], before }
    : undefined
}

function buildTool(name: string, args: readonly string[], before: readonly string[]): CheckCommand | undefined {
  const verb = args.find((arg) => !arg.startsWith('-') && !arg.includes('=')) ?? ''
  const plain = name.replace(/w$/, '')
  const checks: Readonly<Record<string, RegExp>> = {
    go: /^(test|vet)$/,
    cargo: /^(test|t|clippy|check|nextest|fmt|miri|deny)$/,
    mvn: /^(test|verify|install|package|integration-test|deploy)$/,
    dotnet: /^test$/,
    swift: /^test$/,
    zig: /^(test|build)$/,
    mix: /^test$/,
    bazel: /^test$/,
  }
  const pattern = checks[plain]
  if (pattern !== undefined)
    return pattern.test(verb) ? { tool: `${plain} ${verb}`, args: args.filter((arg) => arg !== verb), before } : undefined
  const targets = args.filter((arg) => !arg.startsWith('-') && named.test(arg))
  return targets.length === 0 ? undefined : { tool: `${plain} ${targets[0] ?? ''}`, args: args.filter((arg) => arg !== targets[0]), before }
}
