import { canonicalJson } from '../../canonical/canonical-json'
import type { Digest } from '../../canonical/digest'
import { hashOf } from '../../canonical/digest'
import { plainCopy } from '../../canonical/plain'
import { AdjudicateError, isAdjudicateError } from '../../errors'
import type { LedgerStore } from '../../ports/ledger-store'
import { release } from '../../release'
import type { JudgesBegan, JudgesMeasured } from '../../tribunal/canaries/judges-event'
import type { JudgesReport } from '../../tribunal/canaries/judges-report'

const engine = { kind: 'engine', id: `adjudicate@${release}` } as const

/** Puts a run on record, or finds it there. Throws `usage` where it was begun with another set, seed or panel. */
export async function begin(ledger: LedgerStore, began: JudgesBegan): Promise<void> {
  const stream = `judges/${began.run}`
  const data = plainCopy(began).copy
  try {
    await ledger.append(
      [{ stream, type: 'judges.began', schema: 1, actor: engine, id: `${stream}/began`, data }],
      [{ stream, version: 'any' }],
    )
  } catch (error) {
    if (!isAdjudicateError(error) || error.code !== 'id-reused') throw error
    throw otherRun(began.run, error)
  }
}

function otherRun(run: string, cause: unknown): AdjudicateError {
  const message = `run ${JSON.stringify(run)} was begun with another set, number of pairs, seed or panel; what goes on must be the same`
  return new AdjudicateError('usage', message, { run }, cause)
}

/** What a run on record was begun with; undefined where there is none. */
export async function begunWith(ledger: LedgerStore, run: string): Promise<JudgesBegan | undefined> {
  for await (const event of ledger.read({ stream: `judges/${run}`, types: ['judges.began'] })) return event.data as JudgesBegan
  return undefined
}

/** Records what a sitting came to; the same figures again are the event that is there already. */
export async function recordMeasured(ledger: LedgerStore, report: JudgesReport, digest: Digest): Promise<void> {
  const { run, set, seed, verdict, because, thresholds, unjudged, stoppedBy, judgements } = report
  const data: JudgesMeasured = { run, set, seed, verdict, because, thresholds, unjudged, stoppedBy, judgements }
  const stream = `judges/${run}`
  const plain = plainCopy(data).copy
  const id = `${stream}/${hashOf(canonicalJson(plain), digest).slice('sha256:'.length, 'sha256:'.length + 24)}`
  await ledger.append([{ stream, type: 'judges.measured', schema: 1, actor: engine, id, data: plain }], [{ stream, version: 'any' }])
}
