import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Citation } from '../../src/evidence/citation'
import type { Corpus, Source, SourceRole } from '../../src/evidence/corpus'
import { fold } from '../../src/evidence/fold'
import { locate, locateAll } from '../../src/evidence/locate'
import type { Strategy } from '../../src/evidence/search'
import { searchFor } from '../../src/evidence/search'
import type { CheckedCitation, CheckedClaim } from '../../src/evidence/standing'
import { anchors, standingOf } from '../../src/evidence/standing'
import { naiveFold, naiveLocate } from '../support/naive-evidence'

const pieces = [
  'a',
  'aa',
  'ab ',
  'abcdefgh',
  'abcdefghijklmnop',
  'return iat + 15 * 60;',
  '}',
  'x',
  '# T\n',
  '## T\n',
  '### Sub ##\n',
  '```\n',
  '-',
  '+',
  ' ',
  '\n',
  '\n',
  '\n',
  '\r\n',
  '\r',
  '  ',
  '\t',
  '\u00a0',
  '\u3000',
  '\u2028',
  '\0',
  '\u200b',
  '\u200f',
  '\ufeff',
  '.*',
  '[a',
  '(b|c)?',
  '\\',
  '$&',
  '“go now”',
  '"go now"',
  '‘',
  "'",
  '…',
  '...',
  '—',
  '-',
  'ﬁle',
  'file',
  'e\u0301',
  'é',
  'ＡＢ',
  'AB',
  '\ud83d\ude80',
  '\ud83d',
  '中文',
  '각',
  '\u1100\u1161',
]
const prose = fc
  .tuple(fc.constantFrom('', '# T\n', '### Sub\n'), fc.array(fc.constantFrom(...pieces), { minLength: 3, maxLength: 40, size: 'max' }))
  .map(([head, parts]) => head + parts.join(''))
const repetitive = fc
  .tuple(
    fc.array(fc.constantFrom('a', 'ab', 'aab', 'b', '\n', '-a', '  '), { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 30 }),
  )
  .map(([parts, times]) => parts.join('').repeat(times).slice(0, 300))
const anyText = fc.oneof({ weight: 6, arbitrary: prose }, { weight: 1, arbitrary: repetitive }, { weight: 1, arbitrary: fc.constant('') })
const role = fc.constantFrom<SourceRole>('artifact', 'artifact', 'diff', 'spec', 'reference')

const corpora: fc.Arbitrary<Corpus> = fc
  .tuple(
    fc.array(fc.tuple(role, anyText), { maxLength: 4, size: 'max' }),
    fc.array(fc.tuple(fc.constantFrom('npm test', 'npm  test'), fc.constantFrom(0, 1), anyText), { maxLength: 3, size: 'max' }),
  )
  .map(([sources, runs]) => ({
    sources: sources.map(([kind, given], index): Source => ({ id: `s${index}`, role: kind, path: `f${index}`, text: given })),
    runs: runs.map(([command, exitCode, output]) => ({ command, exitCode, output })),
  }))

/** Ways in which a quote goes astray. */
const slips: readonly ((quote: string) => string)[] = [
  (quote) => quote,
  (quote) => quote,
  (quote) => quote.replaceAll('\n', '\r\n'),
  (quote) => ` ${quote}  `,
  (quote) => quote.replaceAll(' ', '  '),
  (quote) => quote.replaceAll('"', '”').replaceAll("'", '’'),
  (quote) => quote.replaceAll('-', '–').replaceAll('...', '…'),
  (quote) => quote.normalize('NFKC'),
  (quote) => quote.normalize('NFD'),
  (quote) => `${quote}zq`,
  (quote) => quote.replaceAll('a', 'b'),
]

const drafts = fc.array(
  fc.record({
    kind: fc.nat(9),
    pick: fc.nat(4),
    elsewhere: fc.boolean(),
    from: fc.nat(300),
    length: fc.oneof(fc.integer({ min: 8, max: 40 }), fc.nat(12), fc.nat(400)),
    slip: fc.nat(slips.length - 1),
    line: fc.integer({ min: 1, max: 12 }),
    span: fc.nat(3),
  }),
  { minLength: 1, maxLength: 12, size: 'max' },
)

type Draft = typeof drafts extends fc.Arbitrary<readonly (infer D)[]> ? D : never

/** A citation whose text is mostly taken from what it names, and mostly not quite. */
function written({ kind, pick, elsewhere, from, length, slip, line, span }: Draft, { sources, runs }: Corpus): Citation {
  const run = runs[pick % Math.max(1, runs.length)]
  const named = kind >= 8 ? run?.output : sources[pick]?.text
  const given = (elsewhere ? sources[0]?.text : named) ?? 'nothing of this stands anywhere'
  const start = from % (given.length + 1)
  const quote = (slips[slip] ?? String)(given.slice(start, start + length))
  const command = run?.command ?? 'npm test'
  const heading = span === 0 ? 'Sub' : 'T'
  const all: readonly Citation[] = [
    { kind: 'quote', text: quote },
    { kind: 'quote', text: quote, source: `s${pick}` },
    { kind: 'line', file: `f${pick}`, line, text: quote },
    { kind: 'line', file: `f${pick}`, line, endLine: line + span, text: quote },
    { kind: 'line', file: `f${pick}`, line, endLine: line + span },
    { kind: 'section', source: `s${pick}`, heading, text: quote },
    { kind: 'section', source: `s${pick}`, heading, text: quote },
    { kind: 'section', source: `s${pick}`, heading },
    { kind: 'output', command, text: quote },
    { kind: 'output', command, text: quote, exitCode: span % 2 },
  ]
  return all[kind] ?? { kind: 'quote', text: quote }
}

