import { adjudicate } from '../../src/consensus/adjudicate'
import type { Column, Entry } from '../../src/consensus/columns'
import type { Ruling } from '../../src/consensus/ruling'
import type { Issue } from '../../src/issues'

// Small builders, so that a test says only what it is about. Everything else is sound: every score carries a quote that holds.
export type Json = Record<string, unknown>

/** Lines of the artifact src/limiter.ts: quoting one anchors any score. */
export const held = 'const left = limit - used(client)'
export const heldToo = 'return left > 0 ? allow(left) : refuse(client)'
export const artifact = `export function take(client, limit) {\n  ${held}\n  ${heldToo}\n}\n`
/** Like no line of the corpus. */
export const lie = 'await forget(everything).everywhere()'

export const members = ['adversary', 'quality', 'fitness', 'operator', 'reader', 'tester', 'user'] as const

export function quote(text: string = held): Json {
  return { kind: 'quote', text }
}

export function claim(more: Json = {}): Json {
  return { text: 'what is left is counted', citations: [quote()], ...more }
}

/** A claim whose quote stands nowhere. */
export function falseClaim(more: Json = {}): Json {
  return claim({ text: 'everything is forgotten', citations: [quote(lie)], ...more })
}

export function scenario(more: Json = {}): Json {
  const said = { id: 'sc1', input: 'limit 0', wrongBehaviour: 'lets one through', class: 'correctness', repair: 'local' }
  return { ...said, citations: [quote()], ...more }
}

export function caveat(more: Json = {}): Json {
  return { id: 'c1', text: 'the window is not documented', class: 'other', citations: [], ...more }
}

/** A person's adjudication with a citation that holds. */
export function byHand(more: Json): Json {
  return { outcome: 'refuted', citations: [quote()], by: { kind: 'human', id: 'ana' }, ...more }
}

export function score(dimension: string, value: number | null | Json): Json {
  if (value === null) return { dimension, score: null, reason: 'outside my lens' }
  const given = { dimension, confidence: 0.7, rationale: `why ${dimension}`, claims: [claim()] }
  return typeof value === 'number' ? { ...given, score: value } : { ...given, ...value }
}

/** A seat that answered; `scores` by dimension, each a number, null or parts of a score. */
export function seat(member: string, scores: Readonly<Record<string, number | null | Json>>, more: Json = {}): Json {
  return {
    member,
    session: `session of ${member}`,
    lens: member,
    adversary: member === 'adversary',
    outcome: 'scorecard',
    scores: Object.entries(scores).map(([dimension, value]) => score(dimension, value)),
    topConcern: `top concern of ${member}`,
    scenarios: [],
    caveats: [],
    recommendation: 'SHIP',
    ...more,
  }
}

export function abstained(member: string, reason = 'timeout'): Json {
  return { member, session: `session of ${member}`, lens: member, adversary: member === 'adversary', outcome: 'abstained', reason }
}

type Columns = Readonly<Record<string, readonly (number | null | Json)[]>>

/** A panel from its columns, `{ d: [adversary, quality, fitness, ...] }`; `changes` by member. */
export function panelOf(columns: Columns, changes: Readonly<Record<string, Json>> = {}): Json[] {
  const count = Math.max(...Object.values(columns).map((values) => values.length))
  return Array.from({ length: count }, (_, index) => {
    const member = members[index] ?? `member${index + 1}`
    const scores = Object.fromEntries(Object.entries(columns).map(([dimension, values]) => [dimension, values[index] ?? null]))
    return seat(member, scores, changes[member])
  })
}

/** An input of `adjudicate` over the dimensions that its first seat scores, of equal weight. */
export function inputOf(panel: readonly Json[], more: Json = {}): Json {
  const scores = (panel[0]?.['scores'] ?? [{ dimension: 'd' }]) as readonly { readonly dimension: string }[]
  const dimensions = scores.map(({ dimension }) => dimension)
  return { rubric: { criteria: ['it works'], dimensions }, panel, corpus: { artifact: { 'src/limiter.ts': artifact } }, ...more }
}

/** The ruling on a panel from its columns, with synthesis waived so that it comes to a verdict. */
export function ruledOn(columns: Columns, changes: Readonly<Record<string, Json>> = {}, more: Json = {}): VerdictRuling {
  return verdictOf(inputOf(panelOf(columns, changes), { synthesis: 'waived', ...more }))
}

export type VerdictRuling = Ruling & { readonly kind: 'verdict' }

export function verdictOf(input: unknown): VerdictRuling {
  return rulingOf(input, 'verdict')
}

/** The ruling, which must be of that kind. */
export function rulingOf<Kind extends Ruling['kind']>(input: unknown, kind: Kind): Ruling & { readonly kind: Kind } {
  const ruling = adjudicate(input)
  if (!isOf(ruling, kind)) throw new Error(`wanted ${kind}, got ${JSON.stringify(ruling).slice(0, 500)}`)
  return ruling
}

function isOf<Kind extends Ruling['kind']>(ruling: Ruling, kind: Kind): ruling is Ruling & { readonly kind: Kind } {
  return ruling.kind === kind
}

/** The faults of an input that must be refused. */
export function issuesOf(input: unknown): readonly Issue[] {
  return rulingOf(input, 'refused').issues
}

/** The faults as `code path`, which is what most tests are about. */
export function faultsOf(input: unknown): string[] {
  return issuesOf(input).map(({ code, path }) => `${code} ${path}`)
}

/** A member's entry of a column as `rule` sees it: member, score and confidence. */
export function entry(member: string, value: number, confidence = 0.7): Entry {
  const given = { dimension: 'd', score: value, confidence, rationale: '', claims: [], standing: 'stands' } as const
  return { member, adversary: member === 'adversary', lens: member, score: value, confidence, given }
}

/** A column of surviving scores, the adversary's first. */
export function column(scores: readonly number[], id = 'd', weight = 1): Column {
  return { id, weight, entries: scores.map((value, index) => entry(members[index] ?? `member${index + 1}`, value)) }
}
