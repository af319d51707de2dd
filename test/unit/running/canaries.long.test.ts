import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gatePorts } from '../../../src/faces/embed/run-gate'
import { canaryText } from '../../../src/faces/formats/canary-text'
import type { CanaryReport } from '../../../src/gate/canaries/canary-report'
import { canaryRun } from '../../../src/running/gate/canary-run'
import { stepGit } from '../../support/git-steps'

const javascript = {
  'src/cart.js': 'export const total = (prices) => prices.reduce((sum, one) => sum + one, 0)\n',
  'test/cart.test.js': [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    "import { total } from '../src/cart.js'",
    '',
    "test('adds prices', () => {",
    '  assert.equal(total([1, 2]), 3)',
    '  assert.equal(total([9]), 9)',
    '})',
    '',
    "test('an empty cart costs nothing', () => {",
    '  assert.equal(total([]), 0)',
    '})',
    '',
  ].join('\n'),
  'test/__snapshots__/cart.test.js.snap': 'exports[`a cart 1`] = `42`;\n',
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  'vitest.config.js': 'export default { test: { include: ["test/**"] } }\n',
  '.github/workflows/ci.yml': 'on: push\njobs:\n  one:\n    runs-on: linux\n    steps:\n      - run: npm test\n',
}

const python = {
  'shop/cart.py': 'def total(prices):\n    return sum(prices)\n',
  'tests/test_cart.py': [
    'import unittest',
    'from shop.cart import total',
    '',
    'class CartTest(unittest.TestCase):',
    '    def test_adds(self):',
    '        self.assertEqual(total([1, 2]), 3)',
    '        self.assertEqual(total([9]), 9)',
    '',
    '    def test_empty(self):',
    '        self.assertEqual(total([]), 0)',
    '',
  ].join('\n'),
  'pyproject.toml': '[project]\nname = "shop"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
  Makefile: 'test:\n\tpython3 -m pytest\n',
}

const unit = { name: 'unit', cmd: 'node --test test/cart.test.js' }
const nothing = { name: 'nothing', cmd: 'true' }

let top = ''
let temporary = ''
const before = process.env['TMPDIR']
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'adjudicate-canaries-'))
  temporary = join(top, 'tmp')
  mkdirSync(temporary)
  process.env['TMPDIR'] = temporary
})
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  rmSync(top, { recursive: true, force: true })
})

async function canaries(files: Readonly<Record<string, string>>, config: object): Promise<CanaryReport> {
  const repo = join(top, 'repo')
  const all = { ...files, '.adjudicate/config.json': JSON.stringify({ base_ref: 'main', ...config }) }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(repo, path)), { recursive: true })
    writeFileSync(join(repo, path), text)
  }
  stepGit(repo, 'init', '-q', '-b', 'main', '.')
  stepGit(repo, 'add', '-A')
  stepGit(repo, 'commit', '-q', '-m', 'one')
  const outcome = await canaryRun(gatePorts(), { repo })
  expect(readdirSync(temporary)).toEqual([])
  expect(stepGit(repo, 'status', '--porcelain', '--ignored')).toBe('')
  if (outcome.verdict === 'nothing-judged') throw new Error(JSON.stringify(outcome.issues))
  return outcome
}

test('every fault that JavaScript tests allow is planted and caught, and nothing is left behind', async () => {
  const report = await canaries(javascript, { validation: [unit] })
  expect(report.canaries.not_planted).toEqual([])
  expect(report.canaries.missed).toEqual([])
  expect(report.canaries.caught).toHaveLength(15)
  expect(report.verdict).toBe('PASS')
  expect(report.results.find(({ kind }) => kind === 'assertion-broken')).toMatchObject({ by: 'check unit' })
  expect(canaryText(report)).toContain('15 of 15 caught')
})

test('a kind that the configuration lets pass is missed, and so is a failing test that no check runs', async () => {
  const report = await canaries(javascript, { validation: [nothing], severities: { 'test-skipped': 'report' } })
  expect(report.canaries.missed).toEqual(['test-skipped (reported only)', 'assertion-broken'])
  expect(report.verdict).toBe('FAIL')
  expect(canaryText(report)).toContain('13 of 15 caught')
})

test('Python: what pytest has no word for is said to be not planted', async () => {
  const report = await canaries(python, { validation: [nothing] })
  expect(report.canaries.caught).toEqual([
    'test-deleted',
    'test-case-removed',
    'test-skipped',
    'assertion-removed',
    'assertion-tautological',
    'test-emptied',
    'exit-forced',
    'runner-config-weakened',
    'script-neutralised',
    'control-plane',
    'scope-breach',
  ])
  expect(report.canaries.missed).toEqual(['assertion-broken'])
  expect(report.canaries.not_planted.map((one) => one.split(' ')[0])).toEqual(['focus-added', 'ci-weakened', 'snapshot-rewritten'])
})

test('a configuration whose test globs leave the tests out can show nothing of them', async () => {
  const report = await canaries({ 'notes.txt': 'a\n' }, { validation: [nothing], test_globs: ['nowhere/**'] })
  expect(report.canaries.caught).toEqual(['control-plane'])
  expect(report.results.filter(({ outcome }) => outcome === 'not-planted')).toHaveLength(14)
})

test('checks that fail in a fresh checkout anyway show nothing, which is no pass', async () => {
  const report = await canaries(javascript, { validation: [{ name: 'red', cmd: 'exit 3' }] })
  expect(report.canaries.missed).toEqual([])
  expect(report.canaries.not_planted).toEqual([
    'assertion-broken (no check passes in a fresh checkout of HEAD, after `setup`: red (exit code 3))',
  ])
  expect(report.verdict).toBe('FAIL')
})

test('without a configuration nothing is judged', async () => {
  const repo = join(top, 'bare')
  mkdirSync(repo)
  expect(await canaryRun(gatePorts(), { repo })).toMatchObject({ verdict: 'nothing-judged' })
})

test('a breach of scope is planted in an ordinary file, not in what a check runs', async () => {
  const cmd = 'node run.mjs'
  const runner = { 'run.mjs': "import './test/cart.test.js'\n" }
  const tests = { 'package.json': javascript['package.json'], 'test/cart.test.js': javascript['test/cart.test.js'] }
  const breach = ({ results }: CanaryReport): unknown => results.find(({ kind }) => kind === 'scope-breach')
  const all = await canaries({ ...tests, ...runner, 'src/cart.js': javascript['src/cart.js'] }, { validation: [{ name: 'unit', cmd }] })
  expect(breach(all)).toMatchObject({ outcome: 'caught', by: 'not-owned', path: 'src/cart.js' })
})

test('what a faulty run leaves behind has no say in the sound one', async () => {
  const once = { name: 'unit', cmd: 'test ! -e left.txt && touch left.txt && node --test test/cart.test.js' }
  const report = await canaries(javascript, { validation: [once] })
  expect(report.results.find(({ kind }) => kind === 'assertion-broken')).toMatchObject({ outcome: 'caught', by: 'check unit' })
})
