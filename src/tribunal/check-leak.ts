import type { Scorecard } from '../consensus/scorecard'

/** A run of this many words is no accident (R-TRI-21). */
export const leakWordsMin = 8

/** Where a scorecard repeats what its member must not have seen. */
export type Leak = { readonly path: string; readonly words: string }

/**
 * Finds in a scorecard's own words every run of 8 words or more that stands in a forbidden text and in nothing that the member was given. Case, punctuation and white
 * space don't matter. Citations quote the artifact and are left out; one leak for each place, the longest run that begins first.
 */
export function checkLeak(scorecard: Scorecard, forbidden: readonly string[], given: readonly string[] = []): Leak[] {
  const barred = runsOf(forbidden)
  const allowed = runsOf(given)
  if (barred.size === 0) return []
  return ownWords(scorecard).flatMap(({ path, text }) => {
    const words = wordsOf(text)
    const isLeak = (at: number): boolean => {
      const run = runAt(words, at)
      return run !== undefined && barred.has(run) && !allowed.has(run)
    }
    const start = words.findIndex((_, at) => isLeak(at))
    if (start < 0) return []
    let end = start
    while (isLeak(end + 1)) end++
    return [{ path, words: words.slice(start, end + leakWordsMin).join(' ') }]
  })
}

/** Whether a text repeats a run of 8 words or more from one of these that stands in nothing given. */
export function repeatsAny(text: string, forbidden: readonly string[], given: readonly string[]): boolean {
  const barred = runsOf(forbidden)
  if (barred.size === 0) return false
  const allowed = runsOf(given)
  const words = wordsOf(text)
  return words.some((_, at) => {
    const run = runAt(words, at)
    return run !== undefined && barred.has(run) && !allowed.has(run)
  })
}

function ownWords(card: Scorecard): { readonly path: string; readonly text: string }[] {
  const at = (path: string, text: string | undefined): { path: string; text: string }[] => (text === undefined ? [] : [{ path, text }])
  return [
    ...card.scores.flatMap((score, index) =>
      score.score === null
        ? at(`scores[${index}].reason`, score.reason)
        : [
            ...at(`scores[${index}].rationale`, score.rationale),
            ...score.claims.flatMap((claim, number) => at(`scores[${index}].claims[${number}].text`, claim.text)),
          ],
    ),
    ...at('topConcern', card.topConcern),
    ...card.scenarios.flatMap((one, index) => [
      ...at(`scenarios[${index}].input`, one.input),
      ...at(`scenarios[${index}].wrongBehaviour`, one.wrongBehaviour),
    ]),
    ...card.caveats.flatMap((one, index) => at(`caveats[${index}].text`, one.text)),
    ...at('escalate', card.escalate),
  ]
}

function runsOf(texts: readonly string[]): Set<string> {
  const runs = new Set<string>()
  for (const text of texts) {
    const words = wordsOf(text)
    for (let at = 0; at + leakWordsMin <= words.length; at++) runs.add(words.slice(at, at + leakWordsMin).join(' '))
  }
  return runs
}

function runAt(words: readonly string[], at: number): string | undefined {
  return at + leakWordsMin <= words.length ? words.slice(at, at + leakWordsMin).join(' ') : undefined
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
