import { describe, expect, test } from 'vitest'
import { hashOf, sha256Hex } from '../../../src/canonical/digest'
import { adjudicate } from '../../../src/consensus/adjudicate'
import type { ParsedInput } from '../../../src/consensus/adjudicate-input'
import { assess } from '../../../src/consensus/assess'
import type { Docket, DocketCard } from '../../../src/consensus/docket'
import { openDesk } from '../../../src/consensus/evidence-desk'
import { readInput } from '../../../src/consensus/read-input'
import { rule } from '../../../src/consensus/rule'
import { applyReplies } from '../../../src/consensus/synthesis'
import { AdjudicateError } from '../../../src/errors'
import type { Json } from '../../support/consensus-input'
import {
  abstained,
  artifact,
  byHand,
  caveat,
  claim,
  column,
  falseClaim,
  faultsOf,
  heldToo,
  inputOf,
  issuesOf,
  panelOf,
  quote,
  ruledOn,
  scenario,
  seat,
  verdictOf,
} from '../../support/consensus-input'

const panel = panelOf({ d: [7, 7, 7] })

/** What `rule` is handed: the input read and its evidence checked. */
function docketOf(input: Json): Docket {
  const { fields, issues } = readInput(input, sha256Hex)
  expect(issues).toEqual([])
  const parsed = fields as ParsedInput
  return assess(parsed, openDesk(parsed, parsed.corpus))
}

describe('the docket says what became of everything that was said', () => {
  const specOf = (specCompliance: Json | undefined, more: Json = {}): DocketCard['spec'] => {
    const { outcome } = docketOf(inputOf(panelOf({ d: [7, 7] }, { quality: { specCompliance } }), more)).panel[1] ?? {}
    return outcome?.kind === 'scorecard' ? outcome.card.spec : undefined
  }
  const failed = { status: 'failed', claims: [claim()] }
  const onSpec = (more: Json): Json => byHand({ member: 'quality', target: 'spec', ...more })
  const rebuttal = { kind: 'rebuttal', member: 'quality', spec: true, citations: [quote(heldToo)] }

  test.each<[string, Json, Json, string]>([
    ['met', { status: 'met', claims: [] }, {}, 'met'],
    ['a failure with a quote', failed, {}, 'failed'],
    ['C-SPECANCHOR a failure without one', { status: 'failed', claims: [falseClaim()] }, {}, 'discarded'],
    ['a failure refuted by hand', failed, { adjudications: [onSpec({})] }, 'refuted'],
    ['a failure upheld by hand', failed, { adjudications: [onSpec({ outcome: 'upheld' })], responses: [rebuttal] }, 'failed'],
    ['a failure rebutted with a quote', failed, { responses: [rebuttal] }, 'rebutted'],
    ['a failure rebutted without one', failed, { responses: [{ ...rebuttal, citations: [] }] }, 'failed'],
  ])('R-TRI-39 %s', (_, compliance, more, status) => {
    expect(specOf(compliance, more)?.status).toBe(status)
    expect(specOf(compliance, more)?.claims).toHaveLength((compliance['claims'] as unknown[]).length)
  })

  test('a seat that abstained is there with its reason', () => {
    const docket = docketOf(inputOf([...panel, abstained('operator', 'conflict')]))
    expect(docket.panel[3]?.outcome).toEqual({ kind: 'abstained', reason: 'conflict' })
    expect(specOf(undefined)).toBeUndefined()
  })
})

