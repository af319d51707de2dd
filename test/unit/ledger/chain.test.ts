import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../../../src/canonical/digest'
import { genesisHash, hashOfEvent, seal, storedLine } from '../../../src/ledger/chain'
import { parseEvent, parseNewEvent } from '../../../src/ledger/event'
import { linesOf, noted, parsed, someLines } from '../../support/ledger-events'

describe('an event of the chain', () => {
  test('its hash is SHA-256 over the canonical JSON without the hash, its line the canonical JSON with it', () => {
    const { event, line } = seal(
      {
        stream: 'slice/S3',
        type: 'tribunal.verdict',
        schema: 1,
        actor: { kind: 'human', id: 'a"b\\c' },
        id: '\u20ac',
        dataText: '{"b":[1,"\\n"],"z":0.1}',
      },
      { seq: 17, version: 4, at: '2026-08-14T16:30:00.000Z', prev: genesisHash, batch: { i: 1, n: 2 } },
      sha256Hex,
    )
    const { hash, ...content } = event
    expect(hash).toBe(
      `sha256:${createHash('sha256')
        .update(String(canonicalize(content)))
        .digest('hex')}`,
    )
    expect(line).toBe(canonicalize(event))
    expect(storedLine(event)).toBe(line)
    expect(hashOfEvent(event, sha256Hex)).toBe(hash)
    expect(parsed(line)).toEqual(event)
  })

  test('the digest may be handed in', () => {
    const other = seal({ ...noted(1), dataText: '1' }, { seq: 1, version: 1, at: '2026-08-14T16:30:00Z', prev: genesisHash }, () =>
      'f'.repeat(64),
    )
    expect(other.event.hash).toBe(`sha256:${'f'.repeat(64)}`)
  })

  test('the first event follows 64 zeros, each other its predecessor; a batch is marked only where there is more than one', () => {
    const events = linesOf([[noted(1)], [noted(2), noted(3, { stream: 'other' })]]).map(parsed)
    expect(events[0]?.prev).toBe(`sha256:${'0'.repeat(64)}`)
    expect(events.slice(1).map(({ prev }) => prev)).toEqual(events.slice(0, 2).map(({ hash }) => hash))
    expect(events.map(({ seq, version, batch }) => [seq, version, batch])).toEqual([
      [1, 1, undefined],
      [2, 2, { i: 1, n: 2 }],
      [3, 1, { i: 2, n: 2 }],
    ])
  })
})

describe('reading an event', () => {
  test('a recorded one is read whole', () => {
    const [line] = someLines(1)
    expect(parseEvent(parsed(line))).toEqual({ ok: true, value: parsed(line) })
  })

  test('every fault of an envelope is named', () => {
    const event = { ...parsed(someLines(1)[0]), seq: 0, prev: 'sha256:xyz', batch: { i: 3, n: 2 }, more: 1 }
    const result = parseEvent(event)
    expect(result.ok ? [] : result.issues.map(({ path }) => path)).toEqual(['batch', 'more', 'prev', 'seq'])
  })

  test('a new one needs all that its author says', () => {
    const result = parseNewEvent({ stream: 'a', at: '2026-13-01T00:00:00Z' })
    expect(result.ok ? [] : result.issues.map(({ path }) => path)).toEqual(['actor', 'at', 'data', 'id', 'schema', 'type'])
  })
})
