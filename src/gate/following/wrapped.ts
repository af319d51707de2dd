import { baseName } from '../screening/screened'
import { optionValues, readOptions } from './arguments'
import type { Call, Follower } from './call'
import { isInterpreter } from './interpreted'
import { pathFrom, unknownPart } from './place'

/** Programs that run the rest of their line, with those of their options that take a value. */
const wrappers: Readonly<Record<string, string>> = {
  npx: 'pw',
  bunx: 'p',
  pnpx: '',
  'cross-env': '',
  'cross-env-shell': '',
  time: 'fo',
  nice: 'n',
  ionice: 'cnp',
  nohup: '',
  setsid: '',
  dotenv: 'ecpv',
  dotenvx: 'f',
  'env-cmd': 'f',
  nyc: '',
  c8: 'cro',
  sudo: 'ugChpDRrT',
  doas: 'uC',
  'xvfb-run': 'nsfew',
  timeout: 'ks',
  gtimeout: 'ks',
  stdbuf: 'ioe',
  unbuffer: '',
  coverage: '',
  poetry: 'C',
  uv: 'p',
  pipenv: '',
  hatch: 'e',
  pdm: 'p',
  rye: '',
  bundle: '',
  strace: 'eopPsuE',
  flock: 'wE',
  chronic: '',
  busybox: '',
  toybox: '',
  parallel: 'jIaN',
  hyperfine: 'wrmMP',
  watch: 'n',
  nodemon: 'wei',
  corepack: '',
  'docker-entrypoint': '',
}

const valuedOptions = [
  '--package',
  '--workspace',
  '--directory',
  '--project',
  '--signal',
  '--kill-after',
  '--adjustment',
  '--user',
  '--group',
  '--with',
  '--env-file',
  '--python',
  '--server-args',
  '--reporter',
  '--rcfile',
  '--source',
  '--omit',
  '--include',
  '--data-file',
]

/** Follows a program that runs another one; false where it isn't one of these. */
export function followWrapper(name: string, call: Call, follower: Follower): boolean {
  if (name === 'env') followEnv(call, follower)
  else if (name === 'xargs' || name === 'gxargs') followXargs(call, follower)
  else if (name === 'find' || name === 'gfind') followFind(call, follower)
  else if (name === 'git') followGit(call, follower)
  else if (name === 'concurrently') followTexts(call, follower)
  else if (Object.hasOwn(wrappers, name)) followRest(name, call, follower)
  else return false
  return true
}

function followRest(name: string, call: Call, follower: Follower): void {
  const read = readOptions(call.args, { values: wrappers[name] ?? '', long: valuedOptions })
  const inText = name === 'npx' || name === 'flock' ? /^(-c|--call)$/ : /^--command$/
  if (read.options.some(([option]) => inText.test(option))) {
    for (const text of [...optionValues(read, '--call', '--command'), ...read.rest].slice(0, 2))
      if (text !== '') follower.text(text, 'shell', { ...call, args: [] })
    return
  }
  if (name === 'coverage') followCoverage(read.rest, call, follower)
  const files = [...optionValues(read, '--env-file'), ...(/^(dotenvx?|env-cmd)$/.test(name) ? optionValues(read, '-e', '-f') : [])]
  for (const path of files) follower.reads(pathFrom(call.folder, path))
  startAfter(read.rest, call, follower)
}

/** The rest of a line from its first word that is no assignment, duration or word of the wrapper. */
function startAfter(rest: readonly string[], call: Call, follower: Follower): void {
  const at = rest.findIndex((arg) => !/^-|^\w+=|^\d+(\.\d+)?[smhd]?$|^(run|exec)$/.test(arg))
  const program = rest[at]
  if (program === undefined) return
  const set = rest.slice(0, at).flatMap((arg): [string, string[]][] => {
    const [, variable, value] = /^(\w+)=([^]*)$/.exec(arg) ?? []
    return variable === undefined ? [] : [[variable, [value ?? '']]]
  })
  const next = { ...call, program, args: rest.slice(at + 1), env: new Map([...call.env, ...set]) }
  // A command in quotes, as `cross-env-shell "a && b"` takes it.
  if (/\s/.test(program)) follower.text(program, 'shell', { ...next, args: [] })
  else follower.call(next)
}

function followCoverage(rest: readonly string[], call: Call, follower: Follower): void {
  if (rest[0] === 'run') follower.call({ ...call, program: 'python3', args: withoutOwn(rest.slice(1)) })
}

function withoutOwn(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => arg === '-m' || !arg.startsWith('-'))
  return at < 0 ? [] : args.slice(at)
}

