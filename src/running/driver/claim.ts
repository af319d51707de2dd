import type { Decided } from '../../ledger/decider'
import type { Desk, Entry } from './desk'
import type { DrivePorts } from './drive-ports'
import { later } from './drive-ports'

/** `held`: by somebody whose process isn't known to be dead and whose lease hasn't run out. */
export type Claim =
  { readonly kind: 'claimed'; readonly term: number } | { readonly kind: 'held'; readonly holder: string; readonly until: string }

/** Takes a stream for one driver, under a term one above the last. */
export async function takeClaim<State, Change extends Decided>(
  desk: Desk<State, Change>,
  holder: string,
  leaseMs: number,
  { clock, holders }: Pick<DrivePorts, 'clock' | 'holders'>,
): Promise<Claim> {
  const { value } = await desk.append(({ drive }): readonly [Claim, Entry<Change>?] => {
    const now = clock.now()
    const { holder: other, until } = drive
    if (other !== null && other !== holder && until > now && !holders.isGone(other)) return [{ kind: 'held', holder: other, until }]
    const term = drive.term + 1
    return [{ kind: 'claimed', term }, { drive: [{ type: 'drive.claimed', data: { term, holder, until: later(now, leaseMs) } }] }]
  })
  return value
}

/** Gives the stream back, unless another took it already. */
export async function releaseClaim<State, Change extends Decided>(desk: Desk<State, Change>, term: number): Promise<void> {
  await desk.append(({ drive }): readonly [undefined, Entry<Change>?] => {
    if (drive.term !== term || drive.holder === null) return [undefined]
    return [undefined, { drive: [{ type: 'drive.released', data: { term } }] }]
  })
}
