import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/no-console.ts'],
    testTimeout: 30_000,
    pool: 'threads',
  },
})
