import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const entries = join(import.meta.dirname, 'src/entries')

// Files that put something in a module's place or count what a module did in its whole life have a world of their own.
const apart = [
  'test/conformance/**/*.test.ts',
  'test/unit/adapters/**/*.test.ts',
  'test/unit/running/**/*.test.ts',
  'test/unit/evidence/cost.test.ts',
  'test/unit/ledger/line-fault.test.ts',
]

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
      { extends: true, test: { name: 'apart', include: apart } },
      { extends: true, test: { name: 'together', include: ['test/**/*.test.ts'], exclude: apart, isolate: false } },
    ],
  },
})
