import type { Decided } from '../../ledger/decider'
import type { LedgerStore } from '../../ports/ledger-store'
import { untraced } from '../../ports/tracing'
import type { Claim } from './claim'
import { releaseClaim, takeClaim } from './claim'
import type { Desk, Seen } from './desk'
import { deskAt } from './desk'
import { doAction } from './do-action'
import type { ActionEnd, Run } from './do-action'
import type { DriveLimits, DrivePorts } from './drive-ports'
import { driveLimits } from './drive-ports'
import type { Hands } from './hands'
import type { NoticeBoard } from './notices'
import { noticeBoard } from './notices'
import type { DueAction, Protocol } from './protocol'
import type { SliceState } from '../../tribunal/state'
import type { SliceProtocolParts } from './slice-protocol'
import { sliceProtocol } from './slice-protocol'
import { driving } from './span-names'
import { sha256Hex } from '../../canonical/digest'

/** An action that could not be carried out, and why; it is still due. */
export type Problem = { readonly action: string; readonly kind: string; readonly because: string }

/** Why a driver went: `idle` nothing is due, `waiting` for a person, a signal or another process; `held`: another driver has the stream. */
export type DriveOutcome =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting'; readonly actions: readonly DueAction[] }
  | Extract<Claim, { kind: 'held' }>
  | { readonly kind: 'stopped' }
  | Extract<ActionEnd, { kind: 'limit' }>
  | { readonly kind: 'stuck'; readonly problems: readonly Problem[] }

/** A driver of slices. `limits` are those of `driveLimits` where nothing else is said; the signal stops it and what it began. */
export type SliceDriver = {
  readonly ledger: LedgerStore
  readonly ports: DrivePorts & { readonly hands: Hands | SliceProtocolParts['hands'] } & Pick<SliceProtocolParts, 'blobs'> &
    Partial<Pick<SliceProtocolParts, 'digest'>>
  readonly limits?: Partial<DriveLimits>
  readonly notices?: NoticeBoard
  readonly signal?: AbortSignal
  readonly setup?: SliceProtocolParts['setup']
}

/**
 * Carries out what is due in a slice's stream until nothing is, or something waits (spec 13). It keeps nothing of its own: kill it anywhere and call it again. Throws
 * `usage` for a model without a price under a cost limit, and what the ledger throws; then what is on record goes on the next time.
 */
export async function driveOnce(
  { ledger, ports, limits, notices = noticeBoard(), signal, setup }: SliceDriver,
  stream: string,
): Promise<DriveOutcome> {
  const full = { ...driveLimits, ...limits }
  const { hands, digest = sha256Hex, blobs } = ports
  const parts = { hands: typeof hands === 'function' ? hands : () => hands, digest, ports, notices, limits: full }
  const protocol = sliceProtocol({ ...parts, ...(blobs === undefined ? {} : { blobs }), ...(setup === undefined ? {} : { setup }) })
  const remembering = {
    ...protocol,
    decider: { ...protocol.decider, next: remembered((state: SliceState) => protocol.decider.next(state)) },
  }
  return drive({ ledger, ports, limits: full, notices, ...(signal === undefined ? {} : { signal }) }, remembering, stream)
}

/** What is due in a state is asked several times on the way to doing it: the last answer is kept. */
function remembered<State, Action>(next: (state: State) => readonly Action[]): (state: State) => readonly Action[] {
  let last: { readonly state: State; readonly actions: readonly Action[] } | undefined
  return (state) => {
    if (last?.state !== state) last = { state, actions: next(state) }
    return last.actions
  }
}

type Driver = {
  readonly ledger: LedgerStore
  readonly ports: DrivePorts
  readonly limits: DriveLimits
  readonly notices: NoticeBoard
  readonly signal?: AbortSignal
}

/** The same for any protocol. */
export async function drive<State, Command, Change extends Decided, Action extends DueAction>(
  driver: Driver,
  protocol: Protocol<State, Command, Change, Action>,
  stream: string,
): Promise<DriveOutcome> {
  const { tracing = untraced } = driver.ports
  return tracing.span('drive', 'internal', { [driving.stream]: stream }, async (span) => {
    const outcome = await driven(driver, protocol, stream)
    span.note({ [driving.outcome]: outcome.kind })
    if (outcome.kind === 'stuck' || outcome.kind === 'limit') span.fail(outcome.kind)
    return outcome
  })
}

