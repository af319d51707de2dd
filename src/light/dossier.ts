/** What a yellow must state (R-TL-04); blank text and lists of blanks count as nothing. */
export type Dossier = {
  readonly [field in DossierField]?: string | readonly (string | null)[] | null
}

/** The fields of a dossier, in the order in which missing ones are named. */
export const dossierFields = ['hypothesisedCause', 'supportingEvidence', 'counterEvidence', 'verification', 'rollback'] as const

/** One field of a dossier. */
export type DossierField = (typeof dossierFields)[number]
