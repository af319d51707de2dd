import type { Analysis, Inversion } from '../../policy/analyse'
import type { PolicyDifference } from '../../policy/diff-policies'
import type { Evaluation, PolicyStep } from '../../policy/evaluate'
import type { Explanation } from '../../policy/explain'
import type { Facts, FactValue, Policy } from '../../policy/policy'
import type { PolicyTestReport } from '../../policy/test-policy'
import { hang, ledLine, shortShare } from '../../text/columns'
import { padEnd, printable } from '../../text/printable'

const shownMax = 10

/** A policy's name for people: `bugfix@1`. */
export function policyName({ id, version }: Pick<Policy, 'id' | 'version'>): string {
  return `${printable(id)}@${version}`
}

/** Facts in one line: `cause RC1, scope SC2`. */
export function factsText(facts: Facts): string {
  return Object.entries(facts)
    .map(([fact, value]) => `${printable(fact)} ${printable(String(value))}`)
    .join(', ')
}

/** What a policy says of some facts. */
export function evalText(policy: Policy, { outcome, rule, because }: Evaluation, exit: number): string {
  return page(head(`+ ${printable(outcome)}  ${policyName(policy)} rule ${printable(rule)}`, exit), becauseLines(because))
}

/** Why a policy says so: the rules before the deciding one with what failed in each, and the ways to each better outcome. */
export function explainText(policy: Policy, facts: Facts, explanation: Explanation, exit: number): string {
  const { outcome, rule, because, earlier, waysOut } = explanation
  const ways = policy.outcomes.flatMap((better) => {
    const list = waysOut[better] ?? []
    const shown = list.slice(0, shownMax).flatMap((changes) => hang(`    `, changesText(facts, changes)))
    return list.length === 0 ? [] : [`  to ${printable(better)}`, ...shown, ...more(list.length)]
  })
  return page(
    head(`+ ${printable(outcome)}  ${policyName(policy)} rule ${printable(rule)}`, exit),
    becauseLines(because),
    hang('  facts     ', factsText(facts)),
    earlier.length === 0 ? [] : ['', '  rules read before it', ...earlier.flatMap(stepLines)],
    ways.length === 0 ? [] : ['', '  ways out', ...ways],
  )
}

/** Changes of facts in one line: `cause RC2 -> RC1 and scope SC2 -> SC1`. */
export function changesText(facts: Facts, changes: Facts): string {
  return Object.entries(changes)
    .map(([fact, to]) => `${printable(fact)} ${printable(String(facts[fact]))} -> ${printable(String(to))}`)
    .join(' and ')
}

/** A table of cases that was run: every failed one with what decided it, and how much of the policy was met. */
export function testText(policy: Policy, report: PolicyTestReport, exit: number): string {
  const { ok, passed, failed, results, coverage } = report
  const word = ok ? '+ PASS' : 'x FAIL'
  const counted = results.length === 0 ? 'no cases' : `${passed} of ${results.length} cases`
  const failures = results.filter((result) => !result.ok)
  const shown = failures.flatMap((result) => {
    const earlier = result.explanation?.earlier ?? []
    return [...hang(`x ${printable(result.name)}  `, printable(result.why)), ...earlier.flatMap(stepLines)]
  })
  const missed = coverage.rulesMissed.length === 0 ? [] : hang('! not met     ', coverage.rulesMissed.map((id) => printable(id)).join(', '))
  return page(head(`${word}  ${policyName(policy)}, ${counted}`, exit), shown, failed === 0 ? [] : [''], [
    `  rules met     ${policy.rules.length - coverage.rulesMissed.length} of ${policy.rules.length}${coverage.otherwise ? ', and otherwise' : ''}`,
    ...missed,
    `  inputs met    ${coverage.cellsMet} of ${coverage.cellsTotal}, ${shortShare(coverage.cells)}`,
  ])
}