async function driven<State, Command, Change extends Decided, Action extends DueAction>(
  { ledger, ports, limits, notices, signal }: Driver,
  protocol: Protocol<State, Command, Change, Action>,
  stream: string,
): Promise<DriveOutcome> {
  const { decider, initial } = protocol
  const desk = deskAt({ ledger, decider, initial, newId: ports.newId }, stream)
  const first = await outcomeWithoutWork(desk, protocol)
  if (first !== undefined) {
    tellWaiting(notices, stream, first)
    return first
  }
  const claim = await takeClaim(desk, `${ports.holders.me}#${ports.newId()}`, limits.leaseMs, ports)
  if (claim.kind === 'held') return claim
  const ending = new AbortController()
  const end = (): void => ending.abort()
  if (signal?.aborted === true) end()
  signal?.addEventListener('abort', end, { once: true })
  try {
    const run: Run<State, Command, Change, Action> = {
      desk,
      protocol,
      ports,
      limits,
      notices,
      stream,
      term: claim.term,
      signal: ending.signal,
    }
    const outcome = await passes(run, end)
    await releaseClaim(desk, claim.term)
    tellWaiting(notices, stream, outcome)
    return outcome
  } finally {
    signal?.removeEventListener('abort', end)
  }
}

/** A stream at rest is left without a trace of whoever looked. */
async function outcomeWithoutWork<State, Command, Change extends Decided, Action extends DueAction>(
  desk: Desk<State, Change>,
  { decider, waits }: Protocol<State, Command, Change, Action>,
): Promise<DriveOutcome | undefined> {
  const due = decider.next((await desk.see()).state)
  if (due.length === 0) return { kind: 'idle' }
  return due.every(waits) ? waitingFor(due) : undefined
}

function waitingFor(actions: readonly DueAction[]): DriveOutcome {
  return { kind: 'waiting', actions: actions.map(({ id, kind }) => ({ id, kind })) }
}

function tellWaiting(notices: NoticeBoard, stream: string, outcome: DriveOutcome): void {
  if (outcome.kind === 'waiting') notices.tell('waiting', { stream, actions: outcome.actions })
}

async function passes<State, Command, Change extends Decided, Action extends DueAction>(
  run: Run<State, Command, Change, Action>,
  endAll: () => void,
): Promise<DriveOutcome> {
  const problems = new Map<string, Problem>()
  const done = new Set<string>()
  // Where nothing is left to do by what is known, others may have changed that: it is read anew before the driver goes.
  for (let isSure = false; ;) {
    const seen: Seen<State> = isSure ? await run.desk.see() : await run.desk.recall()
    if (run.signal.aborted) return { kind: 'stopped' }
    const step: Step<Action> = stepAt(run, seen, { problems, done })
    if (step.outcome !== undefined && isSure) return step.outcome
    isSure = step.outcome !== undefined
    if (step.outcome !== undefined) continue
    const ends = await sideBySide(step.now, run, endAll)
    for (const { action, end } of ends) {
      if (end.kind === 'limit') return end
      if (end.kind === 'recorded') done.add(action.id)
      if (end.kind === 'failed') problems.set(action.id, { action: action.id, kind: action.kind, because: end.because })
    }
  }
}

type Passed = { readonly problems: Map<string, Problem>; readonly done: ReadonlySet<string> }

type Step<Action> = { readonly outcome: DriveOutcome } | { readonly outcome?: undefined; readonly now: readonly Action[] }

/** What to do now, or why there is nothing. */
function stepAt<State, Command, Change extends Decided, Action extends DueAction>(
  { protocol, term }: Run<State, Command, Change, Action>,
  { state, drive: known }: Seen<State>,
  { problems, done }: Passed,
): Step<Action> {
  if (known.term !== term) return { outcome: { kind: 'held', holder: known.holder ?? '', until: known.until } }
  const due = protocol.decider.next(state)
  if (due.length === 0) return { outcome: { kind: 'idle' } }
  const doable = due.filter((action) => !protocol.waits(action) && !problems.has(action.id))
  const idle = doable.find(({ id }) => done.has(id))
  if (idle !== undefined) problems.set(idle.id, { action: idle.id, kind: idle.kind, because: 'its result changed nothing' })
  const now = doable.filter(({ id }) => !done.has(id))
  if (now.length > 0) return { now }
  return { outcome: problems.size > 0 ? { kind: 'stuck', problems: [...problems.values()] } : waitingFor(due) }
}

type Ended<Action> = { readonly action: Action; readonly end: ActionEnd }

/** What one of them throws (the ledger failed) ends the others, and is thrown when all have ended. */
async function sideBySide<State, Command, Change extends Decided, Action extends DueAction>(
  actions: readonly Action[],
  run: Run<State, Command, Change, Action>,
  endAll: () => void,
): Promise<Ended<Action>[]> {
  const ends: Ended<Action>[] = []
  const faults: unknown[] = []
  const queue = actions.values()
  const worker = async (): Promise<void> => {
    for (const action of queue) {
      if (faults.length > 0) return
      try {
        ends.push({ action, end: await doAction(run, action) })
      } catch (fault) {
        faults.push(fault)
        endAll()
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(run.limits.concurrency, actions.length)) }, worker))
  if (faults.length > 0) throw faults[0]
  return ends
}
