import { hashOf } from '../canonical/digest'
import { hasText } from '../text/blank'
import type { Facts } from '../policy/policy'
import type { EvolutionActor } from './actor'
import type { CaseData } from './case-record'
import type { CommandTo } from './command'
import { isProposalDue, openProposalFor, sameCaseCount } from './count'
import { datedId } from './dated-id'
import { evolve } from './evolve'
import { budgetFlags } from './flags'
import type { EvolutionDecision, Fault } from './refusal'
import { refuse, refusedFor } from './refusal'
import type { Signal } from './signal'
import { foldSignature, rootSignature } from './signature'
import type { EvolutionState } from './state'
import { standardsInForce } from './state'

/** A person's signal is recorded in their own words, with a case record; nothing here weighs it (R-EVO-01, R-EVO-02, R-EVO-03). */
export function decideSignal(state: EvolutionState, command: CommandTo<'signal'>): EvolutionDecision {
  const { target = '', quote = '', verdict = '', signature = '', source = '', by, evidence = [], kind, nowMs } = command
  const faults = [...notHuman(by), ...otherWorkflow(state, command.workflow)]
  if (!hasText(target)) faults.push(missing('target', 'the card that it is about'))
  if (!hasText(quote)) faults.push(missing('quote', 'the person’s exact words'))
  if (!hasText(verdict)) faults.push(missing('verdict', 'what the person concluded'))
  if (foldSignature(signature) === '') faults.push(missing('signature', 'a short name under which like signals are counted'))
  if (!hasText(source)) faults.push(missing('source', 'the task that the card was made in'))
  faults.push(...notOnRecord(state, command))
  const refused = refusedFor(faults)
  if (refused !== undefined) return refused
  const known = knownOf(state, target)
  const [clause, facts] = [command.clause ?? known.clause, known.facts ?? command.facts]
  const signal: Signal = {
    signal: datedId(
      'S',
      nowMs,
      state.signals.map((one) => one.signal),
    ),
    target,
    quote,
    verdict,
    evidence,
    signature,
    kind,
    source,
    ...(clause === undefined ? {} : { clause }),
    ...(facts === undefined ? {} : { facts }),
    by,
    attested: command.attested ?? 'host',
  }
  const event = { type: 'evolution.signal', data: signal } as const
  const record = caseOf(evolve(state, event), signal, command)
  return { ok: true, events: [event, { type: 'evolution.case', data: record }] }
}

type Known = { readonly task?: string; readonly clause?: string; readonly facts?: Facts }

/** What the ledger itself knows of a card: nothing, where it was judged by somebody who keeps no record here. */
function knownOf({ judgements, lights }: EvolutionState, card: string): Known {
  return judgements.findLast((one) => one.card === card) ?? lights.find((one) => one.card === card) ?? {}
}

/** What counts is what is on record: a signal can't move a card to another task, so that it recurs, or say that it was judged on other facts. */
function notOnRecord(state: EvolutionState, { target = '', source = '', facts }: CommandTo<'signal'>): Fault[] {
  const known = knownOf(state, target)
  const faults: Fault[] = []
  if (known.task !== undefined && hasText(source) && known.task !== source) {
    faults.push({ code: 'other-task', message: `${target} is on record as a card of ${known.task}, not of ${source}` })
  }
  if (facts !== undefined && known.facts !== undefined && hashOf(facts) !== hashOf(known.facts)) {
    faults.push({ code: 'other-judgement', message: `${target} is on record with other facts: leave them out, they are taken from there` })
  }
  return faults
}

/** The record of a signal; `state` holds the signal already, and the count is taken with the record in it. */
function caseOf(state: EvolutionState, signal: Signal, { nowMs, cause = '', reportedCount }: CommandTo<'signal'>): CaseData {
  const standards = state.judgements.findLast(({ card }) => card === signal.target)?.standards ?? pinOf(state, signal.source)
  const draft: CaseData = {
    id: datedId(
      'C',
      nowMs,
      state.cases.map(({ id }) => id),
    ),
    signature: foldSignature(signal.signature),
    verdict: signal.verdict,
    human_said: signal.quote,
    cause,
    signal: signal.kind,
    source: signal.source,
    status: 'observing',
    of: signal.signal,
    target: signal.target,
    ...(signal.facts === undefined ? {} : { facts: signal.facts }),
    standards,
    same_case_count: 1,
    action: 'record',
    flags: budgetFlags(state),
    counters: countersOf(state, signal, standards),
  }
  const after = evolve(state, { type: 'evolution.case', data: draft })
  const count = Math.max(1, sameCaseCount(after, draft.signature))
  const isOff = reportedCount !== undefined && reportedCount !== count
  return {
    ...draft,
    same_case_count: count,
    action: isProposalDue(after, draft.signature) ? 'propose' : 'record',
    flags: isOff ? ['count-mismatch', ...draft.flags] : draft.flags,
  }
}

function pinOf(state: EvolutionState, source: string): number {
  return state.tasks.find(({ task }) => task === source)?.standards ?? standardsInForce(state).version
}

/** The adopted changes of the clause that the judgement was made under: a signal on an earlier version says nothing about them (R-EVO-08). */
function countersOf({ proposals }: EvolutionState, { clause }: Signal, standards: number): CaseData['counters'] {
  return proposals
    .filter((one) => one.status === 'adopted' && one.clause === clause && one.adoptedAs !== null && one.adoptedAs <= standards)
    .map(({ id, clause: changed, falsify }) => ({ proposal: id, clause: changed, falsify }))
}

/** A person says that two signatures mean the same; from then on they are counted together. */
export function decideMerge(
  state: EvolutionState,
  { from, into, by, attested = 'host' }: CommandTo<'merge-signatures'>,
): EvolutionDecision {
  if (by.kind !== 'human') return refuse(notAPerson(by, 'says that two signatures mean the same'))
  if (foldSignature(from) === '' || foldSignature(into) === '')
    return refuse(missing('signature', 'two signatures of more than separators'))
  const [fromRoot, intoRoot] = [rootSignature(state.merges, from), rootSignature(state.merges, into)]
  if (fromRoot === intoRoot) return refuse({ code: 'same-signature', message: `${from} and ${into} are counted together already` })
  const [one, other] = [openProposalFor(state, fromRoot), openProposalFor(state, intoRoot)]
  if (one !== undefined && other !== undefined) {
    return refuse({ code: 'two-open-proposals', message: `${one.id} and ${other.id} are both open: decide one of them first` })
  }
  return { ok: true, events: [{ type: 'evolution.merged', data: { from: fromRoot, into: intoRoot, by, attested } }] }
}

/** The fault of an actor that is no person. */
export function notAPerson(by: EvolutionActor, deed: string): Fault {
  return { code: 'not-a-person', message: `only a person ${deed}; ${by.id} is of kind ${by.kind}` }
}

/** The fault of a command for the other workflow; none where no workflow is named. */
export function otherWorkflow({ workflow }: EvolutionState, named: string | undefined): Fault[] {
  if (named === undefined || named === workflow) return []
  return [{ code: 'other-workflow', message: `these are the standards of ${workflow}; ${named} keeps its own` }]
}

function notHuman(by: EvolutionActor): Fault[] {
  if (by.kind === 'human') return []
  return [{ code: 'signal-not-human', message: `a signal is a person’s; ${by.id} is of kind ${by.kind}` }]
}

function missing(part: 'target' | 'quote' | 'verdict' | 'signature' | 'source', what: string): Fault {
  return { code: `missing-${part}`, message: `${part} is empty: ${what}` }
}
