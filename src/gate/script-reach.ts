import { scriptsRun } from './scripts-run'
import { shapeOf } from './screening/shape'

/** What commands run of the repository, however many steps away. */
export type ScriptReach = {
  /** Files that are run, by their paths from the top. */
  readonly run: ReadonlySet<string>
  /** Files beside a run one that it loads. */
  readonly loaded: ReadonlySet<string>
  /** Names of scripts of the package.json at the top, those before and after them too. */
  readonly packageScripts: ReadonlySet<string>
  /** Paths whose text would tell more; ask again with them. */
  readonly wanted: readonly string[]
}

/** Texts by path; undefined where there is no such file. */
export type Texts = ReadonlyMap<string, string | undefined>

const makefile = /^((GNU)?[Mm]akefile|[^/]+\.mk|[Jj]ustfile)$/
const hopsMax = 2_000

type Walk = {
  readonly texts: Texts
  readonly run: Set<string>
  readonly loaded: Set<string>
  readonly packageScripts: Set<string>
  readonly wanted: Set<string>
  readonly left: (() => void)[]
  readonly seen: Set<string>
}

/**
 * Follows commands to package scripts, shell scripts, targets of Makefiles, programs for interpreters and what these load from beside them (spec 10, 1: trust). What a program
 * starts by itself is followed where it is written out as a path.
 */
export function scriptReach(commands: readonly string[], texts: Texts): ScriptReach {
  const walk: Walk = {
    texts,
    run: new Set(),
    loaded: new Set(),
    packageScripts: new Set(),
    wanted: new Set(),
    left: [],
    seen: new Set(),
  }
  for (const command of commands) walk.left.push(() => followCommand(command, walk))
  for (let hops = 0; hops < hopsMax && walk.left.length > 0; hops++) walk.left.shift()?.()
  const { run, loaded, packageScripts, wanted } = walk
  return { run, loaded, packageScripts, wanted: [...wanted] }
}

/** The same step is taken once. */
function once(walk: Walk, key: string, step: () => void): void {
  if (walk.seen.has(key)) return
  walk.seen.add(key)
  walk.left.push(step)
}

function textOf(path: string, walk: Walk): string | undefined {
  if (!walk.texts.has(path)) walk.wanted.add(path)
  return walk.texts.get(path)
}

function followCommand(command: string, walk: Walk): void {
  const { files, packageScripts } = scriptsRun(command)
  for (const name of packageScripts) {
    walk.packageScripts.add(name)
    once(walk, `script ${name}`, () => {
      const script = packageScript(textOf('package.json', walk), name)
      if (script !== undefined) followCommand(script, walk)
    })
  }
  for (const file of files) if (file !== 'package.json') followFile(plainPath(file), command, walk)
}

/** A script's text; undefined where there is none, or where package.json can't be read: that it became so is found elsewhere. */
function packageScript(text: string | undefined, name: string): string | undefined {
  try {
    const json = JSON.parse((text ?? '{}').replace(/^\ufeff/, '')) as { readonly scripts?: Readonly<Record<string, unknown>> } | null
    const scripts = json?.scripts
    return scripts !== undefined && Object.hasOwn(scripts, name) ? String(scripts[name]) : undefined
  } catch {
    return undefined
  }
}

const namedLikeCheck =
  /(^|[-_:])(tests?|specs?|checks?|lint|typecheck|type-check|types|verify|validate|ci|e2e|integration|unit|coverage|cov|audit)([-_:]|$)/i

/** Commands for the scripts of a package.json that are named like checks: a pipeline or a person runs them, where no check of the gate does. */
export function checkScripts(manifest: string | undefined): string[] {
  const names = [...(manifest ?? '').matchAll(/"([\w:.-]+)"\s*:/g)].map((found) => found[1] ?? '')
  return [...new Set(names)]
    .filter((name) => namedLikeCheck.test(name) && packageScript(manifest, name) !== undefined)
    .map((name) => `npm run ${name}`)
}

