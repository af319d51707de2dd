import * as z from 'zod'

export const diagnoses = ['MODEL DRIFT', 'PROMPT-INDUCED DRIFT', 'MIXED', 'UNKNOWN'] as const

export const diagnosisSchema = z.enum(diagnoses)

/** What a drift-root review may find (R-REF-28, R-REF-29, R-REF-30). */
export type Diagnosis = z.infer<typeof diagnosisSchema>

export const continuationPaths = ['promote', 'replace', 'pause'] as const

export const pathSchema = z.enum(continuationPaths)

/** The ways on after an expulsion, or when nobody is left to lead (R-REF-26). */
export type ContinuationPath = z.infer<typeof pathSchema>

export const reconstructionParts = [
  'objective',
  'constraints',
  'prohibitedChanges',
  'completedWork',
  'currentPosition',
  'remainingConditions',
] as const

const part = z.string().default('')

export const reconstructionSchema = z
  .strictObject({
    objective: part,
    constraints: part,
    prohibitedChanges: part,
    completedWork: part,
    currentPosition: part,
    remainingConditions: part,
  })
  .readonly()

/** The six parts that a benched builder hands in (R-REF-17). */
export type Reconstruction = z.infer<typeof reconstructionSchema>
