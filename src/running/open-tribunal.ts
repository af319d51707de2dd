import { canonicalJson } from '../canonical/canonical-json'
import type { Digest } from '../canonical/digest'
import { plainCopy } from '../canonical/plain'
import { AdjudicateError } from '../errors'
import type { BlobStore } from '../ports/blobs'
import type { LedgerStore } from '../ports/ledger-store'
import type { ClosingReport } from '../tribunal/closing-report'
import { closingReport } from '../tribunal/closing-report'
import { sliceWith } from '../tribunal/decider'
import type { FullSliceSetup, SliceSetup } from '../tribunal/setup'
import type { SliceState } from '../tribunal/state'
import type { DriveOutcome } from './driver/drive-once'
import { driveOnce } from './driver/drive-once'
import type { DriveLimits, DrivePorts } from './driver/drive-ports'
import { driveLimits } from './driver/drive-ports'
import type { Hands } from './driver/hands'
import type { NoticeBoard } from './driver/notices'
import { noticeBoard } from './driver/notices'
import { unpriced } from './driver/slice-protocol'
import { fold } from './fold-stream'

/** What a run came to: the closing report, interim where `ending` is null, and why the driver went. */
export type Closing = ClosingReport & { readonly outcome: DriveOutcome }

/** A tribunal at a ledger; slices may run at the same time. */
export type Tribunal = {
  readonly on: NoticeBoard['on']
  /**
   * Runs a slice from where its record stands to its end, or to where a person is waited for. Throws `data-invalid` for a setup that no slice begins with, `usage`
   * where the slice is on record with another one.
   */
  readonly run: (setup: SliceSetup) => Promise<Closing>
  /** Closes the ledger; what runs is to be stopped by the signal first. */
  readonly close: () => Promise<void>
}

/** The hands for one slice. What it lacks of `deliver` and `acknowledge` is done by `run` itself where nobody else asked for the slice. */
export type HandsFor = (state: SliceState) => Hands

export type TribunalParts = {
  readonly ledger: LedgerStore
  readonly ports: DrivePorts
  readonly hands: HandsFor
  readonly digest: Digest
  readonly blobs?: BlobStore
  readonly limits?: Partial<DriveLimits>
  readonly signal?: AbortSignal
}

/** A tribunal out of a ledger and hands. Throws `usage` for a model without a price where there is a limit of cost. */
export function tribunalOver({ ledger, ports, hands, digest, blobs, limits, signal }: TribunalParts): Tribunal {
  const notices = noticeBoard()
  const slice = sliceWith(digest)
  checkPrices(hands(slice.initial(undefined)), { ...driveLimits, ...limits })
  return {
    on: notices.on,
    close: () => ledger.close(),
    run: async (given) => {
      const setup: SliceSetup = { independence: 'panel', ...given }
      const wanted = slice.initial(setup).setup
      const stream = `slice/${given.id}`
      assertSameSetup(wanted, (await fold(ledger, slice, stream)).setup, stream)
      const driver = {
        ledger,
        ports: {
          ...ports,
          hands: (state: SliceState) => withCaller(hands(state), given),
          digest,
          ...(blobs === undefined ? {} : { blobs }),
        },
        notices,
        setup,
        ...(limits === undefined ? {} : { limits }),
        ...(signal === undefined ? {} : { signal }),
      }
      const outcome = await driveOnce(driver, stream)
      return { ...closingReport(await fold(ledger, slice, stream)), outcome }
    },
  }
}

/** Whoever calls `run` has asked for the slice, unless the setup names somebody else: the report is its return value, and with it the caller has it. */
function withCaller(hands: Hands, { requester }: SliceSetup): Hands {
  if (requester !== undefined) return hands
  return { deliver: () => Promise.resolve('return value'), acknowledge: () => Promise.resolve('caller'), ...hands }
}

/** One id is one slice: throws `usage` where the record holds another setup under it. */
export function assertSameSetup(wanted: FullSliceSetup | null, known: FullSliceSetup | null, stream: string): void {
  if (known === null || canonicalJson(plainCopy(known).copy) === canonicalJson(plainCopy(wanted).copy)) return
  throw new AdjudicateError('usage', `${stream} is on record with another setup; another slice takes another id`, { stream })
}

function checkPrices({ models: { doer, panel, adversary } }: Hands, { costMicrosMax, prices }: DriveLimits): void {
  if (costMicrosMax === undefined) return
  for (const { id } of [doer, ...panel, adversary]) if (!Object.hasOwn(prices, id)) throw unpriced(id)
}
