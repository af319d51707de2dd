import { isCollected } from './collected'
import type { Following } from './compare-assertions'
import { followChanged, followMoved, keepSame, newGuards } from './compare-assertions'
import { isOff, markerFindings } from './compare-markers'
import { calledIn, fileFindings } from './compare-test-files'
import { lostLoopRows } from './loop-rows'
import { lostCaseFindings } from './lost-cases'
import type { CaseMatching, CasePair } from './match-cases'
import { matchCases } from './match-cases'
import { newCaseFindings } from './new-cases'
import { absorbCases, hostsOf, lostRows } from './table-rows'
import { raisingFindings } from './raising'
import { setupFindings } from './setup-values'
import type { Tampering } from './tamper-finding'
import type { Guard, TestFile } from './test-file'
import { likeness } from './test-words'
import type { TrackedAssertion, TrackedCase } from './tracked-case'
import { isLive, keptHelpers, trackCases, trackHelpers } from './tracked-case'

/** One changed path with what it holds at each side; a side without tests is left out. */
export type ChangedTests = { readonly path: string; readonly base?: TestFile; readonly head?: TestFile }

/** Compares all changed test files at once (spec 10, 3). `codeChanged`: some file that is neither test nor configuration changed too. */
export function compareTests(
  changed: readonly ChangedTests[],
  codeChanged: boolean,
  unchanged: () => readonly TestFile[] = () => [],
): Tampering[] {
  const bases = changed.flatMap(({ base }) => base ?? [])
  const called = (): ReadonlySet<string> => new Set([...changed.flatMap(({ head }) => head ?? []), ...unchanged()].flatMap(calledIn))
  const heads = changed.flatMap(({ head }) => (head === undefined || !isCollected(head, bases) ? [] : [head]))
  const kept = keptHelpers(bases, heads)
  const matched = matchCases(trackCases(bases, kept), trackCases(heads, kept))
  const matching = partTables(matched)
  const helpers = matchCases(trackHelpers(bases, kept), trackHelpers(heads, kept)).pairs
  const followings = [...matching.pairs, ...helpers].map((pair) => keepSame(pair, codeChanged))
  const pool = [
    ...followings.flatMap(({ free }) => free),
    ...matching.added.filter(({ test }) => !isOff(test)).flatMap(({ assertions }) => assertions),
  ]
  for (const following of followings) following.lost = followMoved(following.lost, pool)
  const absorbed = absorbCases(matching.lost, hostsOf(heads.length === 0 ? [] : headsOf(matching), matching.pairs))
  const lost = matching.lost.filter((one) => !absorbed.inRows.has(one) && !isMerged(one, pool))
  const left = new Set(pool)
  const findings: Tampering[] = [...lostCaseFindings(lost, absorbed.inUnread, changed, bases), ...openTables(matched, new Set(lost))]
  const added = [...matching.added]
  for (const following of followings) {
    following.free = following.free.filter((one) => left.has(one))
    followChanged(following, codeChanged)
    findings.push(
      ...pairFindings(following, codeChanged ? pool : []),
      ...markerFindings(following.pair),
      ...raisingFindings(following, codeChanged),
      ...rowFindings(following.pair, added, codeChanged),
    )
  }
  return [
    ...findings,
    ...newCaseFindings(matching.added),
    ...changed.flatMap((file) => [...fileFindings(file, called), ...setupFindings(file, codeChanged)]),
  ]
}

/** A plain case that became a table over an expression may run over nothing. */
function openTables({ pairs }: CaseMatching, told: ReadonlySet<TrackedCase>): Tampering[] {
  return pairs.flatMap(({ base, head }): Tampering[] => {
    const isOpen = base.test.table === undefined && head.test.table !== undefined && head.test.table.count === undefined
    if (!isOpen || told.has(base)) return []
    const shape = { path: head.path, line: head.test.line, subject: head.title }
    return [{ ...shape, kind: 'fixture-adapted', message: 'it runs for each of rows that are not written out: there may be none' }]
  })
}

/** A case that became a table is looked for among the rows. */
function partTables({ pairs, lost, added }: CaseMatching): CaseMatching {
  const became = pairs.filter(
    ({ base, head }) => base.test.table === undefined && head.test.table !== undefined && head.test.table.count !== 0,
  )
  return {
    pairs: pairs.filter((pair) => !became.includes(pair)),
    lost: [...lost, ...became.map(({ base }) => base)],
    added: [...added, ...became.map(({ head }) => head)],
  }
}

