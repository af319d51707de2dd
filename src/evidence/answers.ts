import type { Citation } from './citation'
import type { Located } from './located'

/** The answers of one look-up, by the citations' order. */
export type AnswerSheet = {
  citation(index: number): Citation | undefined
  isOpen(index: number): boolean
  /** The first answer stands, except that `found` in one file of a path replaces `drifted` in another of the same path. */
  settle(index: number, located: Located): void
  /** What nothing was settled for is `missing`. */
  all(): Located[]
}

/** A sheet with every answer open. */
export function answerSheet(citations: readonly Citation[]): AnswerSheet {
  const answers: (Located | undefined)[] = citations.map(() => undefined)
  return {
    citation: (index) => citations[index],
    isOpen: (index) => answers[index] === undefined,
    settle(index, located) {
      const earlier = answers[index]
      if (earlier === undefined || (earlier.outcome === 'drifted' && located.outcome === 'found')) answers[index] = located
    },
    all: () => answers.map((answer) => answer ?? { outcome: 'missing' }),
  }
}
