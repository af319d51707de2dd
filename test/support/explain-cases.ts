import type { ExplainOptions } from '../../src/consensus/explain'
import type { Json } from './consensus-input'
import { abstained, artifact, byHand, caveat, claim, held, heldToo, inputOf, panelOf, quote, scenario, seat } from './consensus-input'

/** One page of test/golden/explain: what was ruled, and how it is shown. */
export type ExplainCase = { readonly name: string; readonly input: Json; readonly options?: Omit<ExplainOptions, 'corpus'> }

const refunds = [
  ...Array.from({ length: 40 }, (_, index) => `// step ${index + 1}`),
  'const key = keyOf(req)',
  'const seen = await keys.find(key)',
  '  if (seen.digest !== digestOf(req)) return conflict(key)',
  'const lease = await keys.lease(key)',
  'if (lease === undefined) return later()',
  'await provider.refund(req)',
  '',
].join('\n')

const corpus = {
  artifact: {
    'src/refunds.ts': refunds,
    'src/keys.ts': 'export const keyLengthMax = 255\n',
    'test/refunds.test.ts': "test('one request')\n",
  },
}
const found = quote('const lease = await keys.lease(key)')
const invented = quote('if (seen.digest !== digestOf(req.body)) throw new KeyReused(key)')

/** A member's scores on the four dimensions; a score of 8 or more carries its quote. */
function refundSeat(member: string, [correctness, robustness, clarity, tests]: readonly (number | Json)[], more: Json = {}): Json {
  const carried = (value: number | Json | undefined): Json =>
    typeof value === 'object' ? value : { score: value, claims: [claim({ citations: [found] })] }
  const scores = { correctness: carried(correctness), robustness: carried(robustness), clarity: carried(clarity), tests: carried(tests) }
  return seat(member, scores, { adversary: member.startsWith('adv'), ...more })
}

const refundRubric = {
  criteria: ['two equal requests refund once'],
  dimensions: [
    { id: 'correctness', weight: 40 },
    { id: 'robustness', weight: 30 },
    { id: 'clarity', weight: 15 },
    { id: 'tests', weight: 15 },
  ],
}

const leaseScenario = {
  id: 'sc1',
  input: 'a crash between lease and refund',
  wrongBehaviour: 'no refund until somebody looks',
  class: 'correctness',
  repair: 'local',
}

const iterate: Json = {
  rubric: refundRubric,
  corpus,
  artifact: { digest: 'git:4be07d1c0ffee' },
  panel: [
    refundSeat('qual', [{ score: 9, claims: [claim({ citations: [invented] })] }, 7, 8, 6]),
    refundSeat('fitn', [7, 6, 7, 7], {
      caveats: [
        caveat({
          text: 'Two requests at once are not tested.',
          fix: 'test two requests at once',
          citations: [quote("test('one request')")],
        }),
      ],
    }),
    refundSeat('oper', [7, 7, 8, 7]),
    refundSeat('advr', [6, { score: 5, rationale: 'Two time limits that nobody compares.', claims: [] }, 7, 6], {
      scenarios: [{ ...leaseScenario, fix: 'let the lease run out', citations: [quote('await provider.refund(req)')] }],
    }),
    refundSeat('adv2', [7, 6, 7, 6], {
      caveats: [
        caveat({
          text: 'Keys may be 255 characters long.',
          fix: 'refuse keys over 64 characters',
          citations: [quote('export const keyLengthMax = 255')],
        }),
      ],
    }),
  ],
  synthesis: [],
  adjudications: [byHand({ member: 'advr', scenario: 'sc1', outcome: 'upheld', citations: [found] })],
  round: { index: 2, max: 3 },
  dispatchesLeft: 2,
}

const low = (text: string, more: Json = {}): Json => ({ score: 3, claims: [claim({ text, ...more })] })
const two = panelOf({ d: [8, 8] })

