import type { DriveEvent } from '../../ledger/drive-event'
import type { Event } from '../../ledger/event'
import type { LedgerStore } from '../../ports/ledger-store'
import { slice } from '../../tribunal/decider'
import type { TribunalEvent } from '../../tribunal/event'
import type { SliceState } from '../../tribunal/state'
import { liveLines } from '../formats/slice-live'
import { stepLines, stepsOf } from '../formats/slice-steps'
import type { FullFlags } from './flags'
import type { Surroundings } from './terminal'
import { dressed, noticeText } from './terminal'

/** What a person sees while a slice is driven: `ledger` is the one to drive with, since what is appended to it is what is told. */
export type Progress = {
  readonly ledger: LedgerStore
  readonly notice: (text: string) => void
  /** An action that failed: said here unless a step or the page at the end says it. */
  readonly failed: (kind: string, because: string) => void
  readonly end: () => void
}

type Shown = {
  readonly event: (event: Event, after: SliceState) => void
  readonly notice: (text: string) => void
  readonly end: () => void
}

/** Tells on stderr what is appended to a slice: lines that are redrawn in place on a terminal, else one finished line a step. */
export function progressOf(ledger: LedgerStore, stream: string, begun: SliceState, here: Surroundings, flags: FullFlags): Progress {
  let state = begun
  const seen = isLive(here) ? live(here, flags, () => state) : plain(here)
  const append: LedgerStore['append'] = async (events, expect) => {
    const appended = await ledger.append(events, expect)
    for (const event of appended) {
      // The store has checked the data of every type known; `evolve` is total and leaves the rest alone.
      if (event.stream === stream) state = slice.evolve(state, event as Event & TribunalEvent)
      if (event.stream === stream || event.stream === `drive/${stream}`) seen.event(event, state)
    }
    return appended
  }
  const failed = (kind: string, because: string): void => {
    if (kind === 'synthesis' || (stepKinds.has(kind) && isLive(here))) seen.notice(`${kind} failed: ${because}`)
  }
  return { ledger: { ...ledger, append }, notice: seen.notice, failed, end: seen.end }
}

/** What fails of these is a step of the slice, with why; where steps aren't listed it is said as it happens. What is stuck the page says. */
const stepKinds: ReadonlySet<string> = new Set(['await-report', 'judge', 'vet-plan'])

/** A terminal that can move its cursor, and nobody asked for quiet. */
function isLive({ env, redrawColumns = 0 }: Surroundings): boolean {
  return redrawColumns >= 20 && env['TERM'] !== 'dumb' && (env['CI'] ?? '') === ''
}

function plain(here: Surroundings): Shown {
  return {
    event: (event, after) => {
      if (event.stream.startsWith('drive/')) return
      for (const step of stepsOf(event as Event & TribunalEvent, after)) here.err(`${stepLines(step, event.at, after).join('\n')}\n`)
    },
    notice: (text) => here.err(noticeText(text)),
    end: () => undefined,
  }
}

const redrawMs = 250

function live(here: Surroundings, { colour }: FullFlags, stateNow: () => SliceState): Shown {
  const beganMs = Date.now()
  const underWay = new Map<string, { readonly kind: string; readonly sinceMs: number }>()
  const mayColour = colour && (here.env['NO_COLOR'] ?? '') === ''
  let drawn = 0
  let drawnAtMs = 0
  const clear = (): void => {
    if (drawn > 0) here.err(`\u001b[${drawn}A\u001b[J`)
    drawn = 0
  }
  const draw = (): void => {
    const state = stateNow()
    if (state.phase === 'unopened') return
    const now = Date.now()
    drawnAtMs = now
    const running = [...underWay.values()].map(({ kind, sinceMs }) => ({ kind, elapsedMs: now - sinceMs }))
    // A line that the terminal breaks can't be taken back.
    const lines = liveLines(state, running, now - beganMs, (here.redrawColumns ?? 0) - 1)
    clear()
    here.err(dressed(`${lines.join('\n')}\n`, mayColour))
    drawn = lines.length
  }
  const timer = setInterval(draw, redrawMs)
  // What is drawn keeps no process alive.
  timer.unref()
  return {
    event: (event) => {
      note(event, underWay)
      if (Date.now() - drawnAtMs >= redrawMs) draw()
    },
    notice: (text) => {
      clear()
      here.err(noticeText(text))
      draw()
    },
    end: () => {
      clearInterval(timer)
      draw()
    },
  }
}

function note(event: Event, underWay: Map<string, { readonly kind: string; readonly sinceMs: number }>): void {
  if (!event.stream.startsWith('drive/') || !event.type.startsWith('action.')) return
  const { type, data } = event as Event & DriveEvent
  if (type === 'action.started') underWay.set(data.action, { kind: data.kind, sinceMs: Date.now() })
  else if ('action' in data) underWay.delete(data.action)
}