function artifact(text: string): Corpus {
  return { sources: [{ id: 's0', role: 'artifact', path: 'f0', text }], runs: [] }
}

function plainOccurrences(text: string, pattern: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) found.push(at)
  return found
}

/** What melts into its neighbours: marks, jamo, halfwidth marks and letters that NFKC takes apart. */
const joining = [
  '\u0301',
  '\u0323',
  '\u0345',
  '\u1100',
  '\u1161',
  '\u11a8',
  'ㄱ',
  'ㅏ',
  'ﾞ',
  'ｶ',
  'ﾡ',
  'ﬁ',
  '´',
  '¨',
  'ﷺ',
  '𝐀',
  'ǅ',
  '\u0b47\u0b3e',
  '﹘',
  '⁻',
]

describe('looking citations up', () => {
  test('R-TRI-26, A-TRI-12: equals the plain reading of the rules, citation by citation', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(corpora, drafts, (corpus, given) => {
        const citations = given.map((draft) => written(draft, corpus))
        const located = locateAll(citations, corpus)
        citations.forEach((citation, index) => {
          expect(located[index]).toEqual(naiveLocate(citation, corpus))
          expect(locate(citation, corpus)).toEqual(located[index])
          const key = `${citation.kind} ${located[index]?.outcome}`
          seen.set(key, (seen.get(key) ?? 0) + 1)
        })
      }),
      { numRuns: 500 },
    )
    for (const kind of ['quote', 'line', 'section', 'output']) {
      for (const outcome of ['found', 'near', 'too-short', 'missing'])
        expect(seen.get(`${kind} ${outcome}`), `${kind} ${outcome}`).toBeGreaterThan(0)
    }
    expect(seen.get('line drifted')).toBeGreaterThan(0)
  })

  test('R-TRI-26: a verbatim slice of a source is found at its place or before', () => {
    let long = 0
    fc.assert(
      fc.property(
        anyText,
        fc.nat(300),
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        (given, from, length, end) => {
          const source = given.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
          const start = from % (source.length + 1)
          const slice = source.slice(start, start + length)
          const located = locate({ kind: 'quote', text: slice.replaceAll('\n', end) }, artifact(source))
          if ([...slice].filter((char) => !/\p{White_Space}/u.test(char)).length < 8) return
          long++
          expect(located).toMatchObject({ outcome: 'found' })
          if ('place' in located) {
            expect(located.place.offset).toBeLessThanOrEqual(start)
            expect(source.startsWith(slice, located.place.offset)).toBe(true)
            expect(located.place.line).toBe(source.slice(0, located.place.offset).split('\n').length)
          }
        },
      ),
      { numRuns: 500 },
    )
    expect(long).toBeGreaterThan(50)
  })

  test('A-TRI-12, E-RAWOFFSET: line ends change nothing', () => {
    let placed = 0
    fc.assert(
      fc.property(corpora, drafts, fc.constantFrom('\r\n', '\r'), (corpus, given, end) => {
        const asLf = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
        const withEnds = (to: (text: string) => string): Corpus => ({
          sources: corpus.sources.map((source) => ({ ...source, text: to(source.text) })),
          runs: corpus.runs.map((run) => ({ ...run, output: to(run.output) })),
        })
        const citations = given.map((draft) => written(draft, corpus))
        const located = locateAll(citations, withEnds(asLf))
        expect(
          locateAll(
            citations,
            withEnds((text) => asLf(text).replaceAll('\n', end)),
          ),
        ).toEqual(located)
        if (located.some((one) => 'place' in one && one.place.line > 1)) placed++
      }),
      { numRuns: 200 },
    )
    expect(placed).toBeGreaterThan(10)
  })

  test('the order of the citations does not matter', () => {
    let several = 0
    fc.assert(
      fc.property(corpora, drafts, (corpus, given) => {
        const citations = given.map((draft) => written(draft, corpus))
        expect(locateAll([...citations].reverse(), corpus).reverse()).toEqual(locateAll(citations, corpus))
        if (citations.length > 3) several++
      }),
      { numRuns: 200 },
    )
    expect(several).toBeGreaterThan(50)
  })
})

