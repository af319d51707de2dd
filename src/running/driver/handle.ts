import { parseVerdictBlock } from '../../blocks/verdict-block'
import { readScorecard } from '../../consensus/read-scorecard'
import { AdjudicateError } from '../../errors'
import { shown } from '../../issues'
import type { Model, ModelAnswer } from '../../ports/model'
import type { SliceCommandInput } from '../../tribunal/command'
import { composePanel } from '../../tribunal/compose-panel'
import type { Seated } from '../../tribunal/member'
import type { SliceAction } from '../../tribunal/next'
import { bytesOf, callOf, modelFor, tokensAtMost, wordsOf } from './action-call'
import type { ActionOf, Hands } from './hands'
import { canDo } from './hands'
import { filledBrief, keptText } from './kept-texts'
import type { RecoverableModel } from './model-call'
import { failureKindOf } from './model-call'
import type { Failure } from './protocol'
import { inBrief } from './protocol'

/**
 * Carries out what is due and gives the command to record (spec 16): what a model says is read out of its block, which counts with the nonce of the dispatch alone. A
 * model that gives no answer is an abstention or a lost doer, never a pass. Throws `usage` for what these hands can't do, `model-failed` when it was
 * stopped, and what the hands throw.
 */
export async function handle(action: SliceAction, hands: Hands): Promise<SliceCommandInput> {
  if (!canDo(action, hands)) throw noHand(action)
  switch (action.kind) {
    case 'open':
      return { do: 'open', setup: action.setup }
    case 'vet-plan':
      return vetted(action, hands)
    case 'dispatch-doer':
      return dispatched(action, hands)
    case 'await-report':
      return reported(action, hands)
    case 'verify-report':
      return verified(action, hands)
    case 'convene-panel':
      return { do: 'convene', seats: composePanel({}).map((plan) => seated(plan, hands)) }
    case 'replacement':
      return { do: 'convene', seats: Array.from({ length: action.count }, () => seated(anotherOf(action.lens, hands), hands)) }
    case 'seat-member':
      return {
        do: 'seat',
        seat: seated(action.why === 'unearned-tens' ? { ...action, ...anotherOf(action.lens, hands), adversary: true } : action, hands),
      }
    case 'judge':
      return judged(action, hands)
    case 'adjudicate':
      return { do: 'adjudicate', ...(await hands.evidence(action, hands.signal)) }
    case 'synthesis':
      return replied(action, hands)
    default:
      return byAPerson(action, hands)
  }
}

type PersonalKind = 'refine-plan' | 'ask-person' | 'deliver' | 'await-acknowledgement'

async function byAPerson(action: ActionOf<PersonalKind>, hands: Hands): Promise<SliceCommandInput> {
  if (action.kind === 'refine-plan' && hands.refine !== undefined) return { do: 'refine-plan', ...(await hands.refine(action)) }
  if (action.kind === 'ask-person' && hands.person !== undefined) return { do: 'resolve', ...(await hands.person(action)) }
  if (action.kind === 'deliver' && hands.deliver !== undefined) return { do: 'delivered', channel: await hands.deliver(action) }
  if (action.kind === 'await-acknowledgement' && hands.acknowledge !== undefined) {
    return { do: 'acknowledge', by: await hands.acknowledge(action) }
  }
  throw noHand(action)
}

function noHand(action: SliceAction): AdjudicateError {
  return new AdjudicateError('usage', `${action.kind} waits for a person: no hand for it was given`, { action: action.id })
}

async function dispatched(action: ActionOf<'dispatch-doer'>, hands: Hands): Promise<SliceCommandInput> {
  const session = hands.newSession()
  const isStuck = action.why === 'context' || action.why === 'blocked'
  const supply = isStuck && hands.supply !== undefined ? await hands.supply(action) : {}
  return { do: 'dispatch', session, token: tokenOf(session, hands), model: namedModel(hands.models.doer), ...supply }
}

function tokenOf(session: string, hands: Hands): string {
  return hands.secretOf(`token of ${session}`)
}

function seated({ member, lens, adversary }: Pick<Seated, 'member' | 'lens' | 'adversary'>, hands: Hands): Seated {
  const session = hands.newSession()
  return { member, lens, adversary, session, token: tokenOf(session, hands), model: namedModel(modelFor(lens, adversary, hands)) }
}

/** A member of the same lens under a name that nobody had. */
function anotherOf(lens: string, hands: Hands): Pick<Seated, 'member' | 'lens' | 'adversary'> {
  return { member: `${lens}-${hands.newSession()}`, lens, adversary: lens === 'adversary' }
}

function namedModel({ id, provider }: Model): { readonly id: string; readonly provider?: string } {
  return provider === undefined ? { id } : { id, provider }
}

type Asked =
  | { readonly ok: true; readonly text: string; readonly nonce: string; readonly given: readonly string[] }
  | { readonly ok: false; readonly reason: Silence; readonly because: string }
type Silence = 'infrastructure' | 'timeout' | 'out-of-contract' | 'truncated-input'

