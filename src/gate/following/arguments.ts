/** How a program's options are read: letters and long options that take a value. */
export type OptionRule = { readonly values: string; readonly long?: readonly string[] }

/** Options with their values in order, and what stands after them; a cluster like `-eux` is taken apart. */
export type ReadOptions = { readonly options: readonly (readonly [string, string])[]; readonly rest: readonly string[] }

/** Reads options up to the first operand, or with `throughout` all of them up to `--`. */
export function readOptions(args: readonly string[], rule: OptionRule, throughout = false): ReadOptions {
  const options: [string, string][] = []
  const rest: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--') return { options, rest: [...rest, ...args.slice(at + 1)] }
    if (!/^[-+]./.test(arg)) {
      if (!throughout) return { options, rest: args.slice(at) }
      rest.push(arg)
      continue
    }
    const long = /^(--?[^=]+)=([^]*)$/.exec(arg)
    if (arg.startsWith('--') || rule.long?.includes(arg) === true) {
      if (long !== null) options.push([long[1] ?? '', long[2] ?? ''])
      else if (rule.long?.includes(arg) === true) options.push([arg, args[++at] ?? ''])
      else options.push([arg, ''])
      continue
    }
    if (long !== null && rule.long?.includes(long[1] ?? '') === true) {
      options.push([long[1] ?? '', long[2] ?? ''])
      continue
    }
    for (let letter = 1; letter < arg.length; letter++) {
      const name = arg[letter] ?? ''
      if (!rule.values.includes(name)) {
        options.push([`-${name}`, ''])
        continue
      }
      const value = arg.slice(letter + 1)
      options.push([`-${name}`, value === '' ? (args[++at] ?? '') : value.replace(/^=/, '')])
      break
    }
  }
  return { options, rest }
}

/** The values of options by any of their names. */
export function optionValues({ options }: ReadOptions, ...names: readonly string[]): string[] {
  return options.filter(([name]) => names.includes(name)).map(([, value]) => value)
}
