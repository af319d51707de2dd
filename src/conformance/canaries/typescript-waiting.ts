import type { CanaryPair } from '../../tribunal/canaries/canary-pair'
import { code, pairFrom } from './pair-from'

/** What goes wrong between two awaits. */
export const typescriptWaiting: readonly CanaryPair[] = [
  pairFrom({
    id: 'ts-place-order',
    language: 'typescript',
    kind: 'missing-await',
    path: 'src/place-order.ts',
    spec: 'placeOrder stores an order and then tells the customer. It resolves with the id when the order is stored; where storing fails it rejects with that error, and the customer is told nothing.',
    criteria: ['The customer is told only after the order was stored', 'A failed store rejects with its error'],
    clean: code`
      export type Order = { readonly customer: string; readonly items: readonly string[] }
      export type Shop = {
        newId(): string
        put(id: string, order: Order): Promise<void>
        tell(customer: string, words: string): Promise<void>
      }

      export async function placeOrder(shop: Shop, order: Order): Promise<string> {
        if (order.items.length === 0) throw new Error('an order has at least one item')
        const id = shop.newId()
        await shop.put(id, order)
        await shop.tell(order.customer, 'Your order ' + id + ' is placed.')
        return id
      }
    `,
    swaps: [['  await shop.put(id, order)', '  void shop.put(id, order)']],
    claim: { input: 'a store that needs a moment', wrongBehaviour: 'the customer is told before the order is stored' },
    test: code`
      import assert from 'node:assert/strict'
      import { placeOrder } from './place-order.ts'

      const log: string[] = []
      const shop = {
        newId: () => '7',
        put: async () => {
          await Promise.resolve()
          await Promise.resolve()
          log.push('stored')
        },
        tell: async () => void log.push('told'),
      }
      assert.equal(await placeOrder(shop, { customer: 'c', items: ['x'] }), '7')
      assert.deepEqual(log, ['stored', 'told'])
    `,
  }),
  pairFrom({
    id: 'ts-with-retries',
    language: 'typescript',
    kind: 'swallowed-error',
    path: 'src/with-retries.ts',
    spec: 'withRetries calls a piece of work until it succeeds, at most `tries` times, and gives its result. When the last try fails too, it rejects with the error of that last try. Between two tries it calls `pause` with the number of the try.',
    criteria: ['The result of the first try that succeeds is given', 'When every try fails, the error of the last one is thrown'],
    clean: code`
      export type Pause = (tried: number) => Promise<void>

      export async function withRetries<T>(work: () => Promise<T>, tries: number, pause: Pause): Promise<T | undefined> {
        if (!Number.isInteger(tries) || tries < 1) throw new RangeError('tries must be 1 or more, got ' + tries)
        for (let tried = 1; tried <= tries; tried++) {
          try {
            return await work()
          } catch (error) {
            if (tried === tries) throw error
            await pause(tried)
          }
        }
        return undefined
      }
    `,
    swaps: [
      [
        '    } catch (error) {\n      if (tried === tries) throw error\n      await pause(tried)\n    }\n',
        '    } catch {\n      if (tried < tries) await pause(tried)\n    }\n',
      ],
    ],
    claim: { input: 'work that fails on every try', wrongBehaviour: 'it resolves with undefined, as if the work had given that' },
    test: code`
      import assert from 'node:assert/strict'
      import { withRetries } from './with-retries.ts'

      let calls = 0
      const failing = async (): Promise<number> => {
        calls++
        throw new Error('try ' + calls)
      }
      await assert.rejects(withRetries(failing, 2, async () => undefined), /try 2/)
      assert.equal(await withRetries(async () => 5, 3, async () => undefined), 5)
    `,
  }),
  pairFrom({
    id: 'ts-seat-booking',
    language: 'typescript',
    kind: 'race',
    path: 'src/seat-booking.ts',
    spec: 'seatBooking sells the seats of one show, of which there are `seats`. book(count, pay) takes the seats, asks for the payment, and gives them back where it fails. Bookings may overlap; never are more seats sold than there are.',
    criteria: ['However bookings overlap, at most `seats` seats are sold', 'Seats whose payment failed are free again'],
    clean: code`
      export type SeatBooking = {
        free(): number
        book(count: number, pay: () => Promise<boolean>): Promise<boolean>
      }

      export function seatBooking(seats: number): SeatBooking {
        let sold = 0
        return {
          free: () => seats - sold,
          async book(count, pay) {
            if (!Number.isInteger(count) || count < 1) throw new RangeError('count must be 1 or more, got ' + count)
            if (sold + count > seats) return false
            sold += count
            let paid = false
            try {
              paid = await pay()
            } finally {
              if (!paid) sold -= count
            }
            return paid
          },
        }
      }
    `,
    swaps: [
      [
        '      sold += count\n      let paid = false\n      try {\n        paid = await pay()\n      } finally {\n        if (!paid) sold -= count\n      }\n      return paid\n',
        '      const paid = await pay()\n      if (!paid) return false\n      sold += count\n      return true\n',
      ],
    ],
    claim: { input: 'two bookings of the last seat at the same time', wrongBehaviour: 'both succeed' },
    test: code`
      import assert from 'node:assert/strict'
      import { seatBooking } from './seat-booking.ts'

      const show = seatBooking(1)
      const pay = async (): Promise<boolean> => true
      const both = await Promise.all([show.book(1, pay), show.book(1, pay)])
      assert.deepEqual(both, [true, false])
      const other = seatBooking(1)
      assert.equal(await other.book(1, async () => false), false)
      assert.equal(other.free(), 1)
    `,
  }),
]
