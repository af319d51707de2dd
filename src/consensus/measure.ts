/**
 * Why an agreement coefficient has no value (15-fine-print A-UNDEFINED): everybody used one category, no unit was rated by two, the
 * subjects of Fleiss' κ have different numbers of ratings, or fewer than two ratings each.
 */
export type Unmeasurable = 'no-variation' | 'no-pairable-values' | 'unequal-raters' | 'under-two-raters'

/** A coefficient, at most 1 (perfect), 0 at chance, negative below it; or null with the reason. Never NaN. */
export type Measure = { readonly value: number } | { readonly value: null; readonly why: Unmeasurable }
