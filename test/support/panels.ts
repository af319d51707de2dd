import * as fc from 'fast-check'

// Arbitrary inputs of `adjudicate`, broad enough to reach every branch and small enough to shrink well.
export const truth = 'this line is evidence that holds'
export const lie = 'this line stands nowhere at all'
const dimensions = ['correctness', 'robustness', 'clarity']

type Cited = readonly { readonly kind: 'quote'; readonly text: string }[]
export type Claim = { text: string; citations: Cited; loadBearing: boolean; repair?: string; fix?: string }
export type Score = { dimension: string; score: number | null; confidence?: number; rationale?: string; claims?: Claim[]; reason?: string }
export type Seat = {
  member: string
  session: string
  lens: string
  adversary: boolean
  outcome: 'scorecard' | 'abstained'
  scores?: Score[]
  reason?: string
  [field: string]: unknown
}
export type PanelInput = { panel: Seat[]; [field: string]: unknown }

const cited = (text: string): fc.Arbitrary<Cited> => fc.constant([{ kind: 'quote', text }])

const claim: fc.Arbitrary<Claim> = fc.record(
  {
    text: fc.constantFrom('a', 'b'),
    citations: fc.oneof(
      { weight: 12, arbitrary: cited(truth) },
      { weight: 2, arbitrary: cited(lie) },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
    loadBearing: fc.boolean(),
    repair: fc.constantFrom('local', 'structural', 'unsafe'),
    fix: fc.constantFrom('mend it', ' '),
  },
  { requiredKeys: ['text', 'citations', 'loadBearing'] },
)

// Members mostly agree around a base of the dimension, as panels do; now and then somebody is far off.
const offsets = fc.constantFrom(0, 0, 0, 0, 0, 0, 0, -1, 1, 0.5, -2, 'far')

function around(base: number): fc.Arbitrary<number> {
  const far = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.constantFrom(7.5, 8.5, 2.5, 6.99, 7.83))
  return fc.tuple(offsets, far).map(([offset, other]) => (typeof offset === 'string' ? other : Math.min(10, Math.max(1, base + offset))))
}

function score(dimension: string, base: number): fc.Arbitrary<Score> {
  const given = fc.record({
    dimension: fc.constant(dimension),
    score: around(base),
    confidence: fc.constantFrom(0.3, 0.5, 0.7, 0.9),
    rationale: fc.constantFrom('because', ''),
    claims: fc.array(claim, { minLength: 1, maxLength: 2 }),
  })
  return fc.oneof(
    { weight: 40, arbitrary: given },
    { weight: 1, arbitrary: fc.constant({ dimension, score: null, reason: 'not my lens' }) },
  )
}

const scenario = fc.record({
  id: fc.constant('S1'),
  input: fc.constantFrom('empty cart', ' '),
  wrongBehaviour: fc.constant('divides by zero'),
  class: fc.constantFrom('correctness', 'safety', 'other'),
  repair: fc.constantFrom('local', 'structural', 'unsafe'),
  citations: fc.constantFrom([{ kind: 'quote', text: truth }], [{ kind: 'quote', text: lie }]),
  fix: fc.constant('mend the scenario'),
})

const caveat = fc.record(
  {
    id: fc.constant('V1'),
    text: fc.constant('a caveat'),
    class: fc.constantFrom('other', 'other', 'correctness'),
    fix: fc.constant('mend the caveat'),
    citations: fc.constant([]),
  },
  { requiredKeys: ['id', 'text', 'class', 'citations'] },
)

function seat(index: number, ids: readonly string[], bases: readonly number[], agreeable: boolean): fc.Arbitrary<Seat> {
  const named = {
    member: `m${index}`,
    session: `s-m${index}`,
    lens: index === 0 ? 'adversary' : index === 1 ? 'quality' : 'fitness',
    adversary: index === 0,
  }
  const rare = { maxLength: agreeable ? 0 : 1 }
  const answered = fc
    .record({
      scores: fc.tuple(...ids.map((id, at) => score(id, bases[at] ?? 7))),
      topConcern: fc.constant(`concern of m${index}`),
      scenarios: fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(scenario, rare) }),
      caveats: fc.oneof({ weight: 7, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(caveat, rare) }),
      recommendation: fc.constantFrom('SHIP', 'ITERATE', 'BLOCK'),
    })
    .map((card) => ({ ...named, outcome: 'scorecard' as const, ...card }))
  const abstained = fc
    .constantFrom('timeout', 'infrastructure', 'out-of-contract')
    .map((reason) => ({ ...named, outcome: 'abstained' as const, reason }))
  return fc.oneof({ weight: 30, arbitrary: answered }, { weight: 1, arbitrary: abstained })
}

const base = fc.constantFrom(9, 8, 8, 7, 6, 5, 3)

/** A panel of 2 to 5 seats over 1 to 3 dimensions, synthesis waived so that it comes to a verdict. */
export const panelInput: fc.Arbitrary<PanelInput> = fc
  .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.tuple(base, base, base))
  .chain(([seats, count, agreeable, bases]) => {
    const ids = dimensions.slice(0, count)
    return fc.record({
      rubric: fc.record({
        criteria: fc.constant(['it works']),
        dimensions: fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), weight: fc.constantFrom(1, 2, 0.5, 1 / 3) }))),
        target: fc.constantFrom(0.8, 0.6, 0.45),
      }),
      panel: fc.tuple(...Array.from({ length: seats }, (_, index) => seat(index, ids, bases, agreeable))).map((all) => [...all]),
      corpus: fc.constant({ diff: { 'src/a.ts': `+${truth}\n` } }),
      synthesis: fc.constant('waived'),
      round: fc.constantFrom({ index: 1, max: 3 }, { index: 1, max: 3 }, { index: 2, max: 3 }, { index: 3, max: 3 }),
      dispatchesLeft: fc.constantFrom(5, 5, 5, 0),
      mode: fc.constantFrom('build', 'final'),
      seed: fc.constantFrom(0, 7),
    })
  })
