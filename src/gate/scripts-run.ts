import { baseName } from './screening/screened'
import type { SimpleCommand } from './screening/screened'
import { interpreters, shells } from './screening/program-tables'
import { leadsOutside } from './screening/paths'
import { shapeOf } from './screening/shape'

/**
 * What of the repository a command runs besides its tools: `files` are paths as written, relative to where it runs (of `make` and the like every name they look for),
 * `packageScripts` are scripts of package.json with those that run before and after them. Whoever edits these edits the check (spec 10, 1: trust, `control-plane`).
 */
export type ScriptsRun = { readonly files: readonly string[]; readonly packageScripts: readonly string[] }

const buildFiles: Readonly<Record<string, readonly string[]>> = {
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  gmake: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
  rake: ['Rakefile', 'rakefile'],
  tox: ['tox.ini', 'pyproject.toml', 'setup.cfg'],
  nox: ['noxfile.py'],
  ant: ['build.xml'],
}
const scriptRunners = new Set(['npm', 'pnpm', 'yarn', 'bun'])
const shortScripts: Readonly<Record<string, string>> = {
  t: 'test',
  tst: 'test',
  test: 'test',
  start: 'start',
  stop: 'stop',
  restart: 'restart',
}

/** Finds the scripts in all simple commands of a shell text, joined ones too; what a substitution runs isn't followed. */
export function scriptsRun(cmd: string): ScriptsRun {
  const found = shapeOf(cmd).commands.map((command) => scriptsOf(command))
  return {
    files: [...new Set(found.flatMap(({ files }) => files))],
    packageScripts: [...new Set(found.flatMap(({ packageScripts }) => packageScripts))],
  }
}

const wrappers = new Set(
  'npx bunx pnpx env cross-env cross-env-shell exec time nice command dotenv dotenvx nyc c8 sudo xvfb-run timeout gtimeout stdbuf poetry uv pipenv hatch pdm rye coverage'.split(
    ' ',
  ),
)
const together = /^(npm-run-all2?|run-s|run-p|concurrently)$/

function scriptsOf({ program, args, assignments }: SimpleCommand, hops = 4): ScriptsRun {
  const name = baseName(program)
  const inside = (path: string | undefined): string[] => (path === undefined || leadsOutside(path) ? [] : [path])
  if (wrappers.has(name) && hops > 0) {
    const at = args.findIndex((arg) => !arg.startsWith('-') && !/^\w+=|^\d+[smh]?$|^(run|exec)$/.test(arg))
    const inner = at < 0 ? undefined : args[at]
    return inner === undefined
      ? { files: [], packageScripts: [] }
      : scriptsOf({ program: inner, args: args.slice(at + 1), assignments }, hops - 1)
  }
  if (together.test(name)) {
    const scripts = args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.replace(/^npm:/, ''))
    return { files: ['package.json'], packageScripts: scripts.flatMap((script) => [`pre${script}`, script, `post${script}`]) }
  }
  if (scriptRunners.has(name)) {
    const file = name === 'bun' ? args.find((arg) => /\.[cm]?[jt]sx?$/.test(arg)) : undefined
    return { files: ['package.json', ...inside(file)], packageScripts: scriptsNamed(name, args) }
  }
  if (Object.hasOwn(buildFiles, name))
    return { files: [...(buildFiles[name] ?? []), ...inside(valueOf(args, '-f', '--file'))], packageScripts: [] }
  const isInterpreter = shells.has(name) || Object.hasOwn(interpreters, name) || /^(python|deno|pypy)$/.test(name)
  const loaded = isInterpreter ? loadedBefore(args).flatMap(inside) : []
  const module = name === 'python' ? valueOf(args, '-m', '-m') : undefined
  if (module !== undefined) return { files: [...loaded, ...moduleFiles(module)], packageScripts: [] }
  // A runner's own option: what follows are tests, which are judged as such.
  if (args.includes('--test') || (name === 'deno' && args[0] === 'test')) return { files: loaded, packageScripts: [] }
  const script = isInterpreter
    ? args.find((arg) => !arg.startsWith('-') && /[./]/.test(arg) && !loaded.includes(arg))
    : program.includes('/')
      ? program
      : undefined
  return { files: [...loaded, ...inside(script)], packageScripts: [] }
}

/** `--import ./a.mjs`, `-r ./b.js`: loaded before the script. */
function loadedBefore(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const joined = /^--(?:import|require|loader|experimental-loader)=(.*)$/.exec(arg)?.[1]
    const next = /^(?:--(?:import|require|loader|experimental-loader)|-r)$/.test(arg) ? args[index + 1] : undefined
    const value = joined ?? next
    return value !== undefined && /^\.{1,2}\//.test(value) ? [value] : []
  })
}

/** Where `python -m a.b` looks in the repository; an installed module is at none of these. */
function moduleFiles(module: string): string[] {
  if (!/^\w+(\.\w+)*$/.test(module)) return []
  const path = module.replaceAll('.', '/')
  return [`${path}.py`, `${path}/__main__.py`, `src/${path}.py`, `src/${path}/__main__.py`]
}

function scriptsNamed(name: string, args: readonly string[]): string[] {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const at = words.findIndex((word) => word === 'run' || word === 'run-script')
  const direct = words.find((word) => Object.hasOwn(shortScripts, word))
  const first = name === 'npm' ? undefined : words[0]
  const script = at >= 0 ? words[at + 1] : direct === undefined ? first : shortScripts[direct]
  return script === undefined ? [] : [`pre${script}`, script, `post${script}`]
}

function valueOf(args: readonly string[], short: string, long: string): string | undefined {
  const at = args.findIndex((arg) => arg === short || arg === long)
  return at >= 0 ? args[at + 1] : args.find((arg) => arg.startsWith(`${long}=`))?.slice(long.length + 1)
}
