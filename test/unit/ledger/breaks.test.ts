import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../../../src/canonical/digest'
import { genesisHash } from '../../../src/ledger/chain'
import type { Event } from '../../../src/ledger/event'
import type { Break } from '../../../src/ledger/verification'
import {
  breakAt,
  breakReasons,
  isSameBreak,
  legacyBreak,
  startVerification,
  verifyEnding,
  verifyLine,
} from '../../../src/ledger/verification'
import { linesOf, noted, parsed, someLines } from '../../support/ledger-events'
import { rechained } from '../../support/translate/ledger-lines'

const lines = someLines(4)
const [one = '', two = '', three = '', four = ''] = lines
const batch = linesOf([[noted(1)], [noted(2), noted(3, { stream: 'other' }), noted(4)], [noted(5)]])
const [, begun = '', middle = ''] = batch

/** The first break of these lines; undefined where there is none. */
function breakOf(...given: readonly string[]): Break | undefined {
  const verification = startVerification()
  for (const line of given) {
    const outcome = verifyLine(verification, line)
    if (outcome.kind === 'broken') {
      expect(verification.broken).toBe(outcome.broken)
      return outcome.broken
    }
  }
  return undefined
}

/** The line of an event, changed and chained anew to the one before it. */
function forged(before: string, after: string, changes: Partial<Event>): string {
  return rechained(parsed(before), [{ ...parsed(after), ...changes }])[0] ?? ''
}

function endingOf(given: readonly string[], rest: string | undefined, legacyLines = 0) {
  const verification = startVerification({ legacyLines })
  for (const line of given) expect(verifyLine(verification, line).kind).not.toBe('broken')
  return { verification, ending: verifyEnding(verification, rest) }
}

describe('where the first break is, and what is wrong there (spec 08, Audit)', () => {
  test('an event removed, repeated or put elsewhere', () => {
    expect(breakOf(one, three)).toEqual({ seq: 2, reason: 'gap', message: 'event 3 stands where event 2 belongs' })
    expect(breakOf(one, two, one)).toEqual({ seq: 3, reason: 'duplicate', message: 'event 1 stands here again' })
  })

  test('an event that is chained to the last one but counts otherwise', () => {
    const counted = (seq: number) => rechained({ ...parsed(one), seq: seq - 1 }, [parsed(two)])[0] ?? ''
    expect(breakOf(one, counted(2))).toBeUndefined()
    expect(breakOf(one, counted(3))).toEqual({ seq: 2, reason: 'gap', message: 'event 3 stands where event 2 belongs' })
    expect(breakOf(one, counted(1))).toMatchObject({ seq: 2, reason: 'fork' })
  })

  test('another event of a number that is taken branches the chain: both hashes are told', () => {
    expect(breakOf(one, two, three, forged(one, two, { data: 7 }))).toEqual({
      seq: 4,
      reason: 'fork',
      message: 'another event 2 stands here: the chain branches before it',
      expected: parsed(three).hash,
      actual: parsed(one).hash,
    })
  })

  test('an event chained to another that is not the last one', () => {
    const toOlder = rechained({ ...parsed(one), seq: 3 }, [parsed(four)])[0] ?? ''
    expect(breakOf(one, two, three, toOlder)).toEqual({
      seq: 4,
      reason: 'fork',
      message: 'it is chained to an event that already has a successor',
      expected: parsed(three).hash,
      actual: parsed(one).hash,
    })
    const toGenesis = rechained({ ...parsed(one), hash: genesisHash }, [parsed(two)])[0] ?? ''
    expect(breakOf(one, toGenesis)).toMatchObject({ seq: 2, reason: 'fork', actual: genesisHash })
    const toNowhere = rechained({ ...parsed(one), hash: `sha256:${'a'.repeat(64)}` }, [parsed(two)])[0] ?? ''
    expect(breakOf(one, toNowhere)).toEqual({
      seq: 2,
      reason: 'unlinked',
      message: 'it is chained to an event that is not in this ledger',
      expected: parsed(one).hash,
      actual: `sha256:${'a'.repeat(64)}`,
    })
  })

  test('a stream that counts otherwise', () => {
    expect(breakOf(one, forged(one, two, { version: 3 }))).toEqual({
      seq: 2,
      reason: 'version',
      message: 'version 3 of slice/S1 stands where version 2 belongs',
    })
    expect(breakOf(one, forged(one, two, { stream: 'new', version: 2 }))).toMatchObject({
      message: 'version 2 of new stands where version 1 belongs',
    })
  })

  test('events of an append that do not stand together', () => {
    expect(breakOf(batch[0] ?? '', forged(batch[0] ?? '', middle, { version: 1 }))).toEqual({
      seq: 2,
      reason: 'batch',
      message: 'a batch begins with event 2 of 3',
    })
    const follows = (changes: Partial<Event>) => breakOf(batch[0] ?? '', begun, forged(begun, middle, changes))
    expect(follows({ batch: { i: 3, n: 3 } })).toEqual({
      seq: 3,
      reason: 'batch',
      message: 'a batch of 3 is followed by event 3 of 3 after 1',
    })
    expect(follows({ batch: { i: 2, n: 2 } })).toMatchObject({ message: 'a batch of 3 is followed by event 2 of 2 after 1' })
    const { batch: _, ...single } = parsed(middle)
    const [alone = ''] = rechained(parsed(begun), [single])
    expect(breakOf(batch[0] ?? '', begun, alone)).toMatchObject({
      reason: 'batch',
      message: 'a batch of 3 is followed by an event without a batch after 1',
    })
  })

  test('a blank line, an edited line and what else stands around it', () => {
    expect(breakOf(one, '', two)).toEqual({ seq: 2, reason: 'blank-line', message: 'a blank line stands before it' })
    expect(breakOf(one, two.replace('"n":2', '"n":3'))).toMatchObject({
      seq: 2,
      reason: 'content',
      expected: parsed(two).hash,
      actual: `sha256:${sha256Hex(two.replace('"n":2', '"n":3').replace(/"hash":"[^"]*",/, ''))}`,
    })
    expect(Object.keys(breakOf(one, 'nonsense') ?? {})).toEqual(['seq', 'reason', 'message'])
    const verification = startVerification()
    verifyLine(verification, one)
    expect(breakAt(verification, 'not-utf8', 'bytes')).toEqual({ seq: 2, reason: 'not-utf8', message: 'bytes' })
    expect(() => verifyLine(verification, two)).toThrow('nothing is judged after a break')
  })

  test('two readings found the same break if place, reason, words and hash agree', () => {
    const broken: Break = { seq: 2, reason: 'content', message: 'changed', actual: 'sha256:a' }
    expect(isSameBreak(broken, { ...broken })).toBe(true)
    expect(isSameBreak(broken, undefined)).toBe(false)
    const others: readonly Partial<Break>[] = [{ seq: 3 }, { reason: 'gap' }, { message: 'other' }, { actual: 'sha256:b' }]
    for (const other of others) expect(isSameBreak(broken, { ...broken, ...other }), JSON.stringify(other)).toBe(false)
  })

  test('every reason is listed once', () => {
    expect(breakReasons).toEqual([...new Set(breakReasons)])
    expect(breakReasons).toEqual(
      expect.arrayContaining(['content', 'blank-line', 'gap', 'duplicate', 'fork', 'unlinked', 'version', 'batch']),
    )
  })

  test('a repeat is told from a branch as far back as 1,024 events', () => {
    const many = someLines(1026)
    expect(breakOf(...many, many[2] ?? '')?.reason).toBe('duplicate')
    expect(breakOf(...many, many[1] ?? '')?.reason).toBe('fork')
  })
})

