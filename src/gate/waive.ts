import type { Waiver } from './waiver'

/** The part of a waiver that held (`used`), or that did nothing and why: over, or no finding of this run has such an id. */
export type AppliedWaivers = {
  readonly used: readonly Waiver[]
  readonly unused: readonly (Waiver & { readonly why: 'expired' | 'no-such-finding' })[]
}

/**
 * What becomes of each waiver at a time (`at`, RFC 3339 in UTC). One that expires and can't be dated has expired; of one that names findings of
 * which some are gone, the ids are parted among `used` and `unused`. Order as given.
 */
export function applyWaivers(findingIds: readonly string[], waivers: readonly Waiver[], at: string | undefined): AppliedWaivers {
  const known = new Set(findingIds)
  const lasting = waivers.filter((waiver) => !isOver(waiver, at))
  const part = (waiver: Waiver, isKnown: boolean): Waiver[] => {
    const findings = waiver.findings.filter((id) => known.has(id) === isKnown)
    return findings.length === 0 ? [] : [{ ...waiver, findings }]
  }
  return {
    used: lasting.flatMap((waiver) => part(waiver, true)),
    unused: [
      ...waivers.filter((waiver) => isOver(waiver, at)).map((waiver) => ({ ...waiver, why: 'expired' as const })),
      ...lasting.flatMap((waiver) => part(waiver, false)).map((waiver) => ({ ...waiver, why: 'no-such-finding' as const })),
    ],
  }
}

/** The ids that a person let stand. */
export function waivedIds({ used }: Pick<AppliedWaivers, 'used'>): ReadonlySet<string> {
  return new Set(used.flatMap(({ findings }) => findings))
}

function isOver({ expires }: Waiver, at: string | undefined): boolean {
  return expires !== undefined && (at === undefined || instant(expires) <= instant(at))
}

/** RFC 3339 in UTC sorts as text once fractions are equally long. */
function instant(time: string): string {
  const [whole = '', fraction = ''] = time.replace(/Z$/, '').split('.')
  return `${whole}.${fraction.padEnd(9, '0')}`
}
