import type { Issue, Parsed } from '../issues'
import { pathOf, shown, sortIssues } from '../issues'
import type { Facts, Policy } from '../policy/policy'
import { parseFacts } from '../policy/table'
import { hasText } from '../text/blank'
import { bugfix } from './bugfix'
import type { CardTexts } from './card-texts'
import { cardTextIssues } from './card-texts'
import type { Dossier, DossierField } from './dossier'
import { dossierFields } from './dossier'

/** What a fault is judged from: the four axes, the mandatory checks, and the dossier. Of several kinds of evidence the strongest counts. */
export type FaultPayload = {
  readonly cause: string
  readonly solution: string
  readonly evidence: readonly string[]
  readonly scope: string
  readonly H1: string
  readonly H2: string
  readonly H3: string
  readonly H4: string
  readonly dossier?: Dossier | null
  /** What the card says beside the dossier. It decides nothing. */
  readonly card?: CardTexts
}

// Checked by hand: `adjudicate/light` carries no schema library.
/** Reads a fault's payload for one version of the bugfix policy; every fault by its path. No evidence at all is a missing fact. */
export function parseFaultPayload(input: unknown, policy: Policy = bugfix): Parsed<FaultPayload> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { ok: false, issues: [{ code: 'invalid-value', path: '', message: `found ${shown(input)}: expected a fault's payload` }] }
  }
  const { dossier, evidence, card, ...axes } = input as Readonly<Record<string, unknown>>
  const issues: Issue[] = [...evidenceIssues(evidence, policy), ...dossierIssues(dossier), ...cardTextIssues(card, 'fault')]
  const known = policy.facts['evidence']?.[0]
  const parsed = parseFacts(policy, { ...axes, evidence: known })
  if (!parsed.ok) issues.push(...parsed.issues)
  if (issues.length > 0) return { ok: false, issues: sortIssues(issues) }
  return { ok: true, value: input as FaultPayload }
}

function evidenceIssues(evidence: unknown, policy: Policy): Issue[] {
  const values: readonly unknown[] = policy.facts['evidence'] ?? []
  const wanted = values.map(shown).join(', ')
  if (evidence === undefined) return [{ code: 'missing-fact', path: 'evidence', message: `missing: expected a list of ${wanted}` }]
  if (!Array.isArray(evidence))
    return [{ code: 'invalid-value', path: 'evidence', message: `found ${shown(evidence)}: expected a list of ${wanted}` }]
  if (evidence.length === 0) return [{ code: 'missing-fact', path: 'evidence', message: `no evidence at all: expected one of ${wanted}` }]
  return (evidence as unknown[]).flatMap((kind, index) =>
    values.includes(kind)
      ? []
      : [{ code: 'unknown-value', path: pathOf(['evidence', index]), message: `found ${shown(kind)}: expected one of ${wanted}` }],
  )
}

function dossierIssues(dossier: unknown): Issue[] {
  if (dossier === undefined || dossier === null) return []
  if (typeof dossier !== 'object' || Array.isArray(dossier)) {
    return [{ code: 'invalid-value', path: 'dossier', message: `found ${shown(dossier)}: expected a dossier` }]
  }
  return Object.entries(dossier).flatMap(([field, value]: [string, unknown]) => {
    const path = pathOf(['dossier', field])
    if (!(dossierFields as readonly string[]).includes(field))
      return [{ code: 'unknown-field', path, message: `unknown field ${shown(field)}` }]
    const fine =
      value === null || typeof value === 'string' || (Array.isArray(value) && value.every((one) => one === null || typeof one === 'string'))
    return fine ? [] : [{ code: 'invalid-value', path, message: `found ${shown(value)}: expected a text or a list of texts` }]
  })
}

/** The fields that a dossier leaves empty, in their fixed order. */
export function missingFrom(dossier: Dossier | null | undefined): DossierField[] {
  return dossierFields.filter((field) => {
    const value = dossier?.[field]
    return (
      value === undefined || value === null || !(typeof value === 'string' ? [value] : value).some((text) => hasText(text ?? undefined))
    )
  })
}

/** The facts that the table is asked with: of several kinds of evidence the first in the policy's list, which is the strongest. */
export function faultFacts(payload: FaultPayload, policy: Policy): Facts {
  const evidence = (policy.facts['evidence'] ?? []).find((kind) => payload.evidence.includes(String(kind)))
  const { cause, solution, scope, H1, H2, H3, H4 } = payload
  return { cause, solution, evidence: evidence ?? '', scope, H1, H2, H3, H4 }
}
