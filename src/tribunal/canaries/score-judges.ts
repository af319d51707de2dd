import type { Agreement, Estimate } from '../../consensus/agreement'
import { agreement } from '../../consensus/agreement'
import type { BootstrapOptions } from '../../consensus/bootstrap'
import { bootstrapInterval, checkedOptions } from '../../consensus/bootstrap'
import type { Rate } from '../../consensus/calibration'
import { refuseData } from '../../consensus/data-check'
import { kappaOfTable, tableOf } from '../../consensus/kappa'
import type { Measure } from '../../consensus/measure'
import type { Interval } from '../../consensus/wilson'
import { wilsonInterval } from '../../consensus/wilson'
import type { CanaryJudgement } from './canary-judgement'
import { panelName } from './canary-judgement'

/**
 * How one judge did. `missed` are the faulty variants that it let pass or objected to without naming the fault (`elsewhere` of them); an abstention is neither right nor
 * counted there, but it stays in `asked`, and so does lower both shares.
 */
export type JudgeFigures = {
  readonly member: string
  readonly asked: number
  readonly abstained: number
  readonly caught: number
  readonly missed: number
  readonly elsewhere: number
  readonly passed: number
  readonly falseAlarms: number
  /** Caught and passed. */
  readonly right: number
  /** Caught, of the faulty variants asked. */
  readonly sensitivity: Rate
  /** Passed, of the clean twins asked. */
  readonly specificity: Rate
  /** Cohen's κ against the truth over what was answered; its interval draws whole pairs, since twins resemble each other. */
  readonly kappa: Estimate
  readonly missedPairs: readonly string[]
  readonly falseAlarmPairs: readonly string[]
}

/** The members by name, the panel by its ruling, and how far the members agree among themselves, right or wrong. */
export type JudgesFigures = {
  readonly items: number
  readonly members: readonly JudgeFigures[]
  readonly panel: JudgeFigures
  readonly between: Agreement
}

/**
 * Counts judgements into figures; their order doesn't matter (03-consensus, Beside the verdict). It informs and changes no verdict. Throws `data-invalid` for a second
 * judgement of one variant by one judge, and for a clean twin with a fault.
 */
export function scoreJudges(judgements: readonly CanaryJudgement[], options: BootstrapOptions): JudgesFigures {
  const bootstrap = checkedOptions(options)
  check(judgements)
  const ordered = [...judgements].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const names = [...new Set(ordered.map(({ member }) => member))].filter((name) => name !== panelName)
  const members = names.map((name) => figuresOf(name, ordered, bootstrap))
  return {
    items: new Set(ordered.map(itemOf)).size,
    members,
    panel: figuresOf(panelName, ordered, bootstrap),
    between: agreement(panelsOf(ordered), bootstrap),
  }
}

function check(judgements: readonly CanaryJudgement[]): void {
  const seen = new Set<string>()
  judgements.forEach((one, index) => {
    const key = keyOf(one)
    if (seen.has(key)) refuseData(['judgements', index], key, 'a judge judges a variant once')
    if (one.atFault && (one.variant === 'clean' || one.said !== 'objects')) {
      refuseData(['judgements', index, 'atFault'], true, 'only an objection to a faulty variant can name its fault')
    }
    seen.add(key)
  })
}

function itemOf({ pair, variant }: CanaryJudgement): string {
  return JSON.stringify([pair, variant])
}

function keyOf(one: CanaryJudgement): string {
  return JSON.stringify([one.member, one.pair, one.variant])
}

function figuresOf(member: string, all: readonly CanaryJudgement[], bootstrap: BootstrapOptions): JudgeFigures {
  const mine = all.filter((one) => one.member === member)
  const faulty = mine.filter(({ variant }) => variant === 'faulty')
  const clean = mine.filter(({ variant }) => variant === 'clean')
  const missed = faulty.filter(({ said, atFault }) => said !== 'abstained' && !atFault)
  const alarms = clean.filter(({ said }) => said === 'objects')
  const caught = faulty.filter(({ atFault }) => atFault).length
  const passed = clean.filter(({ said }) => said === 'passes').length
  return {
    member,
    asked: mine.length,
    abstained: mine.filter(({ said }) => said === 'abstained').length,
    caught,
    missed: missed.length,
    elsewhere: missed.filter(({ said }) => said === 'objects').length,
    passed,
    falseAlarms: alarms.length,
    right: caught + passed,
    sensitivity: rateOf(caught, faulty.length),
    specificity: rateOf(passed, clean.length),
    kappa: kappaOf(mine, bootstrap),
    missedPairs: missed.map(({ pair }) => pair),
    falseAlarmPairs: alarms.map(({ pair }) => pair),
  }
}

function rateOf(count: number, of: number): Rate {
  return { count, of, rate: of === 0 ? null : count / of, ...wilsonInterval(count, of) }
}

/**
 * By how much a judge catches more than it cries wolf, over what it answered: its share of faults caught less that of clean twins objected to (Youden's J: 1 is always right, 0 is
 * guessing), with the 95 % interval that Newcombe makes of Wilson's two. Unlike a bootstrap's it is wide where pairs are few, even where nothing went wrong.
 */
export function aboveChance({ caught, missed, passed, falseAlarms }: Answered): Interval & { readonly value: number } {
  const [faulty, clean] = [rateOf(caught, caught + missed), rateOf(passed, passed + falseAlarms)]
  const [right, quiet] = [faulty.rate ?? 0, clean.rate ?? 0]
  const value = right + quiet - 1
  const low = value - root(right - faulty.low, quiet - clean.low)
  const high = value + root(faulty.high - right, clean.high - quiet)
  return { value, low: Math.max(-1, low), high: Math.min(1, high) }
}

type Answered = Pick<JudgeFigures, 'caught' | 'missed' | 'passed' | 'falseAlarms'>

function root(a: number, b: number): number {
  return Math.sqrt(a * a + b * b)
}

/** Who objects to a faulty variant for another reason has not seen its fault. */
function kappaOf(mine: readonly CanaryJudgement[], bootstrap: BootstrapOptions): Estimate {
  const names = [...new Set(mine.map(({ pair }) => pair))]
  const twins = names
    .map((name) => mine.filter(({ pair, said }) => pair === name && said !== 'abstained'))
    .filter((some) => some.length > 0)
  const measure = (some: readonly (readonly CanaryJudgement[])[]): Measure =>
    kappaOfTable(
      tableOf(
        some.flat().map((one) => [one.variant, found(one)] as const),
        ['faulty', 'clean'],
      ),
      'none',
    )
  const measured = measure(twins)
  if (measured.value === null) return measured
  return { value: measured.value, interval: bootstrapInterval(twins, (some) => measure(some).value, bootstrap) }
}

function found({ variant, said, atFault }: CanaryJudgement): 'faulty' | 'clean' {
  return (variant === 'faulty' ? atFault : said === 'objects') ? 'faulty' : 'clean'
}

/** Each variant as a panel on which every member that answered objected (1) or not (0). */
function panelsOf(all: readonly CanaryJudgement[]): { readonly seats: { readonly member: string; readonly scores?: Scores }[] }[] {
  const items = [...new Set(all.map(itemOf))].sort()
  return items.map((item) => ({
    seats: all
      .filter((one) => one.member !== panelName && itemOf(one) === item)
      .map(({ member, said }) =>
        said === 'abstained' ? { member } : { member, scores: [{ dimension: 'objects', score: said === 'objects' ? 1 : 0 }] },
      ),
  }))
}

type Scores = readonly { readonly dimension: string; readonly score: number }[]
