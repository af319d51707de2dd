import type { Docket, DocketSeat } from './docket'
import { hasText } from '../text/blank'
import type { Discarded, Warning } from './ruling'
import type { Model } from './seat'

/** What a reader should know before trusting the ruling; none of it changes the verdict. */
export function warningsOf({ doer, independence, unsigned }: Docket, seats: readonly DocketSeat[]): Warning[] {
  const warnings: Warning[] = []
  if (independence === 'unstated') warnings.push('independence-unstated')
  if (independence === 'single-context') warnings.push('single-context')
  if (unsigned === true) warnings.push('unsigned-response')
  const family = familyOf(doer?.model)
  if (family !== '' && seats.some((seat) => familyOf(seat.model) === family)) warnings.push('doer-family')
  if (!seats.some(namesScenario)) warnings.push('no-named-scenario')
  return warnings
}

function familyOf(model: Model | undefined): string {
  return model?.family?.trim().toLowerCase() ?? ''
}

/** Opposing means naming at least one failure that survived as more than generic scepticism (R-TRI-30). */
function namesScenario({ adversary, outcome }: DocketSeat): boolean {
  return adversary && outcome.kind === 'scorecard' && outcome.card.scenarios.some((scenario) => scenario.status !== 'discarded')
}

/** The record of what was left out: nothing is dropped silently (R-TRI-25, R-TRI-32). */
export function discardedBy(seats: readonly DocketSeat[]): Discarded[] {
  return seats.flatMap(({ member, outcome }): Discarded[] => {
    if (outcome.kind !== 'scorecard') return []
    const { scores, scenarios, spec } = outcome.card
    const claims = scores.flatMap(({ dimension, claims: made }) =>
      made.flatMap(({ text, status }): Discarded[] => (status === 'kept' ? [] : [{ what: 'claim', member, dimension, text, why: status }])),
    )
    const generic = scenarios
      .filter((scenario) => scenario.status === 'discarded')
      .map(({ id, input, wrongBehaviour }): Discarded => {
        const named = hasText(input) && hasText(wrongBehaviour)
        return { what: 'scenario', member, id, text: `${input} -> ${wrongBehaviour}`, why: named ? 'unanchored' : 'incomplete' }
      })
    const failure: Discarded[] =
      spec?.status === 'discarded'
        ? [{ what: 'spec', member, text: spec.claims.map(({ text }) => text).join('; '), why: 'unanchored' }]
        : []
    return [...claims, ...generic, ...failure]
  })
}
