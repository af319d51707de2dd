import { defineConfig } from 'vitest/config'
import base from './vitest.config'

// Stryker runs its mutants in one project.
const { projects: _projects, ...test } = base.test ?? {}

// Mutants are judged by the tests of the pure floors alone: those of processes, disks and git say nothing about them and take long.
export default defineConfig({
  ...base,
  test: {
    ...test,
    include: ['test/**/*.test.ts'],
    exclude: [
      'test/e2e/**',
      'test/gate/**',
      'test/conformance/**',
      'test/unit/adapters/**',
      'test/architecture.test.ts',
      'test/repository.test.ts',
      'test/unit/rules-command.test.ts',
    ],
  },
})
