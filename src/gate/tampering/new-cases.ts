import { isOff, newCaseMarkers } from './compare-markers'
import type { Tampering } from './tamper-finding'
import type { TrackedCase } from './tracked-case'
import { isConstantTautology, isTautology } from './tracked-case'

/** What is wrong with new cases, in new files and old: focus, tautologies, empty bodies. Skipped and planned ones say so themselves. */
export function newCaseFindings(added: readonly TrackedCase[]): Tampering[] {
  return added.flatMap((one) => [...newCaseMarkers(one), ...(isOff(one.test) ? [] : contentFindings(one))])
}

function contentFindings(one: TrackedCase): Tampering[] {
  const shape = { path: one.path, line: one.test.line, subject: one.title }
  const { assertions, steps, calls, body } = one.test
  if (one.assertions.length === 0) {
    const hasParts = assertions.length + steps.length + calls.length > 0
    if (!hasParts && body !== '' && !one.file.cases.some(({ name }) => isInside(name, one.test.name)))
      return [{ ...shape, kind: 'test-emptied', message: 'a new case with nothing in it' }]
    return []
  }
  const empty = one.assertions.filter((each) => isTautology(each) && (isConstantTautology(each) || !each.actual.includes('(')))
  const constant = one.assertions.filter(isConstantTautology)
  return empty.slice(0, 1).map((first): Tampering => ({
    ...shape,
    kind: constant.length === one.assertions.length ? 'assertion-tautological' : 'tautology-added',
    line: first.assertion.line,
    message: first.assertion.alwaysTrue ?? 'it compares a value with itself',
    after: first.assertion.text,
  }))
}

function isInside(name: readonly string[], outer: readonly string[]): boolean {
  return name.length > outer.length && outer.every((part, index) => name[index] === part)
}
