import type { AndOr, Command, CommandNode, CompoundList, PipelineNode, Statement } from 'unbash'
import { parse } from 'unbash'
import { inTestFolder } from './collected'
import { lineCounter } from './line-counter'
import { shellAssertion } from './read-shell-assertions'
import type { Assertion, Guard, Helper, TestCase, TestFile } from './test-file'

/** Whether a shell script stands with tests, so that it may be one. */
export function isShellTest(path: string): boolean {
  return /\.(?:sh|bash|zsh|ksh)$/.test(path) && (inTestFolder(path) || /(?:^|\/)test[-_.][^/]*$|[-_.]tests?\.\w+$/.test(path))
}

/** What is found in one function, or in the script outside of functions. */
type Body = { readonly assertions: Assertion[]; readonly calls: Set<string>; readonly steps: string[]; hasEnded: boolean }

type Reading = {
  readonly text: string
  readonly lineOf: (offset: number) => number
  readonly functions: Map<string, { readonly body: Body; readonly from: number; readonly to: number }>
  depth: number
}

/** Deeper in one another than this nobody writes tests. */
const depthMax = 200

/** So much of a condition is said. */
const saidMax = 500

/**
 * Reads a shell script as tests (spec 10, 3): functions that are named like tests are cases, and so is what stands outside of functions where it asserts anything. What asserts is told by
 * its look, so it is a careful guess.
 */
export function readShellTests(text: string, path: string): TestFile {
  const lineOf = lineCounter(text)
  const reading: Reading = { text, lineOf, functions: new Map(), depth: 0 }
  const outside = emptyBody()
  for (const statement of parse(text).commands) readStatement(statement, outside, [], reading)
  const name = (path.split('/').at(-1) ?? path).replace(/\.\w+$/, '')
  const cases: TestCase[] = []
  const helpers: Helper[] = []
  for (const [own, { body, from, to }] of reading.functions) {
    const made = {
      name: own,
      line: lineOf(from),
      assertions: body.assertions,
      calls: [...body.calls],
      body: flat(text.slice(from, to)),
    }
    if (/^(?:test|it|should|spec)(?![a-z])|^test[A-Z]|_test$/.test(own))
      cases.push({ ...made, name: [own], lastLine: lineOf(to), markers: [], steps: body.steps })
    else if (body.assertions.length > 0) helpers.push(made)
  }
  const callsHelper = helpers.some((helper) => outside.calls.has(helper.name))
  if (outside.assertions.length > 0 || (callsHelper && cases.length === 0)) {
    const lines = text.split('\n').length
    cases.push({
      name: [name],
      line: 1,
      lastLine: lines,
      markers: [],
      assertions: outside.assertions,
      calls: [...outside.calls],
      steps: outside.steps,
      body: flat(text),
    })
  }
  return { path, language: 'text', exact: false, cases, helpers, markers: [], setups: [], bindings: [], facts: [] }
}

function emptyBody(): Body {
  return { assertions: [], calls: new Set(), steps: [], hasEnded: false }
}

