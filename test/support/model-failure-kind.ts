import { isAdjudicateError } from '../../src/errors'

/** How a call of a model failed; an answer, and any other failure, fails the test. */
export async function kindOf(asking: Promise<unknown>): Promise<unknown> {
  try {
    await asking
  } catch (error) {
    if (isAdjudicateError(error) && error.code === 'model-failed') return error.details['kind']
    throw error
  }
  throw new Error('there was an answer')
}
