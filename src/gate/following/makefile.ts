import type { Variables } from './call'
import type { MakeHost, MakeValues } from './make-values'
import { reachedPart, wholeBuild } from './make-parts'
import { expand, words } from './make-values'
import { isPattern, pathFrom, unknownPart } from './place'

type Rule = { readonly needs: string[]; readonly lines: string[] }

type Reading = MakeValues & { readonly rules: Map<string, Rule> }

const includesMax = 8
const stepsMax = 20_000
const targetsMax = 500

/** What a build runs, its shell where it names one, and the paths that its targets stand for: of something that lies there `make` says that it is up to date. */
export type MakeRun = {
  readonly lines: readonly string[]
  readonly shell: string | undefined
  readonly made: readonly string[]
  /** The part of the file that decides this (`isBuildChanged`). */
  readonly part: string
}

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
): MakeRun {
  const reading: Reading = { path, folder, host, fixed, variables: new Map(), rules: new Map(), budget: { steps: stepsMax } }
  const isJust = /(^|\/)\.?[Jj]ustfile$|\.just$/.test(path)
  readLines(isJust ? likeMake(text) : text, reading, 0)
  const first = [...reading.rules.keys()].find((name) => !/^\.|%/.test(name))
  const wanted = targets.filter((name) => ruleFor(name, reading) !== undefined)
  const left = wanted.length > 0 ? [...wanted] : first === undefined ? [] : [first]
  const seen = new Set<string>()
  const lines: string[] = []
  for (let name = left.shift(); name !== undefined && seen.size < targetsMax; name = left.shift()) {
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
    lines.push(...found.rule.lines.flatMap((line) => expand(line, reading, own).split('\n')).map((line) => line.replace(/^[@+\s-]+/, '')))
    left.push(...needs)
  }
  const shell = reading.variables.get('SHELL')
  const made = isJust ? [] : madeBy([...seen], reading).filter((one) => !isPattern(one))
  const isUnknown = [...targets, ...seen].some((name) => name.includes(unknownPart))
  const isWhole = isJust || isUnknown || seen.size >= targetsMax || reading.budget.steps <= 0
  const part = isWhole ? wholeBuild : reachedPart([...targets, ...seen], wanted.length === 0)
  return { lines, shell: shell === undefined ? undefined : expand(shell, reading), made, part }
}

/** Where the targets of rules would lie; a phony one is made whatever lies there. */
function madeBy(names: readonly string[], reading: Reading): string[] {
  const phony = new Set(reading.rules.get('.PHONY')?.needs)
  return names.flatMap((name) => (phony.has(name) || ruleFor(name, reading) === undefined ? [] : (pathFrom(reading.folder, name) ?? [])))
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
  let defined: { readonly name: string; readonly lines: string[] } | undefined
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    if (reading.budget.steps-- <= 0) return
    if (defined !== undefined) {
      if (!/^\s*endef\b/.test(line)) defined.lines.push(line)
      else {
        reading.variables.set(defined.name, defined.lines.join('\n'))
        defined = undefined
      }
      continue
    }
    const definition = /^\s*(?:(?:export|override)\s+)*define\s+([\w.-]+)/.exec(line)?.[1]
    if (definition !== undefined) {
      defined = { name: definition, lines: [] }
      continue
    }
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
  for (const path of isPattern(pattern) ? reading.host.matching(pattern) : [pattern]) {
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