function headsOf({ pairs, added }: CaseMatching): TrackedCase[] {
  return [...pairs.map(({ head }) => head), ...added]
}

/** All that it asserts stands, word for word and unclaimed, in cases that run. */
function isMerged(one: TrackedCase, pool: TrackedAssertion[]): boolean {
  const live = one.assertions.filter(isLive)
  const rest = [...pool]
  if (live.length === 0 || followMoved(live, rest).length > 0) return false
  pool.splice(0, pool.length, ...rest)
  return true
}

function pairFindings(following: Following, elsewhere: readonly TrackedAssertion[]): Tampering[] {
  const { pair, fates, lost } = following
  if (isOff(pair.head.test) && !isOff(pair.base.test)) return []
  const { path, title: subject } = pair.head
  if (isEmptied(following)) {
    const before = pair.base.assertions.map(({ assertion }) => assertion.text).join('\n')
    return [{ kind: 'test-emptied', path, line: pair.head.test.line, subject, message: 'nothing is asserted any more', before }]
  }
  const changes = fates.flatMap(({ base, head, change }): Tampering[] => {
    if (change === undefined || head === undefined) return []
    return [{ ...change, path, line: head.assertion.line, subject, before: base.assertion.text, after: head.assertion.text }]
  })
  const guards = fates.flatMap((fate): Tampering[] => {
    const guard = newGuards(fate, pair.head.assertions)[0]
    if (guard === undefined || fate.head === undefined || fate.change?.kind === 'assertion-tautological') return []
    return [
      {
        ...guardKind(guard),
        path,
        line: fate.head.assertion.line,
        subject,
        before: fate.base.assertion.text,
        after: `${guard.text} ${fate.head.assertion.text}`.trim(),
      },
    ]
  })
  const removed = lost.map(({ assertion }): Tampering => {
    const isLike = elsewhere.some(
      (one) => isLive(one) && one.assertion.matcher === assertion.matcher && likeness(one.assertion.text, assertion.text) >= 0.75,
    )
    const shape = { path, line: pair.head.test.line, subject, before: assertion.text }
    return isLike
      ? { ...shape, kind: 'assertion-replaced', message: 'one that is like it stands in another case' }
      : { ...shape, kind: 'assertion-removed', message: 'an assertion is gone' }
  })
  return [...changes, ...guards, ...removed]
}

function isEmptied({ pair, lost }: Following): boolean {
  return lost.length > 0 && pair.base.assertions.some(isLive) && pair.head.assertions.length === 0
}

const guardWords: Readonly<Record<Guard['kind'], string>> = {
  condition: 'it is only reached under a condition',
  loop: 'it is in a loop that may run over nothing',
  'after-exit': 'it comes after an exit',
  swallowed: 'its failure is caught and dropped',
  unawaited: 'nobody waits for it',
  constant: 'its condition is written out false',
  uncalled: 'its function is never called',
}

function guardKind({ kind }: Guard): { readonly kind: 'assertion-in-loop' | 'assertion-unreachable'; readonly message: string } {
  return { kind: kind === 'loop' ? 'assertion-in-loop' : 'assertion-unreachable', message: guardWords[kind] }
}

function rowFindings(pair: CasePair, added: TrackedCase[], codeChanged: boolean): Tampering[] {
  const { lost, changed } = lostRows(pair, added)
  const shape = { path: pair.head.path, line: pair.head.test.line, subject: pair.head.title }
  if (pair.head.test.table?.count === 0 && pair.base.test.table?.count !== 0)
    return [{ ...shape, kind: 'test-emptied', message: 'its table has no rows' }]
  const kind = codeChanged ? 'expectation-followed' : 'expectation-changed'
  const unread = pair.base.test.table?.count !== undefined && pair.head.test.table !== undefined && pair.head.test.table.count === undefined
  if (unread) return [{ ...shape, kind: 'fixture-adapted', message: 'the rows of its table are no longer written out' }]
  return [
    ...[...lost, ...lostLoopRows(pair)].map((row): Tampering => ({
      ...shape,
      kind: 'test-case-removed',
      message: 'a row of its table is gone',
      before: row,
    })),
    ...changed.map((row): Tampering => ({ ...shape, kind, message: 'a row of its table changed', before: row })),
  ]
}
