import type { Model } from '../../ports/model'
import type { Brief } from '../../tribunal/brief'
import { renderBrief } from '../../tribunal/brief-text'
import { panelLenses } from '../../tribunal/compose-panel'
import type { SliceAction } from '../../tribunal/next'
import { lackedBy, wholeBrief } from '../../tribunal/whole-brief'
import type { Hands } from './hands'

/** The one call of a model that an action makes: which model, in which role, with which brief. */
export type ActionCall = { readonly model: Model; readonly role: string; readonly brief: Brief; readonly nonce: string }

/** The call of an action that makes one; undefined for the others. The nonce is the action's own: the same for every try of it. */
export function callOf(action: SliceAction, hands: Hands): ActionCall | undefined {
  const named = (model: Model, role: string, { brief }: { readonly brief: Brief }): ActionCall => {
    return { model, role, brief, nonce: hands.secretOf(`nonce of ${action.id}`) }
  }
  switch (action.kind) {
    case 'await-report':
      return named(hands.models.doer, 'doer', action)
    case 'judge':
      return named(modelFor(action.lens, action.adversary, hands), action.lens, action)
    case 'synthesis': {
      const lens = panelLenses.find(({ id }) => action.member === id || action.member.startsWith(`${id}-`))?.id ?? 'quality'
      return named(modelFor(lens, lens === 'adversary', hands), 'synthesis', action)
    }
    case 'vet-plan':
      return named(hands.models.panel[0] ?? hands.models.adversary, action.lens, action)
    default:
      return undefined
  }
}

/** The model of a seat: the adversary's own, the others of a panel take turns by their lens. */
export function modelFor(lens: string, adversary: boolean, { models }: Pick<Hands, 'models'>): Model {
  if (adversary) return models.adversary
  const place = panelLenses.filter(({ id }) => id !== 'adversary').findIndex(({ id }) => id === lens)
  return models.panel[Math.max(0, place) % Math.max(1, models.panel.length)] ?? models.adversary
}

const planContract = (nonce: string): string =>
  `\nEnd with one block of JSON between these two lines, each alone on its line:\n|||PLAN_VOTE:${nonce}|||\n{ "approves", "critique" }\n|||END_PLAN_VOTE:${nonce}|||\n`

/** The words of a call whose brief is whole. Throws as `renderBrief` does. */
export function wordsOf({ brief, nonce }: ActionCall): string {
  return renderBrief(brief, { nonce }) + (brief.role === 'plan-lens' ? planContract(nonce) : '')
}

/** A brief is counted each time that it is looked at; its words only once. */
const counted = new WeakMap<Brief, { readonly nonce: string; readonly bytes: number }>()

/** How long the words of a call are in UTF-8, also while its diff is still in a blob. */
export function bytesOf(call: ActionCall): number {
  const before = counted.get(call.brief)
  if (before?.nonce === call.nonce) return before.bytes
  const bytes = countedBytes(call)
  counted.set(call.brief, { nonce: call.nonce, bytes })
  return bytes
}

function countedBytes(call: ActionCall): number {
  const words = wordsOf({ ...call, brief: wholeBrief(call.brief, '') })
  return new TextEncoder().encode(words).length + (lackedBy(call.brief)?.bytes ?? 0)
}

/** Tokens of so many bytes at most: two bytes to a token, which no tokenizer of prose or code undercuts. */
export function tokensAtMost(bytes: number): number {
  return Math.ceil(bytes / 2)
}
