import { fileBlobs } from '../../adapters/blobs/file'
import { canonicalJson } from '../../canonical/canonical-json'
import { hashOf } from '../../canonical/digest'
import { AdjudicateError } from '../../errors'
import type { EvolutionCommand } from '../../evolution/command'
import { parseEvolutionCommand } from '../../evolution/command'
import { evolution } from '../../evolution/decider'
import type { EvolutionEvent } from '../../evolution/event'
import { next } from '../../evolution/next'
import { impactOf, proposalDigest, takenBack } from '../../evolution/offer'
import type { OfferData } from '../../evolution/proposal'
import type { FullEvolutionSetup, Workflow } from '../../evolution/setup'
import { evolutionStream, parseEvolutionSetup, workflows } from '../../evolution/setup'
import type { EvolutionState, Proposal } from '../../evolution/state'
import { foldSignature } from '../../evolution/signature'
import { findClause, findProposal, standardsInForce } from '../../evolution/state'
import type { LedgerStore } from '../../ports/ledger-store'
import { fold } from '../../running/fold-stream'
import { record } from '../../running/record'
import type { RecordOutcome } from '../../running/record'
import { hang } from '../../text/columns'
import { printable } from '../../text/printable'
import { proposalText, standardsChanged, standardsText } from '../formats/standards-text'
import type { ExitCode } from './exit-codes'
import { exitCodes } from './exit-codes'
import type { FullFlags } from './flags'
import type { Person } from './person'
import { askToType, askWords } from './person'
import { readJson } from './reading'
import { withPublished } from './published-tables'
import { inLedger, nowOf, refuseIfKeyed, sayRecorded } from './recorded'
import type { Surroundings } from './terminal'
import { tell, tellRefusal, wellRead } from './told'

export type StandardsOptions = FullFlags & { readonly workflow: string }

const help = 'adjudicate standards --help'

type At = { readonly workflow: Workflow; readonly stream: string; readonly setup: FullEvolutionSetup }

function placeOf({ workflow: asked }: StandardsOptions): At {
  const workflow = workflows.find((one) => one === asked)
  if (workflow === undefined) throw new AdjudicateError('usage', `--workflow ${printable(asked)} is neither dev nor bugfix`, { asked })
  return { workflow, stream: evolutionStream(workflow), setup: wellRead('setup', parseEvolutionSetup({ workflow })) }
}

async function stateOf(ledger: LedgerStore, { stream, setup }: At): Promise<EvolutionState> {
  return await fold(ledger, evolution, stream, { setup })
}

async function inStandards(
  ledger: LedgerStore,
  { stream, setup }: At,
  command: EvolutionCommand,
  options: { readonly actor?: Person; readonly key?: string } = {},
): Promise<RecordOutcome> {
  return await record(ledger, evolution, stream, command, { setup, ...options })
}

/** `adjudicate standards open FILE`: the standards that a workflow begins with. */
export async function standardsOpen(file: string, options: StandardsOptions, here: Surroundings): Promise<ExitCode> {
  const at = placeOf(options)
  const read = withPublished(await readJson(here.cwd, file))
  const setup = wellRead(file, parseEvolutionSetup({ standards: read, workflow: at.workflow }), help)
  return await inLedger(here, options.ledger, async (ledger) => {
    return await told(ledger, { ...at, setup }, [await inStandards(ledger, { ...at, setup }, { do: 'open' })], options, here)
  })
}

/** `adjudicate standards show`: what is in force, what is open, what is due; nothing is recorded. */
export async function standardsShow(options: StandardsOptions, here: Surroundings): Promise<ExitCode> {
  return await inLedger(here, options.ledger, async (ledger) => {
    const state = await stateOf(ledger, placeOf(options))
    const json = { workflow: state.workflow, standards: standardsInForce(state), proposals: state.proposals, next: next(state) }
    return tell(here, options, exitCodes.done, json, () => standardsText(state, exitCodes.done))
  })
}

