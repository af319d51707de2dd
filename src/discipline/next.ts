import { remainingPackets, waitingFor } from './builder'
import { reviewFault } from './decide-continuation'
import type { DisciplineState } from './state'
import { isAble } from './state'
import type { ContinuationPath } from './words'

type Due =
  | { readonly kind: 'correct'; readonly card: string; readonly builder: string; readonly packet: string; readonly correction: string }
  | { readonly kind: 'reread'; readonly builder: string; readonly sha256: string }
  | { readonly kind: 'reconstruct'; readonly builder: string }
  | { readonly kind: 'lead-packets'; readonly lead: string; readonly builder: string; readonly remaining: number }
  | { readonly kind: 'review'; readonly expelled: string }
  | { readonly kind: 'rewrite-authority' }
  | { readonly kind: 'choose-continuation'; readonly paths: readonly ContinuationPath[] }

/** What is due. `id` is `kind:subject@version`, where version is the number of the event that made it due, so that doing it twice is seen. */
export type DisciplineAction = Due & { readonly id: string }

/** What is due now, in a fixed order: corrections, the duties of each bench, then what a paused build waits for. Empty when nothing is. */
export function next(state: DisciplineState): DisciplineAction[] {
  return [...corrections(state), ...duties(state), ...waysOn(state)]
}

function corrections({ cards }: DisciplineState): DisciplineAction[] {
  return cards
    .filter(({ status, colour }) => status === 'open' && colour !== 'LATE')
    .map(({ card, builder, packet, correction, version }) => ({
      kind: 'correct',
      id: `correct:${card}@${version}`,
      card,
      builder,
      packet,
      correction,
    }))
}

function duties(state: DisciplineState): DisciplineAction[] {
  const { authority, lead, limits } = state
  return state.builders.flatMap((builder): DisciplineAction[] => {
    const waiting = waitingFor(builder, limits)
    const { id } = builder
    const since = lastVersion(state, (event) => event.type === 'discipline.benched' && event.data.builder === id)
    const amended = Math.max(
      since,
      lastVersion(state, (event) => event.type === 'discipline.amended'),
    )
    const remaining = remainingPackets(builder, limits) ?? 0
    return waiting.flatMap((duty): DisciplineAction[] => {
      if (duty === 'reread') return [{ kind: 'reread', id: `reread:${id}@${amended}`, builder: id, sha256: authority.sha256 }]
      if (duty === 'reconstruction') return [{ kind: 'reconstruct', id: `reconstruct:${id}@${since}`, builder: id }]
      return lead === null ? [] : [{ kind: 'lead-packets', id: `lead-packets:${id}@${since}`, lead, builder: id, remaining }]
    })
  })
}

function waysOn(state: DisciplineState): DisciplineAction[] {
  const { pause, expelled } = state
  if (pause === null) return []
  const fault = reviewFault(state)
  const isReviewed = (event: DisciplineState['record'][number]): boolean => event.type === 'discipline.reviewed'
  const since = lastVersion(state, (event) => event.type === 'discipline.expelled' || event.type === 'discipline.benched')
  const reviewed = lastVersion(state, isReviewed)
  if (expelled !== null && (fault?.code === 'review-required' || fault?.code === 'diagnosis-open')) {
    return [{ kind: 'review', id: `review:${expelled}@${Math.max(since, reviewed)}`, expelled }]
  }
  if (fault?.code === 'prompt-not-rewritten') return [{ kind: 'rewrite-authority', id: `rewrite-authority@${reviewed}` }]
  const hasBackup = state.builders.some((builder) => builder.id !== state.primary && isAble(builder, state))
  const paths: ContinuationPath[] = [
    ...(hasBackup ? (['promote'] as const) : []),
    'replace',
    ...(pause === 'review' ? [] : (['pause'] as const)),
  ]
  return [{ kind: 'choose-continuation', id: `choose-continuation@${Math.max(since, reviewed)}`, paths }]
}

function lastVersion({ record }: DisciplineState, isIt: (event: DisciplineState['record'][number]) => boolean): number {
  return record.findLastIndex(isIt) + 1
}
