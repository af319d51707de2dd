import { shown } from '../issues'
import type { Decider, Decision } from '../ledger/decider'
import { parseWith } from '../parsing'
import { said } from './decide-opening'
import type { RunEvent, RunSetup } from './run-event'
import { runSetupSchema } from './run-event'
import type { Ending } from './state'

/** A run: the order of its slices and who asked; the fold of `run/<id>`. */
export type RunState = {
  readonly version: number
  readonly since: number
  readonly setup: RunSetup | null
  readonly isAnnounced: boolean
  readonly ended: readonly { readonly slice: string; readonly ending: Ending }[]
  readonly deliveredOn: string | null
  readonly acknowledgedBy: string | null
}

export type RunCommand =
  | { readonly do: 'open'; readonly setup: unknown }
  | { readonly do: 'announced'; readonly channel: string }
  | { readonly do: 'end-slice'; readonly slice: string; readonly ending: Ending }
  | { readonly do: 'delivered'; readonly channel: string }
  | { readonly do: 'acknowledge'; readonly by: string }

type Due =
  | { readonly kind: 'announce'; readonly channel: string; readonly notice: string }
  | { readonly kind: 'run-slice'; readonly slice: string; readonly stream: string }
  | { readonly kind: 'deliver-run'; readonly channel: string; readonly ended: RunState['ended'] }
  | { readonly kind: 'await-acknowledgement'; readonly channel: string; readonly requester: string }

export type RunAction = Due & { readonly id: string }

/** What a run says before it begins (R-TRI-05). */
export const runNotice = 'This runs as a tribunal: one doer does the work, a panel of walled verifiers judges it, and a consensus decides.'

/** The four functions of a run; each may be passed on by itself. */
export type RunDecider = Pick<Decider<undefined, RunState, RunCommand, RunEvent, RunAction>, 'initial' | 'decide' | 'evolve' | 'next'>

const unopenedRun: RunState = {
  version: 0,
  since: 0,
  setup: null,
  isAnnounced: false,
  ended: [],
  deliveredOn: null,
  acknowledgedBy: null,
}

/** The small decider over `run/<id>`: a notice first (R-TRI-05), the slices one after the other (R-TRI-74), then delivery to the requester (R-TRI-78). */
export const run: RunDecider = {
  initial: () => unopenedRun,
  decide,
  evolve,
  next,
}

function decide(state: RunState, command: RunCommand): Decision<RunEvent> {
  switch (command.do) {
    case 'open': {
      const parsed = parseWith(runSetupSchema, command.setup)
      if (state.setup !== null) return refuse('R-TRI-74', 'already-open', 'the run is open already')
      return parsed.ok
        ? { ok: true, events: [{ type: 'run.opened', data: { setup: parsed.value } }] }
        : refuse('R-TRI-74', 'setup-invalid', said(parsed.issues))
    }
    case 'announced':
      return state.setup === null || state.isAnnounced
        ? refuse('R-TRI-05', 'not-due', 'no notice is due')
        : onChannel(state, command.channel, { type: 'run.announced', data: { channel: command.channel } })
    case 'end-slice':
      return decideEnd(state, command)
    case 'delivered':
      return upcoming(state) === undefined && state.isAnnounced && state.deliveredOn === null
        ? onChannel(state, command.channel, { type: 'run.delivered', data: { channel: command.channel } })
        : refuse('R-TRI-78', 'not-due', 'slices are still open, or the report went out already')
    case 'acknowledge': {
      if (state.deliveredOn === null || state.acknowledgedBy !== null)
        return refuse('R-TRI-78', 'not-due', 'nothing waits for an acknowledgement')
      const isRequester = command.by === state.setup?.requester.id
      return isRequester
        ? { ok: true, events: [{ type: 'run.acknowledged', data: { by: command.by } }] }
        : refuse('R-TRI-78', 'not-the-requester', `${shown(command.by)} did not ask for it`)
    }
  }
}

function decideEnd(state: RunState, { slice, ending }: Extract<RunCommand, { do: 'end-slice' }>): Decision<RunEvent> {
  const due = upcoming(state)
  if (!state.isAnnounced) return refuse('R-TRI-05', 'not-announced', 'the notice comes before the first slice')
  if (due !== slice) return refuse('R-TRI-74', 'slice-order', `${shown(slice)} is not the slice that is due, ${shown(due)} is`)
  return { ok: true, events: [{ type: 'run.ended', data: { slice, ending } }] }
}

function onChannel({ setup }: RunState, channel: string, event: RunEvent): Decision<RunEvent> {
  if (channel === setup?.requester.channel) return { ok: true, events: [event] }
  return refuse('R-TRI-78', 'other-channel', `the request came over ${shown(setup?.requester.channel)}, not over ${shown(channel)}`)
}

function refuse(rule: string, code: string, message: string): Decision<RunEvent> {
  return { ok: false, refusal: { rule, code, message } }
}

function upcoming({ setup, ended }: RunState): string | undefined {
  return setup?.slices.find(({ id }) => ended.every(({ slice }) => slice !== id))?.id
}

function evolve(state: RunState, event: RunEvent & { readonly schema?: number }): RunState {
  const counted = { ...state, version: state.version + 1 }
  if ((event.schema ?? 1) !== 1) return counted
  const since = counted.version
  switch (event.type) {
    case 'run.opened':
      return { ...counted, since, setup: event.data.setup }
    case 'run.announced':
      return { ...counted, since, isAnnounced: true }
    case 'run.ended':
      return { ...counted, since, ended: [...state.ended, event.data] }
    case 'run.delivered':
      return { ...counted, since, deliveredOn: event.data.channel }
    case 'run.acknowledged':
      return { ...counted, since, acknowledgedBy: event.data.by }
    default:
      return counted
  }
}

function next(state: RunState): RunAction[] {
  const { setup, since, isAnnounced, deliveredOn, acknowledgedBy, ended } = state
  if (setup === null || acknowledgedBy !== null) return []
  const one = (due: Due, subject = 'run'): RunAction[] => [{ ...due, id: `run/${setup.id}@${since}/${due.kind}/${subject}` }]
  const { channel, id } = setup.requester
  if (!isAnnounced) return one({ kind: 'announce', channel, notice: runNotice })
  const slice = upcoming(state)
  if (slice !== undefined) return one({ kind: 'run-slice', slice, stream: `slice/${slice}` }, slice)
  if (deliveredOn === null) return one({ kind: 'deliver-run', channel, ended })
  return one({ kind: 'await-acknowledgement', channel, requester: id })
}