function followEnv(call: Call, follower: Follower): void {
  const read = readOptions(call.args, { values: 'uCS', long: ['--unset', '--chdir', '--split-string'] })
  const to = optionValues(read, '-C', '--chdir')[0]
  const folder = to === undefined ? call.folder : pathFrom(call.folder, to)
  if (folder === undefined) return
  const split = optionValues(read, '-S', '--split-string')
  for (const text of split) follower.text([text, ...read.rest.map(quoted)].join(' '), 'shell', { ...call, folder, args: [] })
  if (split.length === 0) startAfter(read.rest, { ...call, folder }, follower)
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/** The names that `xargs` is given come from its input: a file that holds them decides what is run. */
function followXargs(call: Call, follower: Follower): void {
  const read = readOptions(call.args, {
    values: 'aEeIiLlnPsdR',
    long: ['--arg-file', '--max-args', '--max-procs', '--replace', '--delimiter'],
  })
  const [program, ...args] = read.rest
  if (program === undefined) return
  const files = optionValues(read, '-a', '--arg-file').map((path) => pathFrom(call.folder, path))
  const paths = [...files, ...(call.input?.paths ?? [])].flatMap((path) => path ?? [])
  if (isInterpreter(baseName(program))) for (const path of paths) follower.reads(path)
  const texts = [...paths.map((path) => follower.textOf(path) ?? ''), ...(call.input?.texts ?? [])]
  const names = texts.flatMap((text) => text.split(/\s+/).filter((word) => word !== '')).slice(0, 50)
  const { program: _own, input: _input, ...given } = call
  const mark = optionValues(read, '-I', '--replace')[0] ?? '{}'
  if (names.length === 0) follower.call({ ...given, program, args: args.map((arg) => arg.replaceAll(mark, unknownPart)) })
  for (const name of names) {
    const isPlaced = args.some((arg) => arg.includes(mark))
    follower.call({ ...given, program, args: isPlaced ? args.map((arg) => arg.replaceAll(mark, name)) : [...args, name] })
  }
}

function followFind(call: Call, follower: Follower): void {
  const firstTest = call.args.findIndex((arg) => /^[-(!]/.test(arg))
  const roots = call.args.slice(0, firstTest < 0 ? undefined : firstTest)
  const at = call.args.findIndex((arg) => arg === '-name' || arg === '-iname' || arg === '-path')
  const name = at < 0 ? undefined : call.args[at + 1]
  const starts = call.args.flatMap((arg, index) => (/^-(exec|execdir|ok|okdir)$/.test(arg) ? [index + 1] : []))
  for (const start of starts) {
    const end = call.args.findIndex((arg, index) => index > start && (arg === ';' || arg === '+'))
    const [program, ...args] = call.args.slice(start, end < 0 ? undefined : end)
    if (program === undefined) continue
    const named = (roots.length === 0 ? ['.'] : roots).flatMap((root) => {
      const folder = pathFrom(call.folder, root)
      return folder === undefined || name === undefined ? [] : follower.matching(`${folder === '' ? '' : `${folder}/`}**/${name}`)
    })
    const found = named.length === 0 || [program, ...args.slice(0, 1)].every((word) => !word.includes('{}')) ? [unknownPart] : named
    for (const path of found.slice(0, 50)) {
      const value = path === unknownPart ? path : `\u0000/${path}`
      follower.call({ ...call, program: program.replaceAll('{}', value), args: args.map((arg) => arg.replaceAll('{}', value)) })
    }
  }
}

function followGit(call: Call, follower: Follower): void {
  const read = readOptions(call.args, { values: 'Cc', long: ['--git-dir', '--work-tree'] })
  let folder: string | undefined = call.folder
  for (const to of optionValues(read, '-C')) folder = folder === undefined ? undefined : pathFrom(folder, to)
  if (folder === undefined) return
  const [word, second, ...rest] = read.rest
  if (word === 'bisect' && second === 'run') startAfter(rest, { ...call, folder }, follower)
  // An alias that starts with `!` is a command for the top folder.
  for (const value of optionValues(read, '-c')) {
    const text = /^alias\.[\w-]+=!([^]*)$/.exec(value)?.[1]
    if (text !== undefined) follower.text(text, 'shell', { ...call, folder: '', args: [] })
  }
}

function followTexts(call: Call, follower: Follower): void {
  const { rest } = readOptions(call.args, { values: 'nclmp', long: ['--names', '--prefix', '--kill-others-on-fail'] }, true)
  for (const text of rest) {
    const script = /^(?:npm|pnpm|yarn|bun|node):(\S+)/.exec(text)?.[1]
    if (script === undefined) follower.text(text, 'shell', { ...call, args: [] })
    else follower.script(call.folder, script, call)
  }
}
