import type { Digest } from '../canonical/digest'
import { hashOf, sha256Hex } from '../canonical/digest'
import { isAdjudicateError } from '../errors'
import type { Corpus } from '../evidence/corpus'
import type { Issue } from '../issues'
import { shown, sortIssues, uniqueIssues } from '../issues'
import type { AdjudicateInput, ParsedInput } from './adjudicate-input'
import { adjudicationFaults, responseFaults, targetFaults } from './answers'
import { assess } from './assess'
import { byMember } from './columns'
import { accountOf, openDesk } from './evidence-desk'
import { independenceOf, readInput } from './read-input'
import type { InputReading } from './read-input'
import { replyFaults, rule } from './rule'
import { replyNameFaults } from './synthesis'
import type { Seat } from './seat'
import type { SynthesisReply } from './synthesis-reply'
import type { BoundTo, RefusedDecision, Ruling } from './ruling'

const rules = 'consensus@1'

/**
 * Adjudicates a panel: reads the input (short forms welcome), checks every citation, and rules (spec 03). Never throws on
 * bad input: a faulty one is `refused` with every fault and its path, and nothing is ruled. The same input gives the same
 * ruling, byte for byte as canonical JSON, in whatever order the seats stand. `digest` may be a faster SHA-256.
 */
export function adjudicate(input: AdjudicateInput, digest?: Digest): Ruling
/** Input whose shape isn't known yet, such as a parsed file, is checked just the same. */
export function adjudicate(input: unknown, digest?: Digest): Ruling
export function adjudicate(input: unknown, digest: Digest = sha256Hex): Ruling {
  const reading = readInput(input, digest)
  const { rubric, panel, corpus } = reading.fields
  const desk = corpus === undefined ? undefined : openDesk(reading.fields as Partial<ParsedInput>, corpus)
  const issues = [...reading.issues, ...faultsBetween(reading, desk)]
  const inReplies = issues.every((issue) => issue.path.startsWith('synthesis'))
  if (rubric === undefined || panel === undefined || corpus === undefined || desk === undefined || !inReplies) {
    return refused([...issues, ...replyNameFaults(reading.replies, reading.members)])
  }
  const parsed = inOrder(reading, { rubric, panel, corpus })
  const docket = assess(issues.length === 0 ? parsed : { ...parsed, synthesis: reading.readable }, desk)
  // With a reply that can't be read nothing is ruled, but the places of all of them can still be looked at.
  if (issues.length > 0) return refused([...issues, ...replyFaults(docket, reading.replies)])
  const decision = rule(docket, digest)
  if (decision.kind === 'refused') return decision
  try {
    return { ...decision, boundTo: boundTo(parsed, digest), evidence: accountOf(desk, parsed) }
  } catch (error) {
    // Only an input that changes while it is read comes here with a value that was fit a moment ago.
    if (!isAdjudicateError(error) || error.code !== 'not-canonical') throw error
    return refused([{ code: 'unreadable', path: '', message: `the input changed while it was read: ${error.message}` }])
  }
}

function refused(issues: readonly Issue[]): RefusedDecision {
  return { kind: 'refused', rules, issues: uniqueIssues(sortIssues(issues)), trace: [] }
}

/** Faults that only show between fields; each is looked for as soon as its own fields could be read. */
function faultsBetween({ fields, issues: found, members }: InputReading, desk: ReturnType<typeof openDesk> | undefined): Issue[] {
  const issues: Issue[] = otherRubrics(fields)
  const seated = [...(fields.panel ?? []), ...(fields.replacements ?? [])]
  if (desk !== undefined && fields.adjudications !== undefined) {
    issues.push(...adjudicationFaults(fields.adjudications, fields.doer, desk, seated, members))
  }
  issues.push(...responseFaults(fields.responses ?? [], fields.doer, members), ...nothingJudged(fields.corpus))
  // Where a seat couldn't be read, what it said isn't known, and nobody can be told that he aims at nothing.
  if (fields.panel === undefined || found.some((issue) => issue.path.startsWith('replacements'))) return issues
  return [...issues, ...targetFaults(seated, fields.adjudications ?? [], fields.responses ?? [])]
}

/** An empty list is never approval: without an artifact or a diff there is nothing to judge. */
function nothingJudged(corpus: Corpus | undefined): Issue[] {
  if (corpus === undefined || corpus.sources.some(({ role }) => role === 'artifact' || role === 'diff')) return []
  return [{ code: 'nothing-judged', path: 'corpus', message: 'neither an artifact nor a diff is there to be judged' }]
}

/** The parsed input; seats, and all that is said about them, stand in the order of their members, so that the order given can't matter. */
function inOrder({ fields }: InputReading, { rubric, panel, corpus }: Pick<ParsedInput, 'rubric' | 'panel' | 'corpus'>): ParsedInput {
  return {
    ...(fields as ParsedInput),
    rubric,
    corpus,
    panel: [...panel].sort(byMember),
    ...(fields.replacements === undefined ? {} : { replacements: [...fields.replacements].sort(byMember) }),
    independence: independenceOf(fields.independence, [...panel, ...(fields.replacements ?? [])]),
  }
}

/** A panel that names another rubric was not asked about this one (spec 03, rubric). */
function otherRubrics({ panel, replacements, rubric }: InputReading['fields']): Issue[] {
  if (rubric === undefined) return []
  const named = (list: 'panel' | 'replacements', seats: readonly Seat[] | undefined): Issue[] =>
    (seats ?? []).flatMap((seat, index) =>
      seat.outcome !== 'scorecard' || seat.rubric === undefined || seat.rubric === rubric.hash
        ? []
        : [
            {
              code: 'rubric-mismatch',
              path: `${list}[${index}].rubric`,
              message: `${shown(seat.rubric)} is not this rubric, ${rubric.hash}`,
            },
          ],
    )
  return [...named('panel', panel), ...named('replacements', replacements)]
}

function boundTo(input: ParsedInput, digest: Digest): BoundTo {
  const { rubric, standards, panel, replacements, synthesis, adjudications, responses } = input
  const said = {
    panel,
    replacements: replacements ?? [],
    synthesis: typeof synthesis === 'object' ? [...synthesis].sort(byReply) : (synthesis ?? null),
    adjudications,
    responses,
  }
  return { artifact: artifactDigest(input, digest), rubric: rubric.hash, standards, panel: hashOf(said, digest) }
}

function byReply(a: SynthesisReply, b: SynthesisReply): number {
  return byMember(a, b) || (a.dimension < b.dimension ? -1 : 1)
}

/** Given by the host, or the digest of the artifact and diff sources in the order of their ids. */
function artifactDigest({ artifact, corpus }: ParsedInput, digest: Digest): string {
  if (artifact !== undefined) return artifact.digest
  const judgedSources = corpus.sources
    .filter((source) => source.role === 'artifact' || source.role === 'diff')
    .map(({ id, role, path, text }) => ({ id, role, path: path ?? null, text }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  return hashOf(judgedSources, digest)
}
