import type { CanaryPair } from '../../tribunal/canaries/canary-pair'
import { code, pairFrom } from './pair-from'

/** Pages, windows and orders of lists. */
export const typescriptLists: readonly CanaryPair[] = [
  pairFrom({
    id: 'ts-page-of',
    language: 'typescript',
    kind: 'pagination',
    path: 'src/page-of.ts',
    spec: 'pageOf cuts a list into pages of `size` items, counted from 1, and says how many pages there are. Every item stands on exactly one page, also when the last page is not full. A page outside the range is an error; an empty list has no pages.',
    criteria: ['Every item stands on exactly one of the pages 1 to `pages`', 'A page below 1 or above `pages` throws a RangeError'],
    clean: code`
      export type Page<T> = { readonly items: readonly T[]; readonly page: number; readonly pages: number }

      export function pageOf<T>(all: readonly T[], page: number, size: number): Page<T> {
        if (!Number.isInteger(size) || size < 1) {
          throw new RangeError('size must be a whole number of 1 or more, got ' + size)
        }
        const pages = Math.ceil(all.length / size)
        if (!Number.isInteger(page) || page < 1 || page > pages) {
          throw new RangeError('page ' + page + ' is not one of 1 to ' + pages)
        }
        const start = (page - 1) * size
        return { items: all.slice(start, start + size), page, pages }
      }

      export function pageNumbers(count: number, size: number): number[] {
        return Array.from({ length: Math.ceil(count / size) }, (_, index) => index + 1)
      }
    `,
    swaps: [['  const pages = Math.ceil(all.length / size)', '  const pages = Math.floor(all.length / size)']],
    claim: { input: 'five items in pages of two', wrongBehaviour: 'there are two pages, and the fifth item stands on none' },
    test: code`
      import assert from 'node:assert/strict'
      import { pageOf } from './page-of.ts'

      const { pages } = pageOf([1, 2, 3, 4, 5], 1, 2)
      assert.equal(pages, 3)
      assert.deepEqual(pageOf([1, 2, 3, 4, 5], 3, 2).items, [5])
    `,
  }),
  pairFrom({
    id: 'ts-request-window',
    language: 'typescript',
    kind: 'off-by-one',
    path: 'src/request-window.ts',
    spec: 'requestWindow(limit, windowMs) allows at most `limit` requests within any `windowMs` milliseconds for each client. A request that is refused does not count. The time is handed in as milliseconds and never goes back.',
    criteria: ['Request number `limit` within a window is allowed', 'Request number `limit` + 1 within a window is refused'],
    clean: code`
      export type RequestWindow = { allow(client: string, nowMs: number): boolean }

      export function requestWindow(limit: number, windowMs: number): RequestWindow {
        const seen = new Map<string, number[]>()

        function recent(client: string, nowMs: number): number[] {
          const times = seen.get(client) ?? []
          return times.filter((time) => nowMs - time < windowMs)
        }

        return {
          allow(client, nowMs) {
            const times = recent(client, nowMs)
            const isFull = times.length >= limit
            if (!isFull) times.push(nowMs)
            seen.set(client, times)
            return !isFull
          },
        }
      }
    `,
    swaps: [['      const isFull = times.length >= limit', '      const isFull = times.length > limit']],
    claim: { input: 'a limit of two and three requests at once', wrongBehaviour: 'the third request is allowed' },
    test: code`
      import assert from 'node:assert/strict'
      import { requestWindow } from './request-window.ts'

      const window = requestWindow(2, 1000)
      assert.deepEqual([0, 1, 2].map((now) => window.allow('a', now)), [true, true, false])
      assert.equal(window.allow('a', 1000), true)
    `,
  }),
  pairFrom({
    id: 'ts-leaderboard',
    language: 'typescript',
    kind: 'mutated-argument',
    path: 'src/leaderboard.ts',
    spec: 'leaderboard(entries, top) gives the best `top` entries with their ranks; equal points share a rank and the next rank is skipped. The caller goes on using its list of entries, which stays as it was.',
    criteria: ['Equal points share a rank, and the next rank is skipped', 'The list handed in keeps its order and its items'],
    clean: code`
      export type Entry = { readonly player: string; readonly points: number }
      export type Ranked = Entry & { readonly rank: number }

      export function leaderboard(entries: Entry[], top: number): Ranked[] {
        const sorted = [...entries].sort((a, b) => b.points - a.points)
        const ranked: Ranked[] = []
        for (const [index, entry] of sorted.entries()) {
          const before = ranked[index - 1]
          const rank = before !== undefined && before.points === entry.points ? before.rank : index + 1
          ranked.push({ ...entry, rank })
        }
        return ranked.slice(0, top)
      }

      export function describe(entries: Entry[], top: number): string {
        return leaderboard(entries, top)
          .map(({ rank, player, points }) => rank + '. ' + player + ' (' + points + ')')
          .join(', ')
      }
    `,
    swaps: [
      ['  const sorted = [...entries].sort((a, b) => b.points - a.points)', '  const sorted = entries.sort((a, b) => b.points - a.points)'],
    ],
    claim: { input: 'a list in the order of registration', wrongBehaviour: "the caller's list is in the order of points afterwards" },
    test: code`
      import assert from 'node:assert/strict'
      import { leaderboard } from './leaderboard.ts'

      const entries = [{ player: 'a', points: 1 }, { player: 'b', points: 3 }, { player: 'c', points: 3 }]
      assert.deepEqual(leaderboard(entries, 3).map(({ rank }) => rank), [1, 1, 3])
      assert.deepEqual(entries.map(({ player }) => player), ['a', 'b', 'c'])
    `,
  }),
]
