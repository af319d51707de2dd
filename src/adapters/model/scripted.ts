import type { Model, ModelAnswer, ModelFailureKind, ModelRequest } from '../../ports/model'
import { modelFailed } from '../../ports/model-failure'

/** What a scripted model says to one call: words, a whole answer, or a failure. */
export type ScriptedReply = string | Partial<ModelAnswer> | { readonly failure: ModelFailureKind; readonly retryAfterMs?: number }

/** Answers by the request and its number, from 0; undefined means that the script has nothing to say, which is an error. */
export type Script = (request: ModelRequest, call: number) => ScriptedReply | undefined

/** A model that plays a script and keeps what it was asked. */
export type ScriptedModel = Model & { readonly asked: readonly ModelRequest[] }

/** Plays a function, or a list of replies in order. A script that has run out throws `model-failed`: nothing is made up. */
export function scriptedModel(script: Script | readonly ScriptedReply[], id = 'scripted'): ScriptedModel {
  const asked: ModelRequest[] = []
  const replyTo: Script = typeof script === 'function' ? script : (_, call) => script[call]
  return {
    id,
    provider: 'scripted',
    asked,
    ask(request) {
      const call = asked.push(request) - 1
      const reply = replyTo(request, call)
      if (request.signal?.aborted === true) return Promise.reject(modelFailed('stopped', 'the call was stopped'))
      if (reply === undefined)
        return Promise.reject(modelFailed('unreadable', `the script says nothing to call ${call} of role ${request.role}`))
      if (typeof reply === 'string') return Promise.resolve(answer({ text: reply }, id))
      if (!('failure' in reply)) return Promise.resolve(answer(reply, id))
      const { failure, retryAfterMs } = reply
      return Promise.reject(modelFailed(failure, 'the script says so', retryAfterMs === undefined ? {} : { retryAfterMs }))
    },
  }
}

function answer(part: Partial<ModelAnswer>, id: string): ModelAnswer {
  const usage = { inputTokens: undefined, outputTokens: undefined }
  return { text: '', usage, finishReason: 'stop', model: { provider: 'scripted', id }, ...part }
}
