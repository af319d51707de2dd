import type { Source } from '../evidence/corpus'

/** What the panel points at; both lists may hold any text, also paths and quotes that stand nowhere. */
export type Cited = { readonly citedPaths: readonly string[]; readonly citedTexts: readonly string[] }

/** What is judged (spec 13, the artifact port), with all of its text that a citation can be looked up in. */
export type Artifact = {
  /** Where it was read, such as `git:<commit id>`; never an absolute path. */
  readonly address: string
  /** Changes whenever anything that is judged changes; rulings are bound to it. */
  readonly digest: string
  /** Roles `artifact` and `diff` only; ids are unique; the same artifact and citations give the same list in the same order. */
  readonly sources: readonly Source[]
  /** One sentence for each thing that was left out, cut short or written otherwise, for people to read. */
  readonly notices: readonly string[]
}

/** Reads one artifact; throws `git-failed`, `file-unreadable` or `file-too-large` rather than leave anything out in silence. */
export type ArtifactReader = { read(cited: Cited): Promise<Artifact> }
