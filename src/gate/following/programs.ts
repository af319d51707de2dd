import { baseName } from '../screening/screened'
import type { Build, Call, Follower } from './call'
import { optionValues, readOptions } from './arguments'
import { followInterpreter, isInterpreter } from './interpreted'
import { followPackages } from './package-runs'
import { pathFrom } from './place'
import { followWrapper } from './wrapped'

const buildFiles: Readonly<Record<string, readonly string[]>> = {
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  gmake: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', '.justfile', 'Justfile'],
  task: ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml'],
  rake: ['rakefile', 'Rakefile', 'rakefile.rb', 'Rakefile.rb'],
  tox: ['tox.ini', 'pyproject.toml', 'setup.cfg'],
  nox: ['noxfile.py'],
  ant: ['build.xml'],
}

/** Follows a program that is started to what of the repository it runs. */
export function followCall(call: Call, follower: Follower): void {
  const name = baseName(call.program)
  if (call.program.includes('/')) follower.file(pathFrom(call.folder, call.program), 'any', call)
  else for (const path of inSearchPath(call)) follower.file(path, 'any', call)
  if (isInterpreter(name) && !(name === 'bun' && isPackageWord(call.args))) followInterpreter(name, call, follower)
  else if (Object.hasOwn(buildFiles, name)) followBuild(name, call, follower)
  else if (!followWrapper(name, call, follower)) followPackages(name, call, follower)
}

function isPackageWord(args: readonly string[]): boolean {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const word = words[0] === 'run' ? words[1] : words[0]
  return word !== undefined && !/\.[cm]?[jt]sx?$/.test(word) && !args.some((arg) => arg === '-e' || arg === '--eval')
}

/** Folders of the repository that a script puts in `PATH` may hold the program. */
function inSearchPath({ program, folder, env }: Call): string[] {
  const folders = (env.get('PATH') ?? []).flatMap((value) => value.split(':')).filter((one) => one !== '')
  return folders.flatMap((one) => pathFrom(folder, one) ?? []).map((one) => (one === '' ? program : `${one}/${program}`))
}

function followBuild(name: string, call: Call, follower: Follower): void {
  const read = readOptions(
    call.args,
    {
      values: name.endsWith('make') ? 'CfIoW' : name === 'just' ? 'fd' : name === 'task' ? 'td' : 'fe',
      long: ['--file', '--makefile', '--directory', '--justfile', '--working-directory', '--taskfile', '--dir', '--rakefile', '-buildfile'],
    },
    true,
  )
  let folder: string | undefined = call.folder
  for (const to of optionValues(read, '-C', '--directory', '--working-directory', '--dir'))
    folder = folder === undefined ? undefined : pathFrom(folder, to)
  if (folder === undefined) return
  const top = folder
  const start = top === '' ? '' : `${top}/`
  const named = optionValues(
    read,
    '-f',
    '--file',
    '--makefile',
    '--justfile',
    '--taskfile',
    '--rakefile',
    '-buildfile',
    ...(name === 'task' ? ['-t'] : []),
  )
  const paths = named.map((path) => pathFrom(top, path))
  const found = named.length > 0 ? paths : [follower.firstOf((buildFiles[name] ?? []).map((file) => `${start}${file}`))]
  const set = read.rest.flatMap((arg): [string, string[]][] => {
    const [, variable, value] = /^(\w+):?=([^]*)$/.exec(arg) ?? []
    return variable === undefined ? [] : [[variable, [value ?? '']]]
  })
  const targets = read.rest.filter((arg) => !arg.includes('='))
  const given: Omit<Build, 'path'> = { targets, folder, env: new Map([...call.env, ...set]), args: [] }
  for (const path of found) if (path !== undefined) follower.build({ ...given, path })
}
