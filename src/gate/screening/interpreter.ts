import { hasLong, hasShort, leadingOptions } from './options'
import type { Objection } from './screened'
import { objection, quoted } from './screened'

/** A shell may be given a script of the repository, with options that only make it stricter; never text, its input or a profile. */
export function screenShell(name: string, args: readonly string[]): Objection | undefined {
  const at = args.findIndex((arg, index) => !/^[-+]/.test(arg) && !/^[-+][a-zA-Z]*o$/.test(args[index - 1] ?? ''))
  const options = at < 0 ? args : args.slice(0, at)
  const strict = options.every(
    (arg, index) => /^[-+][euxvnfaBCo]+$|^--(?:posix|norc|noprofile|noediting)$/.test(arg) || (options[index - 1] ?? '').endsWith('o'),
  )
  const script = at < 0 ? undefined : args[at]
  if (script !== undefined && strict && !/^\/(?:dev|proc)\//.test(script)) return undefined
  return objection('indirect-exec', `${quoted(name)} is given no script of the repository but text, its input or a profile to run`)
}

/** An interpreter may be given a file, not a program as text, its input, or a module written into an address. */
export function screenInterpreter(
  name: string,
  args: readonly string[],
  { short, values, long = [] }: { readonly short: string; readonly values: string; readonly long?: readonly string[] },
): Objection | undefined {
  const options = leadingOptions(args)
  if (hasShort(options, short, values) || hasLong(options, long))
    return objection('indirect-exec', `${quoted(name)} is given a program as text`)
  if (args.some((arg) => /^(?:--[\w-]+=)?(?:data|https?):/.test(arg) && name !== 'bun'))
    return objection('indirect-exec', `${quoted(name)} is given a program in an address`)
  if (args.some((arg) => arg === '-' || /^\/(?:dev|proc)\/(?:stdin|fd|self)/.test(arg)))
    return objection('indirect-exec', `${quoted(name)} reads its program from its input`)
  return args.length === 0 ? objection('indirect-exec', `${quoted(name)} without a file reads its program from its input`) : undefined
}

const runningModules = new Set(['pdb', 'code', 'timeit', 'idlelib', 'asyncio', 'pty', 'http.server', 'ensurepip', 'smtpd', 'ftplib'])

/** Python: `-c` in any cluster, its input, and modules that are programs of their own: `-m pip install` is `pip install`. */
export function screenPython(
  args: readonly string[],
  inner: (program: string, args: readonly string[]) => Objection | undefined,
): Objection | undefined {
  for (const [index, arg] of args.entries()) {
    if (arg === '-' || /^\/(?:dev|proc)\//.test(arg)) return objection('indirect-exec', 'python reads its program from its input')
    if (!arg.startsWith('-')) {
      if (/^-[A-Za-z]*[WX]$/.test(args[index - 1] ?? '')) continue
      return undefined
    }
    if (arg.startsWith('--')) continue
    const at = arg.search(/[cimWX]/)
    const letter = at < 0 ? '' : arg.charAt(at)
    if (letter === 'c' || letter === 'i') return objection('indirect-exec', 'python is given a program as text')
    if (letter !== 'm') continue
    const glued = arg.slice(at + 1)
    const module = glued === '' ? (args[index + 1] ?? '') : glued
    if (runningModules.has(module)) return objection('indirect-exec', `the module ${quoted(module)} runs text or a server`)
    return inner(module === 'pip' ? 'pip' : module, args.slice(index + (glued === '' ? 2 : 1)))
  }
  return args.some((arg) => /^-(?:V+|h|-version|-help)$/.test(arg))
    ? undefined
    : objection('indirect-exec', 'python without a file reads its program from its input')
}
