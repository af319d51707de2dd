import { AdjudicateError } from '../errors'
import { parseWith } from '../parsing'
import type { RefereePayloads } from './contract'
import { contracts } from './contract'
import type { RefereeForm } from './forms'
import type { RefereedLight } from './light-of'
import { lightOf } from './light-of'
import type { Delivery, ReadAnswer, ReadOptions } from './read-answer'
import { readAnswer } from './read-answer'

/** What a delivery comes to, and the colour over its axes where the form has axes and the answer was judged. */
export type JudgedDelivery = { readonly read: ReadAnswer; readonly light: RefereedLight | null }

/** Reads a delivery against a payload as it was recorded: the same input gives the same judgement and colour (R-JUDGE-28). Throws `data-invalid` for a payload that is none of its form. */
export function judgeDelivery(form: RefereeForm, delivery: Delivery, recorded: unknown, options: ReadOptions): JudgedDelivery {
  switch (form) {
    case 'compare': {
      const payload = payloadOf(form, recorded)
      const read = readAnswer(form, delivery, payload, options)
      return { read, light: read.kind === 'judged' ? lightOf({ form, answer: read.value, payload }) : null }
    }
    case 'recheck': {
      const payload = payloadOf(form, recorded)
      const read = readAnswer(form, delivery, payload, options)
      return { read, light: read.kind === 'judged' ? lightOf({ form, answer: read.value, payload }) : null }
    }
    case 'approve':
    case 'review':
      return { read: readAnswer(form, delivery, payloadOf(form, recorded), options), light: null }
  }
}

function payloadOf<Form extends RefereeForm>(form: Form, recorded: unknown): RefereePayloads[Form] {
  const parsed = parseWith(contracts[form].payload, recorded)
  if (parsed.ok) return parsed.value
  const [first] = parsed.issues
  throw new AdjudicateError('data-invalid', `this is no payload of the form ${form}: ${first?.path ?? ''}: ${first?.message ?? ''}`, {
    issues: parsed.issues,
  })
}
