import { namedVariables, setVariable } from '../children/named-variables'

/** The clean environment of a command: PATH, HOME, LANG, CI=1 and the named variables that are set (spec 10, 1; F64, F40). */
export function commandEnvironment(names: readonly string[], home?: string): Record<string, string> {
  const base: Record<string, string> = { LANG: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8', CI: '1' }
  for (const name of ['PATH', 'HOME', ...(process.platform === 'win32' ? ['SYSTEMROOT', 'TEMP', 'TMP'] : [])])
    Object.assign(base, setVariable(name))
  return { ...base, ...(home === undefined ? {} : { HOME: home }), ...namedVariables(names) }
}
