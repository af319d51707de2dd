import type { Policy } from '../policy/policy'
import type { Light } from './bugfix'
import { bugfix, bugfix2, bugfix3 } from './bugfix'
import { devGate } from './dev-gate'

/** The lights' published tables, oldest first. */
export const lightPolicies: readonly Policy<Light>[] = [bugfix, bugfix2, bugfix3, devGate]

/** The table of a name like `bugfix@1`; undefined where none is called that. */
export function lightPolicyNamed(name: string): Policy<Light> | undefined {
  return lightPolicies.find(({ id, version }) => `${id}@${version}` === name)
}
