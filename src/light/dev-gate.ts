import type { Policy } from '../policy/policy'
import { definePolicy } from '../policy/policy'
import type { Light } from './bugfix'
import { lights } from './bugfix'

/** The two-axis development gate (R-GATE-02, R-GATE-10): premise first, then what fails, then open risks. */
export const devGate: Policy<Light> = definePolicy<Light>({
  id: 'dev-gate',
  version: 1,
  facts: {
    premise: ['not-stated', 'ok', 'missing', 'mismatch'],
    requirement: ['RQ1', 'RQ2', 'RQ3'],
    solution: ['SL1', 'SL2', 'SL3'],
    tradeoff: ['none', 'substantive'],
  },
  outcomes: [...lights],
  rules: [
    {
      id: 'premise-mismatch',
      when: { premise: 'mismatch' },
      then: 'red',
      because: 'what was said of the old behaviour is not what the source shows',
    },
    { id: 'premise-missing', when: { premise: 'missing' }, then: 'red', because: 'the as-is behaviour and its source are not stated' },
    {
      id: 'requirement-fails',
      when: { requirement: 'RQ3' },
      then: 'red',
      because: 'the requirement is ambiguous, contradictory or not wanted',
    },
    { id: 'solution-none', when: { solution: 'SL3' }, then: 'red', because: 'no solution is feasible' },
    {
      id: 'tradeoff-substantive',
      when: { tradeoff: 'substantive' },
      then: 'red',
      because: 'a trade-off without a single reasonable answer is a person’s to decide',
    },
    { id: 'requirement-risk', when: { requirement: 'RQ2' }, then: 'yellow', because: 'the requirement has an open risk' },
    { id: 'solution-risk', when: { solution: 'SL2' }, then: 'yellow', because: 'the solution has an open risk or several candidates' },
  ],
  otherwise: 'green',
})
