import type { BoundTo } from './ruling'

const bonds = ['artifact', 'rubric', 'standards', 'panel'] as const

/** Whether a ruling still holds for what is there now, and what changed; only the parts given are compared, none given is stale. */
export function isStale(
  ruling: { readonly boundTo?: BoundTo },
  now: Partial<BoundTo>,
): { readonly stale: boolean; readonly changed: readonly (keyof BoundTo)[] } {
  const { boundTo } = ruling
  const compared = bonds.filter((bond) => now[bond] !== undefined)
  // A ruling bound to nothing, or a question about nothing, can't be called fresh.
  if (boundTo === undefined || compared.length === 0) return { stale: true, changed: compared }
  const changed = compared.filter((bond) => now[bond] !== boundTo[bond])
  return { stale: changed.length > 0, changed }
}
