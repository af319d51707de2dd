import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { removeEverything } from './support/ledger-faults'
import type { LedgerCase } from './support/translate/ledger'
import { runLedgerCase } from './support/translate/ledger'

const cases = readFileSync(join(import.meta.dirname, 'cases/ledger.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as LedgerCase & { readonly why: string; readonly expected: object })

afterAll(removeEverything)

describe('ledger cases', () => {
  test('they are all here', () => {
    expect(cases.length).toBeGreaterThanOrEqual(26)
  })

  for (const one of cases) {
    test(`${one.id}: ${one.why}`, async () => {
      expect(await runLedgerCase(one)).toBeUndefined()
    })
  }

  test('what a case asks that is not known here is a failure, and so is a wrong expectation', async () => {
    const ops = [{ append: [{ type: 'card', n: 1 }] }, { do: 'verify' }]
    const faults = [
      { input: { ops }, expected: { verify: 'broken' } },
      { input: { ops }, expected: { verify: 'ok', events: 2 } },
      { input: { ops }, expected: { verify: 'ok', colour: 'green' } },
      { input: { ops: [...ops, { paint: 'green' }] }, expected: { verify: 'ok' } },
      { input: { ops: [...ops, { do: 'paint' }] }, expected: { verify: 'ok' } },
      { input: { ops: [...ops, { delete_line: 9 }] }, expected: { verify: 'ok' } },
      { input: { ops }, expected: {} },
    ]
    for (const [index, fault] of faults.entries()) expect(await runLedgerCase({ id: `fault-${index}`, ...fault })).toMatch(/^fault-/)
  })

  test('every kind of tampering with three events that changes bytes is found, and what else may befall them is told', async () => {
    const three = [1, 2, 3].map((n) => ({ type: 'card', n }))
    const found: readonly (readonly [object, number])[] = [
      [{ swap_lines: [1, 2] }, 1],
      [{ swap_lines: [2, 3] }, 2],
      [{ move_line: [3, 1] }, 1],
      [{ insert_line: [2, 'x'] }, 2],
      [{ insert_line: [2, { type: 'card', n: 9 }] }, 3],
      [{ insert_line: [2, ''] }, 2],
      [{ edit_line_rehash: [1, { n: 9 }] }, 2],
      [{ edit_line: [3, { at: '2020-01-01T00:00:00Z' }] }, 3],
      [{ edit_line: [2, { seq: 3 }] }, 2],
      [{ flip_byte: { line: 2, byte: 40 } }, 2],
      [{ flip_bit: 0 }, 1],
      [{ cut_bytes_from_start: 1 }, 1],
      [{ delete_lines: [1, 2] }, 1],
      [{ rewrite_by: 'crlf' }, 1],
      [{ rewrite_by: 'reordered keys' }, 1],
    ]
    for (const [operation, firstBad] of found) {
      const input = { ops: [{ append: three }, operation, { do: 'verify' }] }
      expect(
        await runLedgerCase({ id: JSON.stringify(operation), input, expected: { verify: 'broken', first_bad: firstBad } }),
      ).toBeUndefined()
    }
    const more: readonly (readonly [readonly object[], object])[] = [
      [[{ rewrite_by: 'jq -c .' }], { verify: 'ok', events: 3 }],
      [[{ replace_bytes: ['\n', '\r\n'] }], { verify: 'broken', first_bad: 1 }],
      [[{ fail_fsync: { error: 'EIO', event: { n: 4 } } }, { append: { n: 5 } }], { verify: 'ok', order: [1, 2, 3, 5] }],
      [[{ stale_lock: 'dead' }, { append: { n: 4 } }], { append: 'ok', verify: 'ok', events: 4, reported: 'lock-taken-over' }],
      [[{ stale_lock: { host: 'other' } }, { append: { n: 4 } }], { append: 'ledger-locked', events: 3 }],
      [[{ make_file_unwritable: true }, { append: { n: 4 } }], { append: 'ledger-readonly', verify: 'ok', events: 3 }],
      [[{ append_many: 300 }, { rename: 'elsewhere' }, { append: { type: 'other', n: 4 } }], { verify: 'ok', events: 304, unknown: 1 }],
      [[{ append_batch: [{ n: 4 }, { n: 5 }] }, { cut_bytes_from_end: 20 }, { do: 'open' }], { open: 'repaired', events: 3 }],
      [[{ append: [{ id: 'a', n: 4 }] }, { append: [{ id: 'a', n: 5 }] }], { append: 'error', third_append: 'ok', events: 4 }],
      [[{ append_at: ['2026-05-02T10:00:00+02:00', { n: 4 }] }], { verify: 'ok', events: 4 }],
      [[{ kill_writer: 1 }, { do: 'open' }], { verify: 'ok' }],
    ]
    for (const [operations, expected] of more) {
      const input = { ops: [{ append: three }, ...operations, { do: 'verify' }] }
      expect(await runLedgerCase({ id: JSON.stringify(operations), input, expected })).toBeUndefined()
    }
    const cut = { ops: [{ append: three }, { delete_last_lines: 1 }, { do: 'verify' }] }
    expect(await runLedgerCase({ id: 'cut', input: cut, expected: { verify: 'ok', events: 2, with_anchor: 'broken' } })).toBeUndefined()
  })
})