export const explainCases: readonly ExplainCase[] = [
  {
    name: 'ship',
    input: inputOf(
      ['qual', 'fitn', 'advr'].map((member, index) => {
        const scores = [
          [9, 8, 8],
          [9, 8, 9],
          [8, 9, 9],
        ][index]
        return seat(
          member,
          { correctness: scores?.[0] ?? 0, robustness: scores?.[1] ?? 0, clarity: scores?.[2] ?? 0 },
          {
            adversary: member === 'advr',
            coverage: [{ path: 'src/limiter.ts', bytes: artifact.length, of: artifact.length }],
            scenarios: member === 'advr' ? [scenario({ class: 'other' })] : [],
          },
        )
      }),
      {
        rubric: {
          criteria: ['it works'],
          dimensions: [
            { id: 'correctness', weight: 0.5 },
            { id: 'robustness', weight: 0.3 },
            { id: 'clarity', weight: 0.2 },
          ],
        },
        artifact: { digest: 'git:4be07d1c0ffee' },
      },
    ),
    options: { exit: 0 },
  },
  { name: 'iterate', input: iterate, options: { exit: 1, next: 'adjudicate resume S4' } },
  {
    name: 'escalate',
    input: inputOf(
      panelOf(
        { d: [7, 8, 8], e: [6, 7, 8] },
        {
          adversary: { scenarios: [scenario({ repair: 'structural' })], escalate: 'Nobody can undo this.' },
          fitness: { session: undefined },
        },
      ),
      { synthesis: 'waived', artifact: { digest: 'sha256:aaaaaaaaaaaa' } },
    ),
    options: { exit: 3 },
  },
  {
    name: 'deadlock',
    input: inputOf(panelOf({ d: [4, 6, 8], e: [low('Bad.'), low('Worse.'), 3.5], f: [null, 8, 8] }), {
      synthesis: 'waived',
      artifact: { digest: 'sha256:aaaaaaaaaaaa' },
      round: { index: 3, max: 3 },
      dispatchesLeft: 0,
    }),
  },
  {
    name: 'block',
    input: inputOf(
      panelOf(
        {
          d: [
            low('The lock is taken twice.', { repair: 'structural' }),
            low('It never frees the lock.', { repair: 'local', fix: 'free it' }),
            8,
          ],
          e: [8, { score: 9, claims: [] }, 8],
        },
        { adversary: { scenarios: [scenario({ class: 'other' })] } },
      ),
      { synthesis: [], artifact: { digest: 'sha256:aaaaaaaaaaaa' } },
    ),
  },
  {
    name: 'ship-with-caveats',
    input: inputOf(
      [
        ...panelOf(
          { d: [7, 7.5, 8] },
          {
            adversary: { scenarios: [scenario({ id: 's1', class: 'other', citations: [] }), scenario({ id: 's2', class: 'other' })] },
            quality: { caveats: [caveat({ fix: 'document it' }), caveat({ id: 'c2', text: 'No metrics.' })] },
          },
        ),
        abstained('operator', 'timeout'),
      ],
      {
        responses: [{ kind: 'deferred', member: 'quality', caveat: 'c2', reason: 'after the release' }],
        artifact: { digest: 'sha256:aaaaaaaaaaaa' },
        doer: { session: 'doing' },
      },
    ),
    options: { exit: 0 },
  },
  {
    name: 'citations',
    input: inputOf(
      panelOf(
        {
          d: [
            {
              score: 6,
              claims: ['one', 'two', 'three'].map((word) => claim({ text: word, citations: [quote(`nobody wrote ${word} here`)] })),
            },
            { score: 7, claims: [claim(), claim({ text: 'x', citations: [quote('left')] })] },
            7,
          ],
        },
        {
          fitness: {
            scenarios: [scenario({ class: 'other', citations: [quote(held.replace(' = ', '  =  '))] })],
            caveats: [
              caveat({ id: 'c1', fix: 'f', citations: [{ kind: 'line', file: 'src/limiter.ts', line: 99 }] }),
              caveat({ id: 'c2', fix: 'f', citations: [{ kind: 'section', source: 'SPEC.md', heading: 'Limits' }] }),
              caveat({ id: 'c3', fix: 'f', citations: [{ kind: 'output', command: 'npm test', text: 'all 12 tests passed' }] }),
              caveat({ id: 'c4', fix: 'f', citations: [quote('never shown, since it is the sixth'), quote('nor the seventh')] }),
            ],
          },
        },
      ),
      { artifact: { digest: 'sha256:aaaaaaaaaaaa' } },
    ),
  },
  {
    name: 'many-members',
    input: inputOf(panelOf({ d: [7, 7.25, 7.5, 7, 7, 4, 7, null], e: [5, 5, 5, 9, 9, 9, 1.125, 1] }), {
      synthesis: 'waived',
      artifact: { digest: 'x' },
    }),
  },
  {
    name: 'synthesis',
    input: inputOf(panelOf({ d: [5, 8, 8], e: [7, 7, 7], f: [{ score: 1, claims: [claim({ citations: [quote(heldToo)] })] }, 8, 8] })),
  },
  {
    name: 'replacement',
    input: inputOf(panelOf({ d: [null, 8], e: [null, null] })),
    options: { exit: 2, next: 'adjudicate convene S4 --lens adversary' },
  },
  { name: 'replacement-of-one', input: inputOf(panelOf({ d: [null, 8] })) },
  {
    name: 'refused',
    input: inputOf([two[0] ?? {}, seat('quality', { d: 11 }, { session: 'session of adversary', recommendation: 'ESCALATE' })], {
      mode: 'draft',
    }),
    options: { exit: 2 },
  },
  { name: 'refused-for-one', input: inputOf(two, { mode: 'draft' }) },
]
