import { parse } from 'unbash'
import type { AndOr, Command, CommandNode, CompoundList, PipelineNode, Redirection, Statement } from 'unbash'
import type { Call, Input, Line } from './call'
import { isPattern, pathFrom } from './place'
import { runBuiltin } from './shell-builtins'
import type { ShellState } from './shell-state'
import { copyOf, environmentOf, merge, setFunction, setVariable, valuesMax } from './shell-state'
import { substitutionsIn } from './substitutions'
import { fieldsOf, joined, valuesOf } from './word-values'

/** What the walk over a script's commands needs to know, and whom it tells of the programs that are started. */
export type ShellHost = {
  readonly call: (call: Call) => void
  /** The text of a file that is sourced; undefined where it isn't there or isn't known yet. */
  readonly source: (path: string) => string | undefined
  readonly matching: (pattern: string) => readonly string[]
  /** What a command prints, where that is the content of files or a text that is written out. */
  readonly printed: (line: Line, folder: string) => Input | undefined
  /** False where the walk has taken as many steps as it may. */
  readonly spend: () => boolean
}

/** A command's words beyond these are left out. */
const argumentsMax = 1_000

/** Functions, sourced files and evaluated texts stand no deeper in one another. */
const depthMax = 12

/** Commands of a text in the order of the text, through compound commands, functions, sourced files and evaluated texts; `state` is what is known before and after. */
export function walkShell(text: string, state: ShellState, host: ShellHost): void {
  for (const statement of parse(text).commands) walkStatement(statement, state, host)
}

function walkStatement({ command }: Statement, state: ShellState, host: ShellHost): void {
  walkNode(command, state, host)
}

function walkList({ commands }: CompoundList, state: ShellState, host: ShellHost): void {
  for (const statement of commands) walkStatement(statement, state, host)
}

function inBranch(state: ShellState, walk: (branch: ShellState) => void): void {
  const branch = copyOf(state)
  walk(branch)
  merge(state, branch)
}

/** Follows one node of the tree; `input` is what is piped or redirected into it. */
function walkNode(node: PipelineNode | CommandNode | AndOr | CompoundList, state: ShellState, host: ShellHost, input?: Input): void {
  if (!host.spend()) return
  switch (node.type) {
    case 'AndOr':
      walkChain(node, state, host)
      return
    case 'Pipeline':
      walkPipeline(node.commands, state, host, input)
      return
    case 'Command':
      walkCommand(node, state, host, input)
      return
    case 'Redirected':
      walkNode(node.command, state, host, inputOf(node.redirects, state, host) ?? input)
      return
    case 'Function':
      setFunction(state, node.name.value, node.body)
      return
    case 'Coproc':
      walkNode(node.body, copyOf(state), host)
      return
    case 'Subshell':
      walkNode(node.body, copyOf(state), host, input)
      return
    case 'BraceGroup':
      walkNode(node.body, state, host, input)
      return
    case 'CompoundList':
      walkList(node, state, host)
      return
    default:
      walkCompound(node, state, host)
  }
}

/** What follows `&&` is where the commands before it led, what follows `||` may also be where they started. */
function walkChain({ commands, operators }: AndOr, state: ShellState, host: ShellHost): void {
  const [first, ...others] = commands
  if (first === undefined) return
  walkNode(first, state, host)
  const chain = copyOf(state)
  for (const [index, one] of others.entries()) {
    if (operators[index] === '||') inBranch(chain, (branch) => walkNode(one, branch, host))
    else walkNode(one, chain, host)
  }
  if (first.type === 'Command' && /^(cd|pushd|\.|source)$/.test(first.name?.value ?? '')) state.at.folders = chain.at.folders
  merge(state, chain)
}

type Branching = Exclude<CommandNode, { readonly type: 'Command' | 'Redirected' | 'Function' | 'Coproc' | 'Subshell' | 'BraceGroup' }>

function walkCompound(node: Branching, state: ShellState, host: ShellHost): void {
  switch (node.type) {
    case 'If':
      walkList(node.clause, state, host)
      inBranch(state, (branch) => walkList(node.then, branch, host))
      for (const one of node.elif) inBranch(state, (branch) => [one.clause, one.then].forEach((list) => walkList(list, branch, host)))
      if (node.else !== undefined) walkBranch(node.else, state, host)
      return
    case 'While':
      walkList(node.clause, state, host)
      walkBranch(node.body, state, host)
      return
    case 'For':
    case 'Select': {
      const words = node.wordlist ?? []
      for (const word of words) walkSubstitutions(word, state, host)
      const values = words.flatMap((word) => fieldsOf(word, state, host.matching).flat())
      inBranch(state, (branch) => {
        const each = node.wordlist === undefined ? state.args : values
        // A pattern stands for all that is cut off.
        setVariable(branch, node.name.value, [...each.filter(isPattern), ...each.filter((one) => !isPattern(one))].slice(0, valuesMax))
        walkList(node.body, branch, host)
      })
      return
    }
    case 'ArithmeticFor':
      walkBranch(node.body, state, host)
      return
    case 'Case':
      walkSubstitutions(node.word, state, host)
      for (const { body } of node.items) walkBranch(body, state, host)
      return
    case 'TestCommand':
      walkSubstitutions(node.expression, state, host)
      return
    case 'ArithmeticCommand':
  }
}

function walkBranch(list: CompoundList, state: ShellState, host: ShellHost): void {
  inBranch(state, (branch) => walkList(list, branch, host))
}

