/** Names the first few differences between what was wanted and what came, or nothing when there are none. */
export function differencesOf(wanted: Readonly<Record<string, unknown>>, got: Readonly<Record<string, unknown>>): string | undefined {
  const found = Object.keys(wanted).flatMap((key) =>
    alike(wanted[key], got[key]) ? [] : [`${key}: wanted ${text(wanted[key])}, got ${text(got[key])}`],
  )
  return found.length === 0 ? undefined : found.slice(0, 3).join('; ')
}

/** Deep equality; numbers compare within 1e-9. */
export function alike(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= 1e-9
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => alike(item, b[index]))
  if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...keys].every((key) => alike((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  }
  return Object.is(a, b)
}

function text(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length > 300 ? `${json.slice(0, 297)}...` : json
}