describe('searching', () => {
  test('all strategies give what an indexOf loop gives, text after text', () => {
    const strategies: readonly Strategy[] = ['index-of', 'skipping', 'rolling']
    let occurrences = 0
    const patternsIn = fc.array(fc.tuple(fc.nat(300), fc.integer({ min: 1, max: 50 })), { minLength: 1, maxLength: 60, size: 'max' })
    fc.assert(
      fc.property(
        fc.array(anyText, { minLength: 1, maxLength: 3 }),
        patternsIn,
        fc.constantFrom(...strategies),
        fc.integer({ min: 1, max: 5 }),
        (texts, cuts, strategy, enough) => {
          const source = texts.join('')
          const slices = cuts.map(([from, length]) => source.slice(from % (source.length + 1)).slice(0, length))
          const patterns = [...new Set([...slices, ...slices.map((slice) => `${slice}!`)])].filter((pattern) => pattern !== '')
          const wanted = patterns.map((pattern) => texts.flatMap((text) => plainOccurrences(text, pattern)).slice(0, enough))
          const found = patterns.map((): number[] => [])
          const search = searchFor(patterns)
          for (const text of texts) {
            search.in(
              text,
              (pattern, offset) => {
                occurrences++
                return (found[pattern]?.push(offset) ?? 0) < enough
              },
              strategy,
            )
          }
          expect(found).toEqual(wanted)
          expect(search.left()).toBe(found.filter((offsets) => offsets.length < enough).length)
        },
      ),
      { numRuns: 400 },
    )
    expect(occurrences).toBeGreaterThan(1000)
  })

  test('E-FOLDTRIM: folding piece by piece equals folding all at once', () => {
    const letters = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' }), fc.constantFrom(...joining)), {
      maxLength: 30,
      size: 'max',
    })
    let changed = 0
    fc.assert(
      fc.property(letters, (parts) => {
        const given = parts.join('')
        const folded = fold(given)
        expect(folded.text).toBe(naiveFold(given))
        const starts = Array.from({ length: folded.text.length }, (_, index) => folded.start(index))
        expect(starts).toEqual([...starts].sort((a, b) => a - b))
        if (folded.text !== given) changed++
      }),
      { numRuns: 1500 },
    )
    expect(changed).toBeGreaterThan(500)
  })
})

const checked: fc.Arbitrary<CheckedCitation> = fc.record(
  {
    kind: fc.constantFrom('quote', 'line', 'section', 'output'),
    outcome: fc.constantFrom('found', 'drifted', 'near', 'too-short', 'missing'),
    role,
    withText: fc.boolean(),
    deletedOnly: fc.boolean(),
  },
  { requiredKeys: ['kind', 'outcome'] },
)
const claims: fc.Arbitrary<CheckedClaim[]> = fc.array(
  fc.record(
    { loadBearing: fc.boolean(), citations: fc.array(checked, { maxLength: 3 }), adjudicated: fc.constantFrom('refuted', 'upheld') },
    { requiredKeys: ['loadBearing', 'citations'] },
  ),
  { maxLength: 5 },
)
const score = fc.double({ min: 1, max: 10, noNaN: true })

describe('standings', () => {
  test('R-TRI-26: near never anchors', () => {
    let nears = 0
    fc.assert(
      fc.property(score, claims, (value, given) => {
        const lost = given.map((claim) => ({
          ...claim,
          citations: claim.citations.map((one) => (one.outcome === 'near' ? { ...one, outcome: 'missing' as const } : one)),
        }))
        expect(standingOf(value, given)).toEqual(standingOf(value, lost))
        if (given.some((claim) => claim.citations.some((one) => one.outcome === 'near'))) nears++
      }),
    )
    expect(nears).toBeGreaterThan(10)
  })

  test('E-REFUTEDANCHORS: a refuted claim never counts for a score', () => {
    let outcomes = new Set<string>()
    fc.assert(
      fc.property(score, claims, (value, given) => {
        const { standing, claims: statuses } = standingOf(value, given)
        const kept = given.filter((_, index) => statuses[index] === 'kept')
        const without = standingOf(value, kept).standing
        expect(standing === 'refuted' ? 'refuted' : without).toBe(standing)
        const anchored = kept.some((claim) => claim.citations.some(anchors))
        if (standing === 'stands' && (value >= 8 || value <= 3)) expect(anchored).toBe(true)
        outcomes = new Set([...outcomes, standing])
      }),
      { numRuns: 500 },
    )
    expect([...outcomes].sort()).toEqual(['refuted', 'stands', 'unanchored'])
  })

  test('R-TRI-24: losing evidence never makes a score stand', () => {
    let lost = 0
    fc.assert(
      fc.property(score, claims, fc.nat(4), (value, given, index) => {
        const less = given.map((claim, at) =>
          at === index ? { ...claim, citations: claim.citations.map((one) => ({ ...one, outcome: 'missing' as const })) } : claim,
        )
        const after = standingOf(value, less).standing
        if (after === 'stands') expect(standingOf(value, given).standing).toBe('stands')
        else if (standingOf(value, given).standing === 'stands') lost++
      }),
      { numRuns: 500 },
    )
    expect(lost).toBeGreaterThan(10)
  })
})
