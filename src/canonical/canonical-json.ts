import { AdjudicateError } from '../errors'
import { pathOf } from '../issues'

/** Nesting beyond this is refused, so that hostile input can't exhaust the stack. */
export const depthMax = 200

/** Keys that JavaScript code downstream could mistake for a prototype; they are refused at every depth. */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * RFC 8785 canonical JSON. Refuses what JSON can't hold exactly (undefined, NaN, ±Infinity, functions, symbols, bigint,
 * integers beyond 2^53, lone surrogates), the three prototype keys and nesting over 200: throws `not-canonical` naming the path.
 */
export function canonicalJson(value: unknown): string {
  return written(value, [])
}

function written(value: unknown, path: PropertyKey[]): string {
  switch (typeof value) {
    case 'string':
      return writtenString(value, path)
    case 'number':
      return writtenNumber(value, path)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      return value === null ? 'null' : writtenObject(value, path)
    default:
      return refuse(path, `a value of type ${typeof value}`)
  }
}

function writtenString(text: string, path: PropertyKey[]): string {
  if (!text.isWellFormed()) refuse(path, 'a lone surrogate')
  return JSON.stringify(text)
}

function writtenNumber(value: number, path: PropertyKey[]): string {
  if (!Number.isFinite(value)) refuse(path, `the number ${value}`)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) refuse(path, `the integer ${value}, beyond 2^53`)
  return Object.is(value, -0) ? '0' : String(value)
}

function writtenObject(value: object, path: PropertyKey[]): string {
  if (path.length >= depthMax) refuse(path.slice(0, 8), `nesting deeper than ${depthMax}`)
  if (Array.isArray(value)) return writtenArray(value, path)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) refuse(path, 'an object that is not plain')
  let text = ''
  for (const key of Object.keys(value).sort()) {
    if (forbiddenKeys.has(key)) refuse([...path, key], `the key ${key}`)
    path.push(key)
    text += `${text === '' ? '' : ','}${writtenString(key, path)}:${written((value as Record<string, unknown>)[key], path)}`
    path.pop()
  }
  return `{${text}}`
}

function writtenArray(items: readonly unknown[], path: PropertyKey[]): string {
  let text = ''
  for (let index = 0; index < items.length; index++) {
    path.push(index)
    text += `${index === 0 ? '' : ','}${written(items[index], path)}`
    path.pop()
  }
  return `[${text}]`
}

function refuse(path: readonly PropertyKey[], what: string): never {
  const at = pathOf(path)
  throw new AdjudicateError('not-canonical', `JSON can't hold ${what} exactly, at ${at === '' ? 'the top' : at}`, { path: at })
}
