import type { SyntaxTree } from '../syntax-tree'
import type { TestFile } from '../tampering/test-file'

/** The faults that are planted, in the order of the report (spec 10, canaries): tampering by its kind, then a change outside the owned files, then a test that fails. */
export const canaryKinds = [
  'test-deleted',
  'test-case-removed',
  'test-skipped',
  'focus-added',
  'assertion-removed',
  'assertion-tautological',
  'test-emptied',
  'exit-forced',
  'runner-config-weakened',
  'script-neutralised',
  'ci-weakened',
  'snapshot-rewritten',
  'control-plane',
  'scope-breach',
  'assertion-broken',
] as const

export type CanaryKind = (typeof canaryKinds)[number]

/** A file as it shall read; without `text` it is taken away. */
export type Edit = { readonly path: string; readonly text?: string }

/** One way to plant a fault, and what it is in a few words. */
export type Planting = { readonly kind: CanaryKind; readonly edit: Edit; readonly what: string }

/** A test file of the user's, read whole: its tree isn't broken. */
export type TestSource = { readonly path: string; readonly text: string; readonly tree: SyntaxTree; readonly tests: TestFile }

/** A file that is planted in by its text alone: runner configuration, scripts, pipelines, snapshots, sources. */
export type PlainSource = { readonly path: string; readonly text: string }

/**
 * What became of one fault. `caught`: the gate would fail, `by` says through what. `missed`: it would pass; `reported` where a finding was made that the
 * configuration doesn't let block. `not-planted`: `why` says what the repository lacks for it; `undecided` where there was a place and commands that fail anyway kept it from being told.
 */
export type CanaryResult =
  | { readonly kind: CanaryKind; readonly outcome: 'caught'; readonly path: string; readonly what: string; readonly by: string }
  | { readonly kind: CanaryKind; readonly outcome: 'missed'; readonly path: string; readonly what: string; readonly reported: boolean }
  | { readonly kind: CanaryKind; readonly outcome: 'not-planted'; readonly why: string; readonly undecided?: true }
