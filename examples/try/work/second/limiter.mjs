/** Lets each client through at most `limit` times in `windowMs`; who has been away for a window is forgotten. */
export function limiter(limit, windowMs, now = Date.now) {
  const seen = new Map()
  let sweptAt = now()
  const sweep = (at) => {
    for (const [client, times] of seen) if (at - times.at(-1) >= windowMs) seen.delete(client)
    sweptAt = at
  }
  const allow = (client) => {
    const at = now()
    if (at - sweptAt >= windowMs) sweep(at)
    const recent = (seen.get(client) ?? []).filter((time) => at - time < windowMs)
    if (recent.length >= limit) return false
    seen.set(client, [...recent, at])
    return true
  }
  return Object.assign(allow, { known: () => seen.size })
}
