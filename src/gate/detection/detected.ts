import type { ReportPlace } from '../gate-config'

/** A check that a repository was found to have; `from` says where, for the person who reads the configuration. */
export type DetectedCheck = { readonly name: string; readonly cmd: string; readonly from: string; readonly report?: ReportPlace }

/** What one reader of a repository found. `setup` and `caches` are for deciding runs; `notes` are things for a person to look at. */
export type Detected = {
  readonly checks: readonly DetectedCheck[]
  readonly setup: readonly string[]
  readonly caches: readonly string[]
  readonly notes: readonly string[]
}

export const nothingDetected: Detected = { checks: [], setup: [], caches: [], notes: [] }

/** Texts of the repository by path; paths without a text are there too, so that a lock file can be told by its name. */
export type RepositoryTexts = { readonly paths: ReadonlySet<string>; readonly texts: ReadonlyMap<string, string> }

/** Where reports of tests are written: no part of the tree, and no change for the gate. */
export const reportFolder = '.adjudicate/reports'
