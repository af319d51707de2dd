import { below } from '../../consensus/tolerance'
import type { AnsweredSeat, Seat } from '../../consensus/seat'
import type { Citation } from '../../evidence/citation'
import type { Corpus } from '../../evidence/corpus'
import { locateAll } from '../../evidence/locate'
import type { Located } from '../../evidence/located'
import { anchors } from '../../evidence/standing'
import { hasText } from '../../text/blank'
import type { KeptVerdict } from '../ruled'
import type { CanaryJudgement } from './canary-judgement'
import { panelName } from './canary-judgement'
import type { CanaryItem } from './canary-slice'
import { canaryCorpus, diffHeadLines } from './canary-slice'

/** A citation of more lines points at no place: whoever cites the whole file would always have cited the fault. */
export const citedLinesMax = 10

/** A score counts against the work where it is below the rubric's default target of 8. */
const targetOfTen = 8
/** An overall below the band of caveats sends work back (R-TRI-63). */
const bandOfTen = 7

/** Every reason of a run goes into one event. */
const becauseMax = 120

type Said = Pick<CanaryJudgement, 'said' | 'atFault' | 'because'>

/**
 * What a seat made of an item. It objects where its card would keep good work from passing: ITERATE, BLOCK, `escalate`, an anchored correctness or safety
 * scenario, such a caveat, a specification found failed, or scores below the band of caveats. Being against everything is a false alarm on the clean twin.
 */
export function seatJudgement(seat: Seat, item: CanaryItem): Said {
  if (seat.outcome === 'abstained') {
    const words = seat.issues?.[0]?.message
    return {
      said: 'abstained',
      atFault: false,
      because: words === undefined ? seat.reason : `${seat.reason}: ${words}`.slice(0, becauseMax),
    }
  }
  const corpus = canaryCorpus(item)
  if (!objects(seat, corpus)) return { said: 'passes', atFault: false }
  return { said: 'objects', atFault: item.variant === 'faulty' && pointsAtFault(seat, item, corpus) }
}

/**
 * What the panel made of it by its ruling: SHIP and SHIP_WITH_CAVEATS pass it; a ruling that decided nothing (no quorum, a deadlock, row 1) is an abstention; everything
 * else objects, and names the fault where one of the members that object does.
 */
export function panelJudgement(verdict: KeptVerdict | undefined, members: readonly CanaryJudgement[], why: string): Said {
  if (verdict === undefined) return { said: 'abstained', atFault: false, because: why.slice(0, becauseMax) }
  if (verdict.row === 1) return { said: 'abstained', atFault: false, because: `undecided: ${verdict.reasons.join(', ')}` }
  if (verdict.verdict === 'SHIP' || verdict.verdict === 'SHIP_WITH_CAVEATS') return { said: 'passes', atFault: false }
  return { said: 'objects', atFault: members.some(({ said, atFault }) => said === 'objects' && atFault) }
}

/** The judgements of an item's seats under the names of their lenses, and the panel's last; `why` is said where there is no answer or no verdict. */
export function itemJudgements(
  item: CanaryItem,
  seats: readonly { readonly lens: string; readonly answer: Seat | null }[],
  verdict: KeptVerdict | undefined,
  why: string,
): CanaryJudgement[] {
  const named = { pair: item.pair.id, variant: item.variant }
  const members = seats.map(({ lens, answer }): CanaryJudgement => {
    const said: Said =
      answer === null ? { said: 'abstained', atFault: false, because: why.slice(0, becauseMax) } : seatJudgement(answer, item)
    return { member: lens, ...named, ...said }
  })
  return [...members, { member: panelName, ...named, ...panelJudgement(verdict, members, why) }]
}

function objects(seat: AnsweredSeat, corpus: Corpus): boolean {
  if (seat.recommendation === 'ITERATE' || seat.recommendation === 'BLOCK' || hasText(seat.escalate)) return true
  const { caveats, specCompliance, scores } = seat
  if (caveats.some((caveat) => caveat.class !== 'other')) return true
  if (seat.scenarios.some((one) => one.class !== 'other' && isNamed(one) && isAnchored(one.citations, corpus))) return true
  if (specCompliance?.status === 'failed' && specCompliance.claims.some(({ citations }) => isAnchored(citations, corpus))) return true
  const given = scores.flatMap(({ score }) => (score === null ? [] : [score]))
  return given.length > 0 && below(given.reduce((sum, score) => sum + score, 0) / given.length, bandOfTen)
}

function isNamed({ input, wrongBehaviour }: { readonly input: string; readonly wrongBehaviour: string }): boolean {
  return hasText(input) && hasText(wrongBehaviour)
}

function isAnchored(citations: readonly Citation[], corpus: Corpus): boolean {
  return locateAll(citations, corpus).some(anchors)
}

/** What is said against the work, with evidence: claims count below the target only, since a claim of a good score praises what it quotes. */
function findingsAgainst({ scenarios, caveats, specCompliance, scores }: AnsweredSeat): Citation[] {
  const claims = scores.flatMap((score) => (score.score === null || !below(score.score, targetOfTen) ? [] : score.claims))
  const failures = specCompliance?.status === 'failed' ? specCompliance.claims : []
  return [...scenarios.filter(isNamed), ...caveats, ...claims, ...failures].flatMap(({ citations }) => citations)
}

function pointsAtFault(seat: AnsweredSeat, item: CanaryItem, corpus: Corpus): boolean {
  const citations = findingsAgainst(seat)
  return locateAll(citations, corpus).some((located, index) => {
    const citation = citations[index]
    return citation !== undefined && isAtFault(citation, located, item)
  })
}

/** The cited lines, as far as they are lines of the judged file, meet the fault's. */
function isAtFault(citation: Citation, located: Located, { pair }: CanaryItem): boolean {
  if (!anchors(located) || !('place' in located)) return false
  const { source, line } = located.place
  const isDiff = source === `diff:${pair.path}`
  if (source !== pair.path && !isDiff) return false
  const count = lineCount(citation)
  if (count > citedLinesMax) return false
  const from = isDiff ? line - diffHeadLines : line
  if (pair.lines.some((fault) => from <= fault.to && from + count - 1 >= fault.from)) return true
  return citation.kind === 'quote' && standsInFault(citation.text, pair)
}

/** A quote that stands at several places is looked up at its first; the fault may be another of them. */
function standsInFault(quote: string, { faulty, lines }: CanaryItem['pair']): boolean {
  const all = faulty.split('\n')
  return lines.some(({ from, to }) => folded(all.slice(from - 1, to).join('\n')).includes(folded(quote)))
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function lineCount(citation: Citation): number {
  switch (citation.kind) {
    case 'quote':
      return citation.text.trim().split(/\r\n|\r|\n/).length
    case 'line':
      return (citation.endLine ?? citation.line) - citation.line + 1
    default:
      return 1
  }
}
