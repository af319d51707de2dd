import { afterAll, describe, expect, test, vi } from 'vitest'
import type { GatePlace } from '../support/gate-place'
import { gatePlace, json } from '../support/gate-place'
import type { Step } from '../support/git-steps'
import { clearSteps } from '../support/git-steps'

// Many processes each: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })
afterAll(clearSteps, 60_000)

const half = (name: string): string =>
  `exports.${name} = (n) => {\n  if (typeof n !== 'number') throw new TypeError('a number is needed')\n  return n / 2\n}\n`
const halfTest = `const assert = require('node:assert')\nconst { half } = require('./index.js')\nassert.equal(half(4), 2)\nassert.equal(half(3), 1.5)\n`
const cli = `#!/usr/bin/env node\nconst { half } = require('../index.js')\nif (process.argv[2] === undefined) process.exit(2)\nconsole.log(half(Number(process.argv[2])))\n`
const verify = `const { execSync } = require('node:child_process')\nif (execSync('node bin/cli.js 4').toString() !== '2\\n') process.exit(1)\n`

const files: Readonly<Record<string, string>> = {
  'package.json': json({ name: 'half', bin: { half: './bin/cli.js' }, scripts: { test: 'node test.js' } }),
  'index.js': half('half'),
  'test.js': halfTest,
  'bin/cli.js': cli,
  'ci/verify.js': verify,
  'packages/third/package.json': json({ name: 'third', main: 'third.js', scripts: { test: 'node check.js' } }),
  'packages/third/third.js': half('third'),
  'packages/third/check.js': halfTest.replace('./index.js', './third').replaceAll('half', 'third'),
  'tests_py.py': 'from app import half\n\nassert half(4) == 2\n',
  'app.py': 'def half(n):\n    if n is None:\n        raise ValueError("a number is needed")\n    return n / 2\n',
}

const validation = ['npm test', 'node bin/cli.js 4', 'node ci/verify.js', 'npm --prefix packages/third test', 'python3 tests_py.py'].map(
  (cmd) => ({
    name: cmd,
    cmd,
  }),
)

function place(work: Readonly<Record<string, string>>): GatePlace {
  const steps = (texts: Readonly<Record<string, string>>): Step[] =>
    Object.entries(texts).map(([path, text]): Step => ['write', path, text])
  return gatePlace({ config: { validation }, base: steps(files), work: [...steps(work), ['commit', 'work']] })
}

const noThrow = (text: string): string => text.replace(/^.*(?:throw|typeof).*\n/m, '')

describe('spec 10, 1: what a package is, by its package.json at the base, is work and no check', () => {
  test('its entries and programs may be edited, also where a check loads or runs them', async () => {
    const report = await place({
      'index.js': noThrow(files['index.js'] ?? ''),
      'bin/cli.js': cli.replace('process.exit(2)', "throw new Error('usage')"),
      'packages/third/third.js': noThrow(files['packages/third/third.js'] ?? ''),
    }).judge({ task: null })
    expect(report.validation.map(({ status }) => status)).toEqual(validation.map(() => 'PASS'))
    expect([report.scope.findings, report.tampering.findings, report.verdict]).toEqual([[], [], 'PASS'])
  })

  test('what a test loads from beside it and nothing declares is told, and no more', async () => {
    const report = await place({ 'app.py': 'def half(n):\n    return n / 2\n' }).judge({ task: null })
    expect(report.scope.findings).toEqual([])
    expect(report.tampering.findings.map(({ kind, severity, path }) => [kind, severity, path])).toEqual([
      ['script-changed', 'report', 'app.py'],
    ])
    expect(report.verdict).toBe('PASS')
  })

  test.each([
    ['a check', 'ci/verify.js', { 'ci/verify.js': verify.replace('process.exit(1)', 'process.exit(0)') }],
    [
      'a check that the branch declares as the package’s own',
      'ci/verify.js',
      { 'ci/verify.js': '', 'package.json': json({ name: 'half', bin: './ci/verify.js', scripts: { test: 'node test.js' } }) },
    ],
    [
      'the script behind a check',
      'package.json',
      { 'package.json': json({ name: 'half', bin: './bin/cli.js', scripts: { test: 'true' } }) },
    ],
    ['a test that a check runs', 'packages/third/check.js', { 'packages/third/check.js': "require('./third')\n" }],
  ])('%s may not', async (_, path, work) => {
    const report = await place(work).judge({ task: null })
    expect(report.scope.findings.map((finding) => `${finding.kind} ${finding.path}`)).toContain(`control-plane ${path}`)
    expect(report.verdict).toBe('FAIL')
  })
})
