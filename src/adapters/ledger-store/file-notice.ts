import type { Holder } from './file-holder'

type Happening =
  | {
      /** The end of a write that a crash cut short was cut off and kept beside the ledger: nothing in it had been confirmed to anybody. */
      readonly kind: 'torn-tail'
      readonly bytes: number
      readonly events: number
      readonly afterSeq: number
      readonly movedTo: string
    }
  | { readonly kind: 'blank-lines-cut'; readonly lines: number; readonly afterSeq: number }
  | { readonly kind: 'line-end-added'; readonly afterSeq: number }
  | { readonly kind: 'lock-taken-over'; readonly from: Holder }
  | { readonly kind: 'lock-lost'; readonly path: string }
  | { readonly kind: 'lock-not-released'; readonly path: string; readonly cause: unknown }

/** What a file ledger did or found on its own, with a sentence for a log. None of them is a failure of the append during which it came up. */
export type LedgerNotice = Happening & { readonly message: string }

/** Takes a notice; called after the append that it came up in, and never waited for. */
export type OnNotice = (notice: LedgerNotice) => void
