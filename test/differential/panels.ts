import { diceOf } from './dice'
import type { Dice } from './dice'
import { adjudicationsOf, repliesFor, responsesOf } from './panel-answers'
import { spoiled, spoiledReplies } from './panel-faults'
import { seatOf } from './panel-seats'
import type { Scene, Talk } from './panel-seats'
import type { Mood } from './panel-scores'
import { ruleByTheBook } from './rulebook'
import type { Seat, VectorInput } from './vector-shapes'

const names = ['correctness', 'robustness', 'clarity', 'fitness']
const weights = [1, 1, 2, 3, 0.5, 0.25, 0.1, 0.3, 0.333, 0.667, 1 / 3, 9]
const targets = [0.8, 0.8, 0.8, 0.7, 0.75, 0.85, 0.9, 0.65, 1]

/** The panel of a seed, in the shape of a consensus vector's input; answered as far as chance wills, or malformed. */
export function panelOf(seed: number): VectorInput {
  const dice = diceOf(seed)
  const fresh = freshPanel(dice, seed)
  const fate = dice.below(100)
  const answered = answeredPanel(dice, fresh)
  if (fate < 12) return spoiled(dice, answered)
  return fate < 20 ? spoiledReplies(dice, answered) : answered
}

function freshPanel(dice: Dice, seed: number): VectorInput {
  const dimensions = names.slice(0, dice.pick([1, 1, 2, 2, 3, 4]))
  const sources = sourcesOf(dice)
  const base = dice.pick([7, 7, 7.5, 8, 8, 8.5, 9, 9, 6, 5])
  const mood = moodOf(dice, dimensions, base)
  const talk = talkOf(dice)
  const scene: Scene = { dimensions, paths: sources.map(({ path }) => path), mood, talk }
  const panel = seatsOf(dice, scene)
  const ratio = dice.chance(30) ? dice.pick(weights) : undefined
  return {
    rubric: {
      criteria: ['C1'],
      dimensions: dimensions.map((id) => ({ id, weight: ratio ?? dice.pick(weights) })),
      target: dice.chance(25) ? targetNear(dice, base) : dice.pick(targets),
    },
    corpus: { sources },
    panel,
    adjudications: adjudicationsOf(dice, panel, dice.pick([0, 50, 90])),
    responses: responsesOf(dice, panel, dice.pick([0, 30, 60, 90])),
    round: { index: dice.chance(85) ? 1 : dice.pick([2, 3]), max: 3 },
    dispatchesLeft: dice.chance(88) ? 4 : 0,
    mode: dice.pick(['build', 'final']),
    independence: dice.pick(['panel', 'panel', 'single-context']),
    seed,
    ...(dice.chance(10) ? { doer: { session: 's-doer' } } : {}),
  }
}

/** A target at which a flat panel stands on an edge: of the target itself, of the band, or in the middle of the band. */
function targetNear(dice: Dice, base: number): number {
  return Number(Math.min(1, base / 10 + dice.pick([0, 0.05, 0.05, 0.1])).toFixed(3))
}

function seatsOf(dice: Dice, scene: Scene): Seat[] {
  const count = dice.pick([2, 3, 3, 3, 4, 5, 6, 7])
  const adversary = dice.below(count)
  const panel = Array.from({ length: count }, (_, index) => seatOf(dice, `m${index + 1}`, index === adversary || dice.chance(8), scene))
  return dice.chance(20) ? [...panel.slice(1), ...panel.slice(0, 1)] : panel
}

function sourcesOf(dice: Dice): VectorInput['corpus']['sources'] {
  const a = { id: 'diff-1', role: 'diff', path: 'src/a.ts' }
  const drawn = dice.below(10)
  if (drawn < 6) return [a]
  if (drawn === 6) return [a, { id: 'diff-2', role: 'diff', path: 'src/b.ts' }]
  if (drawn === 7) return [{ id: 'ref', role: 'reference', path: 'docs/ref.md' }, a]
  if (drawn === 8) return [{ ...a, role: 'artifact' }]
  return [a, { id: 'whole', role: 'artifact', path: 'src/c.ts' }]
}

