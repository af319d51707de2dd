import * as z from 'zod'
import { citationSchema } from '../evidence/citation'
import { claimSchema, repairSchema } from '../evidence/claim'
import type { Issue, Parsed } from '../issues'
import { shown, sortIssues } from '../issues'
import { hasText } from '../text/blank'
import type { CodeOf } from '../parsing'
import { chosenBy, parseWith } from '../parsing'

const defectClassSchema = z.enum(['correctness', 'safety', 'other'])

/** What a scenario or caveat asserts; `correctness` and `safety` are never overruled silently (R-TRI-33, R-TRI-68). */
export type DefectClass = z.infer<typeof defectClassSchema>

const recommendationSchema = z.enum(['SHIP', 'SHIP_WITH_CAVEATS', 'ITERATE', 'BLOCK'], {
  error: ({ input }) => `not one of SHIP, SHIP_WITH_CAVEATS, ITERATE, BLOCK${input === 'ESCALATE' ? '; use the field escalate' : ''}`,
})

/** What a member would do; it never decides, and ESCALATE is not among them (R-TRI-27). */
export type Recommendation = z.infer<typeof recommendationSchema>

const notAScore = 'not a number from 1 to 10'
const notAConfidence = 'not a number from 0 to 1'

// Bounds allow 1e-9 as every comparison of numbers in a scorecard does (C-TOLERANCE).
export const scoreNumberSchema = z
  .number(notAScore)
  .min(1 - 1e-9, notAScore)
  .max(10 + 1e-9, notAScore)
export const confidenceSchema = z
  .number(notAConfidence)
  .min(-1e-9, notAConfidence)
  .max(1 + 1e-9, notAConfidence)

const givenScoreSchema = z.strictObject({
  dimension: z.string(),
  score: scoreNumberSchema,
  confidence: confidenceSchema,
  rationale: z.string(),
  claims: z.array(claimSchema),
  reason: z.string().optional(),
})

// A member that abstains on a dimension owes a reason and nothing else, so its confidence is not looked at.
const abstainedScoreSchema = z
  .strictObject({
    dimension: z.string(),
    score: z.null(),
    reason: z.string().refine(hasText, 'a null score gives its reason'),
    confidence: z.unknown().optional(),
    rationale: z.string().optional(),
    claims: z.array(claimSchema).optional(),
  })
  .transform(({ dimension, score, reason }) => ({ dimension, score, reason }))

const scoreSchema = chosenBy(abstains, abstainedScoreSchema, givenScoreSchema)

function abstains(input: unknown): boolean {
  return typeof input === 'object' && input !== null && (input as { score?: unknown }).score === null
}

const scenarioSchema = z.strictObject({
  id: z.string().min(1),
  input: z.string(),
  wrongBehaviour: z.string(),
  class: defectClassSchema,
  repair: repairSchema,
  citations: z.array(citationSchema).default([]),
  fix: z.string().optional(),
  dimension: z.string().optional(),
})

/** A named failure: which input, what wrong behaviour (R-TRI-30). */
export type Scenario = z.infer<typeof scenarioSchema>

const caveatSchema = z.strictObject({
  id: z.string().min(1),
  text: z.string(),
  class: defectClassSchema,
  fix: z.string().optional(),
  repair: repairSchema.optional(),
  citations: z.array(citationSchema).default([]),
  dimension: z.string().optional(),
})

/** Something a member would have settled before or after shipping (R-TRI-68). */
export type Caveat = z.infer<typeof caveatSchema>

const coverageSchema = z.strictObject({ path: z.string(), bytes: z.int().min(0), of: z.int().min(0) })

export const scorecardShape = {
  rubric: z.string().optional(),
  scores: z.array(scoreSchema),
  coverage: z.array(coverageSchema).optional(),
  topConcern: z.string().refine(hasText, 'one top concern'),
  scenarios: z.array(scenarioSchema),
  caveats: z.array(caveatSchema),
  specCompliance: z.strictObject({ status: z.enum(['met', 'failed']), claims: z.array(claimSchema) }).optional(),
  recommendation: recommendationSchema,
  escalate: z.string().optional(),
}

