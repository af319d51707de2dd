import type { PathPattern } from './path-pattern'
import { matchesAny, matchesPath, pathPattern } from './path-pattern'
import type { TaskManifest } from './task-manifest'

type Reserved = { readonly pattern: PathPattern; readonly by: 'single-writer' | 'integration'; readonly writer: string }

/** A manifest made ready to be asked about many paths. */
export type Ownership = {
  readonly task: string
  /** Owned and shared entries as they are compared, sorted. */
  readonly written: readonly string[]
  readonly owned: readonly PathPattern[]
  readonly appendOnly: readonly PathPattern[]
  readonly reserved: readonly Reserved[]
}

/** What a task may do with a path. */
export type Claim =
  | { readonly kind: 'owned' }
  | { readonly kind: 'append-only' }
  | { readonly kind: 'reserved'; readonly by: 'single-writer' | 'integration'; readonly writer: string }
  | { readonly kind: 'foreign' }

/** The task of the integration class is t99 (R-BUILD-29). */
const integrationWriter = 't99'

/** Sorts a manifest's entries into classes; a shared file without one is append-only unless `single_writer` names its task (A-BLD-7). */
export function ownershipOf(manifest: TaskManifest): Ownership {
  const reserved: Reserved[] = Object.entries(manifest.single_writer).map(([path, writer]) => ({
    pattern: pathPattern(path),
    by: 'single-writer',
    writer,
  }))
  const integration = (path: string): Reserved => ({ pattern: pathPattern(path), by: 'integration', writer: integrationWriter })
  reserved.push(...manifest.integration_files.map(integration))
  const appendOnly = manifest.append_only.map(pathPattern)
  const written = [...manifest.owned_files, ...manifest.append_only].map((entry) => pathPattern(entry).text)
  for (const shared of manifest.shared_files) {
    const path = typeof shared === 'string' ? shared : shared.path
    written.push(pathPattern(path).text)
    if (typeof shared === 'string' || shared.class === 'append-only') appendOnly.push(pathPattern(path))
    else if (shared.class === 'integration') reserved.push(integration(path))
    else reserved.push({ pattern: pathPattern(path), by: 'single-writer', writer: shared.writer ?? '' })
  }
  return {
    task: manifest.task_id,
    written: [...new Set(written)].sort(),
    owned: manifest.owned_files.map(pathPattern),
    appendOnly,
    reserved,
  }
}

/** The strictest class that the path is in: one writer before append-only before owned. */
export function claimOn(ownership: Ownership, path: string): Claim {
  const reserved = ownership.reserved.filter(({ pattern }) => matchesPath(pattern, path))
  const foreign = reserved.find(({ writer }) => writer !== ownership.task)
  if (foreign !== undefined) return { kind: 'reserved', by: foreign.by, writer: foreign.writer }
  if (reserved.length > 0) return { kind: 'owned' }
  if (matchesAny(ownership.appendOnly, path)) return { kind: 'append-only' }
  return matchesAny(ownership.owned, path) ? { kind: 'owned' } : { kind: 'foreign' }
}
