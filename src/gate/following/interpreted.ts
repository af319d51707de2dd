import { interpreters, shells } from '../screening/program-tables'
import { optionValues, readOptions } from './arguments'
import type { ReadOptions } from './arguments'
import type { Call, Follower, Input, Language } from './call'
import { pathFrom } from './place'

const ownLanguage: Readonly<Record<string, Language>> = {
  node: 'javascript',
  nodejs: 'javascript',
  tsx: 'javascript',
  'ts-node': 'javascript',
  'babel-node': 'javascript',
  deno: 'javascript',
  bun: 'javascript',
  python: 'python',
  pypy: 'python',
  py: 'python',
}

const valuedOptions = [
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '--env-file',
  '--env-file-if-exists',
  '--conditions',
  '--input-type',
  '--tsconfig',
  '--project',
  '--eval',
  '--print',
  '--run',
  '--preload',
  '--rcfile',
  '--init-file',
]

const rules: Readonly<Record<string, { readonly short: string; readonly values: string }>> = {
  python: { short: 'c', values: 'WXm' },
  pypy: { short: 'c', values: 'WXm' },
  py: { short: 'c', values: 'WXm' },
  deno: { short: '', values: 'cr' },
}

/** Whether a program by its plain name takes a script or a text to run. */
export function isInterpreter(name: string): boolean {
  return shells.has(name) || Object.hasOwn(interpreters, name) || Object.hasOwn(rules, name)
}

/** Follows a shell or another interpreter: its script, a text it is given, what it loads before, or what it reads from its input. */
export function followInterpreter(name: string, call: Call, follower: Follower): void {
  if (shells.has(name)) followShell(call, follower)
  else followOther(name, call, follower)
}

function followShell(call: Call, follower: Follower): void {
  const given = { folder: call.folder, env: call.env }
  const read = readOptions(call.args, { values: 'oO', long: ['--rcfile', '--init-file'] })
  for (const name of ['BASH_ENV', 'ENV'])
    for (const value of call.env.get(name) ?? []) follower.file(pathFrom(call.folder, value), 'shell', { ...given, args: [] })
  for (const value of optionValues(read, '--rcfile', '--init-file'))
    follower.file(pathFrom(call.folder, value), 'shell', { ...given, args: [] })
  // It is looked at and not run.
  if (read.options.some(([option]) => option === '-n') || optionValues(read, '-o').includes('noexec')) return
  const [first, ...args] = read.rest
  if (read.options.some(([option]) => option === '-c')) {
    if (first !== undefined) follower.text(first, 'shell', { ...given, args: args.slice(1) })
    return
  }
  if (first === undefined || first === '-' || read.options.some(([option]) => option === '-s'))
    followInput(call.input, 'shell', call, follower)
  else follower.file(pathFrom(call.folder, first), 'any', { ...given, args })
}

function followInput(input: Input | undefined, language: Language, call: Call, follower: Follower): void {
  const given = { folder: call.folder, env: call.env, args: [] }
  for (const path of input?.paths ?? []) follower.file(path, language, given)
  for (const text of input?.texts ?? []) follower.text(text, language, given)
}

function followOther(name: string, call: Call, follower: Follower): void {
  const rule = rules[name] ?? interpreters[name] ?? { short: '', values: '' }
  const language = ownLanguage[name] ?? 'other'
  const isText = new RegExp(`^-[${rule.short}]$`)
  const textLetters = rule.short === '' ? '' : rule.short.replace(/[ip]/g, '')
  const read = readOptions(call.args, { values: rule.values + textLetters, long: valuedOptions })
  const given = { folder: call.folder, env: call.env, args: read.rest.slice(1) }
  for (const path of loadedBefore(read, call)) follower.file(followScript(path, language, call, follower), language, { ...given, args: [] })
  for (const path of optionValues(read, '--env-file', '--env-file-if-exists')) follower.reads(pathFrom(call.folder, path))
  for (const script of optionValues(read, '--run')) follower.script(call.folder, script, given)
  const module = language === 'python' ? optionValues(read, '-m')[0] : undefined
  if (module !== undefined) return followModule(module, call, follower)
  const texts = read.options.filter(([option]) => (rule.short !== '' && isText.test(option)) || option === '--eval' || option === '--print')
  if (texts.length > 0) {
    const texted = texts.map(([, text]) => text).filter((text) => text !== '')
    for (const text of texted.length > 0 ? texted : read.rest.slice(0, 1)) follower.text(text, language, given)
    return
  }
  if (/^node(js)?$/.test(name) && read.options.some(([option]) => option === '--check' || option === '-c')) return
  // A runner's own option: what follows are tests, which are judged as such.
  if (read.options.some(([option]) => option === '--test')) return
  const words = name === 'deno' || name === 'bun' || name === 'tsx' ? withoutWord(read.rest) : read.rest
  const [script, ...args] = words ?? []
  if (words === undefined) return
  if (script === undefined || script === '-') followInput(call.input, language, call, follower)
  else follower.file(followScript(script, language, call, follower), language === 'other' ? 'any' : language, { ...given, args })
}

/** `deno run`, `bun run`, `tsx watch` take the script after the word; `test` and the like take tests. */
function withoutWord(words: readonly string[]): readonly string[] | undefined {
  if (/^(test|fmt|lint|check|install|add|x|create|task)$/.test(words[0] ?? '')) return undefined
  if (!/^(run|watch)$/.test(words[0] ?? '')) return words
  return words.slice(words.findIndex((word, index) => index > 0 && !word.startsWith('-')))
}

function loadedBefore(read: ReadOptions, { env }: Call): string[] {
  const fromVariable = (env.get('NODE_OPTIONS') ?? []).flatMap((value) =>
    optionValues(readOptions(value.split(/\s+/), { values: 'r', long: valuedOptions }, true), '-r', '--require', '--import', '--loader'),
  )
  const own = optionValues(read, '-r', '--require', '--import', '--loader', '--experimental-loader', '--preload')
  return [...own, ...fromVariable].filter((value) => /^\.{1,2}\/|^\u0000/.test(value))
}

/** The file that a script's name stands for: node adds endings, Python looks into a folder. */
function followScript(script: string, language: Language, call: Call, follower: Follower): string | undefined {
  const path = pathFrom(call.folder, script)
  if (path === undefined || path === '') return undefined
  if (language === 'javascript' && !/\.[cm]?[jt]sx?$/.test(path))
    return follower.firstOf([path, ...['.js', '.ts', '.mjs', '.json', '/index.js', '/index.ts'].map((end) => `${path}${end}`)])
  if (language === 'python' && !path.endsWith('.py')) return follower.firstOf([path, `${path}/__main__.py`])
  return path
}

/** Where `python -m a.b` looks in the repository; an installed module is at none of these. */
function followModule(module: string, call: Call, follower: Follower): void {
  if (!/^\w+(\.\w+)*$/.test(module)) return
  const path = module.replaceAll('.', '/')
  const ends = [`${path}/__main__.py`, `${path}.py`]
  const found = follower.firstOf([...ends, ...ends.map((end) => `src/${end}`)].map((end) => pathFrom(call.folder, end)))
  follower.file(found, 'python', { folder: call.folder, env: call.env, args: [] })
}
