// What takes too long for every test run. `--part` is the share that each integration run does.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const part = process.argv.includes('--part')
const parts = [
  {
    what: `kill a writer in mid-append, ${part ? 60 : 500} times`,
    args: ['scripts/run.mjs', 'scripts/torture/ledger-kill.ts', part ? '60' : '500'],
    env: {},
  },
  {
    what: `the rulebook written apart agrees on ${part ? '20,000' : '100,000'} generated panels`,
    args: ['node_modules/vitest/vitest.mjs', 'run', 'test/differential/agreement-with-rulebook.test.ts', '--testTimeout=1800000'],
    env: { ADJUDICATE_PANELS: part ? '20000' : '100000' },
  },
  {
    what: `kill the gate in mid-run, ${part ? 8 : 60} times, and let it judge a test file of ${part ? 100 : 300} MiB`,
    args: ['scripts/run.mjs', 'scripts/torture/gate.ts', part ? '8' : '60', part ? '100' : '300'],
    env: {},
  },
  {
    what: `kill the driver of a slice, ${part ? 12 : 200} times, at every kind of action`,
    args: ['scripts/run.mjs', 'scripts/torture/driver-kill.ts', part ? '12' : '200'],
    env: {},
  },
  {
    what: `kill every command that records something at ${part ? 'one in twelve' : 'each'} of its points`,
    args: ['scripts/run.mjs', 'scripts/torture/command-kill.ts', part ? '12' : '1'],
    env: {},
  },
  {
    what: 'the tests that take long',
    args: ['node_modules/vitest/vitest.mjs', 'run', '.long.'],
    env: { ADJUDICATE_LONG: '1' },
  },
  // Drawn anew each time, so only the whole run does it: a draw may be unlucky, and a failure names its seed.
  ...(part
    ? []
    : [
        {
          what: 'every law on a fresh draw',
          args: ['node_modules/vitest/vitest.mjs', 'run', 'test/property'],
          env: { FAST_CHECK_SEED: 'any' },
        },
      ]),
]
let failed = 0
for (const { what, args, env } of parts) {
  process.stdout.write(`\n${what}\n`)
  const run = spawnSync(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] })
  if (run.status !== 0) {
    failed++
    process.stderr.write(`x ${what}: ended with ${run.status ?? run.signal}\n`)
  }
}
process.stdout.write(`${parts.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
