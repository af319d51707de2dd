import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const entries = join(import.meta.dirname, 'src/entries')

// Files that start processes do so from a small process of their own: starting one from a large process is slow. So do those that put something in a module's place
// or count what a module did in its whole life.
const apart = [
  'test/gate-*.test.ts',
  'test/ledger-cases.test.ts',
  'test/e2e/**/*.test.ts',
  'test/gate/**/*.test.ts',
  'test/conformance/**/*.test.ts',
  'test/unit/adapters/**/*.test.ts',
  'test/unit/running/**/*.test.ts',
  'test/unit/evidence/cost.test.ts',
  'test/unit/ledger/line-fault.test.ts',
]

// What takes long runs in `npm run torture`, also in its part that every integration does, and is left out here.
const long = process.env['ADJUDICATE_LONG'] === undefined ? ['test/**/*.long.test.ts'] : []

export default defineConfig({
  resolve: {
    alias: [
      { find: /^adjudicate$/, replacement: join(entries, 'index.ts') },
      { find: /^adjudicate\/(.*)$/, replacement: `${entries}/$1.ts` },
    ],
  },
  test: {
    setupFiles: ['test/support/no-console.ts', 'test/support/seed.ts'],
    testTimeout: 30_000,
    pool: 'threads',
    maxWorkers: '100%',
    projects: [
      // Many processes each: on a busy machine that takes its time.
      { extends: true, test: { name: 'apart', include: apart, exclude: long, pool: 'forks', testTimeout: 120_000, hookTimeout: 60_000 } },
      { extends: true, test: { name: 'together', include: ['test/**/*.test.ts'], exclude: [...apart, ...long], isolate: false } },
    ],
  },
})
