import { AdjudicateError } from '../../errors'
import { hasText } from '../../text/blank'
import { triageSteps } from '../../tribunal/member'
import type { SliceCommandInput } from '../../tribunal/command'
import { parseSliceCommand } from '../../tribunal/command'
import type { SliceState } from '../../tribunal/state'
import type { Supply } from '../../running/driver/hands'
import { openCaveats } from '../formats/slice-ways'
import { readJson, readText } from './reading'
import type { Person } from './person'
import type { PersonsWay } from './persons-ways'
import type { Surroundings } from './terminal'
import { wellRead } from './told'

/** A way as it was typed: its own words (caveats, `round`, `MEMBER/SCENARIO`, a file) and the flags that go with it. */
export type WayAsked = {
  readonly way: PersonsWay
  readonly what: readonly string[]
  readonly reason?: string
  readonly evidence?: string
  readonly quotes?: readonly string[]
}

/** Whether the person's own words go on record with it, so that they are asked for unless `--reason` brings them. */
export function takesWords({ way, what }: WayAsked): boolean {
  return !['grant', 'new-rubric', 'refine'].includes(way) && !(way === 'context' && what.length > 0)
}

/** The command that a way stands for. Throws `usage` for words that a way doesn't take, and what reading a file throws. */
export async function commandOf(
  asked: WayAsked,
  state: SliceState,
  by: Person,
  words: string,
  here: Surroundings,
): Promise<SliceCommandInput> {
  const { way, what } = asked
  switch (way) {
    case 'accept':
      return { do: 'resolve', by, way: { take: 'accept', reason: accepted(what, state, words) } }
    case 'grant':
      return { do: 'resolve', by, way: { take: 'grant', ...granted(what) } }
    case 'rebut':
      return await rebuttal(asked, by, words, here)
    case 'new-rubric':
      return { do: 'resolve', by, way: { take: 'new-rubric', rubric: await readJson(here.cwd, oneWord(asked, 'the file of the rubric')) } }
    case 'abandon':
      return { do: 'resolve', by, way: { take: 'abandon', reason: words } }
    case 'give-up':
      return { do: 'give-up', reason: words }
    case 'refine': {
      const [plan, rubric] = what
      if (plan === undefined || what.length > 2)
        throw new AdjudicateError('usage', 'refine takes the file of the plan, and where it changes that of the rubric', { what })
      const read = rubric === undefined ? {} : { rubric: await readJson(here.cwd, rubric) }
      return { do: 'refine-plan', plan: await readText(here.cwd, plan), ...read }
    }
    case 'context':
    case 'model':
    case 'split':
      throw new AdjudicateError('internal', `${way} is a dispatch, which hands make`, { way })
  }
}

/** What a doer is sent out with, for the ways that send one; earlier steps of the triage are passed over with the person's words (R-TRI-18). */
export async function supplyOf(asked: WayAsked, state: SliceState, words: string, here: Surroundings): Promise<Supply | undefined> {
  const { way, what } = asked
  if (way !== 'context' && way !== 'model' && way !== 'split') return undefined
  const earlier =
    state.why === 'blocked' ? triageSteps.slice(0, triageSteps.indexOf(way)).filter((step) => !state.triaged.includes(step)) : []
  const passed = earlier.length === 0 ? {} : { passedOver: earlier.map((step) => ({ step, because: words })) }
  if (way === 'model') return passed
  if (way === 'split') return { part: words, ...passed }
  return { context: what.length === 0 ? words : await readText(here.cwd, oneWord(asked, 'the file of the context')), ...passed }
}

function oneWord({ way, what }: WayAsked, wanted: string): string {
  const [only] = what
  if (only !== undefined && what.length === 1 && hasText(only)) return only
  throw new AdjudicateError('usage', `${way} takes ${wanted}, found ${what.length === 0 ? 'nothing' : JSON.stringify(what)}`, { way, what })
}

/** Who accepts sees what is open: a caveat that isn't named stays no secret. */
function accepted(named: readonly string[], state: SliceState, words: string): string {
  const open = openCaveats(state)
  const unknown = named.find((name) => !open.includes(name))
  if (unknown !== undefined)
    throw new AdjudicateError('usage', `no open caveat is called ${JSON.stringify(unknown)}; open: ${open.join(', ') || 'none'}`, {
      unknown,
    })
  const left = named.length === 0 ? undefined : open.find((name) => !named.includes(name))
  if (left !== undefined) throw new AdjudicateError('usage', `to accept is to accept every open caveat: ${left} is not named`, { left })
  return words
}

function granted(what: readonly string[]): { readonly rounds: number; readonly dispatches: number } {
  const more = { rounds: 0, dispatches: 0 }
  for (const word of what) {
    const [, noun, count] = /^(round|dispatch|rounds|dispatches)(?:=([1-9]\d?))?$/.exec(word) ?? []
    if (noun === undefined || (count === undefined) !== (noun === 'round' || noun === 'dispatch')) {
      throw new AdjudicateError(
        'usage',
        `grant takes round, dispatch, rounds=N or dispatches=N with N from 1 to 99, found ${JSON.stringify(word)}`,
        { word },
      )
    }
    more[noun.startsWith('round') ? 'rounds' : 'dispatches'] += Number(count ?? 1)
  }
  if (what.length === 0) throw new AdjudicateError('usage', 'grant takes what is granted: round, dispatch, rounds=N or dispatches=N', {})
  return more
}

async function rebuttal(asked: WayAsked, by: Person, words: string, here: Surroundings): Promise<SliceCommandInput> {
  const name = oneWord(asked, 'MEMBER/SCENARIO, or MEMBER for its escalation')
  const slash = name.indexOf('/')
  const target = slash < 0 ? { member: name } : { member: name.slice(0, slash), scenario: name.slice(slash + 1) }
  const { evidence, quotes = [] } = asked
  const read = evidence === undefined ? [] : await readJson(here.cwd, evidence)
  if (!Array.isArray(read)) throw new AdjudicateError('data-invalid', `${evidence} is no list of citations`, { file: evidence })
  const citations: unknown[] = [...(read as unknown[]), ...quotes.map((text) => ({ kind: 'quote', text }))]
  const command = { do: 'resolve', by, way: { take: 'rebut', ...target, reason: words, citations } }
  return wellRead(evidence ?? '--rebut', parseSliceCommand(command), 'adjudicate resolve --help') as SliceCommandInput
}
