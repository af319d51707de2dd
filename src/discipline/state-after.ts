import type { Card, CheckedEvidence } from './card'
import type { EvidenceReading } from './evidence-desk'
import { plainWords } from './evidence-desk'
import type { Fault } from './refusal'

/**
 * What keeps evidence from showing the state after a correction (R-REF-12): it was looked up in what the card itself was looked up in, or all that
 * anchors is what the card shows. What was quoted as the breach and now stands in deleted lines alone shows that it is gone, and the other way round.
 */
export function stateAfterFault(card: Card, { evidence, words, corpus }: Extract<EvidenceReading, { ok: true }>): Fault | undefined {
  if (corpus === card.corpus) {
    const message = `the evidence was looked up in the very state in which ${card.card} was given: a correction shows the state after it`
    return { code: 'nothing-changed', message }
  }
  const breach = card.evidence.filter(({ anchors }) => anchors)
  const showsMore = evidence.some((one, index) => {
    const said = words[index] ?? ''
    return one.anchors && said !== '' && !breach.some((shown) => isSame(shown, one, said))
  })
  if (showsMore) return undefined
  const message = `all that anchors is what ${card.card} shows as the breach: a correction quotes what stands there now`
  return { code: 'shows-the-breach', message }
}

/** The same lines, or words of which one holds the other: a part of the breach is still the breach. */
function isSame(shown: CheckedEvidence, one: CheckedEvidence, words: string): boolean {
  if (shown.deleted !== one.deleted) return false
  if (shown.shows !== undefined && shown.shows === one.shows) return true
  const quoted = 'text' in shown.citation ? plainWords(shown.citation.text ?? '') : ''
  return quoted !== '' && (words.includes(quoted) || quoted.includes(words))
}
