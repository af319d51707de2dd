import { canonicalJson } from '../../canonical/canonical-json'
import type { Digest } from '../../canonical/digest'
import { plainCopy } from '../../canonical/plain'
import { adjudicate } from '../../consensus/adjudicate'
import { AdjudicateError } from '../../errors'
import type { Event } from '../../ledger/event'
import type { BlobStore } from '../../ports/blobs'
import type { SliceCommandInput } from '../../tribunal/command'
import { sliceWith } from '../../tribunal/decider'
import { rulingInput } from '../../tribunal/decide-ruling'
import type { DataOf, TribunalEvent } from '../../tribunal/event'
import type { SliceAction } from '../../tribunal/next'
import type { SliceSetup } from '../../tribunal/setup'
import type { SliceState } from '../../tribunal/state'
import type { DriveLimits, DrivePorts } from './drive-ports'
import { noAmount } from './drive-ports'
import { callOf } from './action-call'
import { commandForFailure, handle } from './handle'
import type { Hands } from './hands'
import { canDo } from './hands'
import type { RecoverableModel } from './model-call'
import { carefulModel, reservationOf } from './model-call'
import type { NoticeBoard } from './notices'
import type { Protocol, Work } from './protocol'

/** What the hands of a slice are given by the driver: the state that they answer to. */
export type SliceHands = (state: SliceState) => Hands

export type SliceProtocolParts = {
  readonly hands: SliceHands
  readonly limits: DriveLimits
  readonly ports: DrivePorts
  readonly notices: NoticeBoard
  readonly digest: Digest
  /** With it the whole input and account of each ruling are kept, so that it can be redone, and long diffs. */
  readonly blobs?: Pick<BlobStore, 'put' | 'get'>
  readonly setup?: SliceSetup
}

export type SliceProtocol = Protocol<SliceState, SliceCommandInput, TribunalEvent, SliceAction>

/** The slice protocol for the driver: its hands ask models with patience and within the limits. */
export function sliceProtocol(parts: SliceProtocolParts): SliceProtocol {
  const { hands, limits, notices, digest, setup } = parts
  const decider = sliceWith(digest)
  const initial = decider.initial(setup)
  return {
    decider,
    initial,
    waits: (action) => !canDo(action, hands(initial)),
    reserve: (action, state) => {
      if (action.kind === 'verify-report' || action.kind === 'deliver') return noAmount
      const call = callOf(action, hands(state))
      if (call === undefined) return undefined
      const isPriced = Object.hasOwn(limits.prices, call.model.id)
      if (limits.costMicrosMax !== undefined && !isPriced) throw unpriced(call.model.id)
      return reservationOf(call, limits)
    },
    carryOut: (action, state, work) => carryOut(action, state, work, parts),
    givenUp: (action, failure) => commandForFailure(action, failure, hands(initial)),
    recorded: (stream, events) => {
      for (const event of events) tellRuling(stream, event, notices)
    },
  }
}

/** A limit that can't be kept is none, so nothing is begun. */
export function unpriced(id: string): AdjudicateError {
  return new AdjudicateError('usage', `the model ${JSON.stringify(id)} has no price, and there is a limit of cost`, { model: id })
}

async function carryOut(action: SliceAction, state: SliceState, work: Work, parts: SliceProtocolParts): Promise<SliceCommandInput> {
  const bare = parts.hands(state)
  const call = callOf(action, bare)
  const reserved = call === undefined ? noAmount : reservationOf(call, parts.limits)
  const careful = (model: RecoverableModel): RecoverableModel => carefulModel(model, work, { ...parts, reserved })
  const { doer, panel, adversary } = bare.models
  const models = { doer: careful(doer), panel: panel.map(careful), adversary: careful(adversary) }
  const texts = bare.texts ?? parts.blobs
  const hands = { ...bare, models, signal: work.signal, ...(texts === undefined ? {} : { texts }) }
  const known = work.attempt > 1 ? await bare.recover?.(action, work.signal) : undefined
  const command = known ?? (await handle(action, hands))
  if (command.do === 'adjudicate' && parts.blobs !== undefined) {
    const input = rulingInput(state, command)
    await parts.blobs.put(canonicalJson(plainCopy(input).copy))
    const ruling = adjudicate(input, parts.digest)
    if (ruling.kind !== 'refused') await parts.blobs.put(canonicalJson(ruling))
  }
  return command
}

function tellRuling(stream: string, { type, data }: Event, notices: NoticeBoard): void {
  if (type !== 'tribunal.ruled') return
  const { ruling } = data as DataOf<'tribunal.ruled'>
  if (ruling.kind === 'verdict') notices.tell('ruling', { slice: stream.slice('slice/'.length), ruling })
}
