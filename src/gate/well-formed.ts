/** Plain data with every half surrogate pair as U+FFFD, since a name in a test's source or result file may hold one and JSON can't be hashed with it. */
export function wellFormed<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed() as T & string
  if (Array.isArray(value)) return value.map(wellFormed) as T & unknown[]
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wellFormed(member)])) as T & object
}
