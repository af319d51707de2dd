import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../../../src/canonical/digest'
import { emptyHead } from '../../../src/ledger/chain'
import type { Verification } from '../../../src/ledger/verification'
import { advance, isWhole, startVerification, verifyEnding, verifyLine, wholeHead } from '../../../src/ledger/verification'
import { rechained } from '../../support/translate/ledger-lines'
import { linesOf, noted, parsed, someLines } from '../../support/ledger-events'

function run(lines: readonly string[], rest: string | undefined = '', legacyLines = 0) {
  const verification = startVerification({ digest: sha256Hex, legacyLines })
  for (const line of lines) {
    const outcome = verifyLine(verification, line)
    if (outcome.kind === 'broken') return { verification, broken: outcome.broken }
  }
  const ending = verifyEnding(verification, rest)
  return ending.kind === 'broken' ? { verification, broken: ending.broken } : { verification, ending }
}

function brokenAt(lines: readonly string[], rest?: string): unknown {
  const { broken } = run(lines, rest)
  return broken === undefined ? undefined : [broken.seq, broken.reason]
}

const lines = someLines(5)
const batch = [...someLines(1), ...linesOf([[noted(1)], [noted(2), noted(3), noted(4)], [noted(5)]]).slice(1)]

describe('verification', () => {
  test('a whole ledger is whole, line by line', () => {
    const { verification, ending } = run(lines)
    expect(ending).toEqual({ kind: 'whole' })
    expect(verification.head).toEqual({ seq: 5, hash: parsed(lines[4]).hash })
    expect(verification.versions).toEqual(new Map([['slice/S1', 5]]))
    expect(run([]).ending).toEqual({ kind: 'whole' })
  })

  test('the first break is told with its place and kind', () => {
    const at = (index: number) => lines[index] ?? ''
    const forged = (before: number, changes: object) => rechained(parsed(at(before)), [{ ...parsed(at(before + 1)), ...changes }])[0] ?? ''
    expect(brokenAt([at(0), at(2), at(3)])).toEqual([2, 'gap'])
    expect(brokenAt([at(1), at(2)])).toEqual([1, 'gap'])
    expect(brokenAt([at(0), at(1), at(1), at(2)])).toEqual([3, 'duplicate'])
    expect(brokenAt([at(0), at(1), at(2), at(0)])).toEqual([4, 'duplicate'])
    expect(brokenAt([at(0), at(2), at(1), at(3)])).toEqual([2, 'gap'])
    expect(brokenAt([at(0), at(1), at(2), forged(1, { id: 'other' })])).toEqual([4, 'fork'])
    expect(brokenAt([at(0), forged(0, { data: 9 }), at(2)])).toEqual([3, 'unlinked'])
    expect(brokenAt([at(0), forged(0, { version: 3 })])).toEqual([2, 'version'])
    expect(brokenAt([at(0), '', at(1)])).toEqual([2, 'blank-line'])
    expect(brokenAt([at(0), at(1).replace('"n":2', '"n":3')])).toEqual([2, 'content'])
  })

  test('an event of the right number chained to an older one is a fork, with both hashes', () => {
    const { id, ...third } = parsed(lines[2])
    const [forged = ''] = rechained({ ...parsed(lines[0]), seq: 2 }, [{ ...third, id }])
    const { broken } = run([...lines.slice(0, 2), forged])
    expect(broken).toMatchObject({ seq: 3, reason: 'fork', expected: parsed(lines[1]).hash, actual: parsed(lines[0]).hash })
  })

  test('a repeat of an event from long ago is found too', () => {
    const many = someLines(1100)
    expect(brokenAt([...many, many[0] ?? ''])).toEqual([1101, 'fork'])
    expect(brokenAt([...many, many[1000] ?? ''])).toEqual([1101, 'duplicate'])
  })

  test('nothing is judged after a break', () => {
    const { verification } = run([lines[1] ?? ''])
    expect(() => verifyLine(verification, lines[0] ?? '')).toThrow('nothing is judged after a break')
  })
})