describe('the bare mathematics of a docket', () => {
  const verdict = (docket: Docket): unknown => rule(docket, sha256Hex)
  const reversed = (docket: Docket): Docket => ({
    ...docket,
    panel: [...docket.panel].reverse(),
    ...(docket.replacements === undefined ? {} : { replacements: [...docket.replacements].reverse() }),
  })

  test('the order of seats and of fresh members never matters (spec 03)', () => {
    const caveats = (member: string): Json => ({ caveats: [caveat({ text: `said by ${member}` })], scenarios: [scenario()] })
    const said = Object.fromEntries(['adversary', 'fitness', 'quality'].map((member) => [member, caveats(member)]))
    const split = docketOf(inputOf(panelOf({ d: [3, 9, 6], e: [7, 7, 8] }, said), { synthesis: 'waived' }))
    expect(verdict(reversed(split))).toEqual(verdict(split))
    expect(verdict(split)).toMatchObject({
      kind: 'verdict',
      caveats: [{ member: 'adversary' }, { member: 'fitness' }, { member: 'quality' }],
    })

    const bare = { d: { score: 9, claims: [] } }
    const replacements = [seat('user', { d: 7 }), seat('tester', bare), seat('operator', bare, caveats('operator'))]
    const alone = panelOf({ d: [7, { score: 9, claims: [] }, { score: 2, claims: [] }] }, said)
    const fresh = docketOf(inputOf(alone, { replacements, synthesis: 'waived' }))
    expect(verdict(reversed(fresh))).toEqual(verdict(fresh))
    const speakers = ['adversary', 'fitness', 'operator', 'quality'].map((member) => ({ member }))
    expect(verdict(fresh)).toMatchObject({ kind: 'verdict', dimensions: [{ n: 2 }], caveats: speakers })
  })

  test('R-TRI-49 one seat that answered is no quorum, though it is all that was asked', () => {
    const docket = docketOf(inputOf(panel))
    expect(verdict({ ...docket, panel: docket.panel.slice(0, 1) })).toMatchObject({ verdict: 'ESCALATE', row: 1, reasons: ['quorum'] })
  })

  test('C-ROW4 causes that nobody classified are listed beside the fix list, by id where they have one, and no others', () => {
    const low = (more: Json): Json => ({ score: 3, claims: [claim(more)] })
    const columns = { d: [low({ text: 'known', repair: 'local', fix: 'count again' }), low({ text: 'unknown' }), 8] }
    const ruling = ruledOn(columns, { quality: { caveats: [caveat({ text: 'who knows' })] } })
    expect(ruling.verdict).toBe('ITERATE')
    expect(ruling.unclassified).toEqual([
      { dimension: 'd', member: 'quality', from: 'claim', text: 'unknown' },
      { dimension: 'd', member: 'quality', from: 'caveat', id: 'c1', text: 'who knows' },
    ])
  })

  test('R-TRI-54 each surviving member is asked once for each disputed dimension and for no other', () => {
    const reply = { member: 'quality', dimension: 'd', action: 'MAINTAIN', rebuttal: 'as said' }
    const ruling = verdictOf(inputOf(panelOf({ d: [9, 6, 6], e: [7, 7, 7] }), { synthesis: [reply] }))
    expect(ruling.replies).toEqual({ asked: 3, given: 1 })
    expect(ruling.warnings).not.toContain('synthesis-unanswered')
  })

  test('R-TRI-44 where nothing is disputed nobody owed an answer, and an escalation without replies has none', () => {
    expect(verdictOf(inputOf(panel, { synthesis: [] })).warnings).not.toContain('synthesis-unanswered')
    expect(verdictOf(inputOf(panelOf({ d: [9, 6, 6] }), { synthesis: [] })).warnings).toContain('synthesis-unanswered')
    const open = panelOf({ d: [9, 9] }, { quality: { scenarios: [scenario()] } })
    expect(verdictOf(inputOf(open)).escalation?.replies).toEqual([])
    expect(verdictOf(inputOf(open, { synthesis: 'waived' })).escalation?.replies).toEqual([])
  })
})

