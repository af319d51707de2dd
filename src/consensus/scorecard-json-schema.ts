import { dimensionIdsOf } from './rubric'

/** A JSON schema, draft 2020-12, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

const text = { type: 'string' }
const filled = { type: 'string', minLength: 1 }
const line = { type: 'integer', minimum: 1 }
const defectClass = { enum: ['correctness', 'safety', 'other'] }
const repair = { enum: ['local', 'structural', 'unsafe'] }

const citations = listOf({
  anyOf: [
    object({ kind: { const: 'quote' }, text, source: text }, ['kind', 'text']),
    object({ kind: { const: 'line' }, file: text, line, endLine: line, text }, ['kind', 'file', 'line']),
    object({ kind: { const: 'section' }, source: text, heading: text, text }, ['kind', 'source', 'heading']),
    object({ kind: { const: 'output' }, command: text, text, exitCode: { type: 'integer' } }, ['kind', 'command', 'text']),
  ],
})
const claims = listOf(object({ text, citations, loadBearing: { type: 'boolean' }, repair, fix: text }, ['text', 'citations']))

const scenarios = listOf(
  object({ id: filled, input: text, wrongBehaviour: text, class: defectClass, repair, citations, fix: text, dimension: text }, [
    'id',
    'input',
    'wrongBehaviour',
    'class',
    'repair',
  ]),
)
const caveats = listOf(
  object({ id: filled, text, class: defectClass, fix: text, repair, citations, dimension: text }, ['id', 'text', 'class']),
)

/**
 * The JSON Schema of a scorecard on this rubric, for models that can be held to one: one score for each dimension. `nonce` is the field that a bare object must
 * repeat; what a schema can't say (a dimension scored twice, an id used twice) is for `readScorecard`.
 */
export function scorecardSchema(rubric: unknown): JsonSchema {
  const ids = dimensionIdsOf(rubric)
  const dimension = { enum: ids }
  const given = object(
    {
      dimension,
      score: { type: 'number', minimum: 1, maximum: 10 },
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      rationale: text,
      claims,
    },
    ['dimension', 'score', 'confidence', 'rationale', 'claims'],
  )
  const abstained = object({ dimension, score: { type: 'null' }, reason: filled }, ['dimension', 'score', 'reason'])
  return object(
    {
      nonce: filled,
      scores: { ...listOf({ anyOf: [given, abstained] }), minItems: ids.length, maxItems: ids.length },
      topConcern: filled,
      scenarios,
      caveats,
      specCompliance: object({ status: { enum: ['met', 'failed'] }, claims }, ['status', 'claims']),
      recommendation: { enum: ['SHIP', 'SHIP_WITH_CAVEATS', 'ITERATE', 'BLOCK'] },
      escalate: text,
    },
    ['scores', 'topConcern', 'scenarios', 'caveats', 'recommendation'],
  )
}

function object(properties: JsonSchema, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}
