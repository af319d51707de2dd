import * as z from 'zod'
import type { Digest } from '../canonical/digest'
import { hashOf, sha256Hex } from '../canonical/digest'
import { plainCopy } from '../canonical/plain'
import type { Issue, Parsed } from '../issues'
import { sortIssues } from '../issues'
import { parseWith } from '../parsing'
import { same } from './tolerance'

// Dimension ids become keys of the ruling, so those that JavaScript reads as a prototype are no ids.
const dimensionId = z
  .string()
  .min(1)
  .refine((id) => !['__proto__', 'constructor', 'prototype'].includes(id), { error: ({ input }) => `the id ${String(input)} is reserved` })

const criterionSchema = z.strictObject({ id: z.string().min(1), text: z.string().trim().min(1) })

const notAWeight = 'not a finite number above 0'

const dimensionSchema = z.strictObject({
  id: dimensionId,
  weight: z.number(notAWeight).positive(notAWeight).max(Number.MAX_SAFE_INTEGER, 'a weight beyond 2^53').default(1),
  criteria: z.array(z.string()).default([]),
})

const notATarget = 'not a number above 0 and up to 1'

const rubricSchema = z.strictObject({
  criteria: z.preprocess(criteriaSpelledOut, z.array(criterionSchema).min(1, 'at least one criterion')),
  dimensions: z.preprocess(dimensionsSpelledOut, z.array(dimensionSchema).min(1, 'at least one dimension')),
  target: z
    .number(notATarget)
    .gt(0, notATarget)
    .max(1 + 1e-9, notATarget)
    .default(0.8),
  commands: z.array(z.string()).default([]),
  lenses: z.array(z.string()).default([]),
  skills: z.array(z.string()).default([]),
  hash: z.string().optional(),
})

type Rubric = z.infer<typeof rubricSchema>

/** Criteria, dimensions and target as they were before the work began; weights sum to 1, `hash` covers all the rest (R-TRI-07). */
export type FrozenRubric = {
  readonly criteria: readonly { readonly id: string; readonly text: string }[]
  readonly dimensions: readonly { readonly id: string; readonly weight: number; readonly criteria: readonly string[] }[]
  readonly target: number
  readonly commands: readonly string[]
  readonly lenses: readonly string[]
  readonly skills: readonly string[]
  readonly hash: string
}

/**
 * Checks a rubric and freezes it. Strings stand for criteria and dimensions of equal weight; relative weights are
 * normalised to sum 1; the target is 0.80 unless given (R-TRI-07, R-TRI-10, R-TRI-60). A rubric that was frozen before
 * comes back as it is, or is refused as `rubric-altered` when its content no longer has its hash.
 */
export function freezeRubric(raw: unknown, digest: Digest = sha256Hex): Parsed<FrozenRubric> {
  const { copy: input, issues: textFaults } = plainCopy(raw)
  if (textFaults.length > 0) return { ok: false, issues: textFaults }
  const parsed = parseWith(rubricSchema, input, rubricCode)
  const doubles = doubledIds(input)
  if (!parsed.ok) return { ok: false, issues: sortIssues([...parsed.issues, ...doubles]) }
  if (doubles.length > 0) return { ok: false, issues: sortIssues(doubles) }
  return parsed.value.hash === undefined ? frozen(parsed.value, digest) : checkedAgain(parsed.value, parsed.value.hash, digest)
}

function frozen({ hash: _, ...rubric }: Rubric, digest: Digest): Parsed<FrozenRubric> {
  const sum = rubric.dimensions.reduce((total, dimension) => total + dimension.weight, 0)
  const dimensions = rubric.dimensions.map((dimension) => ({ ...dimension, weight: dimension.weight / sum }))
  const unknown = unknownCriteria(rubric)
  if (unknown.length > 0) return { ok: false, issues: unknown }
  if (dimensions.some((dimension) => !(dimension.weight > 0))) {
    return { ok: false, issues: [{ code: 'rubric-weight', path: 'dimensions', message: 'the weights are too far apart to be added' }] }
  }
  const content = { ...rubric, dimensions }
  return { ok: true, value: { ...content, hash: hashOf(content, digest) } }
}

