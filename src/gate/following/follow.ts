import type { Follower, Given } from './call'
import { fileLanguage, followFirstLine } from './file-language'
import { wholeBuild } from './make-parts'
import { recipesOf } from './makefile'
import { scriptOf } from './manifest'
import { absolute, folderOf, foldersUp, isPattern, liesWithScripts, pathFrom } from './place'
import { printedLines } from './printed-lines'
import { followCall } from './programs'
import type { Program } from './program-run'
import { followProgram, isOwnEntry } from './program-run'
import type { ScriptReach, Texts, TreeFacts } from './reach'
import { firstState } from './shell-state'
import { walkShell } from './shell-walk'
import type { Walk } from './walk'
import { beginWalk, firstOf, isTestLike, matchingPaths, noteRun, once, real, textAt } from './walk'

const hopsMax = 2_000
const readingsOfOneMax = 12

/** Which of the files that are started count as run; the name tells these rules apart. */
type Guard = { readonly name: string; readonly allows: (path: string) => boolean }

const everyFile: Guard = { name: '', allows: () => true }

const besideTests: Guard = { name: 'tests', allows: (path) => liesWithScripts(path) || isTestLike(path) }

/** Follows commands from the top folder (`scriptReach`). */
export function followAll(commands: readonly string[], texts: Texts, facts: TreeFacts): ScriptReach {
  const walk = beginWalk(texts, facts)
  const follower = followerOf(walk, everyFile)
  for (const command of commands) follower.text(command, 'shell', { args: [], folder: '', env: new Map() })
  for (let hops = 0; hops < hopsMax && walk.left.length > 0; hops++) walk.left.shift()?.()
  const { run, loaded, absent, made, patterns, parts, wanted } = walk
  return { run, loaded, absent, made, patterns, parts, wanted: [...wanted], wantsPaths: walk.budget.wantsPaths }
}

/** How something is run, for telling its runs apart. */
function keyOf({ folder, args, env }: Given): readonly unknown[] {
  return [folder, args, [...env]]
}

function followerOf(walk: Walk, guard: Guard): Follower {
  const follower: Follower = {
    file: (path, language, given) => {
      // What a pattern may come to find and start runs beside the rest, and can't take its result away.
      if (path === undefined || path === '' || isPattern(path) || !guard.allows(path)) return
      if (isOwnEntry(path, follower)) return
      const text = noteRun(path, walk)
      if (text !== undefined) followFile({ path, text, language, given }, walk, guard, follower)
    },
    reads: (path) => {
      if (path !== undefined && path !== '') noteRun(path, walk)
    },
    firstOf: (paths) => firstOf(paths, walk),
    textOf: (path) => textAt(path, walk),
    text: (text, language, given) =>
      once(walk, ['text', text, language, guard.name, ...keyOf(given)], () =>
        readProgram({ path: undefined, text, language, given }, walk, guard, follower),
      ),
    call: (call) => {
      if (walk.budget.steps-- > 0) followCall(call, follower)
    },
    script: (folder, name, given) => followScript(folder, name, given, follower),
    build: (build) => followBuild(build, walk, follower, guard),
    part: (manifest, part) => walk.parts.set(manifest, (walk.parts.get(manifest) ?? new Set()).add(part)),
    matching: (pattern) => matchingPaths(pattern, walk),
  }
  return follower
}

function followFile(program: Program & { readonly path: string }, walk: Walk, guard: Guard, follower: Follower): void {
  const { path, text, given } = program
  const language = fileLanguage(path, text, program.language)
  once(walk, ['file', path, language, guard.name, ...keyOf(given)], () => {
    const readings = (walk.readings.get(path) ?? 0) + 1
    walk.readings.set(path, readings)
    if (readings > readingsOfOneMax) return
    followFirstLine(path, text, given, follower)
    readProgram({ ...program, language }, walk, guard, follower)
  })
}

function readProgram(program: Program, walk: Walk, guard: Guard, follower: Follower): void {
  const { path, text, language, given } = program
  walk.budget.characters -= text.length
  if (walk.budget.characters < 0) return
  if (language === 'shell' || language === 'any') {
    const state = firstState(given.folder, given.env, given.args, path === undefined ? 'sh' : absolute(path))
    // What a test starts is the work itself, unless it lies with scripts or tests.
    const inner = path !== undefined && isTestLike(path) ? followerOf(walk, besideTests) : follower
    walkShell(text, state, {
      call: inner.call,
      source: (file) => sourced(file, walk),
      matching: inner.matching,
      printed: printedLines,
      spend: () => walk.budget.steps-- > 0,
    })
    return
  }
  followProgram(program, {
    follower: followerOf(walk, guardOf(path === undefined ? given.folder : folderOf(path))),
    note: (at) => walk.loaded.add(real(at, walk).path ?? at),
    once: (key, step) => once(walk, ['module', key, guard.name], step),
  })
}

/** Each time a file is sourced it is read again. */
function sourced(path: string, walk: Walk): string | undefined {
  const text = noteRun(path, walk)
  walk.budget.characters -= text?.length ?? 0
  return walk.budget.characters < 0 ? undefined : text
}

/** The nearest package.json counts, so one that appears on the way to it is a change of what is run. */
function followScript(folder: string, name: string, given: Given, follower: Follower): void {
  const names = [`pre${name}`, name, `post${name}`]
  for (const one of foldersUp(folder)) {
    const manifest = one === '' ? 'package.json' : `${one}/package.json`
    for (const script of names) follower.part(manifest, `scripts ${script}`)
    const text = follower.textOf(manifest)
    if (text === undefined) continue
    const args = given.args.map((arg) => ` '${arg.replaceAll("'", `'\\''`)}'`).join('')
    for (const own of names) {
      const script = scriptOf(text, own)
      if (script !== undefined) follower.text(own === name ? script + args : script, 'shell', { args: [], env: given.env, folder: one })
    }
    return
  }
}

/** What a program starts may be the code that is tested: only what lies with scripts is a check's. */
function guardOf(folder: string): Guard {
  return {
    name: folder,
    allows: (path) =>
      /\.(sh|bash)$/.test(path) ||
      /(^|\/)(scripts?|ci|tools?|build|hack|checks?|lint)\//.test(path) ||
      (folder !== '' && folderOf(path) === folder && !/(^|\/)(src|lib|app)(\/|$)/.test(folder)),
  }
}

function followBuild(build: Parameters<Follower['build']>[0], walk: Walk, follower: Follower, guard: Guard): void {
  const text = noteRun(build.path, walk)
  if (text === undefined) return
  const { path, targets, folder, env } = build
  if (!/(^|\/)((GNU)?[Mm]akefile|[^/]+\.mk|\.?[Jj]ustfile|[^/]+\.just)$/.test(path) && !/\.(inc|make)$/.test(path)) {
    follower.file(path, 'any', { args: [], folder, env })
    return
  }
  once(walk, ['build', path, targets, guard.name, ...keyOf(build)], () => {
    const given = { args: [], folder, env }
    const include = (file: string): string | undefined => {
      follower.part(file, wholeBuild)
      return noteRun(file, walk)
    }
    const { lines, shell, made, part } = recipesOf(
      { path, text, folder, targets, fixed: env },
      { include, matching: follower.matching, shell: (line) => follower.text(line, 'shell', given) },
    )
    follower.part(path, part)
    for (const one of made) walk.made.add(one)
    if (shell?.includes('/') === true) follower.file(pathFrom(folder, shell), 'any', given)
    for (const line of lines) follower.text(line, 'shell', given)
  })
}
