import * as z from 'zod'
import type { Ruling } from '../consensus/ruling'

type Kept<T> = T extends { readonly trace: unknown } ? Omit<T, 'trace'> : T

/** A ruling as the slice keeps it: all of it but its account, which stands in the blob that the ruling's event names. */
export type KeptRuling = Kept<Exclude<Ruling, { readonly kind: 'refused' }>>

/** A verdict as the slice keeps it. */
export type KeptVerdict = Extract<KeptRuling, { readonly kind: 'verdict' }>

export const keptRulingSchema = z.custom<KeptRuling>(isRuling, 'a ruling without its trace')

function isRuling(input: unknown): boolean {
  if (typeof input !== 'object' || input === null || 'trace' in input) return false
  const { kind } = input as { readonly kind?: unknown }
  return kind === 'verdict' || kind === 'synthesis' || kind === 'replacement'
}
