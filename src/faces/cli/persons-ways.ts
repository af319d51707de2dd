/** A person's ways on: out of a standstill, to a doer that lacks something, and with a plan that was turned down. */
export const personsWays = ['accept', 'grant', 'rebut', 'new-rubric', 'abandon', 'context', 'model', 'split', 'give-up', 'refine'] as const

export type PersonsWay = (typeof personsWays)[number]
