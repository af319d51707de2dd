import { hasText } from '../text/blank'
import type { CardTexts } from './card-texts'
import type { Dossier } from './dossier'
import { dossierFields } from './dossier'
import type { CardText, LightCard } from './light-card'
import { lightCardFields } from './light-card'
import type { FaultCard, GateCard } from './light-event'

/** The card of a judgement, or the required fields that nobody filled, in the card's order. */
export type JudgedCard =
  { readonly kind: 'written'; readonly card: LightCard } | { readonly kind: 'unwritten'; readonly lacks: readonly string[] }

/**
 * The card that a judgement comes to, of the fields of its colour and no others (R-TL-16, R-TL-17, R-TL-18): the payload's texts, for a yellow of bugfix
 * the dossier that was judged, and what a person must authorize as the light itself says it.
 */
export function judgedCard(judged: FaultCard | GateCard): JudgedCard {
  const { kind, card: id, light, policy, rule, payload } = judged
  const texts = { ...payload.card, ...(judged.kind === 'fault' && light === 'yellow' ? yellowTexts(judged) : {}) }
  const wanted = lightCardFields[kind][light].map(([name]) => name)
  const fields = Object.fromEntries(
    wanted.flatMap((name): [string, CardText][] => {
      const text = stated(Object.hasOwn(texts, name) ? texts[name] : undefined)
      return text === undefined ? [] : [[name, text]]
    }),
  )
  const lacks = wanted.filter((name) => !Object.hasOwn(fields, name))
  return lacks.length > 0 ? { kind: 'unwritten', lacks } : { kind: 'written', card: { id, kind, light, policy, rule, fields } }
}

function yellowTexts({ payload, operation }: FaultCard): CardTexts {
  const dossier: Dossier = payload.dossier ?? {}
  const stands = dossierFields.map((field): [string, CardText] => {
    const text = dossier[field] ?? ''
    return [field, typeof text === 'string' ? text : text.map((one) => one ?? '')]
  })
  const said = payload.card?.['toConfirm'] ?? []
  return { ...Object.fromEntries(stands), toConfirm: [...asked(payload, operation), ...(typeof said === 'string' ? [said] : said)] }
}

/** What waits for a person, by the facts; nobody's words can leave it out. */
function asked({ H2, H4 }: FaultCard['payload'], operation: string | undefined): string[] {
  const fix = H2 === 'needed' ? ['whether the verification fix may be made'] : []
  const act = H4 === 'needed-contained' ? [`whether this may be done: ${operation ?? 'the dangerous operation'}`] : []
  return fix.length + act.length > 0 ? [...fix, ...act] : ['whether work may go on with the hypothesis, or this version be observed']
}

/** The text without its blanks; undefined where nothing is left. */
function stated(text: CardText | undefined): CardText | undefined {
  if (text === undefined) return undefined
  if (typeof text === 'string') return hasText(text) ? text : undefined
  const said = text.filter(hasText)
  return said.length > 0 ? said : undefined
}
