import type { Issue } from '../issues'
import { pathOf, shown } from '../issues'
import { dossierFields } from './dossier'
import type { CardText, LightCardKind } from './light-card'
import { lightCardFields } from './light-card'

/** What a payload says for its card, by field; the card of the colour that comes out takes those that it states (R-TL-16 to R-TL-18). */
export type CardTexts = { readonly [field: string]: CardText }

/** The fields that a payload's `card` may fill. What a yellow of bugfix states of its hypothesis stands in the dossier, where it is judged. */
export function cardTextNames(kind: LightCardKind): readonly string[] {
  const { green, yellow, red } = lightCardFields[kind]
  const ofDossier: ReadonlySet<string> = new Set(kind === 'fault' ? dossierFields : [])
  const ofYellow = yellow.filter(([name]) => !ofDossier.has(name))
  return [...new Set([...green, ...ofYellow, ...red].map(([name]) => name))]
}

/** The faults of a payload's `card`; none where there is no card. Blank texts are no fault of its shape. */
export function cardTextIssues(card: unknown, kind: LightCardKind): Issue[] {
  if (card === undefined) return []
  if (typeof card !== 'object' || card === null || Array.isArray(card)) {
    return [{ code: 'invalid-value', path: 'card', message: `found ${shown(card)}: expected the texts of a card` }]
  }
  const names = cardTextNames(kind)
  return Object.entries(card).flatMap(([name, text]: [string, unknown]): Issue[] => {
    const path = pathOf(['card', name])
    if (!names.includes(name)) {
      const message = `unknown field ${shown(name)}: expected one of ${names.join(', ')}`
      return [{ code: 'unknown-field', path, message }]
    }
    const fine = typeof text === 'string' || (Array.isArray(text) && text.every((one) => typeof one === 'string'))
    return fine ? [] : [{ code: 'invalid-value', path, message: `found ${shown(text)}: expected a text or a list of texts` }]
  })
}
