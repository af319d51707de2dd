import type { Issue } from '../issues'
import { pathOf } from '../issues'
import { depthMax } from './canonical-json'

/** An input of more values than this is refused: it is no panel, and shared references could unfold without end. */
export const valuesMax = 20_000_000

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
 * A deep copy as plain data without undefined members, so that what is parsed from it can be hashed; the input itself where it is like that
 * already. Never throws. Faults that no schema names: a lone surrogate (`lone-surrogate`), nesting beyond 200 or a cycle (`too-deep`), more than
 * 20 million values (`too-large`), a value that can't be read (`unreadable`) or is no plain data, such as a Map (`not-plain`).
 */
export function plainCopy(input: unknown): { readonly copy: unknown; readonly issues: readonly Issue[] } {
  if (isPlainThroughout(input)) return { copy: input, issues: [] }
  const work: Work = { issues: [], above: [], path: [], left: valuesMax }
  return { copy: copied(input, work), issues: work.issues }
}

/** Whether a copy would be the same: most inputs come from JSON, and looking is cheaper than copying. */
function isPlainThroughout(input: unknown): boolean {
  let left = valuesMax
  const isPlain = (value: unknown, depth: number): boolean => {
    if (typeof value === 'string') return value.isWellFormed()
    if (typeof value !== 'object' || value === null) return value !== undefined
    if (depth >= depthMax || --left < 0) return false
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) if (!isPlain(value[index], depth + 1)) return false
      return true
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return false
    for (const key of Object.keys(value)) {
      if (!key.isWellFormed() || !isPlain((value as Record<string, unknown>)[key], depth + 1)) return false
    }
    return true
  }
  try {
    return isPlain(input, 0)
  } catch {
    // A getter or proxy that throws: the copy names its place.
    return false
  }
}

/** Stands in for what can't be copied: no schema takes it for a value, as one might take null or an empty object. */
const unfit = Number.NaN

type Work = { readonly issues: Issue[]; readonly above: object[]; readonly path: PropertyKey[]; left: number }

function copied(value: unknown, work: Work): unknown {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) fault(work, 'lone-surrogate', 'a text with half a surrogate pair')
    return value
  }
  if (typeof value !== 'object' || value === null) return value
  if (--work.left < 0) {
    if (work.left === -1) fault(work, 'too-large', `more than ${valuesMax} values`)
    return unfit
  }
  if (work.above.includes(value)) {
    fault(work, 'too-deep', 'an object that holds itself')
    return unfit
  }
  if (work.above.length >= depthMax) {
    fault(work, 'too-deep', `nesting deeper than ${depthMax}`)
    return unfit
  }
  work.above.push(value)
  const copy = copiedInside(value, work)
  work.above.pop()
  return copy
}

function copiedInside(value: object, work: Work): unknown {
  try {
    if (Array.isArray(value)) return copiedArray(value, work)
    if (Object.prototype.toString.call(value) === '[object Object]') return copiedObject(value, work)
    fault(work, 'not-plain', `an object that is no plain data: ${Object.prototype.toString.call(value)}`)
    return unfit
  } catch (error) {
    fault(work, 'unreadable', `reading it failed: ${error instanceof Error ? error.message : 'it threw'}`)
    return unfit
  }
}

function copiedArray(items: readonly unknown[], work: Work): unknown[] {
  const copy: unknown[] = []
  for (let index = 0; index < items.length; index++) {
    work.path.push(index)
    // A hole or undefined stands for a value somebody forgot; null keeps its place and fails where a value is wanted.
    copy.push(copied(items[index], work) ?? null)
    work.path.pop()
  }
  return copy
}

function copiedObject(value: object, work: Work): unknown {
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    work.path.push(key)
    if (!key.isWellFormed()) fault(work, 'lone-surrogate', 'a name with half a surrogate pair')
    const member = memberOf(value, key, work)
    if (member !== undefined) {
      const inner = copied(member, work)
      // Assigning would set the prototype; defining keeps an own key, which the schema then names as unknown.
      if (key === '__proto__') Object.defineProperty(copy, key, { value: inner, enumerable: true, configurable: true, writable: true })
      else copy[key] = inner
    }
    work.path.pop()
  }
  return copy
}

function memberOf(value: object, key: string, work: Work): unknown {
  try {
    return (value as Record<string, unknown>)[key]
  } catch (error) {
    fault(work, 'unreadable', `reading it failed: ${error instanceof Error ? error.message : 'it threw'}`)
    return unfit
  }
}

/** At most a hundred: an input that is broken throughout needs no longer list. */
function fault({ issues, path }: Work, code: string, message: string): void {
  if (issues.length < 100) issues.push({ code, path: pathOf(path.slice(0, code === 'too-deep' ? 4 : 12)).toWellFormed(), message })
}
