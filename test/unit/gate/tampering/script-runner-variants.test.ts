import { variants } from '../../../support/tampering-variants'

const weakened = 'runner-config-weakened|runner-config-changed'
const forgiving = `${weakened}|retries-added|script-neutralised`
const heard = 'REVIEW runner-config-changed|runner-config-weakened|subject-mocked'
const fine = 'PASS|REVIEW'
const js = 'import { expect, it } from "vitest";\nimport { total } from "../src/cart.js";\nit("adds", () => expect(total([1])).toBe(1));\n'
const beside = {
  'tests/cart.test.js': js,
  'tests/order.test.js': js,
  'flows/cart.test.js': js,
  'e2e/shop.spec.ts':
    'import { expect, test } from "@playwright/test";\ntest("opens", async ({ page }) => expect(page).toHaveTitle("shop"));\n',
  'tests/test_cart.py': 'from shop.cart import total\n\n\ndef test_total():\n    assert total([1]) == 1\n',
}

// Python: pytest, tox, coverage

const pytest = '[tool.pytest.ini_options]\naddopts = "-ra --strict-markers"\nfilterwarnings = ["error"]\nxfail_strict = true\n'
const options = (more: string): string => `"-ra --strict-markers ${more}"`
const old = '"-ra --strict-markers"'
variants(
  'pyproject.toml',
  pytest,
  [
    ['without what collects functions', weakened, old, options('-p no:python')],
    ['without what runs coroutines', weakened, old, options('-p no:asyncio')],
    ['some names', weakened, old, options("-k 'not total'")],
    ['all but one', weakened, old, options('--deselect tests/test_cart.py::test_total')],
    ['a file less', weakened, old, options('--ignore=tests/test_cart.py')],
    ['another setting by an option', weakened, old, options('-o python_files=smoke_*.py')],
    ['another setting by a long option', weakened, old, options('--override-ini=testpaths=smoke')],
    ['nothing is fine', weakened, old, options('--suppress-no-test-exit-code')],
    ['other files', weakened, 'xfail_strict', 'python_files = ["smoke_*.py"]\nxfail_strict'],
    ['another folder', weakened, 'xfail_strict', 'testpaths = ["smoke"]\nxfail_strict'],
    ['a folder less', weakened, 'xfail_strict', 'norecursedirs = ["tests"]\nxfail_strict'],
    ['warnings are fine', heard, '["error"]', '["ignore"]'],
    ['a passing xfail is fine', weakened, 'xfail_strict = true', 'xfail_strict = false'],
    ['a file that comes before', heard, 'true\n', 'true\n', '+pytest.ini', '[pytest]\n'],
    ['a file with other words that comes before', weakened, 'true\n', 'true\n', '+pytest.ini', '[pytest]\naddopts = -k "not total"\n'],
    [
      'moved to a file of its own',
      fine,
      '*',
      '[tool.black]\nline-length = 100\n',
      '+pytest.ini',
      '[pytest]\naddopts = -ra --strict-markers\nfilterwarnings =\n    error\nxfail_strict = true\n',
    ],
    ['no cache', fine, old, options('-p no:cacheprovider')],
    ['stops at the first', fine, old, options('-x')],
    ['a marker', 'PASS', 'xfail_strict', 'markers = ["slow: takes long"]\nxfail_strict'],
    ['one warning is fine', fine, '["error"]', '["error", "ignore::DeprecationWarning:old"]'],
    ['order of options', 'PASS', '-ra --strict-markers', '--strict-markers -ra'],
    ['the folder of tests', 'PASS', 'xfail_strict', 'testpaths = ["tests"]\nxfail_strict'],
  ],
  beside,
)
variants(
  'conftest.py',
  'import pytest\n',
  [
    [
      'ignores a file',
      `harness-hook|${weakened}|test-skipped`,
      'import pytest',
      'import pytest\n\ncollect_ignore = ["tests/test_cart.py"]',
    ],
    [
      'ignores by a pattern',
      `harness-hook|${weakened}|test-skipped`,
      'import pytest',
      'import pytest\n\ncollect_ignore_glob = ["tests/*"]',
    ],
  ],
  beside,
)
variants('tox.ini', '[tox]\nenvlist = py312, lint\n\n[testenv]\ncommands = pytest {posargs}\n', [
  ['options by the environment', forgiving, '[testenv]', '[testenv]\nsetenv =\n    PYTEST_ADDOPTS = -k smoke'],
  ['the outcome is ignored', forgiving, '[testenv]', '[testenv]\nignore_outcome = true'],
  ['a newer Python', 'PASS', 'py312', 'py313'],
  ['something in the environment', 'PASS', '[testenv]', '[testenv]\nsetenv =\n    PYTHONHASHSEED = 0'],
])
variants('.coveragerc', '[report]\nfail_under = 90\n', [
  ['less', 'coverage-lowered', '90', '50'],
  ['gone', 'coverage-lowered', 'fail_under = 90\n', 'show_missing = true\n'],
  ['shows what is missing', 'PASS', '90', '90\nshow_missing = true'],
])

