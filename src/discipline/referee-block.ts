import type { BuilderState } from './builder'
import type { Diagnosis } from './words'

/** The three words of the line `Card` (R-REF-33). */
export const blockCards = ['YELLOW', 'RED', 'EXPULSION'] as const

/** What the block says of a card; `null` is printed as `none`, and a diagnosis of `null` as NOT YET REQUIRED. */
export type RefereeBlock = {
  readonly builder: string
  readonly packet: string
  readonly authority: string
  readonly violation: string
  readonly evidence: string
  readonly card: (typeof blockCards)[number]
  readonly yellowCount: { readonly count: number; readonly of: number }
  readonly temporaryLead: string | null
  readonly packetsRemaining: number | null
  readonly returnState: BuilderState
  readonly requiredCorrection: string
  readonly rootDiagnosis: Diagnosis | null
}

/** The labels of the twelve lines after `REFEREE`, in their order (R-REF-32). */
export const blockLabels = [
  'Builder',
  'Packet',
  'Authority',
  'Violation',
  'Evidence',
  'Card',
  'Yellow count',
  'Temporary lead',
  'Packets remaining on red card',
  'Return state',
  'Required correction',
  'Root diagnosis',
] as const

export type BlockLabel = (typeof blockLabels)[number]

/** The word of a diagnosis that nothing asks for yet (R-REF-37). */
export const notYetRequired = 'NOT YET REQUIRED'