function walkSubstitutions(node: Parameters<typeof substitutionsIn>[0], state: ShellState, host: ShellHost): void {
  if (state.depth >= depthMax) return
  for (const script of substitutionsIn(node)) {
    const inner = { ...copyOf(state), depth: state.depth + 1 }
    for (const statement of script.commands) walkStatement(statement, inner, host)
  }
}

/** Each command of a pipe is a shell of its own, and is given what the one before prints. */
function walkPipeline(commands: readonly CommandNode[], state: ShellState, host: ShellHost, first?: Input): void {
  const [only] = commands
  if (commands.length === 1 && only !== undefined) return walkNode(only, state, host, first)
  let input = first
  for (const command of commands) {
    const branch = copyOf(state)
    walkNode(command, branch, host, input)
    const lines = command.type === 'Command' ? linesOf(command, branch, host, input) : []
    input = together(lines.flatMap((line) => branch.at.folders.flatMap((folder) => host.printed(line, folder) ?? [])))
  }
}

function together(inputs: readonly Input[]): Input | undefined {
  if (inputs.length === 0) return undefined
  return { paths: inputs.flatMap(({ paths }) => paths), texts: inputs.flatMap(({ texts }) => texts) }
}

function walkCommand(command: Command, state: ShellState, host: ShellHost, input?: Input): void {
  for (const word of [command.name, ...command.args, ...command.prefix]) if (word !== undefined) walkSubstitutions(word, state, host)
  if (command.name === undefined) {
    for (const [name, values] of assigned(command, state, host)) setVariable(state, name, values)
    return
  }
  for (const line of linesOf(command, state, host, input)) runLine(line, state, host)
}

/** A command's words, for each of the ways they may come out. */
function linesOf(command: Command, state: ShellState, host: ShellHost, piped?: Input): Line[] {
  const { name } = command
  if (name === undefined) return []
  const input = inputOf(command.redirects, state, host) ?? piped
  let lines = fieldsOf(name, state, host.matching).map((line) => [...line])
  for (const arg of command.args.slice(0, argumentsMax)) {
    const fields =
      arg.type === 'Word'
        ? fieldsOf(arg, state, host.matching)
        : assignedValues(arg.value, state, host).map((value) => [`${arg.name}${arg.append === true ? '+' : ''}=${value}`])
    const [only = [], ...others] = fields
    if (others.length > 0) lines = lines.flatMap((line) => fields.map((more) => [...line, ...more])).slice(0, valuesMax)
    else for (const line of lines) line.push(...only)
  }
  const env = new Map([...environmentOf(state), ...assigned(command, state, host)])
  return lines.flatMap(([program, ...args]): Line[] =>
    program === undefined ? [] : [{ program, args, env, ...(input === undefined ? {} : { input }) }],
  )
}

/** A line goes to a function of the script, to what a shell does itself, else out to a program. */
function runLine(line: Line, state: ShellState, host: ShellHost): void {
  if (!host.spend()) return
  const body = state.functions.get(line.program)
  if (body !== undefined) {
    if (state.depth < depthMax) walkNode(body, { ...state, args: line.args, depth: state.depth + 1 }, host, line.input)
    return
  }
  const isOwn = runBuiltin(line, state, {
    evaluate: (text, inner) => {
      if (inner.depth < depthMax) walkShell(text, { ...inner, depth: inner.depth + 1 }, host)
    },
    source: host.source,
    again: (next) => runLine(next, state, host),
  })
  if (!isOwn) for (const folder of state.at.folders) host.call({ ...line, folder })
}

function assigned(command: Command, state: ShellState, host: ShellHost): [string, readonly string[]][] {
  return command.prefix.flatMap((one): [string, readonly string[]][] => {
    if (one.type !== 'Assignment' || one.index !== undefined) return []
    const values = assignedValues(one.value, state, host)
    const before = one.append === true ? (state.variables.get(one.name) ?? ['']) : ['']
    const space = one.append === true && one.value.type === 'ArrayValue' ? ' ' : ''
    return [[one.name, before.flatMap((start) => values.map((value) => `${start}${space}${value}`)).slice(0, valuesMax)]]
  })
}

/** An array is kept as its elements with spaces between. */
function assignedValues(value: AssignedValue, state: ShellState, host: ShellHost): readonly string[] {
  if (value.type === 'Word') return valuesOf(value, state)
  return [value.elements.flatMap((element) => fieldsOf(element, state, host.matching)[0] ?? []).join(' ')]
}

type AssignedValue = Extract<Command['prefix'][number], { readonly type: 'Assignment' }>['value']

/** What redirections give to read; the last one counts. */
function inputOf(redirects: readonly Redirection[], state: ShellState, host: ShellHost): Input | undefined {
  let input: Input | undefined
  for (const redirect of redirects) {
    if (redirect.type === 'HereDoc')
      input = { paths: [], texts: redirect.body.parts === undefined ? [redirect.body.text] : joined(redirect.body.parts, state) }
    else if (redirect.target !== undefined) {
      walkSubstitutions(redirect.target, state, host)
      const values = valuesOf(redirect.target, state)
      if (redirect.type === 'HereString') input = { paths: [], texts: values }
      else if (redirect.operator === '<' || redirect.operator === '<>')
        input = { paths: state.at.folders.flatMap((folder) => values.flatMap((value) => pathFrom(folder, value) ?? [])), texts: [] }
    }
  }
  return input
}