/** White space and comments aside. */
function flat(text: string): string {
  return text
    .replace(/^\s*#.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}

type Node = PipelineNode | CommandNode | AndOr

function readStatement({ command, background }: Statement, body: Body, guards: readonly Guard[], reading: Reading): void {
  readNode(command, body, background === true ? [...guards, { kind: 'unawaited', text: '' }] : guards, reading)
}

function readList({ commands }: CompoundList, body: Body, guards: readonly Guard[], reading: Reading): void {
  for (const statement of commands) readStatement(statement, body, guards, reading)
}

function readNode(node: Node, body: Body, guards: readonly Guard[], reading: Reading): void {
  if (reading.depth >= depthMax) return
  reading.depth++
  readOne(node, body, guards, reading)
  reading.depth--
}

function readOne(node: Node, body: Body, guards: readonly Guard[], reading: Reading): void {
  const own = body.hasEnded ? [...guards, { kind: 'after-exit', text: '' } as const] : guards
  const { text } = reading
  const assertion = shellAssertion(node, text)
  if (assertion !== undefined) {
    const guarded = assertion.isSwallowed ? [...own, { kind: 'swallowed', text: '' } as const] : own
    body.assertions.push({ ...assertion.made, line: reading.lineOf(node.pos), guards: guarded })
    for (const name of assertion.calls) body.calls.add(name)
    return
  }
  switch (node.type) {
    case 'Function': {
      const inner = emptyBody()
      const name = node.name.value
      readBody(node.body, inner, reading)
      reading.functions.set(name, { body: inner, from: node.pos, to: node.end })
      return
    }
    case 'AndOr':
      readNode(node.commands[0] ?? node, body, own, reading)
      for (const one of node.commands.slice(1))
        readNode(
          one,
          body,
          [...own, { kind: 'condition', text: flat(text.slice(node.pos, Math.min(one.pos, node.pos + saidMax))) }],
          reading,
        )
      return
    case 'Command':
      readCommand(node, body, own, reading)
      return
    default:
      readCompound(node, body, own, reading)
  }
}

function readBody(node: CommandNode | CompoundList, body: Body, reading: Reading): void {
  if (node.type === 'CompoundList') readList(node, body, [], reading)
  else readNode(node, body, [], reading)
}

/** An exit with success, or a return with it, where nothing decides whether it is taken, leaves the rest undone. */
function readCommand(node: Command, body: Body, guards: readonly Guard[], { text }: Reading): void {
  const name = node.name?.value ?? ''
  if (name !== '') body.calls.add(name)
  body.steps.push(flat(text.slice(node.pos, node.end)))
  const status = node.args[0]?.type === 'Word' ? node.args[0].value : undefined
  const isEnd = /^(?:exit|return)$/.test(name) && (status === undefined || /^(?:0+|77)$/.test(status))
  const isReplaced = name === 'exec' && node.args.length > 0
  if (guards.length === 0 && (isEnd || isReplaced)) body.hasEnded = true
}

type Compound = Exclude<Node, { readonly type: 'Function' | 'AndOr' | 'Command' }>

function readCompound(node: Compound, body: Body, guards: readonly Guard[], reading: Reading): void {
  const under = (condition: CompoundList, kind: Guard['kind'] = 'condition', word = ''): readonly Guard[] => {
    const said = `${word}${flat(reading.text.slice(condition.pos, Math.min(condition.end, condition.pos + saidMax)))}`
    return [...guards, { kind: /^(?:false|not (?:true|:))\b/.test(said) ? 'constant' : kind, text: said }]
  }
  switch (node.type) {
    case 'If':
      readList(node.then, body, under(node.clause), reading)
      for (const one of node.elif) readList(one.then, body, under(one.clause), reading)
      if (node.else !== undefined) readList(node.else, body, under(node.clause, 'condition', 'not '), reading)
      return
    case 'For':
    case 'Select':
    case 'ArithmeticFor':
      readList(
        node.body,
        body,
        node.type === 'For' && isWrittenOut(node.wordlist) ? guards : [...guards, { kind: 'loop', text: '' }],
        reading,
      )
      return
    case 'While':
      readList(node.body, body, under(node.clause, 'loop'), reading)
      return
    case 'Case':
      for (const item of node.items) readList(item.body, body, [...guards, { kind: 'condition', text: node.word.text }], reading)
      return
    case 'Subshell':
    case 'BraceGroup':
      readList(node.body, body, guards, reading)
      return
    case 'Redirected':
      readNode(node.command, body, guards, reading)
      return
    case 'Pipeline':
      for (const one of node.commands) readNode(one, body, guards, reading)
      return
    default:
  }
}

function isWrittenOut(words: readonly { readonly text: string }[] | undefined): boolean {
  return words !== undefined && words.length > 0 && words.every(({ text }) => !/[$`*?]/.test(text))
}
