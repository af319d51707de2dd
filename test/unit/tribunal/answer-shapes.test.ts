import { describe, expect, test } from 'vitest'
import { scorecardSchema } from '../../../src/consensus/scorecard-json-schema'
import type { AnswerShape } from '../../../src/tribunal/answer-shapes'
import { reportAnswer, scorecardAnswer, synthesisAnswer } from '../../../src/tribunal/answer-shapes'
import { reportSchema, statusSchema } from '../../../src/tribunal/report'

const textOf = ({ shape, parts }: AnswerShape): string => [shape, ...parts].join('\n')

/** All names of members, and all fixed words, of a JSON schema. */
function wordsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(wordsOf)
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, enum: choices, const: only } = schema as { properties?: object; enum?: unknown[]; const?: unknown }
  const own = [...Object.keys(properties ?? {}), ...(choices ?? []), only].filter((word) => typeof word === 'string')
  const inner: unknown[] = Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' ? Object.values(value as object) : [value],
  )
  return [...own, ...inner.flatMap(wordsOf)]
}

describe('a brief tells the whole shape that its answer is held to', () => {
  test('R-TRI-27 every field and every fixed word of a scorecard', () => {
    const words = new Set(wordsOf(scorecardSchema({ criteria: ['c'], dimensions: ['one'] })))
    expect(words.size).toBeGreaterThan(40)
    // The nonce stands in the markers, the dimensions in the brief itself.
    const untold = [...words].filter((word) => !['nonce', 'one'].includes(word) && !textOf(scorecardAnswer).includes(`"${word}"`))
    expect(untold).toEqual([])
  })

  test('R-TRI-12 every field of a report and every status', () => {
    const words = [...Object.keys(reportSchema.unwrap().shape), ...statusSchema.options]
    expect(words.filter((word) => !textOf(reportAnswer).includes(`"${word}"`))).toEqual([])
  })

  test('R-TRI-54 every field of a reply', () => {
    for (const word of ['replies', 'dimension', 'REVISE', 'score', 'confidence', 'justification', 'claims', 'MAINTAIN', 'rebuttal']) {
      expect(textOf(synthesisAnswer)).toContain(`"${word}"`)
    }
  })
})
