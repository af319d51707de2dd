import type { AndOr, Command, CommandNode, CompoundList, PipelineNode, Statement } from 'unbash'
import { parse } from 'unbash'
import type { CheckCommand } from './check-command'
import { checkCommandOf } from './check-command'

/** One check that a script runs, and why its failure wouldn't be heard. */
export type ScriptCheck = CheckCommand & { readonly masked: string | undefined; readonly text: string }

/** How the script is run: whether a failing command ends it, and whether a pipe fails with any of its parts. */
export type ShellMode = { readonly errexit: boolean; readonly pipefail: boolean }

type Walk = {
  errexit: boolean
  pipefail: boolean
  trapped: boolean
  left: boolean
  readonly found: ScriptCheck[]
  readonly hidden: Set<string>
  depth: number
}

/** Every check in a script, in order. A script that isn't shell gives what could be read. */
export function shellChecks(script: string, mode: ShellMode): ScriptCheck[] {
  const tree = parse(script)
  const strict = /^#!.*\s-\w*e/.test(script)
  const walk: Walk = {
    errexit: mode.errexit || strict,
    pipefail: mode.pipefail,
    trapped: false,
    left: false,
    found: [],
    hidden: new Set(),
    depth: 0,
  }
  readList(tree.commands, walk, undefined, script)
  return walk.trapped
    ? walk.found.map((check) => ({ ...check, masked: check.masked ?? 'a trap ends the script with success' }))
    : walk.found
}

function readList(statements: readonly Statement[], walk: Walk, masked: string | undefined, script: string): void {
  for (const [index, statement] of statements.entries()) {
    const next = statements[index + 1]
    const isLast = next === undefined
    const asked = next !== undefined && asksForStatus(next, script)
    const why = masked ?? (statement.background === true ? 'it runs in the background' : undefined)
    const dropped = why ?? (isLast || walk.errexit || asked ? undefined : 'a later command decides the result')
    readNode(statement.command, walk, walk.left ? 'the script has ended before it' : dropped, script)
    noteEnd(statement.command, walk)
  }
}

/** `rc=$?`, `exit $?`, `[ $? -eq 0 ]`; printing it isn't asking. */
function asksForStatus({ command, pos, end }: Statement, script: string): boolean {
  const isPrinted = command.type === 'Command' && /^(echo|printf|true|:|export)$/.test(command.name?.value ?? '')
  return !isPrinted && /\$\?|PIPESTATUS/.test(script.slice(pos, end))
}

/** `exit 0` on its own line ends the script, and so does `exec program`. */
function noteEnd(node: PipelineNode | AndOr, walk: Walk): void {
  if (node.type !== 'Command') return
  const isReplaced = node.name?.value === 'exec' && node.args.length > 0
  if ((node.name?.value === 'exit' || isReplaced) && walk.depth === 0) walk.left = true
}

function readNode(node: PipelineNode | AndOr | CompoundList, walk: Walk, masked: string | undefined, script: string): void {
  switch (node.type) {
    case 'AndOr':
      readAndOr(node, walk, masked, script)
      return
    case 'Pipeline':
      for (const [index, part] of node.commands.entries()) {
        const piped = index < node.commands.length - 1 && !walk.pipefail ? 'a pipe gives the status of its last part' : undefined
        const turned = node.prefixes.some(({ type }) => type === 'Negation') ? 'its result is turned round' : undefined
        readNode(part, walk, masked ?? turned ?? piped, script)
      }
      return
    case 'CompoundList':
      readList(node.commands, walk, masked, script)
      return
    case 'Command':
      readCommand(node, walk, masked, script)
      return
    default:
      readCompound(node, walk, masked, script)
  }
}

function readAndOr(node: AndOr, walk: Walk, masked: string | undefined, script: string): void {
  // From the right, so that a chain of any length is looked through once.
  const isRescued: boolean[] = []
  for (let index = node.commands.length - 1; index >= 0; index--) {
    const rescue = node.operators[index] === '||' ? node.commands[index + 1] : undefined
    isRescued[index] = rescue === undefined ? (isRescued[index + 1] ?? false) : !endsInFailure(rescue)
  }
  for (const [index, part] of node.commands.entries()) {
    const why = isRescued[index] === true ? 'another command stands in for its failure' : undefined
    const isCut = node.operators[index - 1] === '&&' && isEnd(node.commands[index - 1])
    readNode(part, walk, masked ?? (isCut ? 'the script has ended before it' : why), script)
  }
}

