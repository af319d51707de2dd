import { AdjudicateError } from '../errors'
import { pathOf } from '../issues'

/** Nesting beyond this is refused, so that hostile input can't exhaust the stack. */
export const depthMax = 200

/** Keys that JavaScript code downstream could mistake for a prototype; they are refused at every depth. */
const forbiddenKeys: readonly string[] = ['__proto__', 'constructor', 'prototype']

/**
 * RFC 8785 canonical JSON. Refuses what JSON can't hold exactly (undefined, NaN, ±Infinity, functions, symbols, bigint,
 * integers beyond 2^53, lone surrogates), the three prototype keys and nesting over 200: throws `not-canonical` naming the path.
 */
export function canonicalJson(value: unknown): string {
  const work: Work = { depth: 0, text: '' }
  if (names.size >= namesMax) names.clear()
  // The path of a fault is looked for only when there is one: keeping it on the way would cost as much as the writing.
  return write(value, work) ? work.text : refuse(value)
}

/** How deep the writing is, and what has been written. */
type Work = { depth: number; text: string }

// Names as they stand in the text: those of a panel come again and again, in one text and in the next.
const names = new Map<string, string>()
const namesMax = 2_000
const nameLengthMax = 64

/** Whether it could be written. */
function write(value: unknown, work: Work): boolean {
  if (typeof value === 'object' && value !== null) {
    if (work.depth >= depthMax) return false
    work.depth++
    const isWritten = Array.isArray(value) ? writeArray(value, work) : writeObject(value, work)
    work.depth--
    return isWritten
  }
  const text = typeof value === 'string' ? quoted(value) : flawOf(value) === undefined ? String(value) : undefined
  if (text === undefined) return false
  work.text += text
  return true
}

// What JSON escapes, and surrogates; most texts have none of them and need only their quotes, which is much quicker than asking the engine for each.
const notable = /["\\\u0000-\u001f\ud800-\udfff]/

/** Undefined for a text with half a surrogate pair. */
function quoted(text: string): string | undefined {
  if (!notable.test(text)) return `"${text}"`
  return text.isWellFormed() ? JSON.stringify(text) : undefined
}

function writeArray(items: readonly unknown[], work: Work): boolean {
  work.text += '['
  for (let index = 0; index < items.length; index++) {
    if (index > 0) work.text += ','
    if (!write(items[index], work)) return false
  }
  work.text += ']'
  return true
}

function writeObject(value: object, work: Work): boolean {
  if (!isPlain(value)) return false
  const record = value as Record<string, unknown>
  let before = '{'
  for (const key of sortedKeys(value)) {
    const name = names.get(key) ?? nameOf(key)
    if (name === undefined) return false
    work.text += before + name
    if (!write(record[key], work)) return false
    before = ','
  }
  work.text += before === '{' ? '{}' : '}'
  return true
}

function nameOf(key: string): string | undefined {
  const text = forbiddenKeys.includes(key) ? undefined : quoted(key)
  if (text === undefined) return undefined
  const name = `${text}:`
  if (key.length <= nameLengthMax && names.size < namesMax) names.set(key, name)
  return name
}

/** Keys in the order of their code units; objects are small, so an insertion sort beats the general one by far. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value)
  if (keys.length > 24) return keys.sort()
  for (let index = 1; index < keys.length; index++) {
    const key = keys[index] ?? ''
    let at = index
    for (; at > 0 && (keys[at - 1] ?? '') > key; at--) keys[at] = keys[at - 1] ?? ''
    keys[at] = key
  }
  return keys
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** What keeps a value that isn't an object from being written exactly. */
function flawOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? undefined : 'a lone surrogate'
    case 'number':
      if (!Number.isFinite(value)) return `the number ${value}`
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? `the integer ${value}, beyond 2^53,` : undefined
    case 'boolean':
      return undefined
    default:
      return value === null ? undefined : `a value of type ${typeof value}`
  }
}

function keyFlawOf(key: string): string | undefined {
  if (forbiddenKeys.includes(key)) return `the key ${key}`
  return key.isWellFormed() ? undefined : 'a key with a lone surrogate'
}

function refuse(value: unknown): never {
  const { what, path } = firstFlaw(value, []) ?? { what: 'this value', path: [] }
  const at = pathOf(path)
  throw new AdjudicateError('not-canonical', `JSON can't hold ${what} exactly, at ${at === '' ? 'the top' : at}`, { path: at })
}

type Flaw = { readonly what: string; readonly path: readonly PropertyKey[] }

function firstFlaw(value: unknown, path: readonly PropertyKey[]): Flaw | undefined {
  if (typeof value !== 'object' || value === null) {
    const what = flawOf(value)
    return what === undefined ? undefined : { what, path }
  }
  if (path.length >= depthMax) return { what: `nesting deeper than ${depthMax}`, path: path.slice(0, 8) }
  if (!Array.isArray(value) && !isPlain(value)) return { what: 'an object that is not plain', path }
  // A hole of an array is undefined, so it is looked at like any other item.
  const keys: readonly PropertyKey[] = Array.isArray(value) ? [...value.keys()] : sortedKeys(value)
  for (const key of keys) {
    const keyFlaw = typeof key === 'string' ? keyFlawOf(key) : undefined
    const flaw =
      keyFlaw === undefined
        ? firstFlaw((value as Record<PropertyKey, unknown>)[key], [...path, key])
        : { what: keyFlaw, path: [...path, key] }
    if (flaw !== undefined) return flaw
  }
  return undefined
}
