import type { Brief } from './brief'
import type { BlobText } from './kept-text'

/** The blob whose text a brief still lacks: that of a long diff. Undefined where the brief is whole. */
export function lackedBy(brief: Brief): BlobText | undefined {
  return 'diff' in brief && typeof brief.diff !== 'string' ? brief.diff : undefined
}

/** The same brief with the text that it lacked. */
export function wholeBrief(brief: Brief, diff: string): Brief {
  return lackedBy(brief) === undefined ? brief : ({ ...brief, diff } as Brief)
}