/** `adjudicate signal FILE`: what a person said, to the letter; the person is at the terminal (R-EVO-03). */
export async function signalCommand(file: string, options: StandardsOptions, here: Surroundings): Promise<ExitCode> {
  const at = placeOf(options)
  const input = await readObject(file, here)
  const asked = { ...input, do: 'signal', workflow: at.workflow, nowMs: nowOf(here).nowMs }
  wellRead(file, parseEvolutionCommand({ ...asked, by: { kind: 'human', id: '-' } }), help)
  // All of it is the person's from then on, so all of it is shown first.
  if (here.ask !== undefined)
    here.err(
      `${Object.entries(input)
        .flatMap(([name, value]) => hang(`  ${printable(name)}  `, printable(typeof value === 'string' ? value : JSON.stringify(value))))
        .join('\n')}\n`,
    )
  const by = await askToType(here, 'a signal is', 'signal')
  const command = wellRead(file, parseEvolutionCommand({ ...asked, by }), help)
  return await inLedger(here, options.ledger, async (ledger) => {
    // The same words of the same person on the same card are one signal, also where the command is run again after a crash.
    const key = `signal/${hashOf({ ...input, workflow: at.workflow, by }).slice('sha256:'.length)}`
    return await told(ledger, at, [await inStandards(ledger, at, command, { actor: by, key })], options, here)
  })
}

/** `adjudicate propose FILE`: a change that recurrence calls for; anybody proposes. What it would have changed is tried and recorded at once. */
export async function proposeCommand(
  file: string,
  options: StandardsOptions & { readonly by: string },
  here: Surroundings,
): Promise<ExitCode> {
  const at = placeOf(options)
  const input = await readObject(file, here)
  const asked = {
    ...withPublished(input),
    do: 'propose',
    workflow: at.workflow,
    by: { kind: 'agent', id: options.by },
    nowMs: nowOf(here).nowMs,
  }
  const command = wellRead(file, parseEvolutionCommand(asked), help)
  return await inLedger(here, options.ledger, async (ledger, folder) => {
    const proposed = orOpenAlready(await inStandards(ledger, at, command), await stateOf(ledger, at), command)
    const outcomes = [proposed]
    if (proposed.ok) {
      const state = await stateOf(ledger, at)
      for (const due of next(state)) if (due.kind === 'offer-impact') outcomes.push(await offered(ledger, folder, at, due.proposal))
    }
    return await told(ledger, at, outcomes, options, here)
  })
}

/** The same proposal once more is no second one: where it is open to the letter, the command goes on with what may be missing of it, its offer. */
function orOpenAlready(outcome: RecordOutcome, { proposals }: EvolutionState, asked: EvolutionCommand): RecordOutcome {
  if (outcome.ok || outcome.refusal.code !== 'open-proposal' || asked.do !== 'propose') return outcome
  const { do: _do, workflow: _workflow, nowMs: _nowMs, signature, ...parts } = asked
  const isOpen = proposals.some((one) => {
    if (one.status !== 'open' || one.signature !== foldSignature(signature)) return false
    return hashOf(Object.fromEntries(Object.keys(parts).map((name) => [name, one[name as keyof typeof parts]]))) === hashOf(parts)
  })
  return isOpen ? { ok: true, events: [], repeated: true } : outcome
}

/** `adjudicate propose --offer P`: tries an open proposal on the cases of the past once more, where the standards moved on since. */
export async function offerCommand(id: string, options: StandardsOptions, here: Surroundings): Promise<ExitCode> {
  const at = placeOf(options)
  return await inLedger(here, options.ledger, async (ledger, folder) => {
    return await told(ledger, at, [await offered(ledger, folder, at, id)], options, here)
  })
}

/** The whole list is kept as a blob before its figures are recorded; where a case was judged in between, the list is made again with it. */
async function offered(ledger: LedgerStore, folder: string, at: At, id: string): Promise<RecordOutcome> {
  for (;;) {
    const state = await stateOf(ledger, at)
    const proposal = findProposal(state, id)
    const list = proposal === undefined ? undefined : impactOf(state, proposal)
    const address = list === undefined ? undefined : await fileBlobs(`${folder}/blobs`).put(canonicalJson(list))
    const outcome = await inStandards(ledger, at, { do: 'offer', proposal: id })
    if (!outcome.ok || outcome.events.every(({ data }) => (data as OfferData).impact === address)) return outcome
  }
}

