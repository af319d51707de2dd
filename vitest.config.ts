import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const entries = join(import.meta.dirname, 'src/entries')

export default defineConfig({
  resolve: {
    alias: [
      { find: /^adjudicate$/, replacement: join(entries, 'index.ts') },
      { find: /^adjudicate\/(.*)$/, replacement: `${entries}/$1.ts` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/no-console.ts', 'test/support/seed.ts'],
    testTimeout: 30_000,
    pool: 'threads',
  },
})
