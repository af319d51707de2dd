/** Lets each client through at most `limit` times in `windowMs`. */
export function limiter(limit, windowMs, now = Date.now) {
  const seen = new Map()
  return (client) => {
    const at = now()
    const recent = (seen.get(client) ?? []).filter((time) => at - time < windowMs)
    if (recent.length >= limit) return false
    seen.set(client, [...recent, at])
    return true
  }
}
