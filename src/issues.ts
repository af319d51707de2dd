/** One fault of an input: `path` like `panel[0].scores[1].score` ('' for the whole), `message` names what was found and what is wanted. */
export type Issue = { readonly code: string; readonly path: string; readonly message: string }

/** What every `parseX(unknown)` returns: the value, or every fault at once, sorted by path. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issues: readonly Issue[] }

/** Joins path segments: `['panel', 0, 'score']` → `panel[0].score`; a key that is no identifier is quoted. */
export function pathOf(segments: readonly PropertyKey[]): string {
  let path = ''
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`
    else if (/^[A-Za-z_$][\w$]*$/.test(String(segment))) path += path === '' ? String(segment) : `.${String(segment)}`
    else path += `[${JSON.stringify(String(segment))}]`
  }
  return path
}

/** A found value for a message: JSON cut to 60 characters, so that hostile text can't flood it; never throws. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'number') return String(value)
  return shortened(written(typeof value === 'string' ? value.slice(0, 80) : value))
}

/** JSON knows nothing of functions and symbols, and cycles make it throw: those are shown by their type. */
function written(value: unknown): string {
  try {
    const text: unknown = JSON.stringify(value)
    return typeof text === 'string' ? text : typeof value
  } catch (error) {
    return error instanceof RangeError ? 'a value nested too deep to be shown' : typeof value
  }
}

/** Half of a surrogate pair at the cut goes with the rest. */
function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57).replace(/[\ud800-\udbff]$/, '')}...`
}

/** Sorts by path with numbers by value, then code, so that the list is the same whatever found the faults. */
export function sortIssues(issues: readonly Issue[]): Issue[] {
  return [...issues].sort((a, b) => byText(padded(a.path), padded(b.path)) || byText(a.code, b.code))
}

function padded(path: string): string {
  return path.replace(/\d+/g, (digits) => digits.padStart(9, '0'))
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Each fault once: the same place can be found wanting for the same reason on two ways. */
export function uniqueIssues(issues: readonly Issue[]): Issue[] {
  const seen = new Set<string>()
  return issues.filter(({ code, path }) => {
    const key = `${code} ${path}`
    const known = seen.has(key)
    seen.add(key)
    return !known
  })
}
