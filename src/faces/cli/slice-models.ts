import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { acpModel } from '../../adapters/model/acp'
import { loadAcpPeer } from '../../adapters/model/acp-peer'
import type { AcpPermit } from '../../adapters/model/acp-permission'
import { commandModel } from '../../adapters/model/command'
import { personByFile } from '../../adapters/model/person'
import { scriptedModel } from '../../adapters/model/scripted'
import { AdjudicateError, isAdjudicateError } from '../../errors'
import type { Issue } from '../../issues'
import { sortIssues } from '../../issues'
import type { Model } from '../../ports/model'
import type { PlacedModel, PlacedModels } from './judge-folder'
import { readJson } from './reading'
import { parseScriptedAnswers, scriptOf } from './scripted-answers'
import type { ModelSpec, SliceHandsSpec } from './slice-file'
import type { Surroundings } from './terminal'
import { wellRead } from './told'

type Place = { readonly folder: string; readonly repository: string; readonly here: Surroundings }
type Makers = { readonly [Use in ModelSpec['use']]: (spec: Extract<ModelSpec, { use: Use }>, place: Place) => Promise<PlacedModel> }

const dayMs = 86_400_000

/** How each kind of model is made; a further kind is a line here and a shape in the slice's file. */
const makers: Makers = {
  command: async (spec, place) => {
    const { program, args } = await programOf(spec, place)
    const { id, env, timeoutMs } = spec
    // Without a time of its own the action's holds, which ends it through the signal.
    const rest = { program, args, env, id: id ?? nameOf(program), timeoutMs: timeoutMs ?? dayMs }
    return placed(spec.cwd, place, (cwd) => commandModel({ ...rest, cwd }))
  },
  acp: async (spec, place) => {
    await loadAcpPeer()
    const { program, args } = await programOf(spec, place)
    const { id, env, timeoutMs, allow } = spec
    const permit: AcpPermit = ({ kind }) => allow.some((one) => one === kind)
    const rest = { program, args, env, id: id ?? nameOf(program), permit, timeoutMs: timeoutMs ?? dayMs }
    return placed(spec.cwd, place, (cwd) => acpModel({ ...rest, cwd }))
  },
  person: async ({ folder, id }) => {
    await mustBeFolder(folder)
    return personByFile({ folder, ...(id === undefined ? {} : { id }) })
  },
  scripted: async ({ answers, id }, { here }) => {
    const script = scriptOf(wellRead(answers, parseScriptedAnswers(await readJson(here.cwd, answers))))
    return scriptedModel(script, id ?? 'scripted')
  },
}

/** Makes the models of a slice. Throws `data-invalid` with every fault: a program that isn't there, answers that can't be read. Nothing was started then. */
export async function modelsOf({ folder, repository, models }: SliceHandsSpec, file: string, here: Surroundings): Promise<PlacedModels> {
  const issues: Issue[] = []
  const make = async (spec: ModelSpec, path: string): Promise<PlacedModel | undefined> => {
    try {
      return await made(spec, { folder, repository, here })
    } catch (error) {
      if (!isAdjudicateError(error) || error.code === 'internal') throw error
      issues.push({ code: error.code, path: `${path}.${faultyField(spec, error.code)}`, message: error.message })
      return undefined
    }
  }
  const doer = await make(models.doer, 'models.doer')
  const panel: PlacedModel[] = []
  for (const [index, spec] of models.panel.entries()) panel.push(...kept(await make(spec, `models.panel[${index}]`)))
  const adversary = await make(models.adversary, 'models.adversary')
  if (doer === undefined || adversary === undefined || issues.length > 0)
    return wellRead(file, { ok: false, issues: sortIssues(issues) }, 'adjudicate run --help')
  return { doer, panel, adversary }
}

/** The field of a model's spec that a fault is about. */
function faultyField({ use }: ModelSpec, code: string): string {
  if (code === 'peer-unusable') return 'use'
  return ({ scripted: 'answers', person: 'folder', command: 'argv[0]', acp: 'argv[0]' } as const)[use]
}

function made(spec: ModelSpec, place: Place): Promise<PlacedModel> {
  switch (spec.use) {
    case 'command':
      return makers.command(spec, place)
    case 'acp':
      return makers.acp(spec, place)
    case 'person':
      return makers.person(spec, place)
    case 'scripted':
      return makers.scripted(spec, place)
  }
}

function kept<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value]
}

function nameOf(program: string): string {
  return program.split('/').at(-1) ?? program
}

/** Where the file says no folder a doer stands in the repository; a judge is given one for each call. */
function placed(cwd: string | undefined, { repository }: Place, make: (cwd: string) => Model): PlacedModel {
  return cwd === undefined ? { ...make(repository), inFolder: make } : make(cwd)
}

async function programOf(
  { argv, cwd }: { readonly argv: readonly string[]; readonly cwd?: string },
  { folder, repository, here }: Place,
): Promise<{ readonly program: string; readonly args: readonly string[] }> {
  const [program = '', ...args] = argv.map((word) => (/^\.\.?\//.test(word) ? resolve(folder, word) : word))
  await mustBeProgram(program, cwd ?? repository, here)
  return { program, args }
}

/** Better said before anything runs than after every dispatch was spent on it. */
async function mustBeProgram(program: string, folder: string, { env }: Surroundings): Promise<void> {
  const path = env['PATH'] ?? process.env['PATH'] ?? ''
  const places = program.includes('/') ? [resolve(folder, program)] : path.split(delimiter).map((one) => join(one, program))
  for (const place of places) if (await isProgram(place)) return
  throw new AdjudicateError('file-unreadable', `there is no program ${JSON.stringify(program)}`, { program })
}

/** A person's folder is made when the first brief is written; what stands in its place is no folder. */
async function mustBeFolder(folder: string): Promise<void> {
  try {
    if ((await stat(folder)).isDirectory()) return
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'ENOENT') return
    throw new AdjudicateError('file-unreadable', `${folder} can't be used as a folder: ${String(code ?? cause)}`, { folder }, cause)
  }
  throw new AdjudicateError('file-unreadable', `${folder} is no folder`, { folder })
}

async function isProgram(place: string): Promise<boolean> {
  try {
    await access(place, constants.X_OK)
    return true
  } catch {
    // Whether it can be started is all that is asked.
    return false
  }
}
