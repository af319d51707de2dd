import type { SourceRole } from './corpus'

/** Where a citation was found: `offset` in UTF-16 units of the text with LF line ends, `line` from 1 (E-RAWOFFSET, E-CODEPOINTS). */
export type Place = {
  /** Id of the source; absent for an output. */
  readonly source?: string
  /** Index of the run; only for an output. */
  readonly run?: number
  readonly offset: number
  readonly line: number
}

/** The outcome of looking one citation up; only `found` and `drifted` anchor (spec 02). */
export type Located =
  | {
      readonly outcome: 'found' | 'drifted' | 'near'
      readonly place: Place
      /** The role of the source; absent for an output. */
      readonly role?: SourceRole
      /** Every occurrence in the artifact stands in deleted lines of a diff, so that it anchors only scores of 3 or less. */
      readonly deletedOnly: boolean
    }
  | { readonly outcome: 'too-short' | 'missing' }
