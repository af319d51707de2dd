import type { CanaryPair } from '../../tribunal/canaries/canary-pair'
import { code, pairFrom } from './pair-from'

/** Money, days and defaults. */
export const typescriptValues: readonly CanaryPair[] = [
  pairFrom({
    id: 'ts-invoice-total',
    language: 'typescript',
    kind: 'float-money',
    path: 'src/invoice-total.ts',
    spec: 'invoiceTotal adds the lines of an invoice. Prices come as decimal texts with two places such as "19.99"; the total is a whole number of cents, exact to the cent. A text of any other form is an error.',
    criteria: ['The total is exact to the cent for every price with two places', 'A price of another form throws an error that names it'],
    clean: code`
      export type InvoiceLine = { readonly price: string; readonly quantity: number }

      function centsOf(price: string): number {
        const match = /^(\d{1,9})\.(\d{2})$/.exec(price)
        if (match === null) throw new Error('not a price: ' + price)
        const [, whole, part] = match
        return Number(whole) * 100 + Number(part)
      }

      export function invoiceTotal(lines: readonly InvoiceLine[]): number {
        let total = 0
        for (const { price, quantity } of lines) {
          if (!Number.isInteger(quantity) || quantity < 0) throw new Error('not a quantity: ' + quantity)
          total += centsOf(price) * quantity
        }
        return total
      }
    `,
    swaps: [
      [
        '  const [, whole, part] = match\n  return Number(whole) * 100 + Number(part)',
        '  const amount = Number(match[0])\n  return Math.floor(amount * 100)',
      ],
    ],
    claim: { input: 'one line of 19.99', wrongBehaviour: 'the total is 1998 cents' },
    test: code`
      import assert from 'node:assert/strict'
      import { invoiceTotal } from './invoice-total.ts'

      assert.equal(invoiceTotal([{ price: '19.99', quantity: 1 }]), 1999)
      assert.equal(invoiceTotal([{ price: '0.29', quantity: 3 }]), 87)
      assert.throws(() => invoiceTotal([{ price: '1,00', quantity: 1 }]))
    `,
  }),
  pairFrom({
    id: 'ts-day-key',
    language: 'typescript',
    kind: 'time-zone',
    path: 'src/day-key.ts',
    spec: 'dayKey names the day of an instant in UTC as YYYY-MM-DD, and countByDay counts instants by that day. The result is the same on every machine, whatever its local time zone.',
    criteria: ['An instant belongs to its day in UTC', 'The local time zone of the machine changes nothing'],
    clean: code`
      function padded(value: number): string {
        return String(value).padStart(2, '0')
      }

      export function dayKey(instantMs: number): string {
        const at = new Date(instantMs)
        const year = String(at.getUTCFullYear()).padStart(4, '0')
        const month = padded(at.getUTCMonth() + 1)
        const day = padded(at.getUTCDate())
        return [year, month, day].join('-')
      }

      export function countByDay(instantsMs: readonly number[]): Map<string, number> {
        const counts = new Map<string, number>()
        for (const instant of instantsMs) {
          const key = dayKey(instant)
          counts.set(key, (counts.get(key) ?? 0) + 1)
        }
        return counts
      }
    `,
    swaps: [
      ['  const year = String(at.getUTCFullYear())', '  const year = String(at.getFullYear())'],
      [
        '  const month = padded(at.getUTCMonth() + 1)\n  const day = padded(at.getUTCDate())',
        '  const month = padded(at.getMonth() + 1)\n  const day = padded(at.getDate())',
      ],
    ],
    claim: { input: '02:00 UTC on the first of March, on a machine in New York', wrongBehaviour: 'the key is the last day of February' },
    test: code`
      import assert from 'node:assert/strict'
      import { dayKey } from './day-key.ts'

      process.env.TZ = 'America/New_York'
      assert.equal(dayKey(Date.UTC(2025, 2, 1, 2)), '2025-03-01')
      process.env.TZ = 'Asia/Tokyo'
      assert.equal(dayKey(Date.UTC(2025, 2, 1, 20)), '2025-03-01')
    `,
  }),
  pairFrom({
    id: 'ts-client-options',
    language: 'typescript',
    kind: 'wrong-default',
    path: 'src/client-options.ts',
    spec: 'clientOptions fills in what a caller left out: 3 retries, a timeout of 5000 ms, the name "client". A value that the caller gave is kept, also 0 retries and an empty name. Negative numbers are an error.',
    criteria: ['A value that was given is kept, whatever it is', 'A value that was left out gets its default'],
    clean: code`
      export type ClientOptions = { readonly retries: number; readonly timeoutMs: number; readonly name: string }

      const defaults: ClientOptions = { retries: 3, timeoutMs: 5000, name: 'client' }

      function checked(what: string, value: number): number {
        if (!Number.isFinite(value) || value < 0) throw new RangeError(what + ' must be 0 or more, got ' + value)
        return value
      }

      export function clientOptions(given: Partial<ClientOptions> = {}): ClientOptions {
        const retries = checked('retries', given.retries ?? defaults.retries)
        const timeoutMs = checked('timeoutMs', given.timeoutMs ?? defaults.timeoutMs)
        return { retries, timeoutMs, name: given.name ?? defaults.name }
      }
    `,
    swaps: [
      [
        "  const retries = checked('retries', given.retries ?? defaults.retries)",
        "  const retries = checked('retries', given.retries || defaults.retries)",
      ],
    ],
    claim: { input: '{ retries: 0 }', wrongBehaviour: 'there are three retries' },
    test: code`
      import assert from 'node:assert/strict'
      import { clientOptions } from './client-options.ts'

      assert.equal(clientOptions({ retries: 0 }).retries, 0)
      assert.equal(clientOptions().retries, 3)
      assert.equal(clientOptions({ name: '' }).name, '')
    `,
  }),
]
