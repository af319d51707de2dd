import { screenGit } from './git'
import { screenInstall } from './installs'
import { screenInterpreter, screenPython, screenShell } from './interpreter'
import { hasLong, hasShort, leadingOptions } from './options'
import { writesOutside } from './paths'
import { editors, fetchers, interpreters, loadingVariables, runningOptions, shells, systemInstallers, wrappers } from './program-tables'
import type { Objection, SimpleCommand } from './screened'
import { baseName, objection, quoted } from './screened'

const nestedMax = 8

/** What speaks against a simple command by its program and arguments; the first objection, undefined where none. */
export function screenProgram(command: SimpleCommand, nested = 0): Objection | undefined {
  const name = baseName(command.program)
  if (nested > nestedMax) return objection('wrapper', `more than ${nestedMax} programs run one another`)
  return (
    screenAssignments(command) ??
    screenName(command, name, nested) ??
    screenInstall(name, command.args) ??
    screenInner(command, name, nested) ??
    (name === 'git' ? screenGit(command.args) : undefined) ??
    screenInterpreters(command, name, nested) ??
    screenRunning(name, command.args) ??
    screenText(name, command.args) ??
    writesOutside(command)
  )
}

function screenAssignments({ assignments }: SimpleCommand): Objection | undefined {
  const found = assignments.find(({ name, value }) => isLoading(name, value))
  return found && objection('indirect-exec', `it sets ${found.name}, with which a program loads code or runs another`)
}

/** Node's memory and module switches load nothing. */
function isLoading(name: string, value: string): boolean {
  if (name !== 'NODE_OPTIONS') return loadingVariables.test(name)
  const harmless =
    /^--(?:max-old-space-size=\d+|experimental-vm-modules|no-warnings|enable-source-maps|unhandled-rejections=\w+|trace-warnings|throw-deprecation)$/
  return !value
    .split(' ')
    .filter((word) => word !== '')
    .every((word) => harmless.test(word))
}

function screenName({ program, args }: SimpleCommand, name: string, nested: number): Objection | undefined {
  if (isLookUp(program, args)) return screenProgram({ program: args[0] ?? '', args: args.slice(1), assignments: [] }, nested + 1)
  if (wrappers.has(name))
    return objection(name === 'env' || name === 'time' ? 'wrapper' : 'indirect-exec', `${quoted(name)} runs another command`)
  if (editors.has(name)) return objection('indirect-exec', `${quoted(name)} waits for a person and runs commands on request`)
  if (fetchers.has(name)) return objection('network-fetch', `${quoted(name)} goes over the network`)
  return systemInstallers.has(name) ? objection('network-install', `${quoted(name)} installs software`) : undefined
}

/** `/usr/bin/env node x.mjs`, as in the first line of a script: it only looks the program up. */
function isLookUp(program: string, [first]: readonly string[]): boolean {
  return program === '/usr/bin/env' && first !== undefined && !first.startsWith('-') && !first.includes('=')
}

function screenInterpreters(command: SimpleCommand, name: string, nested: number): Objection | undefined {
  const { args } = command
  if (shells.has(name)) return screenShell(name, args)
  if (['python', 'pypy', 'py', 'pythonw'].includes(name)) {
    return screenPython(args, (program, rest) => screenProgram({ program, args: rest, assignments: [] }, nested + 1))
  }
  const rule = Object.hasOwn(interpreters, name) ? interpreters[name] : undefined
  return rule && screenInterpreter(name, args, rule)
}

function screenRunning(name: string, args: readonly string[]): Objection | undefined {
  const rule = Object.hasOwn(runningOptions, name) ? runningOptions[name] : undefined
  if (rule === undefined) return undefined
  const { short = '', values, long = [], words = [] } = rule
  const word = args.find((arg) => words.some((one) => arg === one || arg.startsWith(`${one}=`)))
  if (word !== undefined) return objection('indirect-exec', `${quoted(name)} is given ${quoted(word)}, which runs a program`)
  const found = (short !== '' && hasShort(args, short, values)) || hasLong(args, long)
  return found ? objection('indirect-exec', `${quoted(name)} is given an option that runs a program`) : undefined
}