describe('batches', () => {
  test('they count once they are whole', () => {
    const verification = startVerification()
    const wholes = batch.map((line) => [verifyLine(verification, line).kind, isWhole(verification), wholeHead(verification).seq])
    expect(wholes).toEqual([
      ['event', true, 1],
      ['event', false, 1],
      ['event', false, 1],
      ['event', true, 4],
      ['event', true, 5],
    ])
  })

  test('an incomplete one at the end is torn, and the verification stands before it again', () => {
    const { verification, ending } = run(batch.slice(0, 3))
    expect(ending).toMatchObject({ kind: 'torn', events: 2 })
    expect(verification.head).toEqual({ seq: 1, hash: parsed(batch[0]).hash })
    expect(verification.versions).toEqual(new Map([['slice/S1', 1]]))
    for (const line of batch.slice(1)) expect(verifyLine(verification, line).kind).toBe('event')
    expect(run(linesOf([[noted(1), noted(2)]]).slice(0, 1)).verification).toMatchObject({ head: emptyHead, versions: new Map() })
  })

  test('an incomplete one anywhere else is a break', () => {
    const [single = ''] = rechained(parsed(batch[1]), [{ ...parsed(lines[2]), version: 3 }])
    expect(brokenAt([...batch.slice(0, 2), single])).toEqual([3, 'batch'])
    const [late = ''] = rechained(parsed(batch[0]), [{ ...parsed(batch[2]), version: 2 }])
    expect(brokenAt([batch[0] ?? '', late])).toEqual([2, 'batch'])
  })
})

describe('what stands after the last line end', () => {
  const [one = '', two = '', three = ''] = lines

  test('a record that lacks only its line end is kept', () => {
    const { verification, ending } = run([one, two], three)
    expect(ending).toMatchObject({ kind: 'unended', event: { seq: 3 } })
    expect(verification.head.seq).toBe(3)
    expect(run(batch.slice(0, 3), batch[3]).verification.head.seq).toBe(4)
  })

  test('every beginning of a record is torn', () => {
    const state = (verification: Verification) => [verification.head.seq, verification.broken]
    for (let length = 1; length < three.length; length++) {
      const { verification, ending } = run([one, two], three.slice(0, length))
      expect([length, ending?.kind, ...state(verification)]).toEqual([length, 'torn', 2, undefined])
    }
    expect(verifyEnding(startVerification(), undefined).kind).toBe('torn')
    expect(run([one], '\u0000\u0000\u0000').ending?.kind).toBe('torn')
    expect(run([one], `${two}\u0000\u0000`).ending?.kind).toBe('torn')
    expect(run(batch.slice(0, 2), batch[2]).ending).toMatchObject({ kind: 'torn', events: 2 })
  })

  test('a whole record that does not belong there was not left by a crash', () => {
    expect(brokenAt([one], two.replace('"n":2', '"n":7'))).toEqual([2, 'content'])
    expect(brokenAt([one], `${two}\r`)).toEqual([2, 're-spelled'])
    expect(brokenAt([one], three)).toEqual([2, 'gap'])
  })

  test('line ends alone carry nothing', () => {
    expect(run([one, '', '']).ending).toEqual({ kind: 'blank', lines: 2 })
    expect(run([one, ''], 'x').ending?.kind).toBe('torn')
    expect(brokenAt([one, ''], two)).toEqual([2, 'blank-line'])
  })
})

describe('an old log without hashes', () => {
  test('so many lines are passed over, whatever they say; the chain begins after them', () => {
    const { verification, ending } = run(['{"n":1}', 'not even JSON', '', ...lines], '', 3)
    expect([ending?.kind, verification.legacySeen, verification.head.seq]).toEqual(['whole', 3, 5])
    expect(run(['{"n":1}', ...lines], '', 0).broken).toMatchObject({ seq: 1, reason: 'envelope' })
    expect(run(['{"n":1}', ...lines], '', 2).broken).toMatchObject({ seq: 1, reason: 'gap' })
  })
})

describe('a writer', () => {
  test('that advances by its own events stands where verifying them leads', () => {
    const written = startVerification()
    for (const line of batch) advance(written, parsed(line))
    const { verification } = run(batch)
    expect({ ...written, digest: 0 }).toEqual({ ...verification, digest: 0 })
  })
})
