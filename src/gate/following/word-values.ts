import type { Command, ParameterExpansionPart, Script, Word, WordPart } from 'unbash'
import { anyLetter, anyText, cut } from './cut-value'
import { absolute, pathFrom, topFolder, unknownPart } from './place'
import type { ShellState } from './shell-state'
import { valuesMax } from './shell-state'

/** A longer value isn't followed. */
const charactersMax = 100_000

/** Substitutions stand no deeper in one another. */
const nestedMax = 16

/** Variables that are known without being set: programs by the name that is usual for them, and the places of a pipeline's checkout. */
const usual: Readonly<Record<string, string>> = {
  PYTHON: 'python3',
  PYTHON3: 'python3',
  NODE: 'node',
  NODE_BIN: 'node',
  npm_node_execpath: 'node',
  npm_execpath: 'npm',
  NPM: 'npm',
  MAKE: 'make',
  SHELL: 'sh',
  BASH: 'bash',
  SH: 'sh',
  GITHUB_WORKSPACE: topFolder,
  CI_PROJECT_DIR: topFolder,
  INIT_CWD: topFolder,
  PROJECT_CWD: topFolder,
  npm_config_local_prefix: topFolder,
}

/** The fields that a word comes to, for each of the ways it may come out; `paths` gives what a pattern of file names stands for. */
export function fieldsOf(word: Word, state: ShellState, paths: (pattern: string) => readonly string[]): readonly (readonly string[])[] {
  const at = (word.parts ?? []).findIndex(({ type }) => type === 'BraceExpansion')
  const isFew = (word.parts ?? []).filter(({ type }) => type === 'BraceExpansion').length <= 2
  if (at >= 0 && isFew && word.parts !== undefined) return braced(word, word.parts, at, state, paths)
  const [only, ...others] = word.parts ?? []
  const inner = only?.type === 'DoubleQuoted' && only.parts.length === 1 ? only.parts[0] : only
  if (others.length === 0 && inner !== undefined && isAllArguments(inner)) return [state.args]
  const isList = inner?.type === 'ParameterExpansion' && /^[@*]$/.test(inner.index?.value ?? '')
  const isSplit = others.length === 0 && only !== undefined && (only.type.endsWith('Expansion') || isList)
  return valuesOf(word, state).map((value) => {
    const fields = isSplit ? value.split(/\s+/).filter((field) => field !== '') : [value]
    return fields.flatMap((field) => withoutPatterns(field, state, paths))
  })
}

/** The texts that a word may come to, without splitting. */
export function valuesOf(word: Word, state: ShellState): readonly string[] {
  return word.parts === undefined ? [word.value] : joined(word.parts, state)
}

/** The texts that parts of a word may come to, one after the other. */
export function joined(parts: readonly WordPart[], state: ShellState): readonly string[] {
  let texts: readonly string[] = ['']
  for (const part of parts) {
    const values = partValues(part, state)
    texts = texts.flatMap((text) => values.map((value) => limited(text, value))).slice(0, valuesMax)
  }
  return texts
}

/** `{a,b}` makes several fields of one word. */
function braced(
  word: Word,
  parts: readonly WordPart[],
  at: number,
  state: ShellState,
  paths: (pattern: string) => readonly string[],
): readonly (readonly string[])[] {
  let lines: readonly (readonly string[])[] = [[]]
  for (const value of braces(parts[at]?.text ?? '')) {
    const literal: WordPart = { type: 'Literal', value, text: value, pos: 0, end: 0 }
    const fields = fieldsOf({ ...word, parts: parts.with(at, literal) }, state, paths)
    lines = lines.flatMap((line) => fields.map((more) => [...line, ...more].slice(0, valuesMax))).slice(0, valuesMax)
  }
  return lines
}

/** A value that doubles itself again and again is known no more. */
function limited(text: string, value: string): string {
  return text.length + value.length > charactersMax ? unknownPart : text + value
}

function isAllArguments(part: WordPart): boolean {
  return /^\$\{?[@*]\}?$/.test(part.text) && (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion')
}

function withoutPatterns(field: string, state: ShellState, paths: (pattern: string) => readonly string[]): readonly string[] {
  if (!/[\u0002\u0003]/.test(field)) return [field]
  const pattern = field.replaceAll(anyText, '*').replaceAll(anyLetter, '?')
  const found = state.at.folders.flatMap((folder) => {
    const path = pathFrom(folder, pattern)
    return path === undefined ? [] : paths(path)
  })
  return found.length === 0 ? [unknownPart] : found.map(absolute)
}

function partValues(part: WordPart, state: ShellState): readonly string[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [part.value]
    case 'DoubleQuoted':
    case 'LocaleString':
      return joined(part.parts, state)
    case 'SimpleExpansion':
      return variable(part.text.slice(1), state) ?? [unknownPart]
    case 'ParameterExpansion':
      return parameter(part, state)
    case 'CommandExpansion':
      return printedBy(part.script, state)
    case 'BraceExpansion':
      return braces(part.text)
    case 'Glob':
      return [part.kind === 'star' ? anyText : part.kind === 'question' ? anyLetter : unknownPart]
    default:
      return [unknownPart]
  }
}

