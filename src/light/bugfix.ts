import type { Policy, PolicyRule } from '../policy/policy'
import { definePolicy } from '../policy/policy'

/** A light's colours, best first. */
export const lights = ['green', 'yellow', 'red'] as const

export type Light = (typeof lights)[number]

const facts = {
  cause: ['RC1', 'RC2', 'RC3'],
  solution: ['FX1', 'FX2', 'FX3'],
  evidence: ['EV1', 'EV2', 'EV3', 'EV4'],
  scope: ['SC1', 'SC2', 'SC3'],
  H1: ['no', 'yes'],
  H2: ['no', 'authorized', 'needed'],
  H3: ['no', 'yes'],
  H4: ['no', 'authorized', 'needed-contained', 'needed-severe'],
}

const rules: Readonly<Record<string, PolicyRule<Light>>> = {
  goalNotUnique: { id: '1', when: { H3: 'yes' }, then: 'red', because: 'the goal is not unique: a person must say which one is meant' },
  noKeyEvidence: { id: '2', when: { H1: 'yes' }, then: 'red', because: 'the key evidence cannot be gathered' },
  nothingKnown: { id: '3', when: { cause: 'RC3', solution: 'FX3' }, then: 'red', because: 'neither a cause nor a fix is known' },
  severe: {
    id: '4a',
    when: { H4: 'needed-severe' },
    then: 'red',
    because: 'a dangerous operation with severe or unknown risk is not authorized',
  },
  verificationFix: { id: '4b', when: { H2: 'needed' }, then: 'yellow', because: 'a verification fix waits for authorization' },
  contained: {
    id: '4c',
    when: { H4: 'needed-contained' },
    then: 'yellow',
    because: 'a contained dangerous operation waits for authorization',
  },
  clear: {
    id: '5',
    when: { cause: 'RC1', solution: 'FX1', scope: 'SC1' },
    then: 'green',
    because: 'the cause is located, the fix determined, and one point is touched',
  },
  clearButWide: {
    id: '5x',
    when: { cause: 'RC1', solution: 'FX1', scope: ['SC2', 'SC3'] },
    then: 'yellow',
    because: 'the cause is located and the fix determined, and more than one point is touched',
  },
  supported: { id: '6a', when: { cause: 'RC2' }, then: 'yellow', because: 'the cause is supported and not fully verified' },
  fixOpen: {
    id: '6b',
    when: { cause: 'RC1', solution: ['FX2', 'FX3'] },
    then: 'yellow',
    because: 'the cause is located and the fix is not determined',
  },
  candidates: {
    id: '6c',
    when: { cause: 'RC3', solution: 'FX2' },
    then: 'yellow',
    because: 'candidate fixes exist and the cause is not located',
  },
}

type RuleName = keyof typeof rules

function table(version: number, names: readonly RuleName[], changed: Readonly<Record<RuleName, PolicyRule<Light>>> = {}): Policy<Light> {
  const list = names.flatMap((name) => changed[name] ?? rules[name] ?? [])
  return definePolicy<Light>({ id: 'bugfix', version, facts, outcomes: [...lights], rules: list, otherwise: 'red' })
}

const first = ['goalNotUnique', 'noKeyEvidence', 'nothingKnown', 'severe', 'verificationFix', 'contained', 'clear']
const last = ['supported', 'fixOpen', 'candidates']

/** The published bugfix table to the letter (R-TL-13), with the 304 inversions that `analyse` finds in it. The default. */
export const bugfix: Policy<Light> = table(1, [...first, ...last])

/** `bugfix@1` and one rule after 5: RC1 and FX1 with SC2 or SC3 is yellow. 144 inversions remain. */
export const bugfix2: Policy<Light> = table(2, [...first, 'clearButWide', ...last])

/** Without inversions: RC3 with FX1 is read as RC3 with FX2, so nothing that rule 4 masks is worse than yellow. */
export const bugfix3: Policy<Light> = table(3, [...first, 'clearButWide', ...last], {
  candidates: {
    id: '6c',
    when: { cause: 'RC3', solution: ['FX1', 'FX2'] },
    then: 'yellow',
    because: 'without a located cause a fix is a candidate',
  },
})
