// The names of OpenTelemetry's conventions for generative AI as they were in 2026. None of them is stable, so they stand here and nowhere else.

/** Attributes of a call of a model. */
export const genAi = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  agent: 'gen_ai.agent.name',
  requestModel: 'gen_ai.request.model',
  requestTokensMax: 'gen_ai.request.max_tokens',
  responseModel: 'gen_ai.response.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
} as const

/** Attributes of a drive and its actions: names, counts and outcomes. */
export const driving = {
  stream: 'adjudicate.stream',
  outcome: 'adjudicate.outcome',
  action: 'adjudicate.action.id',
  kind: 'adjudicate.action.kind',
  attempt: 'adjudicate.action.attempt',
} as const
