import type { VectorExpected } from './vector-shapes'

// Rows of names, one kind of branch each; together every branch there is.
const rows: Readonly<Record<string, string>> = {
  kind: 'refused synthesis replacement SHIP SHIP_WITH_CAVEATS ITERATE BLOCK ESCALATE',
  row: '1 2 3 4 5 6 7 8',
  reason:
    'quorum coverage deadlock cause-unclassified unrebutted-scenario escalate structural-cause structural-scenario blocked-local verified-scenario blocking-caveat spec-failure at-target caveat-band below-band caveats-not-settled budget-rounds budget-dispatches',
  trigger: 'spread pass-fail-split opposition-veto confidence-divergence',
  dimension: 'undecided converged majority median deadlock blocked outlier',
  dissent: 'logged refuted unanchored',
  scenario: 'discarded refuted verified rebutted unrebutted',
  warning: 'coverage-unknown synthesis-waived',
  replacement: 'single-survivor no-survivor',
  'fix-list': 'fixes concerns',
  'issue in panel':
    'confidence-not-a-number confidence-out-of-range dimension-doubled dimension-missing dimension-unknown doer-session member-twice no-adversary null-without-reason recommendation score-not-a-number score-out-of-range session-twice under-two-seats unknown-field',
  'issue in rubric': 'rubric-duplicate-dimension rubric-no-criterion rubric-no-dimension rubric-target rubric-weight',
  'issue in synthesis': 'reply-excluded reply-member-unknown reply-twice reply-undisputed score-not-a-number score-out-of-range',
  'issue in adjudications': 'adjudication-unanchored',
  caveat: 'open open-blocking deferred deferred-blocking fixed fixed-blocking',
}

/** Every branch of the rules that a ruling can show, faults of replacements aside. */
export const branches: readonly string[] = Object.entries(rows).flatMap(([kind, names]) =>
  names.split(' ').map((name) => `${kind} ${name}`),
)

/** The branches that one ruling shows. */
export function branchesOf(expected: VectorExpected): string[] {
  if (expected.kind === 'refused') {
    const places = expected.issues.map(({ code, path }) => `issue in ${path.split('/')[1]?.replace('replacements', 'panel')} ${code}`)
    return ['kind refused', ...places]
  }
  if (expected.kind === 'replacement') return ['kind replacement', `replacement ${expected.reason}`]
  const fired = expected.triggers.filter((trigger) => trigger.fired).map(({ id }) => `trigger ${id}`)
  if (expected.kind === 'synthesis') return ['kind synthesis', ...fired]
  return [
    `kind ${expected.verdict}`,
    `row ${expected.row}`,
    ...fired,
    ...expected.reasons.map((reason) => `reason ${reason}`),
    ...expected.dimensions.map(({ kind }) => `dimension ${kind}`),
    ...(expected.dimensions.some(({ blocked }) => blocked) ? ['dimension blocked'] : []),
    ...(expected.dimensions.some(({ outliers }) => outliers.length > 0) ? ['dimension outlier'] : []),
    ...expected.dissents.map(({ status }) => `dissent ${status}`),
    ...expected.caveats.map(({ status, blocking }) => `caveat ${status}${blocking ? '-blocking' : ''}`),
    ...expected.scenarios.map(({ status }) => `scenario ${status}`),
    ...expected.warnings.map((warning) => `warning ${warning}`),
    ...(expected.fixList.some((fix) => fix.startsWith('top concern')) ? ['fix-list concerns'] : []),
    ...(expected.fixList.some((fix) => fix.startsWith('fix ')) ? ['fix-list fixes'] : []),
  ]
}
