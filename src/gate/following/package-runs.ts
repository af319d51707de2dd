import { optionValues, readOptions } from './arguments'
import type { ReadOptions } from './arguments'
import type { Call, Follower } from './call'
import { packageName, workspacePatterns } from './manifest'
import { folderOf, foldersUp, isPattern, pathFrom } from './place'

const runners: Readonly<Record<string, string>> = { npm: 'wC', pnpm: 'CF', yarn: '', bun: 'F', lerna: '', turbo: 'F', nx: 'p' }
const valuedOptions = [
  '--prefix',
  '--workspace',
  '--dir',
  '--filter',
  '--cwd',
  '--scope',
  '--script-shell',
  '--include',
  '--from',
  '--exclude',
  '--loglevel',
  '--userconfig',
  '--concurrency',
  '--projects',
  '--target',
  '-t',
]
const shortScripts: Readonly<Record<string, string>> = {
  t: 'test',
  tst: 'test',
  test: 'test',
  start: 'start',
  stop: 'stop',
  restart: 'restart',
}
const together = /^(npm-run-all2?|run-s|run-p)$/

/** Follows a runner of package scripts; false where the program isn't one. */
export function followPackages(name: string, call: Call, follower: Follower): boolean {
  if (together.test(name)) {
    for (const script of call.args.filter((arg) => !arg.startsWith('-')))
      runScripts([call.folder], script.replace(/^npm:/, ''), call, follower)
    return true
  }
  const values = Object.hasOwn(runners, name) ? runners[name] : undefined
  if (values === undefined) return false
  const args = call.args.map((arg) => (name === 'npm' && arg === '-ws' ? '--workspaces' : arg))
  const read = readOptions(args, { values, long: valuedOptions }, true)
  let folder: string | undefined = call.folder
  for (const to of optionValues(read, '--prefix', '--dir', '--cwd', '-C')) folder = folder === undefined ? undefined : pathFrom(folder, to)
  if (folder === undefined) return true
  for (const shell of optionValues(read, '--script-shell')) if (shell.includes('/')) follower.file(pathFrom(folder, shell), 'any', call)
  const asked = askedFor(name, read)
  const folders = foldersOf(name, read, asked.workspaces, folder, follower)
  if (asked.command !== undefined) {
    const [program, ...rest] = asked.command
    if (program !== undefined) for (const one of folders) follower.call({ ...call, folder: one, program, args: rest })
  }
  const script = asked.scripts[0]
  if (script !== undefined) for (const one of asked.scripts) runScripts(folders, one, { ...call, args: asked.args }, follower)
  return true
}

function runScripts(folders: readonly string[], script: string, call: Call, follower: Follower): void {
  for (const folder of folders) follower.script(folder, script, { args: call.args, env: call.env, folder })
}

type Asked = {
  readonly scripts: readonly string[]
  readonly args: readonly string[]
  readonly command?: readonly string[]
  readonly workspaces?: 'all' | readonly string[]
}

/** What the words ask for: scripts, or a command of the package's. */
function askedFor(name: string, { rest }: ReadOptions): Asked {
  const [first = '', ...others] = rest
  if (name === 'lerna' || name === 'turbo' || name === 'nx')
    return { scripts: first === 'run' || first === 'run-many' ? others : first === '' ? [] : [first], args: [], workspaces: 'all' }
  if (name === 'yarn' && first === 'workspace')
    return { ...askedFor(name, { options: [], rest: others.slice(1) }), workspaces: others.slice(0, 1) }
  if (name === 'yarn' && first === 'workspaces')
    return { ...askedFor(name, { options: [], rest: others[0] === 'foreach' ? others.slice(1) : others }), workspaces: 'all' }
  if (/^(run|run-script|rum|urn)$/.test(first)) {
    const isFile = name === 'bun' && /\.[cm]?[jt]sx?$/.test(others[0] ?? '')
    return isFile ? { scripts: [], args: [], command: ['bun', ...rest] } : { scripts: others.slice(0, 1), args: others.slice(1) }
  }
  if (/^(exec|x|dlx)$/.test(first)) return { scripts: [], args: [], command: others }
  const short = Object.hasOwn(shortScripts, first) ? shortScripts[first] : undefined
  if (short !== undefined && name !== 'bun') return { scripts: [short], args: others }
  // The others take a script's name, or else a program of a package's, without any word before.
  if (name === 'npm' || first === '' || (name === 'bun' && first === 'test')) return { scripts: [], args: [] }
  const isFile = name === 'bun' && /\.[cm]?[jt]sx?$/.test(first)
  return { scripts: isFile ? [] : [first], args: others, command: rest }
}

