import { AdjudicateError } from '../errors'
import type { Issue, Parsed } from '../issues'
import { pathOf, shown, sortIssues } from '../issues'
import { hasText } from '../text/blank'
import { printable } from '../text/printable'
import type { Light } from './bugfix'
import { lights } from './bugfix'

/** Which of the two lights a card belongs to; they share colours, not fields (R-TL-21). */
export type LightCardKind = 'fault' | 'gate'

/** A text, or a list of them. */
export type CardText = string | readonly string[]

/** A light card as data: `fields` holds the required fields of its kind and colour, and no others. */
export type LightCard = {
  /** `F-YYYYMMDD-NN` for a fault, `G-YYYYMMDD-NN` for a gate (R-TL-15). */
  readonly id: string
  readonly kind: LightCardKind
  readonly light: Light
  readonly policy: string
  readonly rule: string
  readonly fields: Readonly<Record<string, CardText>>
  /** In the development gate a red may carry the referee's suggestion of a way out (R-GATE-09); never in bugfix. */
  readonly suggestion?: string
}

type Field = readonly [name: string, label: string]

const red: readonly Field[] = [
  ['established', 'Established so far'],
  ['missing', 'Still missing'],
  ['howToSupply', 'How to supply it'],
  ['howToVerify', 'How to verify it afterwards'],
  ['toDecide', 'What a person must decide'],
]

/** The fields that a card must fill, by kind and colour, in their order, with the label of each (R-TL-16, R-TL-17, R-TL-18). */
export const lightCardFields: Readonly<Record<LightCardKind, Readonly<Record<Light, readonly Field[]>>>> = {
  fault: {
    green: [
      ['shouldBe', 'What should be'],
      ['actuallyIs', 'What is'],
      ['cause', 'Cause and causal chain'],
      ['fix', 'Fix'],
      ['scope', 'Scope, in and out'],
      ['verification', 'Verification contract'],
      ['acceptance', 'Acceptance criteria'],
      ['conclusion', 'Conclusion'],
    ],
    yellow: [
      ['hypothesisedCause', 'Hypothesised cause'],
      ['supportingEvidence', 'Supporting evidence'],
      ['counterEvidence', 'Counter-evidence, and explanations not yet excluded'],
      ['verification', 'How to verify'],
      ['rollback', 'How to roll back'],
      ['toConfirm', 'What a person must confirm or authorize'],
    ],
    red,
  },
  gate: {
    green: [
      ['requirement', 'Requirement'],
      ['solution', 'Solution'],
      ['scope', 'Scope, in and out'],
      ['acceptance', 'Acceptance criteria'],
      ['conclusion', 'Conclusion'],
    ],
    yellow: [
      ['requirement', 'Requirement'],
      ['solution', 'Solution'],
      ['scope', 'Scope, in and out'],
      ['acceptance', 'Acceptance criteria'],
      ['openRisk', 'Open risk, which goes on record'],
      ['conclusion', 'Conclusion'],
    ],
    red,
  },
}

const cardFields = new Set(['id', 'kind', 'light', 'policy', 'rule', 'fields', 'suggestion'])
const letters = { fault: 'F', gate: 'G' } as const

// Checked by hand: `adjudicate/light` carries no schema library.
/** Reads a light card; a required field that is empty, a field of another colour and a suggestion where none may be are refused by name. */
export function parseLightCard(input: unknown): Parsed<LightCard> {
  if (!isRecord(input)) return { ok: false, issues: [issue([], 'invalid-value', `found ${shown(input)}: expected a light card`)] }
  const issues = Object.keys(input)
    .filter((key) => !cardFields.has(key))
    .map((key) => issue([key], 'unknown-field', `unknown field ${shown(key)}`))
  const { kind, light, fields, suggestion } = input
  for (const name of ['policy', 'rule']) if (!filled(input[name])) issues.push(issue([name], 'missing-field', 'missing: expected a text'))
  if (kind !== 'fault' && kind !== 'gate') issues.push(issue(['kind'], 'invalid-value', `found ${shown(kind)}: expected fault or gate`))
  if (!isLight(light)) issues.push(issue(['light'], 'invalid-value', `found ${shown(light)}: expected green, yellow or red`))
  if (!isRecord(fields)) issues.push(issue(['fields'], 'invalid-value', `found ${shown(fields)}: expected the card's fields`))
  if ((kind === 'fault' || kind === 'gate') && isLight(light) && isRecord(fields)) {
    issues.push(
      ...idIssues(input['id'], kind),
      ...fieldIssues(fields, lightCardFields[kind][light]),
      ...suggestionIssues(suggestion, kind, light),
    )
  }
  return issues.length > 0 ? { ok: false, issues: sortIssues(issues) } : { ok: true, value: input as LightCard }
}