/** What walking over a policy's whole domain found. */
export function analyseText(policy: Policy, { cells, dead, otherwiseOnly, inversions }: Analysis, exit: number): string {
  const found = dead.length + inversions.length
  const groups = groupedInversions(inversions)
  return page(
    head(`${found === 0 ? '+ sound' : '! found'}  ${policyName(policy)}, ${cells} inputs`, exit),
    dead.length === 0
      ? ['+ dead rules  none']
      : dead.flatMap((rule) => hang(`! dead rule   ${printable(rule.rule)}  `, shadows(rule.shadowedBy))),
    [
      `. otherwise   takes ${otherwiseOnly.length} of ${cells} inputs`,
      ...otherwiseOnly.slice(0, 3).flatMap((facts) => hang('            ', factsText(facts))),
      ...(otherwiseOnly.length > 3 ? [`            and ${otherwiseOnly.length - 3} more; --json lists them`] : []),
    ],
    inversions.length === 0 ? ['+ inversions  none'] : [`! inversions  ${inversions.length}, of ${groups.length} kinds`],
    groups
      .slice(0, shownMax)
      .flatMap(([kind, count, example]) => [
        ...hang(`  ${padEnd(String(count), 5)} `, kind),
        ...hang('        such as ', factsText(example.rest)),
      ]),
    more(groups.length),
  )
}

/** Every input on which two policies differ, under the two rules at work. */
export function diffText(a: Policy, b: Policy, differences: readonly PolicyDifference[], exit: number): string {
  const count = differences.reduce((sum, { inputs }) => sum + inputs.length, 0)
  const same = count === 0
  return page(
    head(`${same ? '+ same' : '! differ'}  ${policyName(a)} and ${policyName(b)}, ${same ? 'on every input' : `on ${count} inputs`}`, exit),
    differences.flatMap(({ a: one, b: other, inputs }) => [
      `  ${padEnd(String(inputs.length), 5)} ${printable(one.outcome)} by rule ${printable(one.rule)} -> ${printable(other.outcome)} by rule ${printable(other.rule)}`,
      ...inputs.slice(0, 3).flatMap((facts) => hang('        ', factsText(facts))),
      ...(inputs.length > 3 ? [`        and ${inputs.length - 3} more; --json lists them`] : []),
    ]),
  )
}

/** A rule that was read and did not decide, with the facts whose condition failed. */
export function stepLines({ rule, failed }: PolicyStep): string[] {
  return hang(`    ${padEnd(printable(rule), 4)}  not: `, failed.map((fact) => printable(fact)).join(', '))
}

function groupedInversions(inversions: readonly Inversion[]): (readonly [string, number, Inversion])[] {
  const groups = new Map<string, readonly [string, number, Inversion]>()
  for (const one of inversions) {
    const { fact, better, worse, betterGets, betterRule, worseGets, worseRule } = one
    const gets = (value: FactValue, outcome: string, rule: string): string =>
      `${printable(String(value))} gets ${printable(outcome)} (rule ${printable(rule)})`
    const kind = `${printable(fact)} ${gets(better, betterGets, betterRule)}, ${gets(worse, worseGets, worseRule)}`
    const known = groups.get(kind)
    groups.set(kind, [kind, (known?.[1] ?? 0) + 1, known?.[2] ?? one])
  }
  return [...groups.values()].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

function shadows(by: readonly string[]): string {
  return by.length === 0 ? 'matches no input' : `every input of it is taken by ${by.map((id) => printable(id)).join(', ')}`
}

function becauseLines(because: string): string[] {
  return because === '' ? [] : hang('  because   ', printable(because))
}

function more(count: number): string[] {
  return count > shownMax ? [`    and ${count - shownMax} more; --json lists them`] : []
}

function head(left: string, exit: number): string {
  return ledLine(left, `exit ${exit}`)
}

function page(first: string, ...blocks: readonly (readonly string[])[]): string {
  const rest = blocks.flat()
  return `${[first, ...(rest.length === 0 ? [] : ['', ...rest])].join('\n')}\n`
}
