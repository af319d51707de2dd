import type { Dice } from './dice'
import { fixOf, repairOf, scoreOf } from './panel-scores'
import type { Mood } from './panel-scores'
import type { Caveat, DefectClass, Scenario, Scorecard, Seat } from './vector-shapes'

export type Talk = {
  /** Percent of seats that abstain. */
  readonly abstaining: number
  /** Percent of seats that name scenarios, caveats and so on. */
  readonly scenarios: number
  readonly caveats: number
  /** Whether every caveat is harmless by itself. */
  readonly mild: boolean
  readonly escalations: number
  readonly specFailures: number
  /** Percent of seats shown everything; undefined: no seat says what it was shown. */
  readonly shown: number | undefined
}

export type Scene = { readonly dimensions: readonly string[]; readonly paths: readonly string[]; readonly mood: Mood; readonly talk: Talk }

const abstentions = ['infrastructure', 'timeout', 'truncated-input', 'out-of-contract', 'low-confidence', 'conflict']
const classes: readonly DefectClass[] = ['correctness', 'safety', 'other', 'other', 'other']

export function seatOf(dice: Dice, member: string, adversary: boolean, scene: Scene): Seat {
  const lens = adversary ? 'adversary' : dice.pick(['fitness', 'quality', 'security'])
  const seat = { member, session: `s-${member}`, lens, adversary }
  if (dice.chance(scene.talk.abstaining)) return { ...seat, outcome: { kind: 'abstained', reason: dice.pick(abstentions) } }
  return { ...seat, outcome: { kind: 'scorecard', scorecard: scorecardOf(dice, member, scene) } }
}

function scorecardOf(dice: Dice, member: string, { dimensions, paths, mood, talk }: Scene): Scorecard {
  const few = (percent: number, most: number): number[] =>
    dice.chance(percent) ? Array.from({ length: dice.between(1, most) }, (_, index) => index + 1) : []
  const card = {
    scores: (dice.chance(15) ? [...dimensions].reverse() : dimensions).map((dimension) => scoreOf(dice, dimension, mood)),
    topConcern: `top concern of ${member}`,
    scenarios: few(talk.scenarios, 2).map((number) => scenarioOf(dice, `S${number}`)),
    caveats: few(talk.caveats, 3).map((number) => caveatOf(dice, `V${number}`, talk.mild)),
    recommendation: dice.pick(['SHIP', 'SHIP_WITH_CAVEATS', 'ITERATE', 'BLOCK']),
  }
  return { ...card, ...coverageOf(dice, paths, talk.shown), ...escalateOf(dice, talk.escalations), ...specOf(dice, talk.specFailures) }
}

function scenarioOf(dice: Dice, id: string): Scenario {
  return {
    id,
    input: dice.chance(5) ? dice.pick(['', '   ']) : 'empty cart',
    wrongBehaviour: dice.chance(5) ? dice.pick(['', '  ']) : 'divides by zero',
    class: dice.pick(classes),
    repair: dice.pick(['local', 'local', 'structural', 'unsafe']),
    anchored: dice.chance(90),
    ...fixOf(dice, 'scenario'),
  }
}

function caveatOf(dice: Dice, id: string, mild: boolean): Caveat {
  const caveat = { id, text: 'caveat', anchored: dice.chance(60), ...repairedSometimes(dice) }
  if (mild) return { ...caveat, class: 'other', fix: `fix caveat ${dice.below(1e9)}` }
  return { ...caveat, class: dice.pick(classes), ...fixOf(dice, 'caveat') }
}

function repairedSometimes(dice: Dice): Partial<Caveat> {
  return dice.chance(40) ? repairOf(dice, 'caveat') : {}
}

function coverageOf(dice: Dice, paths: readonly string[], shown: number | undefined): Partial<Scorecard> {
  if (shown === undefined || dice.chance(5)) return {}
  if (dice.chance(shown)) return { coverage: paths.map((path) => ({ path, bytes: 900, of: 900 })) }
  const seen = paths.filter(() => dice.chance(60))
  return { coverage: seen.map((path) => ({ path, bytes: dice.pick([899, 900, 0]), of: 900 })) }
}

function escalateOf(dice: Dice, percent: number): Partial<Scorecard> {
  if (!dice.chance(percent)) return {}
  return { escalate: dice.chance(15) ? dice.pick(['', '  ']) : 'data loss on retry' }
}

function specOf(dice: Dice, percent: number): Partial<Scorecard> {
  if (!dice.chance(percent)) return {}
  const claims = [{ text: 'the spec asks for X' }]
  return { specCompliance: { status: dice.chance(80) ? 'failed' : 'met', anchored: dice.chance(80), claims } }
}