describe('what a hand decides reaches its own target and no other', () => {
  test('R-TRI-46 a claim refuted on one dimension stands on another, under the same index and text', () => {
    const adjudications = [byHand({ member: 'adversary', target: 'claim', dimension: 'e', claim: 0 })]
    const ruling = ruledOn({ d: [7, 7, 7], e: [7, 7, 7] }, {}, { adjudications })
    expect(ruling.dissents.map(({ member, dimension, status }) => [member, dimension, status])).toEqual([['adversary', 'e', 'refuted']])
  })

  test("R-TRI-47 the trace of a refuted score names that rule and what became of the score's claims", () => {
    const ruling = ruledOn({ d: [{ score: 7, claims: [falseClaim()] }, 7, 7], e: [7, { score: 9, claims: [] }, 7] })
    const evidence = ruling.trace.filter(({ step }) => step === 'evidence')
    expect(evidence).toEqual([
      {
        rule: 'R-TRI-47',
        step: 'evidence',
        at: 'd',
        saw: { member: 'adversary', score: 7, claims: [{ status: 'refuted', anchored: false }] },
        gave: 'refuted',
      },
      { rule: 'R-TRI-24', step: 'evidence', at: 'e', saw: { member: 'quality', score: 9, claims: [] }, gave: 'unanchored' },
    ])
  })

  test('R-TRI-33 the doer may say what it fixed, and only rebuts nothing', () => {
    const by = { kind: 'doer', id: 'builder' }
    const responses = [{ kind: 'fixed', member: 'quality', scenario: 'sc1', reason: 'mended', by }]
    const input = inputOf(panelOf({ d: [9, 9] }, { quality: { scenarios: [scenario()] } }), { responses })
    expect(verdictOf(input).scenarios).toMatchObject([{ id: 'sc1', fixed: true }])
  })
})

describe('A-TRI-24 a revised score without claims of its own rests on those of its first round', () => {
  const revise = (more: Json): Json => ({
    member: 'adversary',
    dimension: 'd',
    action: 'REVISE',
    score: 9,
    justification: 'seen again',
    ...more,
  })
  const standing = (columns: Parameters<typeof ruledOn>[0], reply: Json, more: Json = {}): string => {
    const { dissents } = verdictOf(inputOf(panelOf(columns), { synthesis: [reply], ...more }))
    return dissents.find(({ member, status }) => member === 'adversary' && status !== 'logged')?.status ?? 'stands'
  }
  const weak = claim({ loadBearing: false })
  const carried = claim({ text: 'nothing is cited', citations: [] })

  test('on the same dimension', () => {
    expect(standing({ c: [{ score: 5, claims: [] }, 5, 5], d: [5, 8, 8] }, revise({}))).toBe('stands')
    expect(standing({ c: [5, 5, 5], d: [{ score: 5, claims: [] }, 8, 8] }, revise({}))).toBe('unanchored')
  })

  test('as far as they were not refuted by hand', () => {
    const first = { score: 5, claims: [weak, carried] }
    const refuted = byHand({ member: 'adversary', target: 'claim', dimension: 'd', claim: 0 })
    expect(standing({ d: [first, 8, 8] }, revise({}))).toBe('stands')
    expect(standing({ d: [first, 8, 8] }, revise({}), { adjudications: [refuted] })).toBe('unanchored')
  })

  test('and not on what was decided about another member', () => {
    const about = byHand({ member: 'quality', target: 'claim', dimension: 'd', claim: 0 })
    const quality = { score: 8, claims: [weak, claim({ text: 'another', citations: [quote(heldToo)] })] }
    expect(standing({ d: [{ score: 5, claims: [weak] }, quality, 8] }, revise({}), { adjudications: [about] })).toBe('stands')
  })

  test('R-TRI-75 an escalation holds the replies word for word', () => {
    const reply = { member: 'adversary', dimension: 'd', action: 'MAINTAIN', rebuttal: 'the count is wrong' }
    expect(verdictOf(inputOf(panelOf({ d: [3, 9] }), { synthesis: [reply] })).escalation?.replies).toEqual([reply])
  })
})

describe('R-TRI-53 what goes to the others carries no role, and the words stay as they were said', () => {
  test.each([
    ['adversary: list[0] is wrong] here', 'list[0] is wrong] here'],
    ['[Adversary] - list[0] is wrong]', 'list[0] is wrong]'],
    ['see list[0]: the adversary: knows', 'see list[0]: the adversary: knows'],
  ])('%j', (rationale, text) => {
    const asked = adjudicate(inputOf(panelOf({ d: [{ score: 3, rationale }, 9] })))
    expect(asked.kind === 'synthesis' && asked.rationales['d']?.map((one) => one.text)).toContain(text)
  })

  test('R-TRI-54 a revision keeps the confidence of the first round unless it states its own', () => {
    const revision = { member: 'adversary', dimension: 'd', action: 'REVISE', score: 6, justification: 'seen', standing: 'stands' } as const
    const confidenceOf = (more: object): number | undefined =>
      applyReplies({ columns: [column([4, 7])], excluded: [] }, [{ ...revision, ...more }]).columns[0]?.entries[0]?.confidence
    expect(confidenceOf({})).toBe(0.7)
    expect(confidenceOf({ confidence: 0.2 })).toBe(0.2)
  })
})

