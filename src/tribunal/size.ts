import * as z from 'zod'

export const sizeSchema = z.enum(['S', 'M', 'L', 'XL'])

/** How much work a slice is. */
export type SliceSize = z.infer<typeof sizeSchema>

/** Doer dispatches of a slice by its size; M's 5 where no size is given (R-TRI-70). */
export const dispatchesBySize: { readonly [size in SliceSize]: number } = { S: 3, M: 5, L: 7, XL: 9 }

/** Panel rounds of a slice, whatever its size (R-TRI-70). */
export const roundsDefault = 3
