import type { Change } from './assertion-change'
import { changeOf, isSame, isSwapped, sharesRoot } from './assertion-change'
import type { CasePair } from './match-cases'
import type { Assertion, Guard } from './test-file'
import { strengths } from './test-file'
import type { TrackedAssertion, TrackedCase } from './tracked-case'
import { isLive, isTautology } from './tracked-case'
import { isContained, likeness, literalsOf, skeletonOf } from './test-words'

/** An assertion of the base with what stands for it in the head; undefined: nothing does. */
export type AssertionFate = { readonly base: TrackedAssertion; readonly head: TrackedAssertion | undefined; readonly change: Change }

/** A pair of cases while their assertions are followed. */
export type Following = { readonly pair: CasePair; readonly fates: AssertionFate[]; lost: TrackedAssertion[]; free: TrackedAssertion[] }

/** First what stayed as it was, case by case. */
export function keepSame(pair: CasePair, codeChanged: boolean): Following {
  const following: Following = { pair, fates: [], lost: [...pair.base.assertions], free: [...pair.head.assertions] }
  claim(
    following,
    (base, head) => base.assertion.text === head.assertion.text && isSame(base.actual, head.actual) && base.expected === head.expected,
    codeChanged,
  )
  claim(following, (base, head) => isSameCheck(base, head), codeChanged)
  claim(following, (base, head) => base.assertion.text === head.assertion.text, codeChanged)
  return following
}

/** The same comparison in other words, no weaker. */
function isSameCheck(base: TrackedAssertion, head: TrackedAssertion): boolean {
  const same = (isSame(base.actual, head.actual) && base.expected === head.expected) || isSwapped(base, head)
  const { strength, negated, tolerance } = head.assertion
  if (!same || negated !== base.assertion.negated || isTautology(head) !== isTautology(base)) return false
  if (tolerance !== undefined && base.assertion.tolerance !== undefined && tolerance > base.assertion.tolerance) return false
  return strengths.indexOf(strength) >= strengths.indexOf(base.assertion.strength)
}

function claim(following: Following, matches: (base: TrackedAssertion, head: TrackedAssertion) => boolean, codeChanged: boolean): void {
  following.lost = following.lost.filter((base) => {
    const fitting = following.free.filter((head) => matches(base, head))
    const head = fitting.find((one) => isLive(one)) ?? fitting[0]
    if (head === undefined) return true
    following.free.splice(following.free.indexOf(head), 1)
    following.fates.push({ base, head, change: changeOf(base, head, codeChanged) })
    return false
  })
}

/** Then what went to another case: `pool` is what no case has claimed. */
export function followMoved(lost: readonly TrackedAssertion[], pool: TrackedAssertion[]): TrackedAssertion[] {
  return lost.filter((base) => {
    const at = pool.findIndex(
      (head) =>
        isLive(head) && (isSameCheck(base, head) || (base.assertion.text === head.assertion.text && base.expected === head.expected)),
    )
    if (at >= 0) pool.splice(at, 1)
    return at < 0
  })
}

/** Then what was changed: the best pairs first. What nothing stands for may be covered by a sharper one, a helper or a row. */
export function followChanged(following: Following, codeChanged: boolean): void {
  const scored = following.lost
    .flatMap((base) => following.free.map((head) => ({ base, head, score: pairScore(base, head) })))
    .filter(({ score }) => score >= 30)
    .sort((a, b) => b.score - a.score)
  for (const { base, head } of scored) {
    if (!following.lost.includes(base) || !following.free.includes(head)) continue
    if (isCovered(base, following.pair.head)) continue
    following.lost = following.lost.filter((one) => one !== base)
    following.free = following.free.filter((one) => one !== head)
    following.fates.push({ base, head, change: changeOf(base, head, codeChanged) })
  }
  following.lost = following.lost.filter(
    (base) => !isTautology(base) && !isCovered(base, following.pair.head) && !isInlined(base, following.free),
  )
}

