import type { RecoverableModel } from '../driver/model-call'
import { modelFailed } from '../../ports/model-failure'

/** What a sitting may take in all; each is without a limit unless set. Tokens that a provider doesn't count are taken as a half of the bytes. */
export type SittingLimits = { readonly callsMax?: number; readonly tokensMax?: number }

/** Counts the calls of all models of a sitting. */
export type CallCounter = {
  readonly counted: (model: RecoverableModel) => RecoverableModel
  readonly used: () => { readonly calls: number; readonly tokens: number }
  /** Which limit is reached, in words; undefined while there is room. */
  readonly spent: () => string | undefined
}

/** A counter at zero. Beyond a limit no model is asked: the call throws `model-failed`, kind `stopped`, and `onSpent` is told, once. */
export function callCounter({ callsMax, tokensMax }: SittingLimits, onSpent: () => void): CallCounter {
  let calls = 0
  let tokens = 0
  const spent = (): string | undefined => {
    if (callsMax !== undefined && calls >= callsMax) return `the limit of ${callsMax} calls is reached`
    return tokensMax !== undefined && tokens >= tokensMax ? `the limit of ${tokensMax} tokens is reached` : undefined
  }
  const counted = (model: RecoverableModel): RecoverableModel => ({
    ...model,
    ask: async (request) => {
      const why = spent()
      if (why !== undefined) {
        onSpent()
        throw modelFailed('stopped', why)
      }
      calls++
      const answer = await model.ask(request)
      const { inputTokens, outputTokens } = answer.usage
      tokens += (inputTokens ?? halfOfBytes(request.brief)) + (outputTokens ?? halfOfBytes(answer.text))
      return answer
    },
  })
  return { counted, used: () => ({ calls, tokens }), spent }
}

function halfOfBytes(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 2)
}
