/** What a referee can be asked (spec 06): `recheck` is bugfix's own compare, of the triage's four axes and its checks (R-JUDGE-11). */
export const refereeForms = ['approve', 'compare', 'recheck', 'review'] as const

export type RefereeForm = (typeof refereeForms)[number]

/** The flows that call a referee; they call it alike, and bugfix has standards of its own (R-JUDGE-04). */
export const refereeFlows = ['dev', 'router', 'bugfix'] as const

export type RefereeFlow = (typeof refereeFlows)[number]

/** Whose criteria a payload brings: `router` goes by those of `dev`. */
export type StandardsFamily = 'dev' | 'bugfix'

/** A task may spend this many calls, re-runs included (R-JUDGE-26, A-JUD-4). */
export const callsMax = 4

/** Tokens that one call may cost (R-JUDGE-25). */
export type TokenBudget = { readonly tokensInMax: number; readonly tokensOutMax: number }

const budgets: Readonly<Record<RefereeForm, TokenBudget>> = {
  approve: { tokensInMax: 300, tokensOutMax: 80 },
  compare: { tokensInMax: 2400, tokensOutMax: 150 },
  recheck: { tokensInMax: 2400, tokensOutMax: 150 },
  review: { tokensInMax: 2800, tokensOutMax: 400 },
}

/** The budget of a form (R-JUDGE-25); one that asks for suggestions on a red has 600 more in and 500 out. */
export function budgetOf(form: RefereeForm, suggestionsOnRed = false): TokenBudget {
  const { tokensInMax, tokensOutMax } = budgets[form]
  return suggestionsOnRed ? { tokensInMax: tokensInMax + 600, tokensOutMax: 500 } : { tokensInMax, tokensOutMax }
}

/** Which forms a flow asks (R-JUDGE-11), and by whose standards (R-JUDGE-04). */
export function flowAsks(flow: RefereeFlow): { readonly forms: readonly RefereeForm[]; readonly family: StandardsFamily } {
  return flow === 'bugfix'
    ? { forms: ['approve', 'recheck', 'review'], family: 'bugfix' }
    : { forms: ['approve', 'compare', 'review'], family: 'dev' }
}

/** An estimate that needs no tokenizer: four ASCII characters to a token, any other code point a token of its own, rounded up. */
export function estimateTokens(text: string): number {
  let ascii = 0
  let other = 0
  for (const character of text) {
    if (character < '\u0080') ascii++
    else other++
  }
  return Math.ceil(ascii / 4) + other
}
