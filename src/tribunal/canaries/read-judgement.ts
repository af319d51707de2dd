import { below } from '../../consensus/tolerance'
import type { AnsweredSeat, Seat } from '../../consensus/seat'
import type { Citation } from '../../evidence/citation'
import type { Corpus } from '../../evidence/corpus'
import { locateAll } from '../../evidence/locate'
import { anchors } from '../../evidence/standing'
import type { Issue } from '../../issues'
import { hasText } from '../../text/blank'
import { printable } from '../../text/printable'
import type { KeptVerdict } from '../ruled'
import type { CanaryJudgement } from './canary-judgement'
import { panelName } from './canary-judgement'
import type { CanaryItem } from './canary-slice'
import { canaryCorpus } from './canary-slice'
import { isNamed, pointsAtFault } from './pointing'

/** An overall below the band of caveats sends work back (R-TRI-63). */
const bandOfTen = 7

/** In UTF-16 units: every reason of a run goes into one event, and is shown to a person. */
const becauseMax = 200
/** Of a path, which a stranger's field names make. */
const placeMax = 60

type Said = Pick<CanaryJudgement, 'said' | 'atFault' | 'because'>

/**
 * What a seat made of an item. It objects where its card would keep good work from passing: ITERATE, BLOCK, `escalate`, an anchored correctness or safety
 * scenario, such a caveat, a specification found failed, or scores below the band of caveats. Being against everything is a false alarm on the clean twin.
 */
export function seatJudgement(seat: Seat, item: CanaryItem): Said {
  if (seat.outcome === 'abstained') {
    return { said: 'abstained', atFault: false, because: inShort([seat.reason, ...faultWords(seat.issues ?? [])].join(': ')) }
  }
  const corpus = canaryCorpus(item)
  if (!objects(seat, corpus)) return { said: 'passes', atFault: false }
  return { said: 'objects', atFault: item.variant === 'faulty' && pointsAtFault(seat, item, corpus) }
}

/**
 * What the panel made of it by its ruling: SHIP and SHIP_WITH_CAVEATS pass it; a ruling that decided nothing (no quorum, a deadlock, row 1) is an abstention; everything
 * else objects, and names the fault where at least half of the members that object do: of many that point somewhere, one always points at it.
 */
export function panelJudgement(verdict: KeptVerdict | undefined, members: readonly CanaryJudgement[], why: string): Said {
  if (verdict === undefined) return { said: 'abstained', atFault: false, because: inShort(why) }
  if (verdict.row === 1) return { said: 'abstained', atFault: false, because: `undecided: ${verdict.reasons.join(', ')}` }
  if (verdict.verdict === 'SHIP' || verdict.verdict === 'SHIP_WITH_CAVEATS') return { said: 'passes', atFault: false }
  const against = members.filter(({ said }) => said === 'objects')
  const pointing = against.filter(({ atFault }) => atFault).length
  return { said: 'objects', atFault: pointing > 0 && pointing * 2 >= against.length }
}

/** The first fault of an answer that can't be read: where, what is there and what is allowed; and how many there are besides. */
function faultWords([first, ...more]: readonly Issue[]): string[] {
  if (first === undefined) return []
  const where = first.path === '' ? [] : [cut(first.path, placeMax)]
  return [...(more.length === 0 ? [] : [`${more.length + 1} faults, the first`]), ...where, first.message]
}

/** A stranger's words as they may stand in a report: nothing of them moves a cursor or is half a character, and they come to an end. */
function inShort(words: string): string {
  return cut(printable(words), becauseMax)
}

function cut(text: string, unitsMax: number): string {
  return text.length <= unitsMax ? text : `${text.slice(0, unitsMax - 3).replace(/[\ud800-\udbff]$/, '')}...`
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
    const said: Said = answer === null ? { said: 'abstained', atFault: false, because: inShort(why) } : seatJudgement(answer, item)
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

function isAnchored(citations: readonly Citation[], corpus: Corpus): boolean {
  return locateAll(citations, corpus).some(anchors)
}