/** Flat, close, wide or blocked; with traps at the borders, with exclusions, with diverging confidence. */
function moodOf(dice: Dice, dimensions: readonly string[], base: number): Mood {
  const flat = dice.chance(12)
  const blocked = dice.chance(18) ? dice.pick(dimensions) : undefined
  const emptied = dice.chance(15) ? dice.pick(dimensions) : undefined
  const levelOf = (id: string): number => (id === blocked ? dice.pick([2, 3, 3]) : base + (flat ? 0 : dice.pick([0, 0, 0, 0.5, -0.5, 1])))
  const some = dice.pick([0, 0, 0, 10, 25])
  return {
    levels: Object.fromEntries(dimensions.map((id) => [id, levelOf(id)])),
    steps: flat
      ? [0]
      : dice.pick([
          [0, 0.5, -0.5],
          [0.5, -0.5],
          [0, 1],
          [0, 0, 1, -1],
          [0, 1, 2],
          [-2, 0, 2],
          [0, 0.1, -0.3, 0.7, -0.9],
        ]),
    trapped: dice.chance(25),
    wild: dice.pick([0, 0, 0, 0, 8, 20]),
    excluded: Object.fromEntries(dimensions.map((id) => [id, id === emptied ? dice.pick([70, 90, 100]) : some])),
    divergent: dice.chance(12),
  }
}

function talkOf(dice: Dice): Talk {
  return {
    abstaining: dice.pick([0, 0, 0, 0, 10, 40]),
    scenarios: dice.pick([0, 0, 0, 20, 50]),
    caveats: dice.pick([0, 0, 20, 50]),
    mild: dice.chance(40),
    escalations: dice.chance(10) ? 25 : 0,
    specFailures: dice.chance(10) ? 40 : 0,
    shown: dice.chance(8) ? undefined : dice.pick([100, 100, 100, 70]),
  }
}

/** Answers what the rulings ask for, step by step, unless chance leaves it open. */
function answeredPanel(dice: Dice, fresh: VectorInput): VectorInput {
  let input: VectorInput = dice.chance(30) ? { ...fresh, synthesis: dice.chance(80) ? 'waived' : [] } : fresh
  if (dice.chance(4)) input = withReplacements(dice, input, 1)
  for (let step = 0; step < 3; step += 1) {
    const ruling = ruleByTheBook(input)
    const disputed = ruling.kind === 'synthesis' || ruling.kind === 'verdict' ? ruling.disputed : []
    // Without quorum or coverage nobody asks for replies; a host may have them all the same.
    const likely = ruling.kind === 'synthesis' ? 80 : 30
    if (input.synthesis === undefined && disputed.length > 0 && dice.chance(likely)) {
      input = { ...input, synthesis: repliesFor(dice, [...input.panel, ...(input.replacements ?? [])], disputed) }
    } else if (ruling.kind === 'replacement' && dice.chance(75)) {
      input = withReplacements(dice, input, dice.pick([ruling.count, ruling.count, 1, 2]))
    } else return input
  }
  return input
}

function withReplacements(dice: Dice, input: VectorInput, count: number): VectorInput {
  const dimensions = input.rubric.dimensions.map(({ id }) => id)
  const level = dice.pick([2, 3, 5, 7, 8, 9])
  const mood: Mood = {
    levels: Object.fromEntries(dimensions.map((id) => [id, level])),
    steps: [0, 0, 0.5, 1, -1],
    trapped: dice.chance(20),
    wild: 5,
    excluded: Object.fromEntries(dimensions.map((id) => [id, 10])),
    divergent: dice.chance(10),
  }
  const talk: Talk = {
    abstaining: 12,
    scenarios: dice.pick([0, 30]),
    caveats: dice.pick([0, 30]),
    mild: dice.chance(50),
    escalations: 2,
    specFailures: 2,
    shown: 100,
  }
  const scene: Scene = { dimensions, paths: input.corpus.sources.map(({ path }) => path), mood, talk }
  const replacements = Array.from({ length: count }, (_, index) => seatOf(dice, `m5${index}`, dice.chance(40), scene))
  return {
    ...input,
    replacements,
    adjudications: [...input.adjudications, ...adjudicationsOf(dice, replacements, 50)],
    responses: [...input.responses, ...responsesOf(dice, replacements, 50)],
  }
}
