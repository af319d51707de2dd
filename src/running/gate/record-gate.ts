import { canonicalJson } from '../../canonical/canonical-json'
import { assert } from '../../errors'
import { findingsOf } from '../../gate/assemble-report'
import type { GateData } from '../../gate/gate-event'
import { gateEventType } from '../../gate/gate-event'
import type { GateReport } from '../../gate/gate-report'
import { waivedIds } from '../../gate/waive'
import type { BlobStore } from '../../ports/blobs'
import type { LedgerStore } from '../../ports/ledger-store'
import { release } from '../../release'
import type { Recorded } from '../record-ruling'

/** Records a gate's report in the stream `gate/<task, integration or branch>`, the whole of it as a blob. Every run is an event of its own. */
export async function recordGate(
  { ledger, blobs }: { readonly ledger: LedgerStore; readonly blobs: BlobStore },
  report: GateReport,
): Promise<Recorded> {
  const hash = await blobs.put(canonicalJson(report))
  const stream = `gate/${report.task_id ?? report.mode}`
  const { type, schema } = gateEventType
  const actor = { kind: 'engine' as const, id: `adjudicate@${release}` }
  const id = `${hash}/${report.generated_at}`
  const [recorded] = await ledger.append([{ stream, type, schema, actor, id, data: dataOf(report, hash) }], [{ stream, version: 'any' }])
  assert(recorded !== undefined, 'a store that appends gives the event back')
  return { stream, seq: recorded.seq, version: recorded.version, hash: recorded.hash }
}

function dataOf(report: GateReport, hash: string): GateData {
  const waived = waivedIds(report.waivers)
  return {
    rules: 'gate@1',
    verdict: report.verdict,
    run: report.run.kind,
    mode: report.mode,
    task: report.task_id,
    commits: { ...report.commits, merge_bases: [...report.commits.merge_bases] },
    tree: report.tree,
    hashes: report.hashes,
    blocking: findingsOf(report)
      .filter(({ id, severity }) => severity === 'block' && !waived.has(id))
      .map(({ id }) => id),
    waived: report.waivers.used.flatMap(({ findings, by, reason }) => findings.map((finding) => ({ finding, by: by.id, reason }))),
    report: hash,
  }
}
