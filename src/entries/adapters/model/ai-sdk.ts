export { fromLanguageModel } from '../../../adapters/model/ai-sdk'
export type { LanguageModelLike } from '../../../adapters/model/ai-sdk'
export type { Model, ModelAnswer, ModelFailureKind, ModelRequest, ModelUsage } from '../../../ports/model'