describe('C-CHANGEDFILES a file was shown whole when all of its bytes were', () => {
  const long = artifact + artifact
  const size = artifact.length
  const coverage = (shown: readonly Json[], files: Json = { 'src/limiter.ts': artifact }): string => {
    const ruling = ruledOn({ d: [9, 9] }, { adversary: { coverage: shown } }, { corpus: { artifact: files } })
    return ruling.reasons.includes('coverage') ? 'unmet' : 'met'
  }

  test('each file has its own size, and nobody makes it smaller than it is', () => {
    const both = { 'a.ts': long, 'src/limiter.ts': artifact }
    const whole = { path: 'a.ts', bytes: long.length, of: long.length }
    expect(coverage([whole, { path: 'src/limiter.ts', bytes: size, of: size }], both)).toBe('met')
    expect(
      coverage(
        [
          { ...whole, bytes: size, of: size },
          { path: 'src/limiter.ts', bytes: size, of: size },
        ],
        both,
      ),
    ).toBe('unmet')
    expect(coverage([{ path: 'src/limiter.ts', bytes: size - 1, of: size - 1 }])).toBe('unmet')
  })

  test('an empty file is whole with nothing, and the length of a diff is not that of its file', () => {
    const whole = { path: 'src/limiter.ts', bytes: size, of: size }
    expect(coverage([whole, { path: 'empty.ts', bytes: 0, of: 0 }], { 'src/limiter.ts': artifact, 'empty.ts': '' })).toBe('met')
    const corpus = { artifact: { 'other.ts': artifact }, diff: { 'src/limiter.ts': `+${heldToo}\n` } }
    const ruling = ruledOn({ d: [7, 7] }, { adversary: { coverage: [{ ...whole, bytes: 5, of: 5 }] } }, { corpus })
    expect(ruling.reasons).not.toContain('coverage')
  })

  test('a file goes by its path where it has one, and the changed ones stand once each, in order', () => {
    const source = (id: string, path: string, role = 'artifact'): Json => ({ id, path, role, text: artifact })
    const named = { sources: [source('s1', 'b.ts'), source('s2', 'a.ts'), source('s3', 'a.ts')], runs: [] }
    expect(docketOf(inputOf(panel, { corpus: named })).changedFiles).toEqual(['a.ts', 'b.ts'])
    const shown = ['a.ts', 'b.ts'].map((path) => ({ path, bytes: 5, of: 5 }))
    expect(ruledOn({ d: [9, 9] }, { adversary: { coverage: shown } }, { corpus: named }).reasons).toEqual(['coverage'])
  })

  test('more bytes than there are is no account of what was shown', () => {
    expect(coverage([{ path: 'src/limiter.ts', bytes: size + 1, of: size }])).toBe('unmet')
    const diff = { diff: { 'src/limiter.ts': `+${heldToo}\n` }, artifact: { 'other.ts': artifact } }
    const ruling = ruledOn({ d: [9, 9] }, { adversary: { coverage: [{ path: 'src/limiter.ts', bytes: 1, of: 0 }] } }, { corpus: diff })
    expect(ruling.reasons).toEqual(['coverage'])
  })
})

test('R-TRI-76 the digest of the panel covers every reply, in whatever order they came', () => {
  const replies = ['d', 'e'].map((dimension) => ({ member: 'quality', dimension, action: 'MAINTAIN', rebuttal: 'as said' }))
  const panelHash = (synthesis: readonly Json[]): string =>
    verdictOf(inputOf(panelOf({ d: [9, 6, 6], e: [9, 6, 6] }), { synthesis })).boundTo.panel
  expect(panelHash(replies)).toBe(panelHash([...replies].reverse()))
  expect(new Set([panelHash(replies), panelHash(replies.slice(0, 1)), panelHash(replies.slice(1)), panelHash([])]).size).toBe(4)
})