function idIssues(id: unknown, kind: LightCardKind): Issue[] {
  const letter = letters[kind]
  const [, month, day] = /^[FG]-\d{4}(\d\d)(\d\d)-\d{2,}$/.exec(typeof id === 'string' && id.startsWith(letter) ? id : '') ?? []
  const fine = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
  return fine ? [] : [issue(['id'], 'invalid-value', `found ${shown(id)}: expected ${letter}-YYYYMMDD-NN`)]
}

function fieldIssues(fields: Readonly<Record<string, unknown>>, wanted: readonly Field[]): Issue[] {
  const names = wanted.map(([name]) => name)
  const empty = names.filter((name) => !filled(Object.hasOwn(fields, name) ? fields[name] : undefined))
  const foreign = Object.keys(fields).filter((name) => !names.includes(name))
  return [
    ...empty.map((name) => issue(['fields', name], 'missing-field', 'a card states this, and it is empty')),
    ...foreign.map((name) => issue(['fields', name], 'unknown-field', 'a card of this colour does not hold this')),
  ]
}

function suggestionIssues(suggestion: unknown, kind: LightCardKind, light: Light): Issue[] {
  if (suggestion === undefined) return []
  if (kind !== 'gate' || light !== 'red') return [issue(['suggestion'], 'unknown-field', 'only a red of the development gate may hold one')]
  return typeof suggestion === 'string' && hasText(suggestion)
    ? []
    : [issue(['suggestion'], 'invalid-value', `found ${shown(suggestion)}: expected a text`)]
}

/** The card for people, as Markdown, and as the data it was made from. Throws `data-invalid` naming each field that is empty. */
export function renderLightCard(card: LightCard): { readonly markdown: string; readonly card: LightCard } {
  const parsed = parseLightCard(card)
  if (!parsed.ok) {
    const message = `the light card ${shown(card.id)} can't be made: ${parsed.issues.map(({ path, message: why }) => `${path}: ${why}`).join('; ')}`
    throw new AdjudicateError('data-invalid', message, { issues: parsed.issues })
  }
  return { markdown: lightCardMarkdown(parsed.value), card: parsed.value }
}

/** The Markdown of a card that was read or made here; one that isn't on record may have the id `-`. */
export function lightCardMarkdown({ id, kind, light, policy, rule, fields, suggestion }: LightCard): string {
  const parts = lightCardFields[kind][light].flatMap(([name, label]) => ['', `**${label}**`, '', ...listed(fields[name] ?? '')])
  const wayOut = suggestion === undefined ? [] : ['', '**Suggested way out of red**', '', ...listed(suggestion)]
  const head = [`## ${id}: ${light}${headlines[kind][light]}`, '', `${escaped(policy)}, rule ${escaped(rule)}`]
  return `${[...head, ...parts, ...wayOut].join('\n')}\n`
}

const headlines: Readonly<Record<LightCardKind, Readonly<Record<Light, string>>>> = {
  fault: { green: '', yellow: ', hypothesis to verify', red: ', cause unknown' },
  gate: { green: '', yellow: ', goes on with an open risk', red: ', stopped' },
}

/** Quoted, so that no line of somebody's words can be taken for a line of the card or of the page around it. */
function listed(text: CardText): string[] {
  const lines =
    typeof text === 'string' ? text.split(/\r\n|[\r\n]/).map(escaped) : text.map((one) => `- ${escaped(one.replace(/\s+/g, ' '))}`)
  return lines.map((line) => `> ${line}`.trimEnd())
}

/** Somebody's words can't become a heading, a list, a link, a picture or HTML of the card, and can't hide or turn letters. */
function escaped(text: string): string {
  const marked = text.replace(/[\\`*_[\]<>#|~&!]/g, (mark) => `\\${mark}`).replace(/^(\s*\d*)([-+=.)])/, '$1\\$2')
  return printable(marked.replace(/\t/g, '    '))
}

function filled(value: unknown): boolean {
  if (typeof value === 'string') return hasText(value)
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string') && value.some(hasText)
}

function isLight(value: unknown): value is Light {
  return (lights as readonly unknown[]).includes(value)
}

function issue(path: readonly PropertyKey[], code: string, message: string): Issue {
  return { code, path: pathOf(path), message }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
