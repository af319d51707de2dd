import type { Policy } from '../../policy/policy'
import type { PolicyCaseResult, PolicyTestReport } from '../../policy/test-policy'
import { xmlText } from './gate-junit'

/** A run of a policy's cases as JUnit XML: a case for each, a last one that fails where there are none; so an empty table is never green. */
export function policyJunit({ id, version }: Policy, { results, failed }: PolicyTestReport): string {
  const name = `${id}@${version}`
  const cases =
    results.length === 0 ? [failure(name, 'cases', 'there are no cases', 'nothing was tested')] : results.map((one) => caseOf(name, one))
  const counts = ` tests="${cases.length}" failures="${results.length === 0 ? 1 : failed}" errors="0" skipped="0" time="0.000"`
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="adjudicate policy test"${counts}>`,
    `  <testsuite${attribute('name', name)}${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')}\n`
}

function caseOf(suite: string, { name, ok, why, explanation }: PolicyCaseResult): string {
  if (ok) return `    <testcase${attribute('classname', `policy.${suite}`)}${attribute('name', name)} time="0.000"/>`
  const earlier = (explanation?.earlier ?? []).map(({ rule, failed }) => `rule ${rule} did not match: ${failed.join(', ')}`)
  return failure(suite, name, why, [why, ...earlier].join('\n'))
}

function failure(suite: string, name: string, message: string, text: string): string {
  const head = `    <testcase${attribute('classname', `policy.${suite}`)}${attribute('name', name)} time="0.000">`
  return `${head}\n      <failure${attribute('message', message)}>${xmlText(text)}</failure>\n    </testcase>`
}

function attribute(name: string, value: string): string {
  return ` ${name}="${xmlText(value).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;')}"`
}
