import type { Issue } from '../issues'
import { shown } from '../issues'

/** A seat's identity as far as it can be read, however broken the rest is. */
export type RawSeat = { readonly path: string; readonly member: unknown; readonly session: unknown; readonly adversary: unknown }

/** Faults of the panel as a whole: its size, its opposition, and who sits where (R-TRI-03, R-TRI-30, A-TRI-23). */
export function panelFaults(panel: readonly RawSeat[], replacements: readonly RawSeat[], doerSession: unknown): Issue[] {
  const issues: Issue[] = []
  if (panel.length < 2)
    issues.push({ code: 'under-two-seats', path: 'panel', message: `a panel of ${panel.length}, at least 2 are needed` })
  if (!panel.some((seat) => seat.adversary === true))
    issues.push({ code: 'no-adversary', path: 'panel', message: 'no seat is an adversary' })
  const seats = [...panel, ...replacements]
  return [...issues, ...twice(seats, 'member'), ...twice(seats, 'session'), ...doersOwn(seats, doerSession)]
}

function twice(seats: readonly RawSeat[], field: 'member' | 'session'): Issue[] {
  const first = new Map<string, string>()
  return seats.flatMap((seat) => {
    const name = seat[field]
    if (typeof name !== 'string') return []
    const key = likeness(name)
    const before = first.get(key)
    if (before === undefined) {
      first.set(key, seat.path)
      return []
    }
    return [{ code: `${field}-twice`, path: `${seat.path}.${field}`, message: `${shown(name)} is also the ${field} of ${before}` }]
  })
}

function doersOwn(seats: readonly RawSeat[], doerSession: unknown): Issue[] {
  return seats
    .filter(
      (seat) => typeof doerSession === 'string' && typeof seat.session === 'string' && likeness(seat.session) === likeness(doerSession),
    )
    .map((seat) => ({ code: 'doer-session', path: `${seat.path}.session`, message: `${shown(doerSession)} is the doer's own session` }))
}

/** Names that a reader would take for one another are one: outer blanks, letter case, composition and invisible marks don't tell members apart. */
export function likeness(name: string): string {
  return plainName.test(name) ? name : foldedName(name)
}

const plainName = /^[\da-z_.:/@-]*$/

function foldedName(name: string): string {
  return name
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
}