async function ask(action: SliceAction, hands: Hands): Promise<Asked> {
  const call = callOf(action, hands)
  if (call === undefined) throw noHand(action)
  const { model, role, nonce } = call
  const tooLong = overWindow(bytesOf(call), model)
  if (tooLong !== undefined) return { ok: false, reason: 'truncated-input', because: tooLong }
  const whole = await filledBrief(call.brief, hands.texts)
  const given = whole !== call.brief && 'diff' in whole && typeof whole.diff === 'string' ? [whole.diff] : []
  const brief = wordsOf({ ...call, brief: whole })
  let answer: ModelAnswer
  try {
    answer = await model.ask({ role, brief, idempotencyKey: action.id, ...(hands.signal === undefined ? {} : { signal: hands.signal }) })
  } catch (thrown) {
    const kind = failureKindOf(thrown)
    // What was stopped is no answer and no failure of the model: it is started again.
    if (kind === undefined || kind === 'stopped' || !(thrown instanceof Error)) throw thrown
    const reason = kind === 'timed-out' ? 'timeout' : kind === 'unreadable' ? 'out-of-contract' : 'infrastructure'
    return { ok: false, reason, because: `${kind}: ${inBrief(thrown.message)}` }
  }
  if (answer.finishReason === 'stop') return { ok: true, text: answer.text, nonce, given }
  const reason = answer.finishReason === 'error' ? 'infrastructure' : 'out-of-contract'
  return { ok: false, reason, because: `the answer ended with ${answer.finishReason}, not with stop` }
}

/** A brief that a model can't be shown whole is shown to it not at all (spec 13). */
function overWindow(bytes: number, { id, inputTokensMax }: RecoverableModel): string | undefined {
  const tokens = tokensAtMost(bytes)
  if (inputTokensMax === undefined || tokens <= inputTokensMax) return undefined
  return `the brief of ${bytes} bytes may take ${tokens} tokens, and ${shown(id)} can be shown ${inputTokensMax}`
}

async function verified(action: ActionOf<'verify-report'>, hands: Hands): Promise<SliceCommandInput> {
  const found = await hands.inspect(action, hands.signal)
  return { do: 'verify', ...found, diff: await keptText(found.diff, hands.texts) }
}

async function reported(action: ActionOf<'await-report'>, hands: Hands): Promise<SliceCommandInput> {
  const asked = await ask(action, hands)
  if (!asked.ok) return { do: 'lose-doer', reason: asked.because }
  const block = parseVerdictBlock(asked.text, 'DOER_REPORT', asked.nonce)
  if (block.kind === 'fault') return { do: 'lose-doer', reason: `no report can be read: ${block.message}` }
  // The protocol reads the report itself and refuses what is none; then the doer is lost.
  const { session } = action
  return { do: 'report', session, token: tokenOf(session, hands), report: block.value } as SliceCommandInput
}

async function judged(action: ActionOf<'judge'>, hands: Hands): Promise<SliceCommandInput> {
  const { member, lens, adversary, session, brief } = action
  const asked = await ask(action, hands)
  const named = { do: 'scorecard', member, token: tokenOf(session, hands) } as const
  if (!asked.ok) {
    const issues = [{ code: asked.reason, path: '', message: asked.because }]
    return { ...named, answer: { outcome: 'abstained', reason: asked.reason, issues } }
  }
  const dimensions = 'dimensions' in brief ? brief.dimensions : []
  const answer = readScorecard(asked.text, { member, lens, adversary, session, rubric: { dimensions }, nonce: asked.nonce })
  return { ...named, answer, ...(asked.given.length === 0 ? {} : { given: asked.given }) }
}

async function replied(action: ActionOf<'synthesis'>, hands: Hands): Promise<SliceCommandInput> {
  const asked = await ask(action, hands)
  const named = { do: 'reply', member: action.member, token: tokenOf(action.session, hands) } as const
  if (!asked.ok) return { ...named, replies: [] }
  const block = parseVerdictBlock(asked.text, 'SYNTHESIS', asked.nonce)
  const replies = block.kind === 'block' ? block.value['replies'] : []
  // A member that says nothing readable maintains; what is no reply the protocol refuses.
  return { ...named, replies: Array.isArray(replies) ? replies : [] }
}

async function vetted(action: ActionOf<'vet-plan'>, hands: Hands): Promise<SliceCommandInput> {
  const asked = await ask(action, hands)
  const named = { do: 'vet', lens: action.lens, session: hands.newSession() } as const
  if (!asked.ok) return { ...named, approves: false, critique: asked.because }
  const block = parseVerdictBlock(asked.text, 'PLAN_VOTE', asked.nonce)
  if (block.kind === 'fault') return { ...named, approves: false, critique: `no vote can be read: ${block.message}` }
  const { approves, critique } = block.value
  const words = typeof critique === 'string' && critique.trim() !== '' ? critique : 'no reason was given'
  return approves === true ? { ...named, approves: true } : { ...named, approves: false, critique: words }
}

/** What a slice is told when an action can't be carried out at all; undefined where only a person can go on. */
export function commandForFailure(action: SliceAction, { because, cause }: Failure, hands: Hands): SliceCommandInput | undefined {
  switch (action.kind) {
    case 'await-report':
      return { do: 'lose-doer', reason: because }
    case 'judge': {
      const token = tokenOf(action.session, hands)
      const reason = ({ late: 'timeout', unrecordable: 'out-of-contract', broken: 'infrastructure' } as const)[cause]
      const issues = [{ code: reason, path: '', message: because }]
      return { do: 'scorecard', member: action.member, token, answer: { outcome: 'abstained', reason, issues } }
    }
    case 'synthesis':
      return { do: 'reply', member: action.member, token: tokenOf(action.session, hands), replies: [] }
    case 'vet-plan':
      return { do: 'vet', lens: action.lens, session: hands.newSession(), approves: false, critique: because }
    default:
      return undefined
  }
}
