import type { Variables } from './call'
import { absolute, pathFrom, unknownPart } from './place'

/** What reading a Makefile needs: other files of it, what patterns stand for, and whom to tell of commands that run while it is read. */
export type MakeHost = {
  readonly include: (path: string) => string | undefined
  readonly matching: (pattern: string) => readonly string[]
  readonly shell: (text: string) => void
}

type Rule = { readonly needs: string[]; readonly lines: string[] }
type Reading = {
  readonly path: string
  readonly folder: string
  readonly host: MakeHost
  readonly fixed: Variables
  readonly variables: Map<string, string>
  readonly rules: Map<string, Rule>
  readonly budget: { steps: number }
}

const includesMax = 8
const stepsMax = 20_000

/** The commands that a build runs for its targets and what these need, or for the first target; `folder` is where it runs, and `fixed` what its line and the environment set. */
export function recipesOf(
  {
    path,
    text,
    folder,
    targets,
    fixed,
  }: {
    readonly path: string
    readonly text: string
    readonly folder: string
    readonly targets: readonly string[]
    readonly fixed: Variables
  },
  host: MakeHost,
): { readonly lines: readonly string[]; readonly shell: string | undefined } {
  const reading: Reading = { path, folder, host, fixed, variables: new Map(), rules: new Map(), budget: { steps: stepsMax } }
  readLines(/(^|\/)\.?[Jj]ustfile$|\.just$/.test(path) ? likeMake(text) : text, reading, 0)
  const first = [...reading.rules.keys()].find((name) => !/^\.|%/.test(name))
  const wanted = targets.filter((name) => ruleFor(name, reading) !== undefined)
  const left = wanted.length > 0 ? [...wanted] : first === undefined ? [] : [first]
  const seen = new Set<string>()
  const lines: string[] = []
  for (let name = left.shift(); name !== undefined && seen.size < 500; name = left.shift()) {
    if (seen.has(name)) continue
    seen.add(name)
    const found = ruleFor(name, reading)
    if (found === undefined) continue
    const needs = found.rule.needs.map((need) => need.replaceAll('%', found.stem))
    const own = new Map([
      ['@', name],
      ['*', found.stem],
      ['<', needs[0] ?? ''],
      ['^', needs.join(' ')],
    ])
    lines.push(...found.rule.lines.map((line) => expand(line, reading, own).replace(/^[@+\s-]+/, '')))
    left.push(...needs)
  }
  const shell = reading.variables.get('SHELL')
  return { lines, shell: shell === undefined ? undefined : expand(shell, reading) }
}

/** A justfile says much the same in other signs. */
function likeMake(text: string): string {
  return text
    .replace(/\{\{\s*(\w+)\s*\}\}/g, '$($1)')
    .replace(/^(\w+)\s*:=\s*(["'])(.*)\2\s*$/gm, '$1 := $3')
    .replace(/^@?([\w-]+)(?:\s+[^:\n=]+(?:=[^:\n]*)?)?:(?!=)/gm, '$1:')
    .replace(/^import\??\s+["'](.*)["']/gm, 'include $1')
}

function ruleFor(name: string, { rules }: Reading): { readonly rule: Rule; readonly stem: string } | undefined {
  const rule = rules.get(name)
  if (rule !== undefined) return { rule, stem: '' }
  for (const [pattern, one] of rules) {
    const [start = '', end] = pattern.split('%')
    if (end !== undefined && name.length > start.length + end.length && name.startsWith(start) && name.endsWith(end))
      return { rule: one, stem: name.slice(start.length, name.length - end.length) }
  }
  return undefined
}

function readLines(text: string, reading: Reading, depth: number): void {
  let names: readonly string[] = []
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    if (reading.budget.steps-- <= 0) return
    if (/^\s*(#|$)/.test(line)) continue
    if (/^\s/.test(line) && names.length > 0) {
      for (const name of names) reading.rules.get(name)?.lines.push(line.trim())
      continue
    }
    if (isDirective(line, reading, depth)) continue
    names = readHead(line, reading) ?? names
  }
}

/** Variables and included files. */
function isDirective(line: string, reading: Reading, depth: number): boolean {
  const files = /^\s*(?:-|s)?include\s+(.*)/.exec(line)?.[1]
  if (files !== undefined) {
    if (depth < includesMax) for (const file of expand(withoutComment(files), reading).split(/\s+/)) include(file, reading, depth)
    return true
  }
  const [, name, sign, value] = /^\s*(?:(?:export|override|private)\s+)*([\w.-]+)\s*(::?:?=|\?=|\+=|!=|=)\s*(.*)$/.exec(line) ?? []
  if (name === undefined || value === undefined) return /^\s*(ifn?(eq|def)|else|endif|define|endef|vpath|export|unexport)\b/.test(line)
  const before = reading.variables.get(name)
  const plain = withoutComment(value)
  if (sign === '!=') reading.host.shell(expand(plain, reading))
  // Under a condition either value may hold: the first one is kept only for `?=`.
  if (sign === '+=') reading.variables.set(name, `${before ?? ''} ${plain}`.trim())
  else if (sign !== '?=' || before === undefined)
    reading.variables.set(name, sign?.startsWith(':') === true ? expand(plain, reading) : plain)
  return true
}

function withoutComment(text: string): string {
  return text.replace(/(^|\s)#.*$/, '').trim()
}

function include(file: string, reading: Reading, depth: number): void {
  const pattern = pathFrom(reading.folder, file)
  if (pattern === undefined || pattern === '') return
  for (const path of /[*?]/.test(pattern) ? reading.host.matching(pattern) : [pattern]) {
    const text = reading.host.include(path)
    if (text !== undefined) readLines(text, { ...reading, path }, depth + 1)
  }
}

function readHead(line: string, reading: Reading): readonly string[] | undefined {
  const { rules } = reading
  const [, left, right] = /^((?:[^:=$#]|\$\([^()]*\)|\$\{[^{}]*\})+?)\s*&?::?(?!=)([^]*)$/.exec(line) ?? []
  if (left === undefined || right === undefined) return undefined
  const [needed = '', ...recipe] = right.split(';')
  const names = words(expand(left, reading))
  const own = /^\s*([\w.-]+)\s*[:?+]?=\s*(.*)$/.exec(needed)
  if (own !== null) reading.variables.set(own[1] ?? '', own[2] ?? '')
  const needs = own === null ? words(expand(withoutComment(needed), reading)).filter((need) => need !== '|') : []
  for (const name of names) {
    const rule = rules.get(name) ?? { needs: [], lines: [] }
    rule.needs.push(...needs)
    if (recipe.length > 0) rule.lines.push(recipe.join(';').trim())
    rules.set(name, rule)
  }
  return names
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

/** Puts in what variables and functions stand for. */
function expand(text: string, reading: Reading, own: ReadonlyMap<string, string> = new Map(), depth = 0): string {
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

function valueOf(inner: string, reading: Reading, own: ReadonlyMap<string, string>, depth: number): string {
  const [, program, rest] = /^(\w+)\s+([^]*)$/.exec(inner) ?? []
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

function usualValue(name: string, { folder, path }: Reading): string {
  if (name === 'MAKE') return 'make'
  if (name === 'SHELL') return 'sh'
  if (name === 'CURDIR' || name === 'PWD') return absolute(folder)
  return name === 'MAKEFILE_LIST' ? absolute(path) : ''
}

function called(program: string, text: string, { host, folder }: Reading): string {
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
