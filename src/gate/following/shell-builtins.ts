import type { Line } from './call'
import { absolute, pathFrom } from './place'
import type { ShellState } from './shell-state'
import { copyOf, exportName, setVariable, valuesMax } from './shell-state'

/** What a shell's own commands need of the walk. */
export type BuiltinHost = {
  readonly evaluate: (text: string, state: ShellState) => void
  readonly source: (path: string) => string | undefined
  /** The same line without its first words. */
  readonly again: (line: Line) => void
}

// They start nothing.
const quiet = new Set(
  ': true false exit return break continue test [ echo printf read wait pwd umask alias unalias shopt getopts'.split(' '),
)

/** Does what a shell does itself; false where the program is another one. */
export function runBuiltin(line: Line, state: ShellState, host: BuiltinHost): boolean {
  const { program, args } = line
  switch (program) {
    case 'cd':
    case 'chdir':
    case 'pushd':
    case 'popd':
      move(program, args, state)
      return true
    case 'export':
    case 'declare':
    case 'typeset':
    case 'local':
    case 'readonly':
      declare(program, args, state)
      return true
    case 'unset':
      for (const arg of args) state.variables.delete(arg)
      return true
    case '.':
    case 'source':
      source(args, state, host)
      return true
    case 'eval':
      host.evaluate(args.join(' '), state)
      return true
    case 'trap':
      if (args.length > 1) host.evaluate(args[0] ?? '', copyOf(state))
      return true
    case 'set':
      if (/^-[a-z]*a/.test(args[0] ?? '')) for (const name of state.variables.keys()) exportName(state, name)
      return true
    case 'exec':
    case 'command':
    case 'builtin':
      withoutFirst(line, host)
      return true
    default:
      return quiet.has(program)
  }
}

function withoutFirst(line: Line, { again }: BuiltinHost): void {
  const at = line.args.findIndex((arg) => !arg.startsWith('-'))
  const program = line.args[at]
  // `command -v x` only looks it up.
  if (program !== undefined && !/^-[vV]/.test(line.args[0] ?? '')) again({ ...line, program, args: line.args.slice(at + 1) })
}

function move(program: string, args: readonly string[], { at }: ShellState): void {
  const target = args.find((arg) => !/^-./.test(arg))
  const before = at.left.at(-1) ?? []
  if (program === 'popd') {
    at.folders = before
    at.left = at.left.slice(0, -1)
    return
  }
  const here = at.folders
  at.folders = target === '-' ? before : target === undefined ? [] : here.flatMap((folder) => pathFrom(folder, target) ?? [])
  at.left = [...at.left, here].slice(-valuesMax)
}

function declare(program: string, args: readonly string[], state: ShellState): void {
  const isExport = program === 'export' || args.some((arg) => /^-[a-z]*x/.test(arg))
  for (const arg of args) {
    const [, name, isMore, value] = /^(\w+)(\+?)=([^]*)$/.exec(arg) ?? []
    if (name !== undefined && value !== undefined) {
      const start = isMore === '+' ? (state.variables.get(name)?.[0] ?? '') : ''
      setVariable(state, name, [start + value])
    }
    if (isExport && !arg.startsWith('-')) exportName(state, name ?? arg)
  }
}

function source([file = '', ...args]: readonly string[], state: ShellState, host: BuiltinHost): void {
  for (const folder of state.at.folders) {
    const path = pathFrom(folder, file)
    const text = path === undefined || path === '' ? undefined : host.source(path)
    if (text === undefined || path === undefined) continue
    host.evaluate(text, { ...state, source: absolute(path), ...(args.length > 0 ? { args } : {}) })
  }
}
