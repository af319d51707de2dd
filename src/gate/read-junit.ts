import { SaxesParser } from 'saxes'
import type { CensusRead, CountedCase } from './census'
import { censusOf, reportCasesMax, reportCharactersMax, unreadable } from './count-cases'

const depthMax = 100
const elementsMax = 4 * reportCasesMax

type Outcome = CountedCase['outcome']
type Suite = { readonly name: string; readonly said: Said; readonly listed: { cases: number; failed: number } }
type Said = { readonly tests: number | undefined; readonly failed: number | undefined }
type Case = { readonly id: string; outcome: Outcome }

/**
 * Counts a JUnit XML report: `testsuites` or `testsuite` at the root, cases at any depth, ids `class::name`. Refused: no well-formed XML, a document type or
 * entities of its own, another root, deeper than 100 elements, and a suite that counts more failures or tests than it lists (it broke off while loading).
 */
export function readJunit(text: string): CensusRead {
  if (text.length > reportCharactersMax)
    return unreadable('report-too-large', `found ${text.length} characters: more than ${reportCharactersMax}`)
  const reader = junitReader()
  const parser = new SaxesParser({ xmlns: false })
  parser.on('doctype', () => parser.fail('a document type has no place in a report'))
  parser.on('opentag', ({ name, attributes }) => {
    const fault = reader.open(name, attributes)
    if (fault !== undefined) parser.fail(fault)
  })
  parser.on('closetag', ({ name }) => {
    const fault = reader.close(name)
    if (fault !== undefined) parser.fail(fault)
  })
  try {
    // Without a handler for errors the parser throws at the first one.
    parser.write(text.replace(/^\ufeff/, '')).close()
  } catch (error) {
    return unreadable('report-unreadable', `no JUnit report: ${error instanceof Error ? error.message : String(error)}`)
  }
  return censusOf(reader.cases)
}

type Reader = {
  readonly cases: readonly CountedCase[]
  /** What is wrong with the element, if anything. */
  open(name: string, attributes: Readonly<Record<string, string>>): string | undefined
  close(name: string): string | undefined
}

function junitReader(): Reader {
  const cases: CountedCase[] = []
  const path: string[] = []
  const suites: Suite[] = []
  let current: Case | undefined
  let elements = 0
  const open: Reader['open'] = (name, attributes) => {
    const parent = path.at(-1)
    path.push(name)
    if (++elements > elementsMax) return `more than ${elementsMax} elements`
    if (path.length > depthMax) return `elements stand deeper than ${depthMax}`
    if (parent === undefined && name !== 'testsuites' && name !== 'testsuite')
      return `the root is <${name}>, not <testsuites> or <testsuite>`
    if (name === 'testsuite') suites.push({ name: attributes['name'] ?? '', said: saidBy(attributes), listed: { cases: 0, failed: 0 } })
    if (name === 'testcase') {
      if (current !== undefined) return 'a <testcase> stands inside another one'
      current = { id: idOf(attributes, suites.at(-1)?.name ?? ''), outcome: outcomeOfAttributes(attributes) }
    } else if (parent === 'testcase' && current !== undefined) current.outcome = worse(current.outcome, outcomeOfChild(name))
    else if (parent === 'testsuite' && (name === 'failure' || name === 'error')) {
      cases.push({ id: `${suites.at(-1)?.name ?? ''}::<suite>`, outcome: 'failed' })
      tell(suites, 'failed')
    }
    return undefined
  }
  const close: Reader['close'] = (name) => {
    path.pop()
    if (name === 'testcase' && current !== undefined) {
      cases.push({ ...current })
      tell(suites, current.outcome)
      current = undefined
    }
    return name === 'testsuite' ? contradiction(suites.pop()) : undefined
  }
  return { cases, open, close }
}

/** A suite's own numbers include those of the suites in it. */
function tell(suites: readonly Suite[], outcome: Outcome): void {
  for (const { listed } of suites) {
    listed.cases++
    if (outcome === 'failed') listed.failed++
  }
}

function contradiction(suite: Suite | undefined): string | undefined {
  if (suite === undefined) return undefined
  const { said, listed, name } = suite
  if (said.failed !== undefined && said.failed > listed.failed)
    return `suite ${quoted(name)} says ${said.failed} failed and lists ${listed.failed}`
  if (said.tests !== undefined && said.tests > listed.cases)
    return `suite ${quoted(name)} says ${said.tests} cases and lists ${listed.cases}`
  return undefined
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100))
}

function saidBy(attributes: Readonly<Record<string, string>>): Said {
  const failures = numberOf(attributes['failures'])
  const errors = numberOf(attributes['errors'])
  return {
    tests: numberOf(attributes['tests']),
    failed: failures === undefined && errors === undefined ? undefined : (failures ?? 0) + (errors ?? 0),
  }
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

function idOf(attributes: Readonly<Record<string, string>>, suite: string): string {
  const holder = attributes['classname'] ?? attributes['file'] ?? suite
  return `${holder === '' ? suite : holder}::${attributes['name'] ?? ''}`
}

/** GoogleTest says only in attributes that a case was not run. */
function outcomeOfAttributes(attributes: Readonly<Record<string, string>>): Outcome {
  const said = [attributes['status'], attributes['result']].map((text) => text?.toLowerCase())
  if (said.some((word) => word === 'failed' || word === 'error')) return 'failed'
  return said.some((word) => word !== undefined && ['notrun', 'disabled', 'skipped', 'suppressed', 'pending', 'ignored'].includes(word))
    ? 'skipped'
    : 'passed'
}

function outcomeOfChild(name: string): Outcome {
  if (name === 'failure' || name === 'error') return 'failed'
  return name === 'skipped' || name === 'disabled' ? 'skipped' : 'passed'
}

function worse(a: Outcome, b: Outcome): Outcome {
  const order: readonly Outcome[] = ['passed', 'skipped', 'failed']
  return order.indexOf(a) >= order.indexOf(b) ? a : b
}
