import * as z from 'zod'
import type { Digest } from '../canonical/digest'
import { sha256Hex } from '../canonical/digest'
import type { FrozenRubric } from '../consensus/rubric'
import { freezeRubric } from '../consensus/rubric'
import type { Issue, Parsed } from '../issues'
import { shown, sortIssues } from '../issues'
import { parseWith } from '../parsing'
import { hasText } from '../text/blank'
import { parseAddress } from './address'
import { sizeSchema } from './size'

const said = z.string().refine(hasText, 'a text that says something')
const count = z.int().min(1).max(99)

export const referenceSchema = z.strictObject({ name: said, text: z.string() }).readonly()

const requesterSchema = z.strictObject({ id: said, channel: said }).readonly()

const limitsSchema = z.strictObject({ rounds: count.exactOptional(), dispatches: count.exactOptional() }).readonly()

const setupSchema = z
  .strictObject({
    id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'an id of letters, digits, dots, hyphens and underscores'),
    /** The whole text of what is to be made; it goes into the doer's brief as it is. */
    spec: said,
    rubric: z.unknown(),
    size: sizeSchema.default('M'),
    limits: limitsSchema.default({}),
    mode: z.enum(['build', 'final']).default('build'),
    independence: z.enum(['panel', 'single-context', 'unstated']).default('unstated'),
    /** The session that slices and dispatches; it may take no other role. */
    orchestrator: said.exactOptional(),
    requester: requesterSchema.exactOptional(),
    references: z.array(referenceSchema).readonly().default([]),
    risks: z.array(said).readonly().default([]),
    /** Skills of the host that only orchestrate; none of them may be operative. */
    orchestrationSkills: z.array(said).readonly().default([]),
    /** A plan to be vetted by three lenses before anything is frozen. */
    plan: said.exactOptional(),
    /** Verify-only: what exists already, and the words of the request that its criteria come from. */
    existing: z.strictObject({ address: said, request: said }).readonly().exactOptional(),
    seed: z.int().default(0),
  })
  .readonly()

/** What a slice begins with, as an author writes it: only `id`, `spec` and `rubric` are needed (R-TRI-07). */
export type SliceSetup = z.input<typeof setupSchema>

/** A setup with its defaults, whose rubric is frozen. */
export type FullSliceSetup = Omit<z.output<typeof setupSchema>, 'rubric'> & { readonly rubric: FrozenRubric }

export type Requester = z.infer<typeof requesterSchema>
export type Reference = z.infer<typeof referenceSchema>

/** The tribunal's own skill under its usual names; a session that loads it would run a tribunal in a tribunal (R-TRI-02, R-TRI-08). */
const ownSkills: readonly string[] = ['tribunal', 'adjudicate']

/**
 * Reads a setup and freezes its rubric. A plan beside an existing artifact is `plan-too-late`; an operative skill that only orchestrates is
 * `skill-orchestrates` (R-TRI-08); an address that another machine can't follow is `bare-path` (R-TRI-14).
 */
export function parseSliceSetup(input: unknown, digest: Digest = sha256Hex): Parsed<FullSliceSetup> {
  const parsed = parseWith(setupSchema, input)
  const raw = typeof input === 'object' && input !== null ? (input as { readonly rubric?: unknown }).rubric : undefined
  const rubric = freezeRubric(raw, digest)
  const issues: Issue[] = [
    ...(parsed.ok ? [] : parsed.issues.filter(({ path }) => path !== 'rubric')),
    ...(rubric.ok ? [] : under('rubric', rubric.issues)),
  ]
  if (parsed.ok && rubric.ok) {
    issues.push(...skillFaults(rubric.value, parsed.value.orchestrationSkills), ...existingFaults(parsed.value))
    if (issues.length === 0) return { ok: true, value: { ...parsed.value, rubric: rubric.value } }
  }
  return { ok: false, issues: sortIssues(issues) }
}

/** Operative skills that no brief may pass on. */
export function skillFaults(rubric: FrozenRubric, orchestration: readonly string[]): Issue[] {
  const barred = new Set([...ownSkills, ...orchestration].map((name) => name.toLowerCase()))
  return rubric.skills.flatMap((skill, index) => {
    const name = (skill.split(/[:/]/).at(-1) ?? skill).toLowerCase()
    if (!barred.has(name) && !barred.has(skill.toLowerCase())) return []
    const message = `${shown(skill)} orchestrates: an operative skill bears on the work itself`
    return [{ code: 'skill-orchestrates', path: `rubric.skills[${index}]`, message }]
  })
}

function existingFaults({ existing, plan }: Pick<z.output<typeof setupSchema>, 'existing' | 'plan'>): Issue[] {
  if (existing === undefined) return []
  const address = parseAddress(existing.address)
  return [
    ...(address.ok ? [] : under('existing.address', address.issues)),
    ...(plan === undefined ? [] : [{ code: 'plan-too-late', path: 'plan', message: 'the artifact exists: there is no plan left to vet' }]),
  ]
}

function under(path: string, issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({ ...issue, path: issue.path === '' ? path : `${path}.${issue.path}` }))
}
