import { AdjudicateError } from '../errors'
import { newBuilder } from './builder'
import type { DisciplineSetup, FullSetup } from './setup'
import { documentHash, parseDisciplineSetup } from './setup'
import type { DisciplineState } from './state'

/** The state of a build that begins. Throws `data-invalid` without an authority document or an alternate (R-REF-02): read strangers' setups with `parseDisciplineSetup`. */
export function initial(setup: DisciplineSetup): DisciplineState {
  const parsed = parseDisciplineSetup(setup)
  if (parsed.ok) return initialState(parsed.value)
  const { issues } = parsed
  const message = `no build begins on this setup: ${issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ')}`
  throw new AdjudicateError('data-invalid', message, { issues })
}

/** The same for a setup that was read already. */
export function initialState({ authority, primary, alternates, limits }: FullSetup): DisciplineState {
  const builders = [primary, ...alternates].map((id) => newBuilder(id, limits))
  return {
    authority: withHash(authority),
    limits,
    primary,
    builders: builders.map((builder) => ({ ...builder, hasLed: builder.id === primary })),
    lead: primary,
    isKept: false,
    pause: null,
    expelled: null,
    review: null,
    packets: [],
    cards: [],
    record: [],
  }
}

function withHash({ id, sha256, text }: FullSetup['authority']): DisciplineState['authority'] {
  return { id, sha256: sha256 ?? documentHash(text ?? ''), ...(text === undefined ? {} : { text }) }
}