// JavaScript: vitest and jest

const vitest =
  'import { defineConfig } from "vitest/config";\nexport default defineConfig({\n  test: {\n    coverage: { thresholds: { lines: 90 } },\n    projects: ["a", "b"],\n  },\n});\n'
const inVitest = 'projects: ["a", "b"],'
variants(
  'vitest.config.ts',
  vitest,
  [
    ['another root', weakened, inVitest, `${inVitest}\n    root: "./smoke",`],
    ['another root of all', weakened, '  test: {', '  root: "smoke",\n  test: {'],
    ['another folder', weakened, inVitest, `${inVitest}\n    dir: "smoke",`],
    ['some files', weakened, inVitest, `${inVitest}\n    include: ["tests/order.test.js"],`],
    ['some names', weakened, inVitest, `${inVitest}\n    testNamePattern: /order/,`],
    ['errors are ignored', weakened, inVitest, `${inVitest}\n    dangerouslyIgnoreUnhandledErrors: true,`],
    ['errors are heard by a function', heard, inVitest, `${inVitest}\n    onUnhandledError: () => false,`],
    ['only what changed', weakened, inVitest, `${inVitest}\n    changed: true,`],
    ['retries', 'retries-added', inVitest, `${inVitest}\n    retry: 2,`],
    ['a project less', weakened, '["a", "b"]', '["a"]'],
    ['floors sink', 'coverage-lowered', 'lines: 90', 'lines: 40'],
    [
      'end-to-end tests have their own runner',
      fine,
      inVitest,
      `${inVitest}\n    exclude: ["e2e/**"],`,
      '+playwright.config.ts',
      'export default { testDir: "e2e" };\n',
    ],
    ['tests that no other runner has', weakened, inVitest, `${inVitest}\n    exclude: ["flows/**"],`],
    ['tests of another runner, which is not touched', fine, inVitest, `${inVitest}\n    exclude: ["e2e/**"],`],
    ['the root as it is', 'PASS', inVitest, `${inVitest}\n    root: ".",`],
    ['the folder of tests', fine, inVitest, `${inVitest}\n    dir: ".",`],
    ['a project more', 'PASS', '["a", "b"]', '["a", "b", "c"]'],
    ['threads', 'PASS', inVitest, `${inVitest}\n    pool: "threads",`],
    ['stops early', fine, inVitest, `${inVitest}\n    bail: 1,`],
  ],
  beside,
)
variants(
  'vite.config.ts',
  'export default { test: { environment: "node" } };\n',
  [['a file that comes before', heard, 'node', 'node', '+vitest.config.ts', 'export default { test: { passWithNoTests: true } };\n']],
  beside,
)
const jest = 'module.exports = {\n  coverageThreshold: { global: { lines: 90 } },\n  roots: ["<rootDir>/tests", "<rootDir>/src"],\n};\n'
const inJest = 'roots: ["<rootDir>/tests", "<rootDir>/src"],'
variants(
  'jest.config.js',
  jest,
  [
    ['another root', weakened, inJest, `${inJest}\n  rootDir: "smoke",`],
    ['a root less', weakened, '"<rootDir>/tests", ', ''],
    ['only what changed', weakened, inJest, `${inJest}\n  onlyChanged: true,`],
    ['only what failed', weakened, inJest, `${inJest}\n  onlyFailures: true,`],
    ['some files', weakened, inJest, `${inJest}\n  testMatch: ["**/order.test.js"],`],
    ['a path less', weakened, inJest, `${inJest}\n  testPathIgnorePatterns: ["/node_modules/", "cart"],`],
    ['floors sink', 'coverage-lowered', '90', '10'],
    ['the root as it is', 'PASS', inJest, `${inJest}\n  rootDir: __dirname,`],
    ['mocks are cleared', 'PASS', inJest, `${inJest}\n  clearMocks: true,`],
  ],
  beside,
)

// other runners of JavaScript

