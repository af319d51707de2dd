import type { Corpus } from '../evidence/corpus'
import { locateAll } from '../evidence/locate'
import type { Citation } from '../evidence/citation'
import type { Issue } from '../issues'
import { shown } from '../issues'
import { hasText } from '../text/blank'
import type { JudgeVerdict } from './judge-verdict'

/** Claims without evidence, and with a corpus those whose cited lines don't exist (R-BUILD-49). A row that is deferred claims nothing. */
export function evidenceFaults(verdict: JudgeVerdict, corpus?: Corpus): Issue[] {
  return claimsOf(verdict).flatMap(({ path, evidence }): Issue[] => {
    if (!hasText(evidence)) return [{ code: 'no-evidence', path, message: 'a claim needs its evidence, and this is empty' }]
    const cited = citedLines(evidence)
    if (corpus === undefined || cited.length === 0) return []
    const stands = locateAll(cited, corpus).some(({ outcome }) => outcome === 'found' || outcome === 'drifted')
    return stands ? [] : [{ code: 'evidence-not-found', path, message: `found ${shown(evidence)}: no line that it cites exists` }]
  })
}

function claimsOf({ requirements, definition_of_done: done, blocking_issues: issues }: JudgeVerdict): { path: string; evidence: string }[] {
  return [
    ...requirements.flatMap(({ status, evidence }, index) =>
      status === 'DEFERRED' ? [] : [{ path: `requirements[${index}].evidence`, evidence }],
    ),
    ...done.map(({ evidence }, index) => ({ path: `definition_of_done[${index}].evidence`, evidence })),
    ...issues.flatMap((issue, index) =>
      typeof issue === 'string' ? [] : [{ path: `blocking_issues[${index}].evidence`, evidence: issue.evidence }],
    ),
  ]
}

/** `src/a.ts:14` and `src/a.ts:14-20`; a named test or a line of a report names no place to look up. */
function citedLines(evidence: string): Citation[] {
  return [...evidence.matchAll(/([\w@./-]{1,400}\.\w{1,20}):([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?/g)].flatMap(
    ([, file = '', from = '', to]): Citation[] => {
      const line = Number(from)
      const endLine = to === undefined ? undefined : Number(to)
      if (endLine !== undefined && endLine < line) return []
      return [{ kind: 'line', file, line, ...(endLine !== undefined && { endLine }) }]
    },
  )
}
