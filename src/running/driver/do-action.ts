import type { Decided } from '../../ledger/decider'
import type { Amount } from '../../ledger/drive-event'
import { modelFailed } from '../../ports/model-failure'
import type { Span } from '../../ports/tracing'
import { untraced } from '../../ports/tracing'
import type { Begun, Finish, LimitReached } from './action-record'
import { recordFailure, recordResult, recordStart, recordStop, timeoutOf } from './action-record'
import type { Desk } from './desk'
import type { DriveLimits, DrivePorts } from './drive-ports'
import { noAmount } from './drive-ports'
import { plus } from './drive-state'
import type { NoticeBoard } from './notices'
import type { DueAction, Failure, Protocol } from './protocol'
import { inBrief } from './protocol'
import { driving } from './span-names'

/** One claim's work on a stream. */
export type Run<State, Command, Change extends Decided, Action extends DueAction> = {
  readonly desk: Desk<State, Change>
  readonly protocol: Protocol<State, Command, Change, Action>
  readonly ports: DrivePorts
  readonly limits: DriveLimits
  readonly notices: NoticeBoard
  readonly stream: string
  readonly term: number
  readonly signal: AbortSignal
}

/** `passed`: somebody else's word came first, or the driver was stopped; the state says how it goes on. */
export type ActionEnd =
  | { readonly kind: 'recorded' }
  | { readonly kind: 'passed' }
  | ({ readonly kind: 'limit'; readonly action: string } & LimitReached)
  | { readonly kind: 'failed'; readonly because: string }

type Tried<Command> =
  | { readonly kind: 'done'; readonly command: Command }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Carries out one action: the start is on record before anything is started, the result after it. Throws what the ledger throws, and `usage` from the limits. */
export async function doAction<State, Command, Change extends Decided, Action extends DueAction>(
  run: Run<State, Command, Change, Action>,
  action: Action,
): Promise<ActionEnd> {
  if (run.signal.aborted) return { kind: 'passed' }
  const { tracing = untraced } = run.ports
  const facts = { [driving.stream]: run.stream, [driving.action]: action.id, [driving.kind]: action.kind }
  return tracing.span(action.kind, 'internal', facts, (span) => startedAndDone(run, action, span))
}

async function startedAndDone<State, Command, Change extends Decided, Action extends DueAction>(
  run: Run<State, Command, Change, Action>,
  action: Action,
  span: Span,
): Promise<ActionEnd> {
  const named = { stream: run.stream, action: action.id, kind: action.kind }
  const start = await recordStart(run, action, run.term)
  switch (start.kind) {
    case 'lost':
    case 'gone':
      return { kind: 'passed' }
    case 'limit':
      return { ...start, action: action.id }
    case 'worn-out': {
      const because = `it was started ${start.attempt} times and left no result`
      return failureEnd(
        run,
        action,
        await recordFailure(run, { action, term: run.term, attempt: start.attempt }, { because, cause: 'broken' }),
      )
    }
    case 'started': {
      const begun = { action, term: run.term, attempt: start.attempt }
      run.notices.tell('action-started', { ...named, attempt: start.attempt })
      const { tried, spent } = await tryOut(run, begun, start)
      const end = await recorded(run, begun, tried, spent)
      span.note({ [driving.attempt]: start.attempt, [driving.outcome]: tried.kind === 'stopped' ? 'stopped' : end.kind })
      if (tried.kind === 'failed') span.fail(tried.failure.cause)
      else if (end.kind === 'failed') span.fail('refused')
      return end
    }
  }
}

async function recorded<State, Command, Change extends Decided, Action extends DueAction>(
  run: Run<State, Command, Change, Action>,
  begun: Begun<Action>,
  tried: Tried<Command>,
  spent: Amount,
): Promise<ActionEnd> {
  const { action } = begun
  const named = { stream: run.stream, action: action.id, kind: action.kind }
  if (tried.kind === 'stopped') {
    await recordStop(run, begun, spent)
    run.notices.tell('action-stopped', named)
    return { kind: 'passed' }
  }
  if (tried.kind === 'failed') return failureEnd(run, action, await recordFailure(run, begun, tried.failure, spent))
  const finish = await recordResult(run, begun, tried.command, spent)
  if (finish.outcome === 'failed') return failureEnd(run, action, finish)
  run.protocol.recorded(run.stream, finish.events)
  run.notices.tell('action-done', { ...named, outcome: finish.outcome })
  return finish.outcome === 'recorded' ? { kind: 'recorded' } : { kind: 'passed' }
}

function failureEnd<State, Command, Change extends Decided, Action extends DueAction>(
  run: Run<State, Command, Change, Action>,
  { id, kind }: Action,
  { because = '', isStillDue, events }: Finish,
): ActionEnd {
  run.protocol.recorded(run.stream, events)
  run.notices.tell('action-failed', { stream: run.stream, action: id, kind, because })
  return isStillDue ? { kind: 'failed', because } : { kind: 'recorded' }
}

/** Whoever doesn't heed the signal is left behind after so long. */
const graceMs = 2_000

/** Runs the hands within the action's own time. What they throw is a failure of the action; nothing that failed passes for a result. */
async function tryOut<State, Command, Change extends Decided, Action extends DueAction>(
  { protocol, ports, limits, signal }: Run<State, Command, Change, Action>,
  { action, attempt }: Begun<Action>,
  { state, reserved }: { readonly state: State; readonly reserved: Amount },
): Promise<{ readonly tried: Tried<Command>; readonly spent: Amount }> {
  let spent = noAmount
  let isLate = false
  const own = new AbortController()
  const end = (): void => own.abort()
  const timeoutMs = timeoutOf(limits, action.kind)
  const cancel = ports.clock.after(timeoutMs, () => {
    isLate = !signal.aborted
    end()
  })
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  const spend = (amount: Amount): void => {
    spent = plus(spent, amount)
  }
  const work = { signal: own.signal, attempt, isLate: () => isLate, spend }
  const leaving = leftBehind(own.signal, ports)
  try {
    const command = await Promise.race([protocol.carryOut(action, state, work), leaving.left])
    return { tried: { kind: 'done', command }, spent }
  } catch (thrown) {
    // Nobody knows what goes on behind our back.
    if (leaving.isLeft()) spent = reserved
    if (signal.aborted) return { tried: { kind: 'stopped' }, spent }
    const message = inBrief(thrown instanceof Error ? thrown.message : String(thrown))
    const failure: Failure = work.isLate()
      ? { because: `it was not done within ${timeoutMs} ms: ${message}`, cause: 'late' }
      : { because: message, cause: 'broken' }
    return { tried: { kind: 'failed', failure }, spent }
  } finally {
    cancel()
    leaving.cancel()
    signal.removeEventListener('abort', end)
  }
}

type Leaving = { readonly left: Promise<never>; readonly isLeft: () => boolean; readonly cancel: () => void }

function leftBehind(signal: AbortSignal, { clock }: Pick<DrivePorts, 'clock'>): Leaving {
  let cancel = (): void => undefined
  let isLeft = false
  const left = new Promise<never>((_, reject) => {
    const leave = (): void => {
      isLeft = true
      reject(modelFailed('stopped', 'it did not end when it was told to'))
    }
    const wait = (): void => {
      cancel = clock.after(graceMs, leave)
    }
    if (signal.aborted) wait()
    else signal.addEventListener('abort', wait, { once: true })
  })
  return { left, isLeft: () => isLeft, cancel: () => cancel() }
}