const scorecardSchema = z.strictObject(scorecardShape)

/** One member's report: a score from 1 to 10 for every dimension, or null with a reason (R-TRI-22, R-TRI-27). */
export type Scorecard = z.infer<typeof scorecardSchema>

export type Score = Scorecard['scores'][number]

/** Reads a scorecard for a rubric; a fault of the dimensions stands beside those of the shape, each with its path. */
export function parseScorecard(input: unknown, rubric: { readonly dimensions: readonly { readonly id: string }[] }): Parsed<Scorecard> {
  const parsed = parseWith(scorecardSchema, input, scorecardCode)
  const ids = rubric.dimensions.map((dimension) => dimension.id)
  const faults = [...dimensionFaults(input, ids), ...doubledNames(input)]
  if (parsed.ok && faults.length === 0) return parsed
  return { ok: false, issues: sortIssues([...(parsed.ok ? [] : parsed.issues), ...faults]) }
}

/** The code of a fault inside a scorecard, by its field; works for paths that lead there from further above. */
export const scorecardCode: CodeOf = (path, found) => {
  switch (path.at(-1)) {
    case 'score':
      return typeof found === 'number' && !Number.isNaN(found) ? 'score-out-of-range' : 'score-not-a-number'
    case 'confidence':
      return typeof found === 'number' && !Number.isNaN(found) ? 'confidence-out-of-range' : 'confidence-not-a-number'
    case 'recommendation':
      return 'recommendation'
    case 'reason':
      return path.at(-3) === 'scores' ? 'null-without-reason' : undefined
    default:
      return undefined
  }
}

/** Dimensions missing, unknown or doubled in the raw scores; `at` leads to the scorecard. */
export function dimensionFaults(input: unknown, ids: readonly string[], at = ''): Issue[] {
  const scores = listIn(input, 'scores')
  if (scores === undefined) return []
  const path = at === '' ? 'scores' : `${at}.scores`
  const seen = new Set<string>()
  const faults = scores.flatMap((score, index): Issue[] => {
    const dimension = fieldOf(score, 'dimension')
    if (typeof dimension !== 'string') return []
    const again = seen.has(dimension)
    const known = ids.includes(dimension)
    seen.add(dimension)
    if (!again && known) return []
    const where = `${path}[${index}].dimension`
    const doubled = { code: 'dimension-doubled', path: where, message: `${shown(dimension)} is scored twice` }
    const unknown = { code: 'dimension-unknown', path: where, message: `the rubric has no dimension ${shown(dimension)}` }
    return [...(again ? [doubled] : []), ...(known ? [] : [unknown])]
  })
  const missing = ids.filter((id) => !seen.has(id))
  if (missing.length === 0) return faults
  return [{ code: 'dimension-missing', path, message: `no score for ${missing.map(shown).join(', ')}` }, ...faults]
}

/** Scenario and caveat ids that stand twice within one scorecard; they are always named with their member. */
export function doubledNames(input: unknown, at = ''): Issue[] {
  return ['scenarios', 'caveats'].flatMap((list) => {
    const seen = new Set<unknown>()
    return (listIn(input, list) ?? []).flatMap((item, index): Issue[] => {
      const id = fieldOf(item, 'id')
      if (typeof id !== 'string' || !seen.has(id)) {
        seen.add(id)
        return []
      }
      return [{ code: 'id-twice', path: `${at === '' ? '' : `${at}.`}${list}[${index}].id`, message: `the id ${shown(id)} stands twice` }]
    })
  })
}

function listIn(input: unknown, key: string): readonly unknown[] | undefined {
  const list = fieldOf(input, key)
  return Array.isArray(list) ? list : undefined
}

function fieldOf(input: unknown, key: string): unknown {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>)[key] : undefined
}