function variable(name: string, state: ShellState): readonly string[] | undefined {
  if (name === '0') return [state.zero]
  if (name === 'BASH_SOURCE') return [state.source]
  if (name === 'PWD') return state.at.folders.map(absolute)
  if (name === '@' || name === '*') return [state.args.join(' ')]
  if (/^\d+$/.test(name)) return [state.args[Number(name) - 1] ?? unknownPart]
  return state.variables.get(name) ?? (Object.hasOwn(usual, name) ? [usual[name] ?? ''] : undefined)
}

function parameter(part: ParameterExpansionPart, state: ShellState): readonly string[] {
  if (/^\$\{[#!]/.test(part.text)) return [unknownPart]
  const known = variable(part.parameter, state)
  const { operation } = part
  if (operation === undefined) return known ?? [unknownPart]
  if (operation.type === 'Default') {
    const isKnown = known !== undefined && !known.every((value) => value === '' || value === unknownPart)
    if (operation.operator.endsWith('+')) return isKnown ? valuesOf(operation.operand, state) : ['']
    return isKnown || operation.operator.endsWith('?') ? (known ?? [unknownPart]) : valuesOf(operation.operand, state)
  }
  if (operation.type !== 'Remove') return [unknownPart]
  const pattern = valuesOf(operation.operand, state)[0] ?? ''
  return (known ?? [unknownPart]).map((value) => cut(value, operation.operator, pattern))
}

function braces(text: string): readonly string[] {
  const inner = text.slice(1, -1)
  const range = /^(\d{1,4})\.\.(\d{1,4})$/.exec(inner)
  if (range !== null) {
    const [from, to] = [Number(range[1]), Number(range[2])]
    return Array.from({ length: Math.min(valuesMax, Math.abs(to - from) + 1) }, (_, index) => String(Math.min(from, to) + index))
  }
  return /[{}$'"`\\]/.test(inner) || !inner.includes(',') ? [unknownPart] : inner.split(',').slice(0, valuesMax)
}

/** What a substitution prints, where that is about places and names: `$(cd "$(dirname "$0")" && pwd)`. */
function printedBy(script: Script | undefined, state: ShellState): readonly string[] {
  let printed: readonly string[] = [unknownPart]
  if (state.depth > nestedMax) return printed
  let folders = state.at.folders
  for (const command of commandsOf(script)) {
    if (command === undefined) return [unknownPart]
    const [program = '', ...args] = [command.name, ...command.args].map((word) =>
      word?.type === 'Word'
        ? (valuesOf(word, { ...state, at: { ...state.at, folders }, depth: state.depth + 1 })[0] ?? unknownPart)
        : unknownPart,
    )
    const operands = args.filter((arg) => !/^-./.test(arg))
    const [first = ''] = operands
    if (program === 'cd') {
      folders = folders.flatMap((folder) => pathFrom(folder, first) ?? [])
    } else printed = printedByOne(program, args, first, operands, folders)
  }
  return printed
}

function printedByOne(
  program: string,
  args: readonly string[],
  first: string,
  operands: readonly string[],
  folders: readonly string[],
): readonly string[] {
  const last = first.replace(/\/+$/, '').split('/').at(-1) ?? ''
  switch (program) {
    case 'pwd':
      return folders.length === 0 ? [unknownPart] : folders.map(absolute)
    case 'dirname':
      return [first.includes('/') ? first.replace(/\/+[^/]*\/*$/, '') || '/' : '.']
    case 'basename':
      return [operands[1] !== undefined && last.endsWith(operands[1]) ? last.slice(0, -operands[1].length) : last]
    case 'readlink':
    case 'realpath': {
      const real = folders.flatMap((folder) => pathFrom(folder, first) ?? []).map(absolute)
      return real.length === 0 ? [unknownPart] : real
    }
    case 'echo':
    case 'printf':
      return [operands.filter((operand) => program === 'echo' || !/^%s(\\n)?$/.test(operand)).join(' ')]
    case 'git':
      return [args.includes('--show-toplevel') ? topFolder : unknownPart]
    case 'which':
    case 'command':
    case 'type':
      return [first]
    default:
      return [unknownPart]
  }
}

/** The simple commands of a short script; undefined for anything else. */
function commandsOf(script: Script | undefined): (Command | undefined)[] {
  return (script?.commands ?? []).flatMap(({ command }) =>
    (command.type === 'AndOr' ? command.commands : [command]).map((one) => (one.type === 'Command' ? one : undefined)),
  )
}
