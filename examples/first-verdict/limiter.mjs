const used = new Map()

export function allow(client, limit) {
  const count = used.get(client) ?? 0
  used.set(client, count + 1)
  return count < limit
}