export type Decision = 'approve' | 'reject' | 'rescind' | 'keep'

/** `adjudicate approve P`: a person decides on a proposal that they were shown, in their own words at the terminal (R-EVO-06, R-EVO-09). */
export async function approveCommand(id: string, decision: Decision, options: StandardsOptions, here: Surroundings): Promise<ExitCode> {
  const at = placeOf(options)
  return await inLedger(here, options.ledger, async (ledger, folder) => {
    await refuseIfKeyed(ledger)
    if (decision === 'approve' && here.ask !== undefined) await offeredAnew(ledger, folder, at, id)
    const state = await stateOf(ledger, at)
    const proposal = findProposal(state, id)
    if (proposal !== undefined && here.ask !== undefined) {
      const list = proposal.status === 'adopted' ? takenBack(state, proposal) : impactOf(state, proposal)
      here.err(proposalText(proposal, list, findClause(standardsInForce(state), proposal.clause)?.policy))
    }
    const { by, words } = await askWords(here, `to ${decision} is`, `In your own words, why do you ${decision} ${printable(id)}`)
    const command = deciding(decision, id, by, words, digestOf(state, proposal), here)
    return await told(ledger, at, [await inStandards(ledger, at, command, { actor: by })], options, here)
  })
}

/** What a person is shown is what was offered: where more cases were judged since, the list is made and recorded anew. */
async function offeredAnew(ledger: LedgerStore, folder: string, at: At, id: string): Promise<void> {
  const state = await stateOf(ledger, at)
  const proposal = findProposal(state, id)
  const list = proposal?.status === 'open' ? impactOf(state, proposal) : undefined
  if (list !== undefined && hashOf(list) !== proposal?.offer?.impact) await offered(ledger, folder, at, id)
}

function digestOf(state: EvolutionState, proposal: Proposal | undefined): string {
  return proposal === undefined ? '' : proposalDigest(state, proposal)
}

function deciding(decision: Decision, proposal: string, by: Person, words: string, digest: string, here: Surroundings): EvolutionCommand {
  switch (decision) {
    case 'approve':
      return { do: 'approve', proposal, digest, by, words, nowMs: nowOf(here).nowMs }
    case 'reject':
      return { do: 'reject', proposal, by, words }
    case 'rescind':
      return { do: 'roll-back', proposal, by, words }
    case 'keep':
      return { do: 'keep', proposal, by, words }
  }
}

async function readObject(file: string, here: Surroundings): Promise<object> {
  const input = await readJson(here.cwd, file)
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new AdjudicateError('data-invalid', `${file} is no JSON object`, { file })
  }
  for (const name of ['by', 'attested', 'nowMs', 'do'] as const) {
    if (!(name in input)) continue
    const message = `${file} says "${name}"; who acts, what stands behind it and when is not taken from a file: leave "${name}" out`
    throw new AdjudicateError('usage', message, { file, field: name })
  }
  return input
}

async function told(
  ledger: LedgerStore,
  at: At,
  outcomes: readonly RecordOutcome[],
  options: StandardsOptions,
  here: Surroundings,
): Promise<ExitCode> {
  const events = outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []))
  sayRecorded(here, events)
  if (outcomes.some((outcome) => outcome.ok && outcome.repeated)) here.err('. this was recorded before\n')
  const refused = outcomes.find((outcome) => !outcome.ok)
  if (refused !== undefined) return tellRefusal(here, options, refused.refusal)
  const state = await stateOf(ledger, at)
  const changes = events.map(({ type, data }) => ({ type, data }) as EvolutionEvent)
  const json = { workflow: at.workflow, events: changes, standards: standardsInForce(state).version, next: next(state) }
  return tell(here, options, exitCodes.done, json, () => standardsChanged(state, changes, exitCodes.done))
}