function pairScore(base: TrackedAssertion, head: TrackedAssertion): number {
  const [a, b] = [base.assertion, head.assertion]
  if (isSame(base.actual, head.actual) || isSwapped(base, head))
    return 100 + (base.expected === head.expected ? 20 : 0) + (a.matcher === b.matcher ? 10 : 0)
  const shared =
    (base.expected !== undefined && base.expected === head.expected ? 30 : 0) +
    (a.matcher === b.matcher ? 10 : 0) +
    (sharesRoot(base, head) ? 20 : 0)
  const shape = skeletonOf(base.actual) === skeletonOf(head.actual) ? 20 : 0
  const tautology = isTautology(head) ? 35 : 0
  return shared + shape + tautology + 20 * likeness(a.text, b.text)
}

/** `expect(x).toEqual({ a: 1, b: 2 })` covers one about `x.a`; a call of a checking helper covers what it is handed. */
function isCovered(base: TrackedAssertion, head: TrackedCase): boolean {
  if (base.assertion.strength === 'runs') return head.assertions.some((one) => isLive(one))
  const rank = Math.min(strengths.indexOf(base.assertion.strength), strengths.indexOf('exact'))
  const whole = head.assertions.some((one) => isLive(one) && strengths.indexOf(one.assertion.strength) >= rank && holdsWhole(base, one))
  return (
    whole ||
    head.helperSteps.some(
      ({ step, assertions }) =>
        assertions.some((one) => isAsSharp(one, rank)) && base.literals.length > 0 && isContained(base.literals, literalsOf(step)),
    )
  )
}

function isAsSharp(assertion: Assertion, rank: number): boolean {
  return strengths.indexOf(assertion.strength) >= rank && assertion.guards.length === 0
}

function holdsWhole(base: TrackedAssertion, head: TrackedAssertion): boolean {
  const inner = base.actual.replace(/^(len|str|list|typeof) \( (.*) \)$/, '$2')
  const isPartOf =
    head.actual !== '' &&
    inner !== head.actual &&
    (inner.startsWith(`${head.actual} .`) || inner.startsWith(`${head.actual} [`) || inner.startsWith(`${head.actual} ?.`))
  const sameWeaker = inner === head.actual && base.assertion.strength !== 'same' && base.assertion.strength !== 'exact'
  if (sameWeaker && strengths.indexOf(head.assertion.strength) >= strengths.indexOf('exact')) return true
  if (!isPartOf) return false
  if (/(^| )(length|size|len)$/.test(inner.slice(head.actual.length))) return true
  return isContained(literalsOf(base.expected ?? ''), literalsOf(head.expected ?? ''))
}

/** A helper's assertion that now stands in the case itself, or one that a helper took over in its own words. */
function isInlined(base: TrackedAssertion, free: readonly TrackedAssertion[]): boolean {
  return free.some((head) => (base.isHelpers || head.isHelpers) && isLive(head) && base.assertion.matcher === head.assertion.matcher)
}

/** Guards that the head has and the base has not, without those that an assertion before it makes sure of. */
export function newGuards({ base, head }: AssertionFate, all: readonly TrackedAssertion[]): Guard[] {
  if (head === undefined) return []
  const old = new Set(base.assertion.guards.map(({ kind, text }) => `${kind} ${text}`))
  const oldKinds = base.assertion.guards.map(({ kind }) => kind)
  const sure = (text: string): boolean =>
    all.some(
      ({ assertion }) =>
        assertion !== head.assertion && assertion.guards.length === 0 && assertion.line <= head.assertion.line && speaksOf(assertion, text),
    )
  return head.assertion.guards.filter(({ kind, text }) => {
    if (old.has(`${kind} ${text}`)) return false
    if (kind === 'condition' || kind === 'loop')
      return !(oldKinds.length >= head.assertion.guards.length && oldKinds.includes(kind)) && !sure(text)
    return !oldKinds.includes(kind)
  })
}

/** `expect(result.ok).toBe(true)` makes sure of `if (result.ok)`. */
function speaksOf(assertion: Assertion, condition: string): boolean {
  const plain = condition.replace(/^not !? ?/, '').replace(/^\( (.*) \)$/, '$1')
  if (plain === '' || assertion.alwaysTrue !== undefined || assertion.constantActual) return false
  return (
    assertion.actual === plain ||
    plain.startsWith(`${assertion.actual} `) ||
    `${assertion.actual} ${assertion.matcher} ${assertion.expected ?? ''}` === plain
  )
}
