import { dirname, resolve } from 'node:path'
import { isAdjudicateError } from '../../errors'
import type { Issue, Parsed } from '../../issues'
import { sortIssues } from '../../issues'
import type { Judges } from '../../running/canaries/measure-judges'
import type { DriveLimits } from '../../running/driver/drive-ports'
import { readJson } from './reading'
import { limitsOf } from './slice-driving'
import type { SliceHandsSpec } from './slice-file'
import { parseSliceFile, parseSliceHands, withPaths } from './slice-file'
import { modelsOf } from './slice-models'
import type { Surroundings } from './terminal'
import { wellRead } from './told'

const panelHelp = 'adjudicate panel canary --help'

/** The judges of a file, made, and the limits that they are asked within. */
export type PanelOfFile = { readonly judges: Judges; readonly limits: Partial<DriveLimits> }

/**
 * Reads the judges of a file: `{ panel, adversary, limits? }`, or a slice's file, of which the models and limits are taken. Paths are seen from the file's folder. Agents
 * without a `cwd` of their own stand in `standIn`. Throws `data-invalid` with every fault; nothing was started then.
 */
export async function readPanel(file: string, standIn: string, here: Surroundings): Promise<PanelOfFile> {
  const input = await readJson(here.cwd, file)
  const isSlice = typeof input === 'object' && input !== null && Object.hasOwn(input, 'slice')
  const hands = wellRead(file, isSlice ? handsOfSlice(input) : handsOfPanel(input), panelHelp)
  const folder = dirname(resolve(here.cwd, file))
  const placed = { ...withPaths(hands, (name) => resolve(folder, name)), repository: standIn }
  try {
    const { panel, adversary } = await modelsOf(placed, file, here)
    return { judges: { panel, adversary }, limits: limitsOf(hands.limits) }
  } catch (error) {
    if (isSlice || !isAdjudicateError(error) || !Array.isArray(error.details['issues'])) throw error
    return wellRead(file, { ok: false, issues: (error.details['issues'] as Issue[]).flatMap(asOfPanel) }, panelHelp)
  }
}

function handsOfSlice(input: unknown): Parsed<SliceHandsSpec> {
  const parsed = parseSliceFile(input)
  return parsed.ok ? { ok: true, value: parsed.value.hands } : parsed
}

const known = ['panel', 'adversary', 'limits']

function handsOfPanel(input: unknown): Parsed<SliceHandsSpec> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { ok: false, issues: [{ code: 'invalid-type', path: '', message: 'expected { panel, adversary, limits? }' }] }
  const { panel, adversary, limits = {} } = input as Readonly<Record<string, unknown>>
  const strange = Object.keys(input).filter((key) => !known.includes(key))
  const parsed = parseSliceHands({ repository: '.', models: { doer: adversary, panel, adversary }, commands: { env: [] }, limits })
  const unknown = strange.map((key): Issue => ({
    code: 'unknown-field',
    path: key,
    message: `unknown field; there are ${known.join(', ')}`,
  }))
  if (parsed.ok && unknown.length === 0) return parsed
  return { ok: false, issues: sortIssues([...unknown, ...(parsed.ok ? [] : parsed.issues.flatMap(asOfPanel))]) }
}

/** The adversary stands in for a doer, who is never dispatched; its faults are told once. */
function asOfPanel(issue: Issue): Issue[] {
  if (issue.path.startsWith('models.doer')) return []
  return [{ ...issue, path: issue.path.replace(/^models\./, '') }]
}
