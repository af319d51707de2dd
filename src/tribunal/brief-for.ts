import type { Brief, BriefRole } from './brief'
import { doerBrief, memberBrief, planBrief, synthesisBrief } from './brief-fields'
import type { BriefMarks } from './brief-text'
import { renderBrief } from './brief-text'
import type { SliceState } from './state'

/** The marks of a dispatch and, for a verifier or a plan's vetter, its lens (quality and effectiveness unless said). */
export type BriefOptions = BriefMarks & { readonly lens?: string }

/** The brief of a role as data: the whitelisted fields of the slice as it stands (R-TRI-19, R-TRI-20). */
export function briefDataFor(role: BriefRole, state: SliceState, lens?: string): Brief {
  switch (role) {
    case 'doer':
      return doerBrief(state)
    case 'verifier':
      return memberBrief(state, { lens: lens ?? 'quality', adversary: false })
    case 'adversary':
      return memberBrief(state, { lens: lens ?? 'adversary', adversary: true })
    case 'synthesis':
      return synthesisBrief(state)
    case 'plan-lens':
      return planBrief(state, lens ?? 'effectiveness')
  }
}

/** The brief of a role as the text that goes to its session; throws `data-invalid` on a nonce that is none (spec 16). */
export function briefFor(role: BriefRole, state: SliceState, { lens, ...marks }: BriefOptions): string {
  return renderBrief(briefDataFor(role, state, lens), marks)
}
