import type { Issue } from '../issues'
import { shown } from '../issues'
import type { CompareAnswer, ComparePayload } from './compare'
import type { RecheckAnswer, RecheckPayload } from './recheck'

/** A comparison names only domains that it was given (A-GATE-8), and keeps its axes where it is asked for suggestions on a red (R-JUDGE-23). */
export function compareFaults(answer: CompareAnswer, { capabilities, red }: ComparePayload): Issue[] {
  const known = new Set(capabilities.map(({ domain }) => domain))
  const unknown = answer.domains.flatMap((domain, index) =>
    known.has(domain)
      ? []
      : [{ code: 'unknown-domain', path: `domains[${index}]`, message: `found ${shown(domain)}: the payload names no such domain` }],
  )
  if (red === undefined) return unknown
  const axes = ['requirement', 'solution', 'tradeoff'] as const
  const moved = axes.filter((axis) => answer[axis] !== red[axis])
  return [...unknown, ...moved.map((axis) => differs(axis, answer[axis], red[axis], 'the red was judged with'))]
}

/** A recheck claims no better evidence than it was shown, and takes for authorized only what a person authorized (R-JUDGE-02, R-JUDGE-11). */
export function recheckFaults(answer: RecheckAnswer, { evidence, authorized }: RecheckPayload): Issue[] {
  // The kinds are named so that the better one comes first in the alphabet.
  const best = evidence.map(({ kind }) => kind).reduce((a, b) => (a < b ? a : b), 'EV4')
  const checks = ['H2', 'H4'] as const
  return [
    ...(answer.evidence < best ? [differs('evidence', answer.evidence, best, 'the best evidence shown is')] : []),
    ...checks
      .filter((check) => answer[check] === 'authorized' && !authorized[check])
      .map((check) => ({ code: 'not-authorized', path: check, message: 'found "authorized": no person has authorized it' })),
  ]
}

function differs(path: string, found: string, wanted: string, why: string): Issue {
  return { code: 'differs', path, message: `found ${shown(found)}: ${why} ${shown(wanted)}` }
}
