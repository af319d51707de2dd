import type { TrackedCase } from './tracked-case'
import { likeness } from './test-words'

export type CasePair = { readonly base: TrackedCase; readonly head: TrackedCase }

/** Which case of the head is which of the base; what is in no pair is lost or added. */
export type CaseMatching = {
  readonly pairs: readonly CasePair[]
  readonly lost: readonly TrackedCase[]
  readonly added: readonly TrackedCase[]
}

type Key = (one: TrackedCase) => string | undefined

const candidatesMax = 250_000

const keys: readonly Key[] = [
  ({ path, title, test }) => `${path}\0${title}\0${test.body}`,
  ({ path, title }) => `${path}\0${title}`,
  ({ title, test }) => `${title}\0${test.body}`,
  ({ path, test }) =>
    test.body === '' || test.assertions.length === 0 ? undefined : `${path}\0${test.body}\0${test.table?.rows.join('\0') ?? ''}`,
  ({ test }) => (test.body === '' || test.assertions.length === 0 ? undefined : `${test.body}\0${test.table?.rows.join('\0') ?? ''}`),
]

/** Follows each case over files and names: the same name, the same body under another name, and at last what is alike. */
export function matchCases(base: readonly TrackedCase[], head: readonly TrackedCase[]): CaseMatching {
  const pairs: CasePair[] = []
  let lost = [...base]
  let added = [...head]
  const take = (round: readonly CasePair[]): void => {
    pairs.push(...round)
    const [bases, heads] = [new Set(round.map((pair) => pair.base)), new Set(round.map((pair) => pair.head))]
    lost = lost.filter((one) => !bases.has(one))
    added = added.filter((one) => !heads.has(one))
  }
  for (const key of keys) take(byKey(lost, added, key))
  take(uniqueByKey(lost, added, ({ title }) => title))
  take(uniqueByKey(lost, added, ({ path, test }) => `${path}\0${test.name.at(-1) ?? ''}`))
  take(alike(lost, added))
  return { pairs, lost, added }
}

/** Several under one key are matched in order. */
function byKey(base: readonly TrackedCase[], head: readonly TrackedCase[], key: Key): CasePair[] {
  const waiting = grouped(head, key)
  return base.flatMap((one) => {
    const name = key(one)
    const partner = name === undefined ? undefined : waiting.get(name)?.shift()
    return partner === undefined ? [] : [{ base: one, head: partner }]
  })
}

function uniqueByKey(base: readonly TrackedCase[], head: readonly TrackedCase[], key: Key): CasePair[] {
  const heads = grouped(head, key)
  return [...grouped(base, key)].flatMap(([name, bases]) => {
    const partners = heads.get(name) ?? []
    const [one, partner] = [bases[0], partners[0]]
    return one !== undefined && partner !== undefined && bases.length === 1 && partners.length === 1 ? [{ base: one, head: partner }] : []
  })
}

function grouped(cases: readonly TrackedCase[], key: Key): Map<string, TrackedCase[]> {
  const groups = new Map<string, TrackedCase[]>()
  for (const one of cases) {
    const name = key(one)
    if (name === undefined) continue
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [one])
    else group.push(one)
  }
  return groups
}

/** A renamed case with an edit: most of its assertions are still there, or nearly all of its text under a name that is alike. */
function alike(base: readonly TrackedCase[], head: readonly TrackedCase[]): CasePair[] {
  if (base.length * head.length > candidatesMax) return []
  const scored = base
    .flatMap((one) => head.map((other) => ({ base: one, head: other, score: caseLikeness(one, other) })))
    .filter(({ score }) => score > 0)
  const [usedBase, usedHead] = [new Set<TrackedCase>(), new Set<TrackedCase>()]
  return scored
    .sort((a, b) => b.score - a.score)
    .filter((pair) => {
      if (usedBase.has(pair.base) || usedHead.has(pair.head)) return false
      usedBase.add(pair.base)
      usedHead.add(pair.head)
      return true
    })
}

function caseLikeness(one: TrackedCase, other: TrackedCase): number {
  if ((one.test.table === undefined) !== (other.test.table === undefined)) return 0
  const texts = new Set(other.test.assertions.map(({ text }) => text))
  const own = one.test.assertions
  const kept = own.filter(({ text }) => texts.has(text)).length
  const nearby = one.path === other.path ? 0.1 : 0
  if (own.length > 0 && kept * 2 > own.length) return 1 + kept / own.length + nearby
  const body = likeness(one.test.body, other.test.body)
  const title = likeness(words(one.title), words(other.title))
  return body >= 0.8 && title >= 0.4 ? body + title / 10 + nearby : 0
}

function words(title: string): string {
  return title
    .replace(/[_\W]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}
