import type { Convergence, RoundChange } from '../consensus/convergence'

/** How findings developed, one line for each round after the first; a defect that only got another name is no new one and is called renamed (R-TRI-70). */
export function findingLines({ rounds }: Convergence): string[] {
  return rounds.filter(({ round }) => round > 1).map(findingLine)
}

function findingLine({ round, fixed, still, fresh, back, renamed }: RoundChange): string {
  const parts = [`${fixed.length} fixed`, `${still.length} still there`, `${fresh.length} new`]
  if (back.length > 0) parts.push(`${back.length} back again`)
  if (renamed.length > 0) parts.push(`${renamed.length} of these renamed`)
  return `round ${round}: ${parts.join(', ')}`
}
