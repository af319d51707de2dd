import type { TestFile } from '../tampering/test-file'
import type { TestEditKind } from './test-edits'

/** Whether an edit made of the file what it was meant to, told by reading it again and by nothing that judges. */
export function hasTaken(kind: TestEditKind, before: TestFile, after: TestFile): boolean {
  if (!after.exact) return false
  const [was, is] = [countsOf(before), countsOf(after)]
  switch (kind) {
    case 'test-case-removed':
      return is.cases === was.cases - 1
    case 'test-skipped':
      return is.cases === was.cases && is.skipped > was.skipped
    case 'focus-added':
      return is.cases === was.cases && is.focused > was.focused
    case 'assertion-removed':
      return is.cases === was.cases && is.assertions === was.assertions - 1 && is.bare === was.bare
    case 'assertion-tautological':
      return is.cases === was.cases && is.constant > was.constant
    case 'test-emptied':
      return is.cases === was.cases && is.bare > was.bare
    case 'exit-forced':
      return is.exits > was.exits
    case 'assertion-broken':
      return is.cases === was.cases && is.assertions === was.assertions
  }
}

type Counts = Readonly<Record<'cases' | 'skipped' | 'focused' | 'assertions' | 'constant' | 'bare' | 'exits', number>>

function countsOf({ cases, facts, markers }: TestFile): Counts {
  const marked = (kind: 'skip' | 'focus'): number =>
    cases.filter((one) => [...one.markers, ...markers].some((it) => it.kind === kind)).length
  const assertions = cases.flatMap((one) => one.assertions)
  return {
    cases: cases.length,
    skipped: marked('skip'),
    focused: marked('focus'),
    assertions: assertions.length,
    constant: assertions.filter((one) => one.constantActual || one.alwaysTrue !== undefined).length,
    bare: cases.filter((one) => one.assertions.length === 0).length,
    exits: facts.filter(({ kind }) => kind === 'exit').length,
  }
}
