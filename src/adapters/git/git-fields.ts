import { AdjudicateError } from '../../errors'

/** The fields of NUL-separated output; the last separator ends it. */
export function splitAt(bytes: Buffer, separator: number): Buffer[] {
  const fields: Buffer[] = []
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(separator, start)
    if (end < 0) throw misread('output that breaks off')
    fields.push(bytes.subarray(start, end))
    start = end + 1
  }
  return fields
}

/** Git answered with something that can't be right; going on would judge less than there is. */
export function misread(what: string): AdjudicateError {
  return new AdjudicateError('git-failed', `git gave ${what}`)
}
