/** The named variables that are set, by name: all that a child process gets of our own environment. */
export function namedVariables(names: readonly string[]): Record<string, string> {
  return Object.assign({}, ...names.map(setVariable)) as Record<string, string>
}

/** One variable by its name; nothing where it isn't set. */
export function setVariable(name: string): Record<string, string> {
  const value = process.env[name]
  return value === undefined ? {} : { [name]: value }
}
