/**
 * Whether a short option stands among the arguments, alone or in a cluster like `-xe`; `--` ends the options. `letters` are alternatives, `values` those that take the rest
 * of their cluster as a value, as `-I` in `-Itest`.
 */
export function hasShort(args: readonly string[], letters: string, values = 'DICLWF'): boolean {
  return optionsOf(args).some((arg) => !arg.startsWith('--') && arg.startsWith('-') && clusterHas(arg.slice(1), letters, values))
}

function clusterHas(cluster: string, letters: string, values: string): boolean {
  for (const letter of cluster) {
    if (letters.includes(letter)) return true
    if (values.includes(letter) || !/[A-Za-z0-9]/.test(letter)) return false
  }
  return false
}

/** The options before a script's name: an argument after an option may be its value, so what follows that counts too. */
export function leadingOptions(args: readonly string[]): string[] {
  const found: string[] = []
  for (const [index, arg] of args.entries()) {
    const before = args[index - 1] ?? ''
    if (arg === '--') break
    if (arg.startsWith('-') && arg !== '-') found.push(arg)
    else if (!before.startsWith('-') || before.includes('=')) break
  }
  return found
}

/** Whether a long option stands among the arguments, with a value or without; abbreviations count, since many programs take them. */
export function hasLong(args: readonly string[], names: readonly string[], exactOnes: readonly string[] = []): boolean {
  return optionsOf(args).some((arg) => {
    const [option = ''] = arg.split('=')
    if (!option.startsWith('--') || option.length < 4 || exactOnes.includes(option)) return false
    return names.some((name) => name === option || (option.length >= 5 && name.startsWith(option)))
  })
}

/** The arguments before `--`. */
export function optionsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--')
  return end < 0 ? args : args.slice(0, end)
}

/**
 * The words that may be the subcommand: the first operand, and where an option stands before it that may take it as its value, the one after it too. `alone` are options
 * that take no value.
 */
export function subcommands(args: readonly string[], alone: RegExp = /^--(?:no-|silent$|quiet$|verbose$|if-present$)|^-[sqvd]$/): string[] {
  const found: string[] = []
  for (const [index, arg] of args.entries()) {
    if (arg.startsWith('-') || arg.startsWith('+')) continue
    found.push(arg)
    const before = args[index - 1] ?? ''
    if (!before.startsWith('-') || before.includes('=') || alone.test(before)) break
  }
  return found
}
