import { hasText } from '../text/blank'
import type { BlockingIssue, JudgeVerdict } from './judge-verdict'

/** What went before a fix cycle: the ids (or bare texts) that blocked the cycle before, and what the mechanical gate reports now. */
export type EarlierBlockers = { readonly previous: readonly string[]; readonly machine: readonly string[] }

/** The issues that a worker must settle, and those that don't count, each with the reason. */
export type Blockers = {
  readonly counting: readonly (string | BlockingIssue)[]
  readonly setAside: readonly { readonly issue: string | BlockingIssue; readonly because: string }[]
}

/** From cycle 2 on only earlier blockers count, what the gate reports, and a regression with evidence (R-BUILD-52, A-BLD-15); in cycle 1 all do. */
export function blockersThatCount(verdict: JudgeVerdict, earlier: EarlierBlockers): Blockers {
  const judged = verdict.blocking_issues.map((issue) => ({
    issue,
    because: verdict.cycle === 1 ? undefined : reasonAgainst(issue, earlier),
  }))
  return {
    counting: judged.flatMap(({ issue, because }) => (because === undefined ? [issue] : [])),
    setAside: judged.flatMap(({ issue, because }) => (because === undefined ? [] : [{ issue, because }])),
  }
}

function reasonAgainst(issue: string | BlockingIssue, { previous, machine }: EarlierBlockers): string | undefined {
  const id = typeof issue === 'string' ? issue : issue.id
  if (previous.includes(id)) return undefined
  if (typeof issue === 'string') return 'it says not where it comes from'
  switch (issue.origin) {
    case 'machine':
      return machine.includes(id) ? undefined : 'the mechanical gate does not report it'
    case 'regression':
      return hasText(issue.evidence) ? undefined : 'a regression needs its evidence'
    case 'previous':
      return 'it did not block the cycle before'
    case 'new':
      return 'a fix cycle takes no new issue'
  }
}
