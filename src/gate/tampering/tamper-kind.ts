import * as z from 'zod'

/** What each kind of tampering does by default (spec 10, 3): `block` fails the gate, `report` goes to the judge. The one table of defaults. */
export const defaultSeverities = {
  /** A test file is gone, or stands where the runner doesn't look, and its cases are nowhere else. */
  'test-deleted': 'block',
  /** A case or a row of its table is gone, commented out, renamed out of the runner's sight, or behind a build condition. */
  'test-case-removed': 'block',
  /** A case that didn't run anyway is gone. */
  'skipped-test-removed': 'report',
  /** A case that ran doesn't run any more, or its result doesn't count. */
  'test-skipped': 'block',
  /** A case or group keeps the others from running. */
  'focus-added': 'block',
  /** An assertion is gone from a case that stays. */
  'assertion-removed': 'block',
  /** An assertion looks less sharply than before. */
  'assertion-weakened': 'block',
  /** Strict equality became equality by value. */
  'assertion-eased': 'report',
  /** An assertion gave way to another of no less strength about something else. */
  'assertion-replaced': 'report',
  /** An assertion became one that can't fail. */
  'assertion-tautological': 'block',
  /** A new assertion that can't fail stands beside real ones. */
  'tautology-added': 'report',
  /** An assertion is no longer reached, or nobody hears it. */
  'assertion-unreachable': 'block',
  /** An assertion came into a loop that may run over nothing. */
  'assertion-in-loop': 'report',
  'tolerance-widened': 'block',
  /** An expected value changed and no code did. */
  'expectation-changed': 'block',
  /** An expected value changed together with code. */
  'expectation-followed': 'report',
  /** The written-out input of an unchanged assertion changed and no code did. */
  'fixture-changed': 'block',
  /** An input changed together with code, or the call that made it was replaced. */
  'fixture-adapted': 'report',
  /** A case lost its last assertion, or a new case has no body. */
  'test-emptied': 'block',
  'test-without-assertion': 'report',
  'exit-forced': 'block',
  /** Code ends the process with success where it may be meant to. */
  'exit-added': 'report',
  /** A hook of the runner rewrites results or chooses tests. */
  'harness-hook': 'block',
  'subject-mocked': 'block',
  'runner-config-weakened': 'block',
  'retries-added': 'block',
  /** A setting of the runner changed, and whether it got weaker can't be told. */
  'runner-config-changed': 'report',
  'script-neutralised': 'block',
  /** A script that runs tests changed, and whether it got weaker can't be told. */
  'script-changed': 'report',
  'ci-weakened': 'block',
  /** A check of a pipeline runs under another condition. */
  'ci-changed': 'report',
  'coverage-lowered': 'block',
  /** Code is left out of coverage by a remark in it. */
  'coverage-excluded': 'report',
  /** A recorded value changed and no code did. */
  'snapshot-rewritten': 'block',
  /** A recorded value changed together with code. */
  'snapshot-followed': 'report',
  /** A whole file is taken out of a check by a remark in it. */
  'check-suppressed': 'block',
  /** One line is taken out of a check by a remark. */
  'line-suppressed': 'report',
  /** A file of the repository stands in for the runner or for a module that it needs. */
  'dependency-shadowed': 'block',
  /** Attributes keep changes from being shown. */
  'diff-hidden': 'block',
  /** The gate's own configuration, task or baseline was edited. */
  'control-plane': 'block',
  /** Code answers the tests' own inputs by name. */
  'input-special-case': 'report',
  /** Code asks whether it runs under test. */
  'env-special-case': 'report',
} as const satisfies Readonly<Record<string, 'block' | 'report'>>

export const tamperKinds = Object.keys(defaultSeverities) as [TamperKind, ...TamperKind[]]

export const tamperKindSchema = z.enum(tamperKinds)

/** Kinds of tampering: those of spec 10, 3 and what the published cases need beside them. */
export type TamperKind = keyof typeof defaultSeverities

export const severitiesSchema = z.partialRecord(tamperKindSchema, z.enum(['block', 'report'])).readonly()

/** What a configuration says otherwise than `defaultSeverities`. */
export type Severities = z.infer<typeof severitiesSchema>
