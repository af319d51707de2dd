type Json = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object in a package.json; undefined where there is none, or where it can't be read: that it became so is found by `partOf`. */
export function manifestIn(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined
  try {
    const json: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

function entryOf(json: Json | undefined, field: string, key: string): unknown {
  const entries = json === undefined || !Object.hasOwn(json, field) ? undefined : json[field]
  return isObject(entries) && Object.hasOwn(entries, key) ? entries[key] : undefined
}

/** A script's text; undefined where there is none. */
export function scriptOf(text: string | undefined, name: string): string | undefined {
  const script = entryOf(manifestIn(text), 'scripts', name)
  return typeof script === 'string' ? script : undefined
}

/** The patterns of a package.json for the folders of its packages. */
export function workspacePatterns(text: string | undefined): string[] {
  const found = manifestIn(text)?.['workspaces']
  const list = isObject(found) ? found['packages'] : found
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
}

/** A package's own name; undefined where it has none. */
export function packageName(text: string | undefined): string | undefined {
  const name = manifestIn(text)?.['name']
  return typeof name === 'string' ? name : undefined
}

/** Where an import of `#name`, or of the package by its own name, leads: the paths in its maps, with the part of the package.json that says so. */
export function mappedModule(
  text: string | undefined,
  target: string,
): { readonly part: string; readonly paths: readonly string[] } | undefined {
  const json = manifestIn(text)
  const name = packageName(text)
  const isOwn = name !== undefined && (target === name || target.startsWith(`${name}/`))
  if (!target.startsWith('#') && !isOwn) return undefined
  const field = target.startsWith('#') ? 'imports' : 'exports'
  const key = field === 'imports' || name === undefined ? target : `.${target.slice(name.length)}`
  const direct = entryOf(json, field, key) ?? (key === '.' && json !== undefined && !isObject(json[field]) ? json[field] : undefined)
  if (direct !== undefined) return { part: `${field} ${key}`, paths: pathsIn(direct) }
  const map = json?.[field]
  const pattern = isObject(map) ? Object.keys(map).find((one) => fits(one, key)) : undefined
  if (pattern === undefined) return undefined
  const [start = ''] = pattern.split('*')
  const middle = key.slice(start.length, key.length - (pattern.length - start.length - 1))
  return { part: `${field} ${pattern}`, paths: pathsIn(entryOf(json, field, pattern)).map((path) => path.replaceAll('*', middle)) }
}

/** Whether a package.json declares the file, by its path from there, as what the package is: its programs and its entries. */
export function isDeclared(text: string | undefined, path: string): boolean {
  const json = manifestIn(text)
  if (json === undefined) return false
  const entries = ['main', 'module', 'browser', 'bin', 'exports'].map((field) => json[field])
  // An entry that isn't written is index.js.
  const named = json['main'] === undefined && json['exports'] === undefined ? ['./index.js', ...entries] : entries
  return named.some((entry) => declaredPaths(entry).includes(path))
}

/** `main` and `bin` may leave out `./`. */
function declaredPaths(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')]
  return depth > 4 || !isObject(value) ? [] : Object.values(value).flatMap((inner) => declaredPaths(inner, depth + 1))
}

function fits(pattern: string, key: string): boolean {
  const [start = '', end] = pattern.split('*')
  return end !== undefined && key.length >= start.length + end.length && key.startsWith(start) && key.endsWith(end)
}

function pathsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value.startsWith('./') ? [value] : []
  if (depth > 4 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((inner) => pathsIn(inner, depth + 1))
}

/**
 * Whether a part of a package.json that decides what a check runs reads otherwise than at the base: `scripts NAME`, `imports NAME`, `exports NAME`, or `workspaces`, which
 * only may not lose any. What can't be read is otherwise too.
 */
export function isPartChanged(part: string, base: string | undefined, head: string | undefined): boolean {
  if (part === 'workspaces') {
    const kept = new Set(workspacePatterns(head))
    return workspacePatterns(base).some((pattern) => !kept.has(pattern))
  }
  return partOf(base, part) !== partOf(head, part)
}

function partOf(text: string | undefined, part: string): string | undefined {
  if (text !== undefined && manifestIn(text) === undefined) return `unreadable: ${text}`
  const at = part.indexOf(' ')
  return JSON.stringify(entryOf(manifestIn(text), part.slice(0, at), part.slice(at + 1)))
}
