import { canonicalJson } from '../canonical/canonical-json'
import { hashOf } from '../canonical/digest'
import { judgeDelivery } from './judge-delivery'
import type { JudgedData } from './referee-event'

/** The fields of a recorded judgement that come out otherwise when it is worked out again from its payload and raw answer; empty when all agree (R-JUDGE-28, R-JUDGE-31). */
export function recomputeJudgement(recorded: JudgedData): string[] {
  const { form, attempt, nonce, payload, raw, tokensOut } = recorded
  if (hashOf(payload) !== recorded.payloadHash) return ['payloadHash']
  const { read, light } = judgeDelivery(form, { kind: 'answered', text: raw, tokensOut }, payload, {
    attempt,
    ...(nonce !== null && { nonce }),
  })
  if (read.kind !== 'judged') return ['answer']
  const again = {
    answer: read.value,
    corrections: read.corrections,
    overBudget: read.overBudget,
    light: light === null ? null : { light: light.light, policy: light.policy, rule: light.rule, because: light.because },
  }
  const fields = ['answer', 'corrections', 'overBudget', 'light'] as const
  return fields.filter((field) => canonicalJson(again[field]) !== canonicalJson(recorded[field]))
}
