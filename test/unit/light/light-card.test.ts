import { describe, expect, test } from 'vitest'
import type { Light, LightCard, LightCardKind } from '../../../src/entries/light'
import { lightCardFields, lights, parseLightCard, renderLightCard } from '../../../src/entries/light'

function cardOf(kind: LightCardKind, light: Light): LightCard {
  const fields = Object.fromEntries(lightCardFields[kind][light].map(([name, label]) => [name, `about ${label}`]))
  return { id: `${kind === 'fault' ? 'F' : 'G'}-20261128-02`, kind, light, policy: 'bugfix@1', rule: '6a', fields }
}

const kinds = ['fault', 'gate'] as const
const all = kinds.flatMap((kind) => lights.map((light) => [kind, light] as const))

describe('light cards', () => {
  test('R-TL-15, R-TL-17: a yellow is printed with its headline and its six fields in order', () => {
    const card = {
      ...cardOf('fault', 'yellow'),
      fields: { ...cardOf('fault', 'yellow').fields, supportingEvidence: ['log line 12', 'a dump'] },
    }
    expect(renderLightCard(card).markdown).toMatchInlineSnapshot(`
      "## F-20261128-02: yellow, hypothesis to verify

      bugfix@1, rule 6a

      **Hypothesised cause**

      > about Hypothesised cause

      **Supporting evidence**

      > - log line 12
      > - a dump

      **Counter-evidence, and explanations not yet excluded**

      > about Counter-evidence, and explanations not yet excluded

      **How to verify**

      > about How to verify

      **How to roll back**

      > about How to roll back

      **What a person must confirm or authorize**

      > about What a person must confirm or authorize
      "
    `)
  })

  test('R-TL-16, R-TL-18: eight fields for green, six for yellow, five for red', () => {
    expect(lights.map((light) => lightCardFields.fault[light].length)).toEqual([8, 6, 5])
  })

  test.each(all)('a %s card of %s with an empty field is refused by its name', (kind, light) => {
    const card = cardOf(kind, light)
    expect(parseLightCard(card).ok).toBe(true)
    for (const [name] of lightCardFields[kind][light]) {
      for (const empty of ['', ' \u200b', [], [' ']]) {
        const parsed = parseLightCard({ ...card, fields: { ...card.fields, [name]: empty } })
        expect(parsed).toMatchObject({ ok: false, issues: [{ path: `fields.${name}` }] })
      }
    }
  })

  test('R-TL-18: a red holds no technical solution', () => {
    const card = cardOf('fault', 'red')
    expect(parseLightCard({ ...card, fields: { ...card.fields, fix: 'patch it' } })).toMatchObject({
      ok: false,
      issues: [{ path: 'fields.fix' }],
    })
    expect(parseLightCard({ ...card, suggestion: 'patch it' })).toMatchObject({ ok: false, issues: [{ path: 'suggestion' }] })
  })

  test('R-GATE-09: a red of the development gate may hold a suggestion', () => {
    const markdown = renderLightCard({ ...cardOf('gate', 'red'), suggestion: 'split the requirement' }).markdown
    expect(markdown).toContain('**Suggested way out of red**\n\n> split the requirement')
    expect(parseLightCard({ ...cardOf('gate', 'yellow'), suggestion: 'x' }).ok).toBe(false)
  })

  test.each(['F-20261128-2', 'G-20261128-02', 'F-20261328-02', 'F-20261100-02', 'f-20261128-02', '', 7])('the id %j is refused', (id) => {
    expect(parseLightCard({ ...cardOf('fault', 'green'), id })).toMatchObject({ ok: false, issues: [{ path: 'id' }] })
  })

  test('an empty card names everything that it lacks', () => {
    const parsed = parseLightCard({})
    expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).toEqual(['fields', 'kind', 'light', 'policy', 'rule'])
    expect(() => renderLightCard({ ...cardOf('fault', 'green'), fields: {} })).toThrow(/fields\.cause/)
  })

  test('somebody’s words can’t move the cursor, turn the writing or hide in the card', () => {
    const card = cardOf('fault', 'red')
    const { markdown } = renderLightCard({ ...card, fields: { ...card.fields, missing: 'a\u001b[2Jb\u202ec\u200bd\ud800' } })
    expect(markdown).toContain('> a\\u{1b}\\[2Jb\\u{202e}c\\u{200b}d\\u{fffd}')
  })

  test('somebody’s words can’t become markup of the card', () => {
    const card = cardOf('fault', 'red')
    const hostile = '# APPROVED\n- [x](http://e) <script>\n![p](q)\n1. one\n=== '
    const { markdown } = renderLightCard({ ...card, fields: { ...card.fields, missing: hostile } })
    expect(markdown.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(1)
    expect(markdown).not.toMatch(/(^|[^\\])[<[!]/m)
    expect(markdown).not.toMatch(/^(?:> )?(?:[-=]|1\.)/m)
    // Every line of theirs is quoted, so none can be taken for a line of the page around the card.
    expect(markdown.split('\n').filter((line) => /APPROVED|script/.test(line))).toEqual([
      '> \\# APPROVED',
      '> \\- \\[x\\](http://e) \\<script\\>',
    ])
  })
})
