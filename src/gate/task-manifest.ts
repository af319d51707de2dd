import * as z from 'zod'
import type { Parsed } from '../issues'
import { chosenBy, parseWith } from '../parsing'
import { patternFault, wantedInstead } from './path-pattern'

/** The only task ids there are (R-BUILD-35): no folder, no leading dot or dash, so that none can name another file. */
export const taskIdPattern = /^[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9_-])?$/

const taskId = z.string().regex(taskIdPattern, 'a task id of letters, digits and . _ - that does not begin or end with a dot')
const requirements = z.array(z.string().min(1)).readonly().default([])

/** A path, folder or glob; a fault has the code of `PatternFault`. */
export const ownedEntry = z.string().superRefine((written, context) => {
  const fault = patternFault(written)
  if (fault === undefined) return
  context.addIssue({
    code: 'custom',
    message: `found ${JSON.stringify(written.slice(0, 60))}: wanted ${wantedInstead(fault)}`,
    params: { code: fault },
  })
})

const owned = z.array(ownedEntry).readonly().default([])
const sharedEntry = z
  .object({
    path: ownedEntry,
    class: z.enum(['append-only', 'single-writer', 'integration']),
    writer: taskId.exactOptional(),
  })
  .refine(({ class: kind, writer }) => kind !== 'single-writer' || writer !== undefined, {
    path: ['writer'],
    message: 'missing: a single-writer file names its task',
    params: { code: 'missing-field' },
  })
  .readonly()

// Other members are passed over: the public manifests carry steps and notes of their own.
export const taskManifestSchema = z
  .object({
    task_id: taskId,
    branch: z.string().min(1).exactOptional(),
    worktree: z.string().min(1).exactOptional(),
    complexity: z.enum(['S', 'M', 'L', 'XL']).exactOptional(),
    model: z.string().min(1).exactOptional(),
    requirements,
    deferred_requirements: requirements,
    owned_files: owned,
    shared_files: z
      .array(chosenBy((input) => typeof input === 'string', ownedEntry, sharedEntry))
      .readonly()
      .default([]),
    single_writer: z.record(ownedEntry, taskId).readonly().default({}),
    append_only: owned,
    integration_files: owned,
    depends_on: z.array(taskId).readonly().default([]),
    no_op: z.boolean().default(false),
  })
  .readonly()

/**
 * A task as `.claude/build/tasks/<id>.json` says it (spec 10 and 11, R-BUILD-35). A shared file without a class is append-only unless
 * `single_writer` names its task; `no_op` declares that the task changes nothing.
 */
export type TaskManifest = z.infer<typeof taskManifestSchema>

/** Reads a manifest; every fault with its path, such as `owned_files[2]`. */
export function parseTaskManifest(input: unknown): Parsed<TaskManifest> {
  return parseWith(taskManifestSchema, input)
}