/** Programs whose arguments are programs in a language that can call others. */
function screenText(name: string, args: readonly string[]): Objection | undefined {
  const text = args.find((arg) => {
    if (/^[gmn]?awk$|^original-awk$/.test(name))
      return /\bsystem\s*\(|(?<!\|)\|(?!\|)|\bgetline\b|\bprintf?\b[^;}]*>|^--?(?:load|include|exec)\b|^-[lE]/.test(arg)
    if (/^g?sed$/.test(name)) return /^-s?[a-zA-Z]*e?$/.test(arg) ? false : isRunningSed(arg)
    if (name === 'sqlite') return /^\s*\.(?:shell|system|load|import)\b/.test(arg)
    return name === 'psql' && /\\!|\\copy|\bCOPY\b.*\bPROGRAM\b/i.test(arg)
  })
  return text === undefined
    ? undefined
    : objection('indirect-exec', `${quoted(name)} is given ${quoted(text)}, which can run commands or write files`)
}

/** GNU sed's `e` command, the `e` and `w` flags of `s`, and its `w` and `W` commands. */
function isRunningSed(script: string): boolean {
  if (/(?:^|[;{}\n]|\d|\$|\/|!)\s*[ewW]\s+\S/.test(script) || /(?:^|[;{}\n]|\d|\$)\s*e\s*$/.test(script)) return true
  return /s([^\w\s\\])(?:\\.|(?!\1).)*\1(?:\\.|(?!\1).)*\1[gpiImM0-9]*[ew]/s.test(script)
}

/** Tools of a project that run a program of it by name: the program is what counts. */
function screenInner({ args }: SimpleCommand, name: string, nested: number): Objection | undefined {
  const rest = innerArguments(name, args)
  if (rest === undefined) return undefined
  const options = leadingOptions(rest)
  if (
    hasShort(options, 'yp', '') ||
    hasLong(options, ['--yes', '--package', '--with', '--from', '--with-requirements', '--with-editable'])
  ) {
    return objection('network-install', `\`${name}\` is told to install what it runs`)
  }
  if (hasShort(options, 'c', '') || hasLong(options, ['--call', '--shell-mode', '--command']))
    return objection('indirect-exec', `\`${name}\` is given text to run as a command`)
  const at = rest.findIndex((arg, index) => !arg.startsWith('-') && !takesValue.test(rest[index - 1] ?? ''))
  const program = rest[at]
  if (program === undefined) return name === 'npx' || rest.length > 0 ? objection('indirect-exec', `\`${name}\` opens a shell`) : undefined
  if (/^(?:@[^/@]+\/)?[^/@]+@[^/]+$|^(?:git[+:@]|github:|https?:|file:)|\.git$/.test(program)) {
    return objection('network-install', `${quoted(program)} names a version or an address, which is fetched`)
  }
  return screenProgram({ program, args: rest.slice(at + 1), assignments: [] }, nested + 1)
}

const takesValue = /^(?:--(?:workspace|prefix|filter|dir|project|directory|python|group|extra|env-file|cwd)|-w|-C|-n)$/

const innerWords: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x'],
  pnpm: ['exec'],
  yarn: ['exec'],
  bun: ['run'],
  uv: ['run'],
  poetry: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  rye: ['run'],
  pipenv: ['run'],
  bundle: ['exec'],
  conda: ['run'],
  mamba: ['run'],
  mise: ['exec', 'x'],
  fnm: ['exec'],
  nvm: ['exec'],
  asdf: ['exec'],
  rbenv: ['exec'],
  pyenv: ['exec'],
  nix: ['run', 'shell', 'develop'],
}

function innerArguments(name: string, args: readonly string[]): readonly string[] | undefined {
  if (name === 'npx' || name === 'pnpx') return args
  const wanted = Object.hasOwn(innerWords, name) ? (innerWords[name] ?? []) : []
  const at = args.findIndex(
    (arg, index) =>
      wanted.includes(arg) && args.slice(0, index).every((one) => one.startsWith('-') || takesValue.test(args[index - 2] ?? '')),
  )
  return at < 0 ? undefined : args.slice(at + 1)
}