function followFile(path: string, command: string, walk: Walk): void {
  const text = textOf(path, walk)
  if (text === undefined) return
  walk.run.add(path)
  const name = path.split('/').at(-1) ?? ''
  if (makefile.test(name)) {
    for (const line of recipesOf(text, targetsIn(command))) once(walk, `line ${line}`, () => followCommand(line, walk))
    return
  }
  once(walk, `file ${path}`, () => {
    if (/\.([cm]?[jt]sx?|py)$/.test(path) || /^#!.*\b(node|deno|bun|python\d?)\b/.test(text)) followProgram(path, text, walk)
    else for (const line of shellLines(text)) followCommand(line, walk)
  })
}

/** Modules beside it, and paths that it names. */
function followProgram(path: string, text: string, walk: Walk): void {
  const folder = path.split('/').slice(0, -1).join('/')
  for (const target of modulesOf(path, text)) {
    const at = candidates(folder, target, path.endsWith('.py')).find((candidate) => textOf(candidate, walk) !== undefined)
    if (at === undefined || !isBeside(at, folder)) continue
    walk.loaded.add(at)
    const inner = walk.texts.get(at)
    if (inner !== undefined) once(walk, `file ${at}`, () => followProgram(at, inner, walk))
  }
  for (const found of text.matchAll(/["'`]((?:\.\/)?[\w-][\w./-]*\/[\w.-]+\.(?:sh|bash|py|[cm]?[jt]s))["'`]/g)) {
    const named = plainPath(found[1] ?? '')
    if (/(^|\/)(scripts?|ci|tools?|bin|build|hack)\//.test(named)) followFile(named, '', walk)
  }
}

function modulesOf(path: string, text: string): string[] {
  if (!path.endsWith('.py'))
    return [...text.matchAll(/(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*["'`](\.{1,2}\/[^"'`\n]+)["'`]/g)].map(
      (found) => found[1] ?? '',
    )
  const names = [...text.matchAll(/^[ \t]*(?:from\s+([.\w]+)\s+import\s+([\w, ()]+)|import\s+([\w., ]+))/gm)]
  return names.flatMap(([, from, what, plain]) => {
    if (plain !== undefined) return plain.split(',').map((one) => one.trim().split(/\s+/)[0] ?? '')
    const inner = (what ?? '')
      .replace(/[()]/g, '')
      .split(',')
      .map((one) => one.trim().split(/\s+/)[0] ?? '')
    return [from ?? '', ...inner.map((one) => `${from ?? ''}${(from ?? '').endsWith('.') ? '' : '.'}${one}`)]
  })
}

function candidates(folder: string, target: string, isPython: boolean): string[] {
  if (isPython) {
    const dots = /^\.*/.exec(target)?.[0].length ?? 0
    const path = target.slice(dots).replaceAll('.', '/')
    if (path === '') return []
    const up = dots > 1 ? '../'.repeat(dots - 1) : ''
    return [plainPath(`${folder}/${up}${path}.py`), plainPath(`${path}.py`)]
  }
  const path = plainPath(`${folder}/${target}`)
  if (/\.[cm]?[jt]sx?$|\.json$/.test(path)) return [path, path.replace(/\.([cm]?)js$/, '.$1ts')]
  return ['.ts', '.js', '.mjs', '.cjs', '/index.ts', '/index.js'].map((end) => `${path}${end}`)
}

/** In the folder of the script or below it: what a script takes from elsewhere is code, which tests look at. */
function isBeside(path: string, folder: string): boolean {
  return folder === '' ? !path.includes('/') : path.startsWith(`${folder}/`)
}

/** A path from the top without `./` and `a/..`. */
function plainPath(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function shellLines(text: string): string[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim().replace(/^(?:(?:then|do|else|if|elif|while|until|time|exec|!|\{|\()\s+)+/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** The words of `make` that are targets; none for the first target of the file. */
function targetsIn(command: string): string[] {
  return shapeOf(command).commands.flatMap(({ args }) => args.filter((arg) => /^[\w./-]+$/.test(arg) && !arg.startsWith('-')))
}

/** The commands of targets and of those that they need. */
function recipesOf(text: string, wanted: readonly string[]): string[] {
  const rules = new Map<string, { needs: string[]; lines: string[] }>()
  let names: string[] = []
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    const head = /^([\w./%-][\w./% -]*?)\s*::?(?!=)\s*([^=#]*)/.exec(line)
    if (head !== null && !/^\s/.test(line)) {
      names = (head[1] ?? '').split(/\s+/)
      const needs = (head[2] ?? '').split(/\s+/).filter((need) => need !== '')
      for (const name of names)
        rules.set(name, { needs: [...(rules.get(name)?.needs ?? []), ...needs], lines: rules.get(name)?.lines ?? [] })
    } else if (/^\s+\S/.test(line))
      for (const name of names)
        rules.get(name)?.lines.push(
          line
            .trim()
            .replace(/^[@+-]+/, '')
            .replace(/\$\$/g, '$'),
        )
  }
  const first = [...rules.keys()].find((name) => !name.startsWith('.'))
  const known = wanted.filter((name) => rules.has(name))
  const left = known.length > 0 ? [...known] : first === undefined ? [] : [first]
  const seen = new Set<string>()
  const lines: string[] = []
  for (let name = left.shift(); name !== undefined; name = left.shift()) {
    if (seen.has(name)) continue
    seen.add(name)
    lines.push(...(rules.get(name)?.lines ?? []))
    left.push(...(rules.get(name)?.needs ?? []))
  }
  return lines
}
