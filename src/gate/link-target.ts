const hopsMax = 40

/**
 * Whether a symbolic link leads out of the repository, or into git's own folder (spec 10, 2). `links` are the known links at head by path with their
 * targets, so that a way through other links is followed; a ring of links leaves too, as nobody can say where it leads.
 */
export function leavesRepository(path: string, target: string, links: ReadonlyMap<string, string>): boolean {
  const open = [...target.split('/').reverse()]
  if (isAbsolute(target)) return true
  const at = path.split('/').slice(0, -1)
  for (let hops = 0; open.length > 0;) {
    const segment = open.pop()
    if (segment === undefined || segment === '' || segment === '.') continue
    if (segment === '..') {
      if (at.length === 0) return true
      at.pop()
      continue
    }
    at.push(segment)
    if (at.length === 1 && segment.toLowerCase() === '.git') return true
    const next = links.get(at.join('/'))
    if (next === undefined) continue
    if (isAbsolute(next) || ++hops > hopsMax) return true
    at.pop()
    open.push(...next.split('/').reverse())
  }
  return false
}

/** On any platform: what is checked here may be checked out there. */
function isAbsolute(target: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:)/.test(target)
}
