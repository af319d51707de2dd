import type { Issue } from '../issues'
import { pathOf } from '../issues'
import { depthMax } from './canonical-json'

/** An object without its undefined members, which canonical JSON doesn't know; one level deep, and itself where it has none. */
export function defined<T extends object>(object: T): T {
  for (const key in object) if (object[key] === undefined) return withoutUndefined(object)
  return object
}

function withoutUndefined<T extends object>(object: T): T {
  const copy: Record<string, unknown> = {}
  for (const key in object) if (object[key] !== undefined) copy[key] = object[key]
  return copy as T
}

/**
 * A deep copy without undefined members, so that what is parsed from it can be hashed; the input itself where it is like that already. Faults
 * that no schema names: a lone surrogate (`lone-surrogate`), nesting beyond 200 or a cycle (`too-deep`).
 */
export function plainCopy(input: unknown): { readonly copy: unknown; readonly issues: readonly Issue[] } {
  if (isPlain(input, 0)) return { copy: input, issues: [] }
  const issues: Issue[] = []
  return { copy: copied(input, [], issues), issues }
}

/** Whether a copy would be the same: most inputs come from JSON, and looking is cheaper than copying. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return value !== undefined
  if (depth >= depthMax) return false
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  for (const key of Object.keys(value)) if (!isPlain((value as Record<string, unknown>)[key], depth + 1)) return false
  return true
}

function copied(value: unknown, path: PropertyKey[], issues: Issue[]): unknown {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) issues.push({ code: 'lone-surrogate', path: pathOf(path), message: 'a text with half a surrogate pair' })
    return value
  }
  if (typeof value !== 'object' || value === null) return value
  if (path.length >= depthMax) {
    issues.push({ code: 'too-deep', path: pathOf(path.slice(0, 4)), message: `nesting deeper than ${depthMax}` })
    return null
  }
  return Array.isArray(value) ? copiedArray(value, path, issues) : copiedObject(value, path, issues)
}

function copiedArray(items: readonly unknown[], path: PropertyKey[], issues: Issue[]): unknown[] {
  const copy: unknown[] = []
  for (let index = 0; index < items.length; index++) {
    path.push(index)
    copy.push(copied(items[index], path, issues))
    path.pop()
  }
  return copy
}

function copiedObject(value: object, path: PropertyKey[], issues: Issue[]): unknown {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key]
    if (member === undefined) continue
    path.push(key)
    const inner = copied(member, path, issues)
    // Assigning would set the prototype; defining keeps an own key, which the schema then names as unknown.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: inner, enumerable: true, configurable: true, writable: true })
    else copy[key] = inner
    path.pop()
  }
  return copy
}