/** A hash shows that nothing changed since, not that it was frozen here: what freezing makes sure of is looked at again. */
function checkedAgain({ hash: _, ...content }: Rubric, hash: string, digest: Digest): Parsed<FrozenRubric> {
  const now = hashOf(content, digest)
  if (now !== hash) {
    return {
      ok: false,
      issues: [
        { code: 'rubric-altered', path: 'hash', message: `the rubric was frozen as ${hash.slice(0, 80).toWellFormed()} and is now ${now}` },
      ],
    }
  }
  const unknown = unknownCriteria(content)
  if (unknown.length > 0) return { ok: false, issues: unknown }
  const sum = content.dimensions.reduce((total, dimension) => total + dimension.weight, 0)
  if (same(sum, 1)) return { ok: true, value: { ...content, hash } }
  return {
    ok: false,
    issues: [{ code: 'rubric-weight', path: 'dimensions', message: `the weights of a frozen rubric sum to 1, these to ${sum}` }],
  }
}

function unknownCriteria(rubric: Omit<Rubric, 'hash'>): Issue[] {
  const known = new Set(rubric.criteria.map((criterion) => criterion.id))
  return rubric.dimensions.flatMap((dimension, index) =>
    dimension.criteria.flatMap((id, at) =>
      known.has(id)
        ? []
        : [
            {
              code: 'rubric-criterion-unknown',
              path: `dimensions[${index}].criteria[${at}]`,
              message: `no criterion has the id ${JSON.stringify(id)}`,
            },
          ],
    ),
  )
}

/** Looks at the raw input, so that a doubled id is named beside whatever else is wrong. */
function doubledIds(input: unknown): Issue[] {
  if (typeof input !== 'object' || input === null) return []
  const { criteria, dimensions } = input as { criteria?: unknown; dimensions?: unknown }
  return [
    ...doubled(criteriaSpelledOut(criteria), 'criteria', 'criterion'),
    ...doubled(dimensionsSpelledOut(dimensions), 'dimensions', 'dimension'),
  ]
}

function doubled(items: unknown, list: string, noun: string): Issue[] {
  if (!Array.isArray(items)) return []
  const seen = new Set<unknown>()
  return items.flatMap((item: unknown, index) => {
    const id = typeof item === 'object' && item !== null ? (item as { id?: unknown }).id : undefined
    if (typeof id !== 'string') return []
    if (seen.has(id))
      return [{ code: `rubric-duplicate-${noun}`, path: `${list}[${index}].id`, message: `the id ${JSON.stringify(id)} stands twice` }]
    seen.add(id)
    return []
  })
}

/** The dimension ids of a rubric as far as they can be read, so that scorecards can be checked beside a faulty rubric. */
export function dimensionIdsOf(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return []
  const dimensions = dimensionsSpelledOut((input as { dimensions?: unknown }).dimensions)
  if (!Array.isArray(dimensions)) return []
  const ids = dimensions.map((dimension: unknown) =>
    typeof dimension === 'object' && dimension !== null ? (dimension as { id?: unknown }).id : undefined,
  )
  return [...new Set(ids.filter((id) => typeof id === 'string'))]
}

function criteriaSpelledOut(criteria: unknown): unknown {
  if (!Array.isArray(criteria)) return criteria
  return criteria.map((criterion: unknown, index) => (typeof criterion === 'string' ? { id: `C${index + 1}`, text: criterion } : criterion))
}

function dimensionsSpelledOut(dimensions: unknown): unknown {
  if (!Array.isArray(dimensions)) return dimensions
  return dimensions.map((dimension: unknown) => (typeof dimension === 'string' ? { id: dimension } : dimension))
}

function rubricCode(path: readonly PropertyKey[], found: unknown): string | undefined {
  if (path.length === 1 && path[0] === 'criteria' && Array.isArray(found)) return 'rubric-no-criterion'
  if (path.length === 1 && path[0] === 'dimensions' && Array.isArray(found)) return 'rubric-no-dimension'
  if (path[0] === 'target') return 'rubric-target'
  if (path[0] === 'dimensions' && path[2] === 'weight') return 'rubric-weight'
  return undefined
}
