import { AdjudicateError } from '../errors'
import type { ModelFailureKind } from './model'

/** The error that every model adapter throws: `model-failed`, with its kind in `details.kind`. */
export function modelFailed(
  kind: ModelFailureKind,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): AdjudicateError {
  return new AdjudicateError('model-failed', `the model gave no answer: ${message}`, { kind, ...details }, cause)
}
