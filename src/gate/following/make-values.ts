import type { Variables } from './call'
import { absolute, pathFrom, unknownPart } from './place'

/** What reading a Makefile needs: other files of it, what patterns stand for, and whom to tell of commands that run while it is read. */
export type MakeHost = {
  readonly include: (path: string) => string | undefined
  readonly matching: (pattern: string) => readonly string[]
  readonly shell: (text: string) => void
}

/** What stands behind the names of a Makefile at some point of reading it. */
export type MakeValues = {
  readonly path: string
  readonly folder: string
  readonly host: MakeHost
  readonly fixed: Variables
  readonly variables: Map<string, string>
  readonly budget: { steps: number }
}

/** The words of a line, parted by white space. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** Puts in what variables and functions stand for. */
export function expand(text: string, reading: MakeValues, own: ReadonlyMap<string, string> = new Map(), depth = 0): string {
  if (depth > 8 || reading.budget.steps-- <= 0) return unknownPart
  let result = ''
  for (let at = 0; at < text.length && result.length < 20_000; at++) {
    const letter = text[at] ?? ''
    if (letter !== '$') {
      result += letter
      continue
    }
    const next = text[++at] ?? ''
    if (next === '$') result += '$'
    else if (next !== '(' && next !== '{') result += valueOf(next, reading, own, depth)
    else {
      const end = closing(text, at)
      if (end < 0) return result + unknownPart
      result += valueOf(text.slice(at + 1, end), reading, own, depth)
      at = end
    }
  }
  return result
}

function closing(text: string, from: number): number {
  const [open, close] = text[from] === '(' ? ['(', ')'] : ['{', '}']
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === open) depth++
    else if (text[at] === close && --depth === 0) return at
  }
  return -1
}

function valueOf(inner: string, reading: MakeValues, own: ReadonlyMap<string, string>, depth: number): string {
  const [, program, rest] = /^(\w+)\s+([^]*)$/.exec(inner) ?? []
  if (program === 'call' && rest !== undefined) return calledWith(rest.split(','), reading, own, depth)
  if (program !== undefined && rest !== undefined) return called(program, expand(rest, reading, own, depth + 1), reading)
  const name = inner.includes('$') ? expand(inner, reading, own, depth + 1) : inner
  const [plain = '', from, to] = name.split(/[:=]/)
  const known = own.get(plain) ?? reading.fixed.get(plain)?.[0] ?? reading.variables.get(plain)
  if (known === undefined) return usualValue(plain, reading)
  const value = own.has(plain) ? known : expand(known, reading, own, depth + 1)
  if (from === undefined || to === undefined) return value
  return words(value)
    .map((word) =>
      word.endsWith(from.replace('%', '')) ? word.slice(0, word.length - from.replace('%', '').length) + to.replace('%', '') : word,
    )
    .join(' ')
}

/** A text of the Makefile's own with `$(1)`, `$(2)` in it. */
function calledWith(
  [name = '', ...given]: readonly string[],
  reading: MakeValues,
  own: ReadonlyMap<string, string>,
  depth: number,
): string {
  const text = reading.variables.get(expand(name, reading, own, depth + 1).trim())
  if (text === undefined) return unknownPart
  const args = given.map((arg, at) => [`${at + 1}`, expand(arg, reading, own, depth + 1)] as const)
  return expand(text, reading, new Map([...own, ...args]), depth + 1)
}

function usualValue(name: string, { folder, path }: MakeValues): string {
  if (name === 'MAKE') return 'make'
  if (name === 'SHELL') return 'sh'
  if (name === 'CURDIR' || name === 'PWD') return absolute(folder)
  return name === 'MAKEFILE_LIST' ? absolute(path) : ''
}

function called(program: string, text: string, { host, folder }: MakeValues): string {
  const each = (change: (word: string) => string): string => words(text).map(change).join(' ')
  switch (program) {
    case 'shell':
      host.shell(text)
      return /^pwd\b/.test(text) ? absolute(folder) : unknownPart
    case 'wildcard':
      return words(text)
        .flatMap((pattern) => host.matching(pathFrom(folder, pattern) ?? ''))
        .map(absolute)
        .join(' ')
    case 'dir':
      return each((word) => (word.includes('/') ? word.replace(/[^/]*$/, '') : './'))
    case 'notdir':
      return each((word) => word.replace(/^.*\//, ''))
    case 'abspath':
    case 'realpath':
      return each((word) => {
        const path = pathFrom(folder, word)
        return path === undefined ? unknownPart : absolute(path)
      })
    case 'lastword':
      return words(text).at(-1) ?? ''
    case 'firstword':
      return words(text)[0] ?? ''
    case 'strip':
    case 'sort':
      return words(text).join(' ')
    case 'addprefix':
    case 'addsuffix': {
      const [more = '', list = ''] = text.split(',')
      return words(list)
        .map((word) => (program === 'addprefix' ? more + word : word + more))
        .join(' ')
    }
    default:
      return unknownPart
  }
}
