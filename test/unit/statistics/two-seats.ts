import type { Seat } from '../../../src/consensus/seat'

/** A panel as adjudicate takes it: one seat answered, the other gave nothing. */
export const twoSeats: Seat[] = [
  {
    member: 'adversary',
    session: 's1',
    lens: 'adversary',
    adversary: true,
    model: { id: 'm1', family: 'one' },
    outcome: 'scorecard',
    scores: [{ dimension: 'clarity', score: 6, confidence: 0.8, rationale: 'fair', claims: [] }],
    topConcern: 'names',
    scenarios: [],
    caveats: [],
    recommendation: 'ITERATE',
  },
  {
    member: 'quality',
    session: 's2',
    lens: 'quality',
    adversary: false,
    model: { id: 'm2', family: 'two' },
    outcome: 'abstained',
    reason: 'timeout',
  },
]
