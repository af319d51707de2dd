import * as z from 'zod'
import type { Parsed } from '../issues'
import { parseWith } from '../parsing'
import { findingShape } from './finding'

export const violationSchema = z
  .strictObject({
    ...findingShape,
    path: z.string().min(1),
    owner: z.string().exactOptional(),
    where: z.enum(['committed', 'staged', 'unstaged', 'untracked', 'skip-worktree']).exactOptional(),
    added: z.int().min(0).exactOptional(),
    removed: z.int().min(0).exactOptional(),
  })
  .readonly()

/**
 * A path that may not have changed (spec 10, 2): `path` is the repository's (`.` for the whole, as with `no-op`), `owner` the task that may write
 * it, `before` and `after` its mode and object id or the region's text, `added` and `removed` count lines.
 */
export type Violation = z.infer<typeof violationSchema>

/** A violation before it has its id. */
export type ViolationDraft = Omit<Violation, 'id'>

/** Reads a violation. */
export function parseViolation(input: unknown): Parsed<Violation> {
  return parseWith(violationSchema, input)
}
