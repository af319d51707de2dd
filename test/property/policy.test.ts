import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Facts, Inversion, Policy } from '../../src/entries/policy'
import { analyse, diffPolicies, evaluate, explain } from '../../src/entries/policy'
import { firstMatch, wholeDomain } from '../differential/light-rulebook'
import { policies, turned } from '../support/random-policies'

const runs = { numRuns: 150 }

test('a table says what reading its rules one after the other says, whatever the order of the keys', () => {
  const met = { otherwise: 0, rule: 0 }
  fc.assert(
    fc.property(policies, (policy) => {
      for (const facts of wholeDomain(policy)) {
        const { rule, outcome, failed } = firstMatch(policy, facts)
        const evaluation = evaluate(policy, facts)
        expect(evaluation).toMatchObject({ rule, outcome })
        expect(evaluation.trace.map((step) => step.failed)).toEqual(failed)
        expect(evaluate(policy, turned(facts))).toEqual(evaluation)
        expect(evaluate(structuredClone(policy), facts)).toEqual(evaluation)
        met[rule === 'otherwise' ? 'otherwise' : 'rule'] += 1
      }
    }),
    runs,
  )
  expect(Math.min(met.otherwise, met.rule)).toBeGreaterThan(100)
})

test('what is not exactly the facts of a policy is never judged', () => {
  let borrowed = 0
  fc.assert(
    fc.property(policies, fc.nat(), (policy, at) => {
      const domain = wholeDomain(policy)
      const facts = domain[at % domain.length] ?? {}
      const names = Object.keys(facts)
      const [name = ''] = names.slice(at % names.length)
      const { [name]: value, ...rest } = facts
      const lent: Facts = Object.assign(Object.create({ [name]: value }) as object, rest)
      const broken: Facts[] = [rest, { ...facts, more: 'x' }, { ...facts, [name]: 'another' }, { ...rest, more: 'x' }, lent]
      for (const one of broken) expect(() => evaluate(policy, one)).toThrow(/can't judge these facts/)
      if (Object.keys(facts).at(-1) === name) borrowed += 1
      expect(evaluate(policy, Object.assign(Object.create({ more: 'x' }) as object, facts))).toEqual(evaluate(policy, facts))
    }),
    runs,
  )
  expect(borrowed).toBeGreaterThan(20)
})

/** All changes of facts that give an outcome, without those that a part of them gives already. */
function waysByTrying(policy: Policy, facts: Facts, wanted: string): Facts[] {
  const reaching = wholeDomain(policy)
    .filter((other) => firstMatch(policy, other).outcome === wanted)
    .map((other) => Object.fromEntries(Object.entries(other).filter(([fact, value]) => facts[fact] !== value)))
  const isPart = (part: Facts, of: Facts): boolean =>
    Object.keys(part).length < Object.keys(of).length && Object.entries(part).every(([fact, value]) => of[fact] === value)
  return reaching.filter((way) => !reaching.some((other) => isPart(other, way)))
}

test('ways out reach their outcome, are minimal, and are all there are', () => {
  let several = 0
  fc.assert(
    fc.property(policies, (policy) => {
      for (const facts of wholeDomain(policy)) {
        const { outcome, waysOut } = explain(policy, facts)
        const better = policy.outcomes.slice(0, policy.outcomes.indexOf(outcome))
        const expected = better
          .map((wanted) => [wanted, sorted(waysByTrying(policy, facts, wanted))] as const)
          .filter(([, ways]) => ways.length > 0)
        expect(Object.fromEntries(Object.entries(waysOut).map(([wanted, ways]) => [wanted, sorted(ways ?? [])]))).toEqual(
          Object.fromEntries(expected),
        )
        for (const [wanted, ways] of Object.entries(waysOut)) {
          for (const way of ways ?? []) expect(evaluate(policy, { ...facts, ...way }).outcome).toBe(wanted)
          expect(ways?.map((way) => Object.keys(way).length)).toEqual(ways?.map((way) => Object.keys(way).length).sort())
          if ((ways?.length ?? 0) > 1) several += 1
        }
      }
    }),
    { numRuns: 100 },
  )
  expect(several).toBeGreaterThan(10)
})

function sorted(ways: readonly Facts[]): string[] {
  return ways.map((way) => JSON.stringify(Object.entries(way).sort())).sort()
}

/** Every pair of inputs, compared as it stands. */
function inversionsByTrying(policy: Policy): Inversion[] {
  const domain = wholeDomain(policy).map((facts) => ({ facts, ...firstMatch(policy, facts) }))
  const rank = (outcome: string): number => policy.outcomes.indexOf(outcome)
  return domain.flatMap((one) =>
    domain.flatMap((other) => {
      const [fact, ...more] = Object.keys(policy.facts).filter((name) => one.facts[name] !== other.facts[name])
      if (fact === undefined || more.length > 0 || policy.unordered?.includes(fact) === true) return []
      const { [fact]: better = '', ...rest } = one.facts
      const worse = other.facts[fact] ?? ''
      const values = policy.facts[fact] ?? []
      if (values.indexOf(better) > values.indexOf(worse) || rank(one.outcome) <= rank(other.outcome)) return []
      const gets = { betterGets: one.outcome, betterRule: one.rule, worseGets: other.outcome, worseRule: other.rule }
      return [{ fact, better, worse, rest, ...gets }]
    }),
  )
}

test('an analysis finds what comparing everything with everything finds', () => {
  const met = { dead: 0, inversions: 0, unordered: 0 }
  fc.assert(
    fc.property(policies, (policy) => {
      const { cells, dead, otherwiseOnly, inversions } = analyse(policy)
      const domain = wholeDomain(policy)
      expect(cells).toBe(domain.length)
      expect(otherwiseOnly).toEqual(domain.filter((facts) => firstMatch(policy, facts).rule === 'otherwise'))
      const fires = new Set(domain.map((facts) => firstMatch(policy, facts).rule))
      const shadows = policy.rules.flatMap((rule) => {
        if (fires.has(rule.id)) return []
        const taken = domain.filter((facts) => firstMatch({ ...policy, rules: [rule] }, facts).rule === rule.id)
        const by = new Set(taken.map((facts) => firstMatch(policy, facts).rule))
        return [{ rule: rule.id, shadowedBy: policy.rules.map(({ id }) => id).filter((id) => by.has(id)) }]
      })
      expect(dead).toEqual(shadows)
      const asText = (list: readonly Inversion[]): string[] => list.map((one) => JSON.stringify(one)).sort()
      expect(asText(inversions)).toEqual(asText(inversionsByTrying(policy)))
      if (dead.length > 0) met.dead += 1
      if (inversions.length > 0) met.inversions += 1
      if (policy.unordered?.length !== 0) met.unordered += 1
    }),
    runs,
  )
  expect(Math.min(met.dead, met.inversions, met.unordered)).toBeGreaterThan(10)
})

test('a difference of two policies holds each input where they differ once, and no other', () => {
  let differing = 0
  fc.assert(
    fc.property(policies, fc.nat(), (policy, at) => {
      const changed: Policy = { ...policy, rules: policy.rules.filter((_, index) => index !== at % Math.max(1, policy.rules.length)) }
      const groups = diffPolicies(policy, changed)
      const expected = wholeDomain(policy).filter((facts) => firstMatch(policy, facts).outcome !== firstMatch(changed, facts).outcome)
      expect(sorted(groups.flatMap(({ inputs }) => inputs))).toEqual(sorted(expected))
      for (const { a, b, inputs } of groups) {
        for (const facts of inputs) {
          expect(firstMatch(policy, facts)).toMatchObject(a)
          expect(firstMatch(changed, facts)).toMatchObject(b)
        }
      }
      if (groups.length > 0) differing += 1
    }),
    runs,
  )
  expect(differing).toBeGreaterThan(20)
})