function foldersOf(
  name: string,
  read: ReadOptions,
  named: 'all' | readonly string[] | undefined,
  folder: string,
  follower: Follower,
): readonly string[] {
  const chosen = [
    ...optionValues(read, '--workspace', '--filter', '-F', '--scope'),
    ...(name === 'npm' ? optionValues(read, '-w') : []),
    ...(named === 'all' ? [] : (named ?? [])),
  ]
  const isAll = named === 'all' || read.options.some(([option]) => /^(--workspaces|--recursive|-r)$/.test(option))
  if (chosen.length > 0) return chosen.flatMap((one) => packagesNamed(one, folder, follower))
  return isAll ? [folder, ...packagesOf(folder, follower)] : [folder]
}

/** A package by its name, its folder or a pattern of either; what pnpm writes around it is left out. */
function packagesNamed(chosen: string, folder: string, follower: Follower): string[] {
  const plain = chosen.replace(/^\.\.\.|\.\.\.$|[{}^]|\[[^\]]*\]/g, '')
  const packages = packagesOf(folder, follower)
  if (plain === '' || plain.startsWith('!')) return packages
  const path = pathFrom(folder, plain)
  const found = packages.filter(
    (one) => one === path || fits(plain, packageName(follower.textOf(`${one}/package.json`))) || fits(path ?? plain, one),
  )
  return found.length === 0 && path !== undefined && path !== '' && follower.textOf(`${path}/package.json`) !== undefined ? [path] : found
}

function fits(pattern: string, name: string | undefined): boolean {
  if (name === undefined || pattern === name) return name !== undefined
  const [start = '', ...others] = pattern.split('*')
  const end = others.at(-1)
  return end !== undefined && name.startsWith(start) && name.endsWith(end)
}

/** The folders of a repository's packages: of the nearest folder upwards that names some. */
function packagesOf(folder: string, follower: Follower): string[] {
  for (const root of foldersUp(folder)) {
    const start = root === '' ? '' : `${root}/`
    const manifest = `${start}package.json`
    const own = workspacePatterns(follower.textOf(manifest))
    const patterns = [
      ...own,
      ...listedIn(follower.textOf(`${start}pnpm-workspace.yaml`)),
      ...listedIn(follower.textOf(`${start}lerna.json`)),
    ]
    if (patterns.length === 0) continue
    if (own.length > 0) follower.part(manifest, 'workspaces')
    const plain = patterns.filter((pattern) => !pattern.startsWith('!')).flatMap((pattern) => pathFrom(root, pattern) ?? [])
    const found = plain.flatMap((pattern) => follower.matching(`${pattern}/package.json`)).filter((path) => !isPattern(path))
    return [...new Set(found)].map(folderOf).slice(0, 200)
  }
  return []
}

/** Patterns in quotes or after a dash: lists of pnpm-workspace.yaml and lerna.json. */
function listedIn(text: string | undefined): string[] {
  if (text === undefined) return []
  const list = /"?packages"?\s*:\s*([^]*?)(?:\n\w|\]|$)/.exec(text)?.[1] ?? ''
  return [...list.matchAll(/["']([^"'\n]+)["']|-\s+([^\s"'#]+)/g)].map((found) => found[1] ?? found[2] ?? '')
}
