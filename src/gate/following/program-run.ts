import type { Follower, Given, Language } from './call'
import { isDeclared, mappedModule } from './manifest'
import { folderOf, foldersUp, liesWithScripts, pathFrom } from './place'
import { modulesNamed, placedText, pythonModules, scriptsNamed, startedIn } from './program-text'

/** A program's text; without a path it was given on a line. */
export type Program = { readonly path: string | undefined; readonly text: string; readonly language: Language; readonly given: Given }

/** Whom the reading of a program tells: `note` of a module that is loaded. */
export type ProgramHost = {
  readonly follower: Follower
  readonly note: (path: string) => void
  readonly once: (key: string, step: () => void) => void
}

/**
 * Whether the nearest package.json declares the file as what its package is: a check that runs or loads it looks at the work itself. What lies with scripts checks others, whatever
 * is declared.
 */
export function isOwnEntry(path: string, follower: Pick<Follower, 'textOf'>): boolean {
  if (liesWithScripts(path)) return false
  for (const folder of foldersUp(folderOf(path))) {
    const text = follower.textOf(folder === '' ? 'package.json' : `${folder}/package.json`)
    if (text !== undefined) return isDeclared(text, folder === '' ? path : path.slice(folder.length + 1))
  }
  return false
}

/** Follows a program to modules beside it, to the programs it starts, and to scripts that it names. */
export function followProgram({ path, text, language, given }: Program, host: ProgramHost): void {
  const { follower } = host
  const folder = path === undefined ? given.folder : folderOf(path)
  const placed = placedText(text, folder, path ?? 'stdin')
  const load = (at: string): void => {
    if (isOwnEntry(at, follower)) return
    host.note(at)
    const inner = follower.textOf(at)
    const isCode = /\.([cm]?[jt]sx?|py)$/.test(at)
    if (inner !== undefined && isCode) host.once(at, () => followProgram({ path: at, text: inner, language, given }, host))
  }
  if (language === 'python') followPython(text, folder, follower, load)
  else if (language === 'javascript') followModules(text, folder, follower, load)
  for (const { words, text: line, folder: place } of startedIn(placed)) {
    const at = place === undefined ? given.folder : pathFrom(given.folder, place)
    if (at === undefined) continue
    const [program, ...args] = words ?? []
    if (line !== undefined) follower.text(line, 'shell', { args: [], folder: at, env: given.env })
    else if (program !== undefined) follower.call({ program, args, folder: at, env: given.env })
  }
  for (const named of scriptsNamed(placed)) follower.file(pathFrom(given.folder, named), 'any', { ...given, args: [] })
}

function followPython(text: string, folder: string, follower: Follower, load: (at: string) => void): void {
  for (const target of pythonModules(text)) {
    const dots = /^\.*/.exec(target)?.[0].length ?? 0
    const path = target.slice(dots).replaceAll('.', '/')
    if (path === '') continue
    const up = dots > 1 ? '../'.repeat(dots - 1) : ''
    const found = firstThere(
      [`${up}${path}.py`, `${up}${path}/__init__.py`].map((one) => pathFrom(folder, one)),
      follower,
    )
    const other = found ?? (dots === 0 ? firstThere([`${path}.py`, `${path}/__init__.py`], follower) : undefined)
    if (other !== undefined && isBeside(other, folder)) load(other)
  }
}

function firstThere(paths: readonly (string | undefined)[], follower: Follower): string | undefined {
  return paths.find((path) => path !== undefined && path !== '' && follower.textOf(path) !== undefined)
}

function followModules(text: string, folder: string, follower: Follower, load: (at: string) => void): void {
  for (const target of modulesNamed(text)) {
    if (/^\.{1,2}\//.test(target)) {
      const found = firstThere(candidates(pathFrom(folder, target)), follower)
      if (found !== undefined && isBeside(found, folder)) load(found)
    } else if (target.startsWith('#') || !target.startsWith('node:')) followMapped(target, folder, follower, load)
  }
}

/** Modules by the maps of the nearest package.json; the map is the check's as much as the module. */
function followMapped(target: string, folder: string, follower: Follower, load: (at: string) => void): void {
  const manifest = firstThere(
    foldersUp(folder).map((one) => (one === '' ? 'package.json' : `${one}/package.json`)),
    follower,
  )
  if (manifest === undefined) return
  const mapped = mappedModule(follower.textOf(manifest), target)
  if (mapped === undefined) return
  for (const path of mapped.paths) {
    const found = firstThere(candidates(pathFrom(folderOf(manifest), path)), follower)
    if (found === undefined || !isBeside(found, folder)) continue
    follower.part(manifest, mapped.part)
    load(found)
  }
}

function candidates(path: string | undefined): string[] {
  if (path === undefined || path === '') return []
  if (/\.[cm]?[jt]sx?$|\.json$/.test(path)) return [path, path.replace(/\.([cm]?)js$/, '.$1ts')]
  return ['.ts', '.js', '.mjs', '.cjs', '/index.ts', '/index.js'].map((end) => `${path}${end}`)
}

/** In the folder of the script or below it, or in a folder for scripts: what a script takes from elsewhere is code, which tests look at. */
function isBeside(path: string, folder: string): boolean {
  if (liesWithScripts(path)) return true
  return folder === '' ? !path.includes('/') : path.startsWith(`${folder}/`)
}
