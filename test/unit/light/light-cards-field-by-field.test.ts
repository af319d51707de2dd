import { describe, expect, test } from 'vitest'
import { isAdjudicateError } from '../../../src/errors'
import type { Light, LightCard, LightCardKind } from '../../../src/entries/light'
import { lightCardFields, parseLightCard, renderLightCard } from '../../../src/entries/light'

function cardOf(kind: LightCardKind, light: Light): LightCard {
  const fields = Object.fromEntries(lightCardFields[kind][light].map(([name]) => [name, `about ${name}`]))
  return { id: `${kind === 'fault' ? 'F' : 'G'}-20261128-02`, kind, light, policy: 'bugfix@1', rule: '6a', fields }
}

const red = cardOf('fault', 'red')
const gateRed = cardOf('gate', 'red')
const withMissing = (missing: unknown): object => ({ ...red, fields: { ...red.fields, missing } })

describe('a light card that is refused names what was found', () => {
  test.each<[unknown, string, string, string]>([
    [null, 'invalid-value', '', 'found null: expected a light card'],
    [[], 'invalid-value', '', 'found []: expected a light card'],
    [{ ...red, colour: 'red' }, 'unknown-field', 'colour', 'unknown field "colour"'],
    [{ ...red, policy: ' ' }, 'missing-field', 'policy', 'missing: expected a text'],
    [{ ...red, rule: 6 }, 'missing-field', 'rule', 'missing: expected a text'],
    [{ ...red, kind: 'bug' }, 'invalid-value', 'kind', 'found "bug": expected fault or gate'],
    [{ ...red, light: 'blue' }, 'invalid-value', 'light', 'found "blue": expected green, yellow or red'],
    [{ ...red, fields: null }, 'invalid-value', 'fields', "found null: expected the card's fields"],
    [{ ...red, id: 'G-20261128-02' }, 'invalid-value', 'id', 'found "G-20261128-02": expected F-YYYYMMDD-NN'],
    [{ ...gateRed, id: 'F-20261128-02' }, 'invalid-value', 'id', 'found "F-20261128-02": expected G-YYYYMMDD-NN'],
    [withMissing(' '), 'missing-field', 'fields.missing', 'a card states this, and it is empty'],
    [withMissing(7), 'missing-field', 'fields.missing', 'a card states this, and it is empty'],
    [withMissing([7]), 'missing-field', 'fields.missing', 'a card states this, and it is empty'],
    [withMissing(['said', 7]), 'missing-field', 'fields.missing', 'a card states this, and it is empty'],
    [{ ...red, fields: { ...red.fields, fix: 'x' } }, 'unknown-field', 'fields.fix', 'a card of this colour does not hold this'],
    [{ ...red, suggestion: 'x' }, 'unknown-field', 'suggestion', 'only a red of the development gate may hold one'],
    [{ ...gateRed, suggestion: ' ' }, 'invalid-value', 'suggestion', 'found " ": expected a text'],
    [{ ...gateRed, suggestion: 7 }, 'invalid-value', 'suggestion', 'found 7: expected a text'],
  ])('%j', (input, code, path, message) => {
    expect(parseLightCard(input)).toEqual({ ok: false, issues: [{ code, path, message }] })
  })

  test('R-TL-15 the id holds a day that a month can have, and nothing before or after', () => {
    const isFine = (id: string): boolean => parseLightCard({ ...red, id }).ok
    for (const id of ['F-20260101-01', 'F-20261231-99', 'F-20260615-100']) expect(isFine(id), id).toBe(true)
    for (const id of ['F-20260015-01', 'F-20261301-01', 'F-20260100-01', 'F-20260132-01', 'FF-20260101-01', 'F-20260101-01x']) {
      expect(isFine(id), id).toBe(false)
    }
  })

  test('a list says something where one of its texts does', () => {
    expect(parseLightCard(withMissing([' ', 'a dump'])).ok).toBe(true)
  })

  test('printing one throws every fault in words and as data', () => {
    const card: LightCard = { ...red, fields: { ...red.fields, missing: '', toDecide: '' } }
    const empty = 'a card states this, and it is empty'
    let thrown: unknown
    try {
      renderLightCard(card)
    } catch (error) {
      thrown = error
    }
    expect(isAdjudicateError(thrown) && [thrown.code, thrown.message, thrown.details]).toEqual([
      'data-invalid',
      `the light card "F-20261128-02" can't be made: fields.missing: ${empty}; fields.toDecide: ${empty}`,
      {
        issues: [
          { code: 'missing-field', path: 'fields.missing', message: empty },
          { code: 'missing-field', path: 'fields.toDecide', message: empty },
        ],
      },
    ])
  })
})

describe('a light card that is printed', () => {
  test.each<[LightCardKind, Light, string]>([
    ['fault', 'green', '## F-20261128-02: green'],
    ['fault', 'yellow', '## F-20261128-02: yellow, hypothesis to verify'],
    ['fault', 'red', '## F-20261128-02: red, cause unknown'],
    ['gate', 'green', '## G-20261128-02: green'],
    ['gate', 'yellow', '## G-20261128-02: yellow, goes on with an open risk'],
    ['gate', 'red', '## G-20261128-02: red, stopped'],
  ])('R-TL-15 %s %s has its headline', (kind, light, headline) => {
    expect(renderLightCard(cardOf(kind, light)).markdown.split('\n')[0]).toBe(headline)
  })

  test('somebody’s words stay words: each mark is escaped once, and a list entry is one line', () => {
    const fields = { ...red.fields, established: 'a*b\n12) c\n  - d', missing: ['e  f\n\ng', '<h>'] }
    const { markdown } = renderLightCard({ ...red, fields })
    expect(markdown).toContain('**Established so far**\n\n> a\\*b\n> 12\\) c\n>   \\- d\n\n**Still missing**\n\n> - e f g\n> - \\<h\\>\n')
  })
})
