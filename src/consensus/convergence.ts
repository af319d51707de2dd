import type { Digest } from '../canonical/digest'
import { sha256Hex } from '../canonical/digest'
import type { Finding } from './finding'
import { findingId } from './finding'

/** What became of the findings from one round to the next; each list holds finding ids in ascending order. */
export type RoundChange = {
  readonly round: number
  readonly fixed: readonly string[]
  readonly still: readonly string[]
  readonly fresh: readonly string[]
  readonly back: readonly string[]
  /** Still there, or back, under another name. */
  readonly renamed: readonly string[]
}

export type Convergence = { readonly rounds: readonly RoundChange[]; readonly warnings: readonly 'not-converging'[] }

/**
 * Follows findings by identity over the rounds, the first of which is 1 and has only fresh ones. Warns `not-converging`
 * once a second round in a row fixed nothing while most of its findings were there before (R-TRI-70).
 */
export function convergence(rounds: readonly (readonly Finding[])[], digest: Digest = sha256Hex): Convergence {
  const changes: RoundChange[] = []
  const everSeen = new Map<string, string>()
  let before = new Map<string, string>()
  for (const [index, findings] of rounds.entries()) {
    const now = new Map(findings.map((finding) => [findingId(finding, digest), finding.name]))
    changes.push(changeOf(index + 1, before, now, everSeen))
    for (const [id, name] of now) everSeen.set(id, name)
    before = now
  }
  return { rounds: changes, warnings: changes.some(stuck) ? ['not-converging'] : [] }
}

function changeOf(
  round: number,
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  everSeen: ReadonlyMap<string, string>,
): RoundChange {
  const ids = [...now.keys()].sort()
  const known = ids.filter((id) => everSeen.has(id))
  return {
    round,
    fixed: [...before.keys()].filter((id) => !now.has(id)).sort(),
    still: known.filter((id) => before.has(id)),
    fresh: ids.filter((id) => !everSeen.has(id)),
    back: known.filter((id) => !before.has(id)),
    renamed: known.filter((id) => everSeen.get(id) !== now.get(id)),
  }
}

/** A round that fixed nothing and mostly repeats what was found before; the first one repeats nothing. */
function stuck({ fixed, still, back, fresh }: RoundChange): boolean {
  return fixed.length === 0 && still.length + back.length > fresh.length
}
