import { hashOf } from '../../canonical/digest'
import { isAdjudicateError } from '../../errors'
import { parseBaseline } from '../../gate/baseline'
import type { Baseline } from '../../gate/baseline'
import type { GateConfig } from '../../gate/gate-config'
import { parseGateConfig } from '../../gate/gate-config'
import { tamperKinds } from '../../gate/tampering/tamper-kind'
import type { TaskManifest } from '../../gate/task-manifest'
import { parseTaskManifest, taskIdPattern } from '../../gate/task-manifest'
import { taskMismatch } from '../../gate/task-match'
import { doubledKey } from '../../text/doubled-key'
import type { Issue, Parsed } from '../../issues'
import { shown } from '../../issues'
import type { Control } from './control-files'
import type { GateTarget } from './gate-request'
import type { Digest } from '../../canonical/digest'

/** The three control files, read and held against each other; hashes are of their canonical JSON. */
export type ControlFiles = {
  readonly config: GateConfig
  readonly manifest: TaskManifest | undefined
  readonly baseline: Baseline | undefined
  /** Why the run can only be provisional: files that lie in the judged tree alone. */
  readonly doubts: readonly string[]
  readonly hashes: { readonly config: string; readonly task: string | null; readonly baseline: string | null }
}

/** A task id that could name another file is refused before anything is read (F24). */
export function targetIssues(target: GateTarget): Issue[] {
  if (target.mode !== 'task' || taskIdPattern.test(target.taskId)) return []
  return [{ code: 'task-id', path: 'task', message: `found ${shown(target.taskId)}: a task id has letters, digits and . _ - only` }]
}

/** Reads configuration, manifest and baseline; every fault with the file and the path in it. */
export async function readControl(
  control: Control,
  target: GateTarget,
  branch: string | undefined,
  digest: Digest,
): Promise<Parsed<ControlFiles>> {
  const config = document(control.config, 'config.json', (json) => parseGateConfig(json, tamperKinds))
  const name = target.mode === 'task' ? `tasks/${target.taskId}.json` : undefined
  const doubts: string[] = []
  const read = async (file: string): Promise<string | undefined> => {
    const text = await control.read(file)
    if (text !== undefined || control.judged === undefined) return text
    const own = await control.judged.read(file)
    if (own !== undefined) doubts.push(`${file} lies in the judged tree alone`)
    return own
  }
  const task = name === undefined ? undefined : await read(name)
  const before = await read('baseline.json')
  const manifest = task === undefined || name === undefined ? undefined : document(task, name, parseTaskManifest)
  const baseline = before === undefined ? undefined : document(before, 'baseline.json', parseBaseline)
  const issues = [config, manifest, baseline].flatMap((one) => (one === undefined || one.ok ? [] : one.issues))
  if (name !== undefined && task === undefined) {
    issues.push({ code: 'missing-file', path: name, message: `missing: there is no ${name} in ${control.place}` })
  }
  if (manifest?.ok === true && target.mode === 'task') issues.push(...taskMismatch(manifest.value.value, { taskId: target.taskId, branch }))
  if (issues.length > 0 || !config.ok) return { ok: false, issues }
  return {
    ok: true,
    value: {
      config: config.value.value,
      manifest: manifest?.ok === true ? manifest.value.value : undefined,
      baseline: baseline?.ok === true ? baseline.value.value : undefined,
      doubts,
      hashes: {
        config: hashOf(config.value.json, digest),
        task: manifest?.ok === true ? hashOf(manifest.value.json, digest) : null,
        baseline: baseline?.ok === true ? hashOf(baseline.value.json, digest) : null,
      },
    },
  }
}

type Document<T> = { readonly value: T; readonly json: unknown }

function document<T>(text: string, name: string, parse: (json: unknown) => Parsed<T>): Parsed<Document<T>> {
  let json: unknown
  try {
    const plain = text.replace(/^\ufeff/, '')
    json = JSON.parse(plain)
    const doubled = doubledKey(plain)
    if (doubled !== undefined) {
      const message = `${name} names ${shown(doubled)} twice: one of the two would be dropped`
      return { ok: false, issues: [{ code: 'doubled-key', path: `${name}: ${doubled}`, message }] }
    }
    // What can't be hashed can't be pinned either.
    hashOf(json)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const code = isAdjudicateError(error) ? error.code : 'not-json'
    return { ok: false, issues: [{ code, path: name, message: `${name} can't be read: ${why}` }] }
  }
  const parsed = parse(json)
  if (parsed.ok) return { ok: true, value: { value: parsed.value, json } }
  return { ok: false, issues: parsed.issues.map((issue) => ({ ...issue, path: issue.path === '' ? name : `${name}: ${issue.path}` })) }
}