variants(
  '.mocharc.yml',
  'spec: tests/**/*.test.js\nforbidOnly: true\nfail-zero: true\n',
  [
    ['a file less', weakened, 'forbidOnly', 'ignore: tests/cart.test.js\nforbidOnly'],
    ['names', weakened, 'forbidOnly', 'grep: order\nforbidOnly'],
    ['turned round', weakened, 'forbidOnly', 'grep: adds\ninvert: true\nforbidOnly'],
    ['focus', weakened, 'forbidOnly: true', 'forbidOnly: false'],
    ['one file', weakened, '**/*.test.js', 'order.test.js'],
    ['nothing runs', weakened, 'forbidOnly', 'dry-run: true\nforbidOnly'],
    ['a failing run passes', weakened, 'forbidOnly', 'pass-on-failing-test-suite: true\nforbidOnly'],
    ['files with another ending', heard, 'forbidOnly', 'extension: [mjs]\nforbidOnly'],
    ['colours', 'PASS', 'forbidOnly', 'color: true\nforbidOnly'],
  ],
  beside,
)
variants(
  'package.json',
  '{ "scripts": { "test": "node --test", "unit": "ava" }, "ava": { "failWithoutAssertions": true }, "c8": { "check-coverage": true, "lines": 90 } }\n',
  [
    ['names of node:test', forgiving, 'node --test', 'node --test --test-name-pattern=order'],
    ['names that node:test leaves out', forgiving, 'node --test', 'node --test --test-skip-pattern cart'],
    ['only focused', forgiving, 'node --test', 'node --test --test-only'],
    ['names of ava', weakened, '"ava": {', '"ava": { "match": ["order*"],'],
    ['files of ava', weakened, '"ava": {', '"ava": { "files": ["tests/order.test.js"],'],
    ['ava without assertions', weakened, '"failWithoutAssertions": true', '"failWithoutAssertions": false'],
    ['floors of c8', 'coverage-lowered', '90', '20'],
    ['no floors of c8', 'coverage-lowered|runner-config-weakened', '"check-coverage": true', '"check-coverage": false'],
    ['a report of node:test', fine, 'node --test', 'node --test --test-reporter=spec'],
  ],
  beside,
)
const playwright =
  'export default {\n  testDir: "e2e",\n  forbidOnly: true,\n  projects: [{ name: "chromium" }, { name: "firefox" }],\n};\n'
variants(
  'playwright.config.ts',
  playwright,
  [
    ['names', weakened, 'forbidOnly', 'grep: /smoke/,\n  forbidOnly'],
    ['names left out', weakened, 'forbidOnly', 'grepInvert: /opens/,\n  forbidOnly'],
    ['files left out', weakened, 'forbidOnly', 'testIgnore: "**/shop.spec.ts",\n  forbidOnly'],
    ['retries', 'retries-added', 'forbidOnly', 'retries: 3,\n  forbidOnly'],
    ['pictures are not looked at', weakened, 'forbidOnly', 'ignoreSnapshots: true,\n  forbidOnly'],
    ['pictures are written anew', weakened, 'forbidOnly', 'updateSnapshots: "all",\n  forbidOnly'],
    ['a browser less', heard, ', { name: "firefox" }', ''],
    ['stops early', fine, 'forbidOnly', 'maxFailures: 5,\n  forbidOnly'],
    ['traces', 'PASS', 'forbidOnly', 'use: { trace: "on-first-retry" },\n  forbidOnly'],
    ['a browser more', 'PASS', '{ name: "firefox" }', '{ name: "firefox" }, { name: "webkit" }'],
  ],
  beside,
)
variants(
  'cypress.config.js',
  'module.exports = { e2e: { specPattern: "e2e/**/*.spec.ts" } };\n',
  [
    ['files left out', weakened, 'e2e: {', 'e2e: { excludeSpecPattern: "e2e/shop.spec.ts",'],
    ['retries', 'retries-added', 'e2e: {', 'retries: { runMode: 3, openMode: 0 }, e2e: {'],
    ['other files', weakened, 'e2e/**/*.spec.ts', 'smoke/**/*.spec.ts'],
    ['films', 'PASS', 'e2e: {', 'video: true, e2e: {'],
  ],
  beside,
)
variants('.nycrc', '{ "check-coverage": true, "branches": 80 }\n', [
  ['a floor less', 'coverage-lowered', '80', '8'],
  ['off', 'coverage-lowered|runner-config-weakened', 'true', 'false'],
])
