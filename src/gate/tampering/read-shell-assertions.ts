import type { AndOr, Command, CommandNode, CompoundList, If, PipelineNode } from 'unbash'
import type { Assertion, Strength } from './test-file'

/** Words by which shell tests assert, of libraries and by hand. */
const asserting =
  /^(?:assert|expect|refute|verify|should|must|ensure|fail_(?:unless|if)|check(?=_)|is_?equal|equals?|same|compare|cmp_ok|isnt|like|unlike|diag_ok)(?:[_:.\w-]*)$|^(?:ok|is|diff|cmp|pass_if|fail_if)$/i
/** How a test says that it failed. */
const failing = /^(?:fail\w*|die|abort|error|err|bail\w*|not_ok|flunk|panic|fatal)$/i

type Node = PipelineNode | CommandNode | AndOr

/** An assertion without its place, what it calls, and whether somebody makes nothing of its failure. */
export type ShellAssertion = {
  readonly made: Omit<Assertion, 'line' | 'guards'>
  readonly calls: readonly string[]
  readonly isSwallowed: boolean
}

/** What a statement asserts; undefined where it asserts nothing by its look. */
export function shellAssertion(node: Node, text: string): ShellAssertion | undefined {
  switch (node.type) {
    case 'AndOr':
      return chained(node, text)
    case 'If':
      return failsInside(node, text)
    case 'Pipeline': {
      const last = node.commands.at(-1)
      if (node.prefixes.some(({ type }) => type === 'Negation')) return told(node, '!', node, text, 'bound')
      return last === undefined || !isAssertion(last) ? undefined : told(node, nameOf(last), last, text)
    }
    case 'Redirected':
      return isAssertion(node.command) ? told(node, nameOf(node.command), node, text) : undefined
    default:
      return isAssertion(node) ? told(node, nameOf(node), node, text) : undefined
  }
}

/** `a || exit 1`, `a && { echo no; exit 1; }`, and `assert a || true`, which asserts nothing. */
function chained(node: AndOr, text: string): ShellAssertion | undefined {
  const last = node.commands.at(-1)
  const first = node.commands[0]
  if (first === undefined || last === undefined) return undefined
  if (ends(last)) return told(node, node.operators.at(-1) ?? '||', first, text)
  const inner = shellAssertion(first, text)
  if (inner === undefined) return undefined
  // What comes after `&&` only goes on; after `||` somebody stands in for the failure.
  return { ...inner, isSwallowed: inner.isSwallowed || node.operators.includes('||') }
}

/** `if bad; then echo no; exit 1; fi`. */
function failsInside(node: If, text: string): ShellAssertion | undefined {
  const branches = [node.then, ...node.elif.map(({ then }) => then), ...(node.else === undefined ? [] : [node.else])]
  return branches.some((list) => endsList(list)) ? told(node, 'if', node.clause, text) : undefined
}

function endsList({ commands }: CompoundList): boolean {
  return commands.some(({ command }) => ends(command))
}

/** Whether a node ends the test with failure, or says that it failed: `exit 1`, `return 1`, `fail "..."`, `failed=1`. */
function ends(node: Node): boolean {
  switch (node.type) {
    case 'BraceGroup':
    case 'Subshell':
      return endsList(node.body)
    case 'Redirected':
      return ends(node.command)
    case 'AndOr':
      return node.commands.some(ends)
    case 'Command':
      return endsBy(node)
    default:
      return false
  }
}

function endsBy(node: Command): boolean {
  const name = node.name?.value ?? ''
  const [first] = node.args
  const status = first?.type === 'Word' ? first.value : undefined
  if (/^(?:exit|return)$/.test(name)) return status !== undefined && !/^0+$/.test(status)
  if (name === 'false' || failing.test(name)) return true
  return name === '' && node.prefix.some((one) => one.type === 'Assignment' && /fail|err|status|rc|bad|ret/i.test(one.name))
}

function isAssertion(node: Node): boolean {
  if (node.type === 'TestCommand') return true
  if (node.type !== 'Command') return false
  const name = node.name?.value ?? ''
  if (name === '[' || name === 'test') return true
  if (name === 'grep') return node.args.some((arg) => arg.type === 'Word' && /^-\w*q|^--quiet$/.test(arg.value))
  return asserting.test(name)
}

function nameOf(node: Node): string {
  if (node.type === 'TestCommand') return '[['
  return node.type === 'Command' ? (node.name?.value ?? '') : node.type
}

function told(
  node: Node,
  matcher: string,
  looked: { readonly pos: number; readonly end: number },
  text: string,
  strength?: Strength,
): ShellAssertion {
  const whole = plain(text.slice(node.pos, node.end))
  const inner = plain(text.slice(looked.pos, looked.end))
  const words = 'type' in looked && looked.type === 'Command' ? argumentsOf(looked as Command) : undefined
  const [actual = inner, expected] = words ?? (matcher === '[[' ? sidesOf(inner) : [inner])
  const isAlways =
    /^(?:\[\[?|test) (?:(-n )?["']?\w+["']?|1 -eq 1)(?: \]\]?)?$/.test(inner) ||
    /^(?:true|:)$/.test(inner) ||
    (expected !== undefined && actual === expected)
  return {
    made: {
      text: whole,
      actual,
      matcher,
      ...(expected === undefined ? {} : { expected }),
      strength: isAlways ? 'nothing' : (strength ?? strengthOf(matcher, inner)),
      negated: matcher === '!' || matcher === '&&' || /not|ne\b|refute|isnt|unlike/i.test(matcher),
      constantActual: isAlways,
      constantExpected: expected !== undefined && !/[$`]/.test(expected),
      ...(isAlways ? { alwaysTrue: 'both sides are the same or written out' } : {}),
    },
    calls: matcher === '||' || matcher === 'if' ? [] : [matcher],
    isSwallowed: false,
  }
}

/** The first two words that are handed over; a third is mostly for people. */
function argumentsOf(node: Command): readonly string[] | undefined {
  const words = node.args.flatMap((arg) => (arg.type === 'Word' ? [plain(arg.text)] : []))
  const name = node.name?.value ?? ''
  const handed = name === '[' ? words.slice(0, -1) : words
  if (name === '[' || name === 'test') return handed.length === 3 ? handed.filter((_, at) => at !== 1) : [handed.join(' ')]
  return handed.length === 0 ? undefined : handed.slice(0, 2)
}

function sidesOf(test: string): readonly string[] {
  const [, left, right] = /^\[\[ (.+?) (?:==?|!=|=~|-eq|-ne|-lt|-le|-gt|-ge) (.+) \]\]$/.exec(test) ?? []
  return left === undefined || right === undefined ? [test] : [left, right]
}

function strengthOf(matcher: string, inner: string): Strength {
  if (/contain|match|like|grep|include|=~/i.test(`${matcher} ${/ =~ /.test(inner) ? '=~' : ''}`) || /== .*\*/.test(inner)) return 'part'
  if (/ -(?:lt|le|gt|ge|ne) | != /.test(inner) || /not_?equal|isnt/i.test(matcher)) return 'bound'
  if (/^(?:\[\[?|test) (?:! )?-[nzefdsxrwhLp] /.test(inner)) return 'present'
  if (/exist|file|true|success|empty|set$/i.test(matcher)) return 'present'
  return 'exact'
}

function plain(text: string): string {
  return text
    .replace(/\\\n/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/'([^'"$`\\]*)'/g, '"$1"')
    .trim()
}