describe('what stands after the last line end (spec 08, Port)', () => {
  test('a torn record or batch, with the number of whole events that go with it', () => {
    const torn = (given: readonly string[], rest: string | undefined) => endingOf(given, rest).ending
    expect(torn([one], 'half a rec')).toEqual({ kind: 'torn', events: 0, message: 'the last record is incomplete' })
    expect(torn([one], undefined)).toEqual({ kind: 'torn', events: 0, message: 'the last record is unreadable' })
    expect(torn(batch.slice(0, 3), '')).toEqual({ kind: 'torn', events: 2, message: 'a batch is incomplete' })
    expect(torn(batch.slice(0, 3), 'x')).toEqual({ kind: 'torn', events: 2, message: 'the last record is incomplete' })
    expect(torn(batch.slice(0, 2), middle)).toEqual({ kind: 'torn', events: 2, message: 'a batch is incomplete' })
    expect(torn([one], ' '.repeat(1_048_577))).toMatchObject({ kind: 'torn' })
    expect(torn([one], '\udc00')).toMatchObject({ kind: 'torn' })
    expect(torn([one], '{"a":1}')).toMatchObject({ kind: 'torn' })
  })

  test('after it the ledger stands at its last whole batch, every stream as before', () => {
    const { verification } = endingOf(batch.slice(0, 3), '')
    expect(verification.versions).toEqual(new Map([['slice/S1', 1]]))
    expect([verification.head.seq, verification.openBatch]).toEqual([1, undefined])
    for (const line of batch.slice(1)) expect(verifyLine(verification, line).kind).toBe('event')
    expect(verification.versions).toEqual(
      new Map([
        ['slice/S1', 4],
        ['other', 1],
      ]),
    )
  })

  test('blank lines at the end are counted once and forgotten', () => {
    const { verification, ending } = endingOf([one, '', ''], '')
    expect(ending).toEqual({ kind: 'blank', lines: 2 })
    expect(verifyLine(verification, two).kind).toBe('event')
  })

  test('a whole record without its line end is kept; where it does not belong it is a break', () => {
    expect(endingOf([one], two).ending).toEqual({ kind: 'unended', event: parsed(two) })
    expect(endingOf([one], three).ending).toMatchObject({ kind: 'broken', broken: { seq: 2, reason: 'gap' } })
    const bom = endingOf([], `\ufeff${one}`).ending
    expect(bom).toMatchObject({ kind: 'broken', broken: { seq: 1, reason: 'bom' } })
  })
})

describe('an old log before the first event', () => {
  test('its last line may lack the line end', () => {
    expect(endingOf(['old'], 'older', 2).ending).toStrictEqual({ kind: 'unended' })
    expect(endingOf(['old', 'older'], one, 2).ending).toMatchObject({ kind: 'unended', event: { seq: 1 } })
    expect(endingOf(['old', 'older'], 'half', 2).ending).toMatchObject({ kind: 'torn' })
  })

  test('its lines are told apart from blank ones and from events', () => {
    const verification = startVerification({ legacyLines: 2 })
    const kinds = ['old', '', one, ''].map((line) => verifyLine(verification, line).kind)
    expect(kinds).toEqual(['legacy', 'legacy', 'event', 'blank'])
  })

  test('fewer lines than it was begun on are a gap before event 1', () => {
    const { verification } = endingOf(['old'], '', 3)
    expect(legacyBreak(verification)).toEqual({ seq: 1, reason: 'gap', message: 'the old log before event 1 has 1 of 3 lines' })
    expect(legacyBreak(endingOf(['old'], '', 1).verification)).toBeUndefined()
    expect(legacyBreak(startVerification())).toBeUndefined()
  })
})
