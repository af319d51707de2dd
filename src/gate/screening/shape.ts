import { parse } from 'unbash'
import type { Command, CommandNode, PipelineNode, Word, WordPart } from 'unbash'
import type { Objection, SimpleCommand } from './screened'
import { objection, quoted } from './screened'

/**
 * What a shell makes of a text. `commands` are all simple commands in it, also of a pipeline that is objected to, in the order of the text; `unquoted` are the words that
 * stand without quotes, as written.
 */
export type Shape = {
  readonly commands: readonly SimpleCommand[]
  readonly unquoted: readonly string[]
  readonly objections: readonly Objection[]
}

/** Reads a text as bash does, and as a POSIX shell where the two differ only in what is objected to. */
export function shapeOf(text: string): Shape {
  const script = parse(text)
  const [fault] = script.errors ?? []
  if (fault !== undefined) return refused('malformed', `it is no shell command: ${fault.message} at ${fault.pos}`)
  const [statement] = script.commands
  if (statement === undefined) return refused('malformed', 'there is no command in it, and a shell calls that a success')
  const found: Found = { commands: [], unquoted: [], objections: [] }
  if (script.commands.length > 1) found.objections.push(objection('chaining', `it holds ${script.commands.length} commands`))
  for (const { command, background } of script.commands) {
    if (background === true) found.objections.push(objection('background', '`&` leaves a command in the background'))
    readNode(command, found)
  }
  // What stands after a redirected command may be its here-document.
  const rest = found.objections.length > 0 ? '' : text.slice(statement.end).trim()
  if (rest !== '' && !rest.startsWith('#')) {
    found.objections.push(objection('chaining', `${quoted(rest)} follows the command`))
  }
  return found
}

function refused(code: 'malformed', reason: string): Shape {
  return { commands: [], unquoted: [], objections: [objection(code, reason)] }
}

type Found = { readonly commands: SimpleCommand[]; readonly unquoted: string[]; readonly objections: Objection[] }

function readNode(
  node: PipelineNode | CommandNode | { readonly type: 'AndOr'; readonly commands: readonly PipelineNode[] },
  found: Found,
): void {
  switch (node.type) {
    case 'AndOr':
      found.objections.push(objection('chaining', '`&&` or `||` joins commands'))
      for (const one of node.commands) readNode(one, found)
      return
    case 'Pipeline':
      if (node.commands.length > 1) found.objections.push(objection('chaining', 'a pipe joins commands, and only the last one is judged'))
      if (node.prefixes.some(({ type }) => type === 'Time')) found.objections.push(objection('wrapper', '`time` runs another command'))
      for (const one of node.commands) readNode(one, found)
      return
    case 'Command':
      readCommand(node, found)
      return
    case 'Redirected':
      found.objections.push(objection('redirection', 'it sends input or output elsewhere'))
      return
    case 'Coproc':
      found.objections.push(objection('background', '`coproc` leaves a command in the background'))
      return
    default:
      found.objections.push(objection('chaining', `it is no single command but a compound one (${node.type})`))
  }
}

function readCommand(command: Command, found: Found): void {
  if (command.redirects.length > 0) found.objections.push(objection('redirection', 'it sends input or output elsewhere'))
  const assignments = command.prefix.flatMap((one) => {
    if (one.type !== 'Assignment') return []
    const plain = one.append !== true && one.index === undefined && one.value.type === 'Word'
    if (one.value.type === 'Word') readWord(one.value, found)
    if (!plain) found.objections.push(objection('expansion', `${quoted(one.text)} is no plain assignment`))
    return [{ name: one.name, value: one.value.type === 'Word' ? one.value.value : one.text }]
  })
  const words = command.args.map((one) => (one.type === 'Word' ? one : undefined))
  const args = command.args.map((one) => (one.type === 'Word' ? one.value : one.text))
  for (const word of words) if (word !== undefined) readWord(word, found)
  for (const one of command.args) if (one.type === 'Assignment') readAssigned(one.value, found)
  if (command.name !== undefined) readName(command.name, found)
  found.commands.push({ program: command.name?.value ?? '', args, assignments })
}

function readAssigned(value: Word | { readonly type: 'ArrayValue' }, found: Found): void {
  if (value.type === 'Word') readWord(value, found)
  else found.objections.push(objection('expansion', 'it sets an array'))
}

/** A program's name must be what it looks like. */
function readName(name: Word, found: Found): void {
  readWord(name, found)
  const hidden = name.text !== name.value && /^[\w@%+=:,./-]*$/.test(name.value)
  const chosen = (name.parts ?? []).some(({ type }) => type === 'Glob' || type === 'BraceExpansion')
  if (hidden || chosen)
    found.objections.push(objection('expansion', `the program's name is written ${quoted(name.text)}, which hides what is run`))
}

function readWord(word: Word, found: Found): void {
  const parts = word.parts ?? []
  if (!parts.some(({ type }) => type === 'SingleQuoted' || type === 'DoubleQuoted')) found.unquoted.push(word.text)
  if (/^~|^[^'"]*[=:]~/.test(word.text))
    found.objections.push(objection('expansion', `${quoted(word.text)} stands for somebody's home folder`))
  for (const part of parts) readPart(part, found)
}

function readPart(part: WordPart, found: Found): void {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      return
    case 'Glob':
      // A pattern's matches depend on files, its meaning doesn't: a person can judge it.
      return
    case 'DoubleQuoted':
      for (const child of part.parts) readPart(child, found)
      return
    case 'BraceExpansion':
      if (/[{,]-|\{,|,,|,\}/.test(part.text))
        found.objections.push(objection('expansion', `${quoted(part.text)} makes options out of a list`))
      return
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      found.objections.push(objection('substitution', `${quoted(part.text)} runs a command inside the command`))
      return
    default:
      found.objections.push(objection('expansion', `${quoted(part.text)} becomes something else when it is run`))
  }
}