describe('an input that can not be read', () => {
  const changing = (fault: unknown): Json => {
    let reads = 0
    const first = seat('adversary', { d: 7 })
    const get = (): string => {
      if (reads++ > 0) throw fault
      return 'sound'
    }
    Object.defineProperty(first, 'topConcern', { enumerable: true, get })
    return inputOf([first, ...panel.slice(1)])
  }

  test('a getter that changes its mind is a fault of its field, with what it threw', () => {
    expect(issuesOf(changing(new Error('gone')))).toEqual([{ code: 'unreadable', path: 'panel', message: 'reading it failed: gone' }])
    expect(issuesOf(changing('gone'))).toEqual([{ code: 'unreadable', path: 'panel', message: 'reading it failed: it threw' }])
  })

  test('but a fault with a code of its own is passed on', () => {
    const fault = new AdjudicateError('data-invalid', 'a fault of the host')
    expect(() => adjudicate(changing(fault))).toThrow(fault)
  })

  test.each<[string, Json, string[]]>([
    ['a doer that is null', { doer: null }, ['invalid-value doer']],
    [
      'adjudications that are no objects',
      { adjudications: ['refuted', null] },
      ['invalid-value adjudications[0]', 'invalid-value adjudications[1]'],
    ],
    ['a doer that is a text', { doer: 'builder' }, ['invalid-value doer']],
    [
      'a fresh member that leaves out a dimension and names a caveat twice',
      { replacements: [{ ...seat('operator', {}), caveats: [caveat(), caveat()] }] },
      ['id-twice replacements[0].caveats[1].id', 'dimension-missing replacements[0].scores'],
    ],
    ['a rubric whose dimension is a list', { rubric: { criteria: ['c'], dimensions: ['d', []] } }, ['invalid-value rubric.dimensions[1]']],
    ['a rubric whose criterion is a list', { rubric: { criteria: [[]], dimensions: ['d'] } }, ['invalid-value rubric.criteria[0]']],
    ['a rubric whose hash is a list', { rubric: { criteria: ['c'], dimensions: ['d'], hash: [] } }, ['invalid-value rubric.hash']],
    [
      'a reply by a stranger that names no dimension',
      { synthesis: [{ member: 'moon', dimension: 5, action: 'MAINTAIN', rebuttal: 'no' }] },
      ['invalid-value synthesis[0].dimension'],
    ],
  ])('%s', (_, more, faults) => {
    expect(faultsOf(inputOf(panel, more))).toEqual(faults)
  })

  test('a seat without a session beside a doer is a seat', () => {
    expect(
      adjudicate(inputOf([{ ...seat('adversary', { d: 7 }), session: undefined }, ...panel.slice(1)], { doer: { session: 'x' } })).kind,
    ).toBe('verdict')
  })

  test('an abstention with scores is neither taken for a scorecard nor for an abstention', () => {
    const mixed = { lens: 'quality', session: 's', outcome: 'abstained', reason: 'timeout', scores: [] }
    expect(faultsOf(inputOf([...panel.slice(0, 1), mixed, ...panel.slice(2)]))).toContain('unknown-field panel[1].scores')
  })

  test('R-TRI-07 an altered or overweight frozen rubric is named with both of its figures', () => {
    const frozen = {
      criteria: [{ id: 'C1', text: 'c' }],
      dimensions: [{ id: 'd', weight: 1, criteria: [] }],
      target: 0.8,
      commands: [],
      lenses: [],
      skills: [],
    }
    const [altered] = issuesOf(inputOf(panel, { rubric: { ...frozen, hash: 'x'.repeat(500) } }))
    expect(altered?.message).toMatch(/^the rubric was frozen as x{80} and is now sha256:/)
    const heavy = { ...frozen, dimensions: [{ id: 'd', weight: 2, criteria: [] }] }
    const [overweight] = issuesOf(inputOf(panel, { rubric: { ...heavy, hash: hashOf(heavy) } }))
    expect(overweight?.message).toBe('the weights of a frozen rubric sum to 1, these to 2')
  })
})
