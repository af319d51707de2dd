import { afterEach, beforeEach, expect, vi } from 'vitest'

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const

// A library that prints talks to nobody: any console call fails the test that caused it.
beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method)
})

afterEach(() => {
  const calls = methods.flatMap((method) => vi.mocked(console[method]).mock.calls)
  vi.restoreAllMocks()
  expect(calls, 'console calls').toEqual([])
})