function isEnd(node: PipelineNode | AndOr | undefined): boolean {
  return node?.type === 'Command' && /^(exit|false|return)$/.test(node.name?.value ?? '')
}

function endsInFailure(node: PipelineNode | AndOr | CompoundList): boolean {
  if (node.type === 'AndOr') return node.commands.length > 0 && endsInFailure(node.commands.at(-1) ?? node)
  if (node.type === 'CompoundList') return node.commands.some(({ command }) => endsInFailure(command))
  if (node.type === 'BraceGroup' || node.type === 'Subshell') return endsInFailure(node.body)
  if (node.type !== 'Command') return false
  const name = node.name?.value ?? ''
  const status = node.args[0]?.text ?? ''
  return name === 'false' || (/^(exit|return)$/.test(name) && status !== '' && status !== '0')
}

function readCompound(node: Exclude<CommandNode, Command>, walk: Walk, masked: string | undefined, script: string): void {
  walk.depth++
  switch (node.type) {
    case 'If': {
      const bodies = [node.then, ...node.elif.map((one) => one.then), ...(node.else === undefined ? [] : [node.else])]
      const isHeard = bodies.some((body) => endsInFailure(body) || /exit|return|status|fail|rc/i.test(script.slice(body.pos, body.end)))
      readNode(node.clause, walk, masked ?? (isHeard ? undefined : 'it only chooses a branch'), script)
      for (const body of bodies) readNode(body, walk, masked, script)
      break
    }
    case 'While':
      readNode(node.clause, walk, masked ?? 'it is repeated until it passes', script)
      readNode(node.body, walk, masked, script)
      break
    case 'Redirected':
      readNode(node.command, walk, masked, script)
      break
    case 'Case':
      for (const item of node.items) readNode(item.body, walk, masked, script)
      break
    case 'TestCommand':
    case 'ArithmeticCommand':
      break
    case 'Function':
      if (!/\bcommand\b/.test(script.slice(node.body.pos, node.body.end))) walk.hidden.add(node.name.value)
      readNode(node.body, walk, masked, script)
      break
    default:
      readNode(node.body, walk, masked, script)
  }
  walk.depth--
}

function readCommand(node: Command, walk: Walk, masked: string | undefined, script: string): void {
  const words = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.args].flatMap((part) =>
    part.type === 'Word' ? [part.value] : part.type === 'Assignment' ? [part.text] : [],
  )
  const name = node.name?.value ?? ''
  if (name === 'alias') for (const word of words.slice(1)) walk.hidden.add(word.split('=')[0] ?? '')
  if (name === 'set') setMode(words.slice(1), walk)
  if (name === 'trap' && /\bexit\s*(0\b|$)/.test(words[1] ?? '') && words.slice(2).some((word) => /^(EXIT|ERR|0)$/.test(word)))
    walk.trapped = true
  const inner = /^(bash|sh|zsh|dash)$/.test(name) ? words.findIndex((word) => /^-\w*c$/.test(word)) : -1
  if (inner > 0 && words[inner + 1] !== undefined) {
    const own = { errexit: words.some((word) => /^-\w*e/.test(word)), pipefail: words.includes('pipefail') }
    walk.found.push(...shellChecks(words[inner + 1] ?? '', own).map((check) => ({ ...check, masked: masked ?? check.masked })))
    return
  }
  const check = checkCommandOf(words)
  if (check === undefined || walk.hidden.has(words[0] ?? '')) return
  for (const part of partsOf(check)) walk.found.push({ ...part, masked, text: script.slice(node.pos, node.end) })
}

/** `npm-run-all lint test` runs each of its scripts. */
function partsOf(check: CheckCommand): CheckCommand[] {
  if (!/^(npm-run-all2?|run-[sp])$/.test(check.tool)) return [check]
  return check.args.flatMap((arg) => checkCommandOf(['npm', 'run', arg]) ?? [])
}

function setMode(words: readonly string[], walk: Walk): void {
  for (const [index, word] of words.entries()) {
    const on = word.startsWith('-')
    if (/^[-+]\w*e/.test(word)) walk.errexit = on
    if (/^[-+]\w*o$/.test(word)) {
      const option = words[index + 1]
      if (option === 'pipefail') walk.pipefail = on
      if (option === 'errexit') walk.errexit = on
    }
  }
}
