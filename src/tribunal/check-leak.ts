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
  const own = ownWords(scorecard).map(({ path, text }) => ({ path, words: wordsOf(text) }))
  const leaked = leakedRuns(
    own.map(({ words }) => words),
    forbidden,
    given,
  )
  if (leaked.size === 0) return []
  return own.flatMap(({ path, words }) => {
    const isLeak = (at: number): boolean => leaked.has(runAt(words, at) ?? '')
    const start = words.findIndex((_, at) => isLeak(at))
    if (start < 0) return []
    let end = start
    while (isLeak(end + 1)) end++
    return [{ path, words: words.slice(start, end + leakWordsMin).join(' ') }]
  })
}

/** Whether a text repeats a run of 8 words or more from one of these that stands in nothing given. */
export function repeatsAny(text: string, forbidden: readonly string[], given: readonly string[]): boolean {
  return leakedRuns([wordsOf(text)], forbidden, given).size > 0
}

/** The runs of 8 words that stand in these words and in a forbidden text, and in nothing given. What was given may be long, so it is read only for runs that are suspect. */
function leakedRuns(own: readonly (readonly string[])[], forbidden: readonly string[], given: readonly string[]): Set<string> {
  const said = new Set(own.flatMap((words) => words.flatMap((_, at) => runAt(words, at) ?? [])))
  const suspect = new Set<string>()
  for (const text of forbidden) for (const run of runsIn(text, said)) suspect.add(run)
  for (const text of given) {
    if (suspect.size === 0) break
    for (const run of runsIn(text, suspect)) suspect.delete(run)
  }
  return suspect
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

/** Those of the wanted runs that stand in a text. Only where a wanted run's first word stands are eight words put together. */
function runsIn(text: string, wanted: ReadonlySet<string>): string[] {
  const firsts = new Set(Array.from(wanted, (run) => run.slice(0, run.indexOf(' '))))
  const words = wordsOf(text)
  return words.flatMap((word, at) => {
    const run = firsts.has(word) ? runAt(words, at) : undefined
    return run !== undefined && wanted.has(run) ? [run] : []
  })
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
