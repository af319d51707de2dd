import type { Issue } from '../issues'
import { shown, sortIssues } from '../issues'
import { parseWith } from '../parsing'
import type { BriefRole } from './brief'
import { briefSchemas } from './brief'
import { skillOrder } from './brief-text'
import { repeatsAny } from './check-leak'
import { secretsOf, shownTo } from './kept-from'
import type { SliceState } from './state'

/** What a brief must not repeat: texts kept from its role, unless they stand in what it is given anyway, and the names of members. */
export type BriefSecrets = { readonly texts: readonly string[]; readonly names: readonly string[]; readonly given?: readonly string[] }

/** The secrets of a slice as they stand. A name that is also the name of a lens says nothing of who holds the seat. */
export function briefSecrets(state: SliceState): BriefSecrets {
  const seats = [...state.history.flatMap((round) => round.seats), ...state.panel]
  const names = seats.flatMap(({ member, session, lens }) => [...(member === lens ? [] : [member]), session])
  return { texts: secretsOf(state), names: [...new Set(names)], given: shownTo(state) }
}

const tribunalTalk = /\b(?:run|start|convene|open|use)\s+(?:a|an|the|another|this)\s+(?:tribunal|panel|protocol)\b/i
const ownSkill = /\b(?:load|install|apply|use|run)\s+(?:[\w-]+\s+){0,4}["'`]?tribunal["'`]?\s+skill\b/i

/**
 * The faults of a brief: a field that its role has not (`forbidden-field`), the doer's reasoning or another's view in eight words or more (`repeats-secret`), a
 * member's name (`names-member`), a score from before (`earlier-score`), an order to run this protocol (`nests`, R-TRI-02). Of a text it asks that skills come with the
 * order to load them (`no-load-order`, R-TRI-83). A doer is told scores and views by design, so for it only the fields are looked at (R-TRI-20, R-TRI-73).
 */
export function checkBrief(brief: unknown, role: BriefRole, secrets: BriefSecrets = { texts: [], names: [] }): Issue[] {
  if (typeof brief === 'string') return sortIssues([...textFaults('', brief, role, secrets), ...loadFaults(brief)])
  const parsed = parseWith<unknown>(briefSchemas[role], brief)
  const fields = parsed.ok
    ? []
    : parsed.issues.map((issue) => (issue.code === 'unknown-field' ? { ...issue, code: 'forbidden-field' } : issue))
  // The diff is the artifact itself: whatever stands in it, the panel must see.
  const texts = textsIn(brief).filter(({ path }) => path !== 'diff')
  return sortIssues([...fields, ...texts.flatMap(({ path, text }) => textFaults(path, text, role, secrets))])
}

function textFaults(path: string, text: string, role: BriefRole, { texts, names, given = [] }: BriefSecrets): Issue[] {
  const faults: Issue[] = []
  if (tribunalTalk.test(text) || ownSkill.test(text))
    faults.push({ code: 'nests', path, message: 'it tells a session to run this protocol' })
  if (role === 'doer' || role === 'synthesis') return faults
  if (repeatsAny(text, texts, given))
    faults.push({ code: 'repeats-secret', path, message: 'it repeats eight words or more that are kept from this role' })
  const name = names.find((one) => hasWord(text, one))
  if (name !== undefined) faults.push({ code: 'names-member', path, message: `it names ${shown(name)}` })
  if (/\b(?:scored|score of|rated|verdict was)\s+(?:a\s+|it\s+)?(?:\d{1,2}\b|SHIP|ITERATE|BLOCK)/i.test(text))
    faults.push({ code: 'earlier-score', path, message: 'it tells a score or a verdict from before' })
  return faults
}

function loadFaults(text: string): Issue[] {
  const isNamed = /\bskills?\b/i.test(text)
  const isOrdered = text.includes(skillOrder) || (/\bload\b/i.test(text) && /(?:cannot|can't|can not)\s+(?:be\s+)?load/i.test(text))
  return isNamed && !isOrdered && /skills?\s*[:(]/i.test(text)
    ? [{ code: 'no-load-order', path: '', message: 'skills are named without the order to load them and to say so when that fails' }]
    : []
}

function hasWord(text: string, word: string): boolean {
  if (word.length < 3) return false
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text.charAt(at - 1)}${text.charAt(at + word.length)}`
    if (!/[\p{L}\p{N}_-]/u.test(around)) return true
  }
  return false
}

function textsIn(value: unknown, path = ''): { readonly path: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner, path === '' ? key : Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`),
  )
}
