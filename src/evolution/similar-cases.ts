import type { Facts } from '../policy/policy'
import type { CaseRecord } from './case-record'
import { rootSignature } from './signature'
import type { EvolutionState } from './state'

/** A judge is shown no more similar cases than this (R-JUDGE-05). */
export const similarCasesMax = 5

/** What a case is compared by. */
export type Likeness = { readonly signature?: string; readonly facts?: Facts }

/**
 * The cases most like this one: those of the same signature first, then by how many facts they share, then the latest first. A case that shares nothing is
 * left out. At most five, whatever `max` says.
 */
export function similarCases({ cases, merges }: EvolutionState, { signature, facts = {} }: Likeness, max = similarCasesMax): CaseRecord[] {
  const root = signature === undefined ? undefined : rootSignature(merges, signature)
  const wanted = Object.entries(facts)
  const ranked = cases.map((record, index) => ({
    record,
    index,
    same: root !== undefined && rootSignature(merges, record.signature) === root,
    shared: wanted.filter(
      ([name, value]) => record.facts !== undefined && Object.hasOwn(record.facts, name) && record.facts[name] === value,
    ).length,
  }))
  return ranked
    .filter(({ same, shared }) => same || shared > 0)
    .sort((a, b) => Number(b.same) - Number(a.same) || b.shared - a.shared || b.index - a.index)
    .slice(0, Math.max(0, Math.min(max, similarCasesMax)))
    .map(({ record }) => record)
}
