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
  /** Still there, or back, under none of the names that it had when it was last seen. */
  readonly renamed: readonly string[]
}

export type Convergence = { readonly rounds: readonly RoundChange[]; readonly warnings: readonly 'not-converging'[] }

/**
 * Follows findings by identity over the rounds, the first of which is 1 and has only fresh ones. Warns `not-converging`
 * once a second round in a row fixed nothing while most of its findings were there before (R-TRI-70).
 */
export function convergence(rounds: readonly (readonly Finding[])[], digest: Digest = sha256Hex): Convergence {
  const changes: RoundChange[] = []
  const everSeen = new Map<string, ReadonlySet<string>>()
  let before: Named = new Map()
  for (const [index, findings] of rounds.entries()) {
    const now = namesById(findings, digest)
    changes.push(changeOf(index + 1, before, now, everSeen))
    for (const [id, names] of now) everSeen.set(id, names)
    before = now
  }
  return { rounds: changes, warnings: changes.some(stuck) ? ['not-converging'] : [] }
}

type Named = ReadonlyMap<string, ReadonlySet<string>>

/** Several members may name one finding, each in its own way. */
function namesById(findings: readonly Finding[], digest: Digest): Named {
  const names = new Map<string, Set<string>>()
  for (const finding of findings) {
    const id = findingId(finding, digest)
    names.set(id, (names.get(id) ?? new Set<string>()).add(finding.name))
  }
  return names
}

function changeOf(round: number, before: Named, now: Named, everSeen: Named): RoundChange {
  const ids = [...now.keys()].sort()
  const known = ids.filter((id) => everSeen.has(id))
  return {
    round,
    fixed: [...before.keys()].filter((id) => !now.has(id)).sort(),
    still: known.filter((id) => before.has(id)),
    fresh: ids.filter((id) => !everSeen.has(id)),
    back: known.filter((id) => !before.has(id)),
    renamed: known.filter((id) => ![...(now.get(id) ?? [])].some((name) => everSeen.get(id)?.has(name))),
  }
}

/** A round that fixed nothing and mostly repeats what was found before; the first one repeats nothing. */
function stuck({ fixed, still, back, fresh }: RoundChange): boolean {
  return fixed.length === 0 && still.length + back.length > fresh.length
}
