import type { Parsed } from '../issues'
import { shown } from '../issues'

/** Where an artifact can be fetched from, in a fresh checkout or from another machine. */
export type Address =
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'branch'; readonly branch: string; readonly sha: string }
  | { readonly kind: 'uri'; readonly uri: string }

/**
 * Reads an artifact's address: a commit (7 to 64 hex digits, with or without `git:`), `branch@commit`, or a URI with a scheme. A bare path and a `file:` URI are
 * refused as `bare-path`, since only this machine can follow them; whether the rest resolves is asked of a port (R-TRI-14).
 */
export function parseAddress(text: string): Parsed<Address> {
  const bare = text.trim()
  const commit = /^(?:git:)?([0-9a-f]{7,64})$/i.exec(bare)?.[1]
  if (commit !== undefined) return { ok: true, value: { kind: 'commit', sha: commit.toLowerCase() } }
  const [, branch, sha] = /^([^\s@:]+)@([0-9a-f]{7,64})$/i.exec(bare) ?? []
  if (branch !== undefined && sha !== undefined) return { ok: true, value: { kind: 'branch', branch, sha: sha.toLowerCase() } }
  const scheme = /^([a-z][a-z0-9+.-]+):\S+$/i.exec(bare)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'file') return { ok: true, value: { kind: 'uri', uri: bare } }
  const message =
    bare === '' ? 'no address is given' : `${shown(bare)} is no commit, branch with a commit, or URI that another machine can fetch`
  return { ok: false, issues: [{ code: bare === '' ? 'no-address' : 'bare-path', path: '', message }] }
}
