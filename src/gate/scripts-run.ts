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
  const found = shapeOf(cmd).commands.map(scriptsOf)
  return {
    files: [...new Set(found.flatMap(({ files }) => files))],
    packageScripts: [...new Set(found.flatMap(({ packageScripts }) => packageScripts))],
  }
}

function scriptsOf({ program, args }: SimpleCommand): ScriptsRun {
  const name = baseName(program)
  const inside = (path: string | undefined): string[] => (path === undefined || leadsOutside(path) ? [] : [path])
  if (scriptRunners.has(name)) return { files: ['package.json'], packageScripts: scriptsNamed(name, args) }
  if (Object.hasOwn(buildFiles, name))
    return { files: [...(buildFiles[name] ?? []), ...inside(valueOf(args, '-f', '--file'))], packageScripts: [] }
  const isInterpreter = shells.has(name) || Object.hasOwn(interpreters, name) || name === 'python'
  const script = isInterpreter ? args.find((arg) => !arg.startsWith('-') && /[./]/.test(arg)) : program.includes('/') ? program : undefined
  return { files: inside(script), packageScripts: [] }
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
