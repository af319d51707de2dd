import { variants } from '../../../support/tampering-variants'

const beside = {
  'tests/cart.test.js':
    'import { expect, it } from "vitest";\nimport { total } from "../src/cart.js";\nit("adds", () => expect(total([1, 2, 3])).toBe(6));\n',
  'tests/test_cart.py': 'from src.cart import total\n\n\ndef test_total():\n    assert total([1, 2, 3]) == 6\n',
  'src/cart.js': 'export const total = (xs) => xs.reduce((a, b) => a + b, 0);\n',
  'package.json':
    '{ "name": "shop", "scripts": { "test": "node scripts/run.mjs && npm run deep", "deep": "bash ci/deep.sh", "docs": "node scripts/docs.mjs", "lint": "python3 -m tools.lint && make style" } }\n',
  'scripts/lib/runner.mjs': 'export const runner = 2;\n',
  Makefile: 'style:\n\t./ci/style\n',
}

// a script behind a package script

const run = `import { spawnSync } from "node:child_process";
import { runner } from "./lib/runner.mjs";
const args = ["run", ...process.argv.slice(2)];
const { status } = spawnSync("npx", ["vitest", ...args], { stdio: "inherit" });
if (status !== 0) console.error("tests failed", runner);
process.exit(status ?? 1);
`
variants(
  'scripts/run.mjs',
  run,
  [
    ['exits with success', 'script-neutralised|exit-forced', 'process.exit(status ?? 1)', 'process.exit(0)'],
    ['exit code of success', 'script-neutralised|exit-forced', 'process.exit(status ?? 1)', 'process.exitCode = 0'],
    ['exits with nothing', 'script-neutralised|exit-forced', 'process.exit(status ?? 1)', 'process.exit()'],
    ['no exit', 'script-neutralised', 'process.exit(status ?? 1);\n', ''],
    ['exit before', 'script-neutralised|exit-forced', 'const args', 'process.exit(0);\nconst args'],
    ['the runner is gone', 'script-neutralised', '"npx", ["vitest", ...args]', '"echo", args'],
    ['status or success', 'REVIEW script-changed|script-neutralised', 'status ?? 1', 'status && 0'],
    ['status times nothing', 'REVIEW script-changed|script-neutralised', 'status ?? 1', 'status * 0'],
    ['fewer tests', 'script-neutralised|REVIEW script-changed', '["run", ', '["run", "--exclude", "tests/cart.test.js", '],
    ['passes with none', 'script-neutralised', '["run", ', '["run", "--passWithNoTests", '],
    ['gone', 'script-neutralised', '*', ''],
    ['another way', 'REVIEW script-changed', '"tests failed"', '"some tests failed"'],
    ['a remark', 'PASS', 'const args', '// what is handed on\nconst args'],
    ['layout', 'PASS', 'process.exit(status ?? 1);', 'process.exit(\n  status ?? 1\n)'],
    [
      'a helper beside it forces success',
      'script-neutralised|exit-forced',
      '"tests failed"',
      '"tests failed"',
      '+scripts/lib/runner.mjs',
      'process.exitCode = 0;\nprocess.exit(0);\nexport const runner = 1;\n',
    ],
    [
      'another helper beside it',
      'REVIEW script-changed',
      '"tests failed"',
      '"tests failed"',
      '+scripts/lib/runner.mjs',
      'export const runner = 1;\n',
    ],
  ],
  beside,
)
variants('scripts/docs.mjs', 'console.log("docs");\n', [['no check runs it', 'PASS', 'docs', 'all docs']], beside)
variants(
  'ci/deep.sh',
  '#!/bin/sh\nset -e\nnpx vitest run\n',
  [
    ['or true', 'ci-weakened|script-neutralised', 'vitest run', 'vitest run || true'],
    ['another program in its place', 'ci-weakened|script-neutralised', 'npx vitest', 'exec true\nnpx vitest'],
    ['comment', 'PASS', 'set -e\n', 'set -e\n# all of them\n'],
    ['work before', 'REVIEW script-changed|PASS', 'npx', 'npm run build\nnpx'],
  ],
  beside,
)
variants(
  'tools/lint.py',
  'import subprocess\nimport sys\n\nresult = subprocess.run(["ruff", "check", "."])\nsys.exit(result.returncode)\n',
  [
    ['exits with success', 'script-neutralised|exit-forced', 'result.returncode', '0'],
    ['no exit', 'script-neutralised', 'sys.exit(result.returncode)\n', ''],
    ['no runner', 'script-neutralised', '"ruff", "check", "."', '"true"'],
    ['exit-zero', 'script-neutralised', '"check", "."', '"check", ".", "--exit-zero"'],
    ['quiet', 'REVIEW script-changed', '"check", "."', '"check", ".", "-q"'],
    ['more', 'REVIEW script-changed', 'result = ', 'print(1)\nresult = '],
    ['a remark', 'PASS', 'result = ', '# ruff\nresult = '],
  ],
  beside,
)
variants(
  'ci/style',
  '#!/bin/sh\neslint . --max-warnings 0\n',
  [['behind make', 'script-neutralised|ci-weakened', '--max-warnings 0', '--max-warnings 0 || true']],
  beside,
)

// a configuration that became computed

variants(
  'vitest.config.ts',
  `import { defineConfig } from "vitest/config";
const excluded = ["dist/**"];
export default defineConfig({
  test: {
    exclude: ["node_modules/**"],
    coverage: { thresholds: { lines: 90 }, exclude: excluded },
    retry: 0,
    projects: ["a"],
  },
});
`,
  [
    [
      'a name for what is left out',
      'runner-config-weakened',
      'const excluded',
      'const more = ["tests/cart.test.js"];\nconst excluded',
      'exclude: ["node_modules/**"]',
      'exclude: more',
    ],
    [
      'a name in a list',
      'runner-config-weakened',
      'const excluded',
      'const more = ["tests/cart.test.js"];\nconst excluded',
      '"node_modules/**"]',
      '"node_modules/**", ...more]',
    ],
    [
      'another file',
      'runner-config-weakened',
      'import',
      'import { excluded as more } from "./quiet.js";\nimport',
      'exclude: ["node_modules/**"]',
      'exclude: more',
    ],
    ['a function', 'runner-config-weakened', 'exclude: ["node_modules/**"]', 'exclude: leftOut()'],
    ['the environment', 'runner-config-weakened', 'exclude: ["node_modules/**"]', 'exclude: process.env.CI ? ["tests/**"] : []'],
    ['a joined text', 'runner-config-weakened', '"node_modules/**"', '"tests/" + "cart.test.js"'],
    ['floor by a name', 'coverage-lowered|runner-config-weakened', 'lines: 90', 'lines: floor'],
    ['floor by the environment', 'coverage-lowered|runner-config-weakened', 'lines: 90', 'lines: process.env.CI ? 0 : 90'],
    ['floor by a written-out name', 'PASS', 'lines: 90', 'lines: floor', 'const excluded', 'const floor = 95;\nconst excluded'],
    [
      'lower floor by a written-out name',
      'coverage-lowered',
      'lines: 90',
      'lines: floor',
      'const excluded',
      'const floor = 10;\nconst excluded',
    ],
    ['retry by the environment', 'retries-added|runner-config-weakened', 'retry: 0', 'retry: process.env.CI ? 3 : 0'],
    [
      'a spread of another file',
      'REVIEW runner-config-changed',
      'test: {',
      'test: {\n    ...shared,',
      'import',
      'import shared from "./shared.js";\nimport',
    ],
    [
      'a merged file',
      'REVIEW runner-config-changed',
      'export default defineConfig({',
      'export default mergeConfig(shared, {',
      'import',
      'import shared from "./shared.js";\nimport',
    ],
    ['only another file', 'runner-config-weakened|coverage-lowered', '*', 'export { default } from "./shared.js";\n'],
    ['a function of the mode', 'REVIEW runner-config-changed', 'defineConfig({', 'defineConfig(({ mode }) => ({', '});', '}));'],
    [
      'changed afterwards',
      'runner-config-weakened',
      'export default defineConfig({',
      'const config = defineConfig({',
      '});\n',
      '});\nconfig.test.exclude.push("tests/cart.test.js");\nexport default config;\n',
    ],
    [
      'set afterwards',
      'runner-config-weakened',
      'export default defineConfig({',
      'const config = defineConfig({',
      '});\n',
      '});\nconfig.test.exclude = ["tests/cart.test.js"];\nexport default config;\n',
    ],
    [
      'taken out afterwards',
      'coverage-lowered',
      'export default defineConfig({',
      'const config = defineConfig({',
      '});\n',
      '});\ndelete config.test.coverage;\nexport default config;\n',
    ],
    [
      'a written-out name',
      'PASS',
      'const excluded',
      'const none = ["node_modules/**"];\nconst excluded',
      'exclude: ["node_modules/**"]',
      'exclude: none',
    ],
    ['defaults', 'PASS', '"node_modules/**"', '...configDefaults.exclude, "node_modules/**"'],
    ['a plugin', 'PASS|REVIEW runner-config-changed', 'test: {', 'plugins: [react()],\n  test: {'],
    ['workers by the machine', 'PASS', 'retry: 0', 'retry: 0, maxWorkers: os.cpus().length'],
    [
      'reporters by the environment',
      'PASS|REVIEW runner-config-changed',
      'retry: 0',
      'retry: 0, reporters: process.env.CI ? ["dot"] : ["verbose"]',
    ],
  ],
  beside,
)

// hooks planted in code

variants(
  'src/setup.js',
  'export const ready = true;\n',
  [
    [
      'a matcher replaced',
      'harness-hook',
      '*',
      'import { expect } from "vitest";\nexpect.extend({ toBe() { return { pass: true, message: () => "" }; } });\n',
    ],
    ['the words replaced', 'harness-hook', '*', 'globalThis.it = () => {};\nglobalThis.expect = () => ({ toBe() {} });\n'],
    ['the words replaced by assign', 'harness-hook', '*', 'Object.assign(globalThis, { it() {} });\n'],
    ['the words defined anew', 'harness-hook', '*', 'Object.defineProperty(globalThis, "it", { value: () => {} });\n'],
    [
      'a method of expect',
      'harness-hook',
      '*',
      'import { expect } from "vitest";\nconst real = expect.prototype;\nexpect.toBe = () => {};\n',
    ],
    ['chai overwritten', 'harness-hook', '*', 'import * as chai from "chai";\nchai.Assertion.overwriteMethod("equal", () => () => {});\n'],
    [
      'chai as a plugin',
      'harness-hook',
      '*',
      'import * as chai from "chai";\nchai.use((c, utils) => { utils.overwriteMethod(c.Assertion.prototype, "equal", () => function () {}); });\n',
    ],
    ['node assert', 'harness-hook', '*', 'import assert from "node:assert";\nassert.strictEqual = () => {};\n'],
    [
      'after each',
      'harness-hook|exit-forced',
      '*',
      'import { afterEach } from "vitest";\nafterEach((ctx) => { ctx.task.result.state = "pass"; });\n',
    ],
    ['the process ended', 'exit-forced|harness-hook', '*', 'import { afterAll } from "vitest";\nafterAll(() => process.exit(0));\n'],
    ['the exit code', 'exit-forced|harness-hook', '*', 'process.on("exit", () => { process.exitCode = 0; });\n'],
    [
      'a module that the tests look at, mocked',
      'subject-mocked',
      '*',
      'import { vi } from "vitest";\nvi.mock("../src/cart.js", () => ({ total: () => 6 }));\n',
    ],
    [
      'a matcher of its own',
      'PASS',
      '*',
      'import { expect } from "vitest";\nexpect.extend({ toBeWithin(x, a, b) { return { pass: x >= a && x <= b, message: () => "out" }; } });\n',
    ],
    ['an assert of its own', 'PASS', '*', 'export function assert(ok, message) { if (!ok) throw new Error(message); }\n'],
    [
      'an expect of a parser',
      'PASS',
      '*',
      'export class Parser { expect(token) { if (this.next() !== token) this.error(token); } }\nexport function expect(p, t) { p.take(t); }\n',
    ],
    [
      'clean-up',
      'PASS',
      '*',
      'import { afterEach } from "vitest";\nimport { cleanup } from "@testing-library/react";\nafterEach(() => cleanup());\n',
    ],
  ],
  beside,
)
variants(
  'src/plugin.py',
  'READY = True\n',
  [
    [
      'a hook of pytest',
      'harness-hook',
      '*',
      'import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    outcome.get_result().outcome = "passed"\n',
    ],
    ['items taken out', 'harness-hook', '*', 'def pytest_collection_modifyitems(items):\n    items[:] = []\n'],
    ['approx replaced', 'harness-hook', '*', 'import pytest\npytest.approx = lambda x, **k: x\n'],
    ['assertEqual replaced', 'harness-hook', '*', 'import unittest\nunittest.TestCase.assertEqual = lambda self, a, b: None\n'],
    ['an option', 'PASS', '*', 'def pytest_addoption(parser):\n    parser.addoption("--slow")\n'],
    ['equal to itself', 'PASS', '*', 'class Point:\n    def __eq__(self, other):\n        return self.x == other.x\n'],
  ],
  beside,
)

// lock files, workspaces, options that change what is run

variants(
  'package-lock.json',
  `{
  "lockfileVersion": 3,
  "packages": {
    "": { "devDependencies": { "vitest": "^3.0.0", "left-pad": "1.0.0" } },
    "node_modules/vitest": { "version": "3.0.0", "resolved": "https://packages.example/vitest/-/vitest-3.0.0.tgz", "integrity": "sha512-AAAA" },
    "node_modules/left-pad": { "version": "1.0.0", "resolved": "https://packages.example/left-pad/-/left-pad-1.0.0.tgz", "integrity": "sha512-BBBB" }
  }
}
`,
  [
    [
      'a folder',
      'dependency-shadowed',
      '"version": "3.0.0", "resolved": "https://packages.example/vitest/-/vitest-3.0.0.tgz", "integrity": "sha512-AAAA"',
      '"resolved": "fake/vitest", "link": true',
    ],
    ['another host', 'dependency-shadowed', 'https://packages.example/vitest/-/', 'https://elsewhere.example/vitest/-/'],
    [
      'a repository',
      'dependency-shadowed',
      'https://packages.example/vitest/-/vitest-3.0.0.tgz',
      'git+ssh://git@example.org/me/vitest.git#abc',
    ],
    ['another package', 'dependency-shadowed', '"node_modules/vitest": {', '"node_modules/vitest": { "name": "not-vitest",'],
    ['other content of the same version', 'dependency-shadowed', 'sha512-AAAA', 'sha512-CCCC'],
    ['content unchecked', 'dependency-shadowed', ', "integrity": "sha512-AAAA"', ''],
    ['unreadable', 'dependency-shadowed', '*', '<<<<<<< ours\n{}\n'],
    ['emptied', 'REVIEW runner-config-changed', '*', '{}\n'],
    [
      'a bump',
      'PASS',
      '"version": "3.0.0", "resolved": "https://packages.example/vitest/-/vitest-3.0.0.tgz", "integrity": "sha512-AAAA"',
      '"version": "3.1.0", "resolved": "https://packages.example/vitest/-/vitest-3.1.0.tgz", "integrity": "sha512-DDDD"',
    ],
    ['a bump of another', 'PASS', 'sha512-BBBB', 'sha512-EEEE'],
    [
      'more',
      'PASS',
      '"node_modules/left-pad"',
      '"node_modules/right-pad": { "version": "1.0.0", "resolved": "https://packages.example/right-pad/-/right-pad-1.0.0.tgz", "integrity": "sha512-FFFF" },\n    "node_modules/left-pad"',
    ],
  ],
  beside,
)
variants(
  'yarn.lock',
  `# yarn lockfile v1


left-pad@1.0.0:
  version "1.0.0"
  resolved "https://packages.example/left-pad/-/left-pad-1.0.0.tgz#bbbb"
  integrity sha512-BBBB

vitest@^3.0.0:
  version "3.0.0"
  resolved "https://packages.example/vitest/-/vitest-3.0.0.tgz#aaaa"
  integrity sha512-AAAA
`,
  [
    [
      'a folder',
      'dependency-shadowed',
      'vitest@^3.0.0:\n  version "3.0.0"\n  resolved "https://packages.example/vitest/-/vitest-3.0.0.tgz#aaaa"',
      '"vitest@file:./fake":\n  version "3.0.0"',
    ],
    ['another host', 'dependency-shadowed', 'https://packages.example/vitest', 'https://elsewhere.example/vitest'],
    ['other content', 'dependency-shadowed', 'sha512-AAAA', 'sha512-CCCC'],
    [
      'a bump',
      'PASS',
      'vitest@^3.0.0:\n  version "3.0.0"\n  resolved "https://packages.example/vitest/-/vitest-3.0.0.tgz#aaaa"\n  integrity sha512-AAAA',
      'vitest@^3.1.0:\n  version "3.1.0"\n  resolved "https://packages.example/vitest/-/vitest-3.1.0.tgz#dddd"\n  integrity sha512-DDDD',
    ],
  ],
  beside,
)
variants(
  'pnpm-lock.yaml',
  `lockfileVersion: '9.0'
importers:
  .:
    devDependencies:
      vitest:
        specifier: ^3.0.0
        version: 3.0.0
packages:
  vitest@3.0.0:
    resolution: {integrity: sha512-AAAA}
  left-pad@1.0.0:
    resolution: {integrity: sha512-BBBB}
`,
  [
    ['a folder', 'dependency-shadowed', '        version: 3.0.0', '        version: link:fake/vitest'],
    ['an override', 'dependency-shadowed', 'importers:', 'overrides:\n  vitest: file:fake\nimporters:'],
    ['a tarball', 'dependency-shadowed', '{integrity: sha512-AAAA}', '{tarball: "https://elsewhere.example/x.tgz"}'],
    ['other content', 'dependency-shadowed', 'sha512-AAAA', 'sha512-CCCC'],
    [
      'a patch',
      'dependency-shadowed',
      'importers:',
      'patchedDependencies:\n  vitest@3.0.0:\n    hash: abc\n    path: patches/vitest.patch\nimporters:',
    ],
    [
      'a bump',
      'PASS',
      'version: 3.0.0',
      'version: 3.1.0',
      'vitest@3.0.0:\n    resolution: {integrity: sha512-AAAA}',
      'vitest@3.1.0:\n    resolution: {integrity: sha512-DDDD}',
    ],
  ],
  beside,
)
variants(
  'poetry.lock',
  `[[package]]
name = "pytest"
version = "8.0.0"
files = [
    {file = "pytest-8.0.0.tar.gz", hash = "sha256:aaaa"},
]
`,
  [
    [
      'a folder',
      'dependency-shadowed',
      'files = [\n    {file = "pytest-8.0.0.tar.gz", hash = "sha256:aaaa"},\n]',
      'files = []\n\n[package.source]\ntype = "directory"\nurl = "fake"',
    ],
    ['other content', 'dependency-shadowed', 'sha256:aaaa', 'sha256:cccc'],
    ['unreadable', 'dependency-shadowed', 'version = "8.0.0"', 'version = '],
    [
      'a bump',
      'PASS',
      '8.0.0"\nfiles',
      '8.1.0"\nfiles',
      'pytest-8.0.0.tar.gz", hash = "sha256:aaaa',
      'pytest-8.1.0.tar.gz", hash = "sha256:dddd',
    ],
  ],
  beside,
)
variants(
  '.npmrc',
  'save-exact=true\n',
  [
    ['node options', 'harness-hook|script-neutralised', 'save-exact=true', 'save-exact=true\nnode-options=--require ./quiet.js'],
    ['node options by import', 'harness-hook|script-neutralised', 'save-exact=true', 'node-options="--import=./quiet.mjs"'],
    ['script shell', 'script-neutralised', 'save-exact=true', 'script-shell=./quiet.sh'],
    ['if present', 'script-neutralised|runner-config-weakened', 'save-exact=true', 'if-present=true'],
    ['ignore scripts', 'REVIEW runner-config-changed', 'save-exact=true', 'ignore-scripts=true'],
    [
      'another registry for a runner',
      'dependency-shadowed|REVIEW runner-config-changed',
      'save-exact=true',
      '@vitest:registry=https://elsewhere.example',
    ],
    ['memory', 'PASS', 'save-exact=true', 'save-exact=true\nnode-options=--max-old-space-size=4096'],
    ['engine', 'PASS', 'save-exact=true', 'save-exact=true\nengine-strict=true'],
  ],
  beside,
)
const scripts =
  '{\n  "scripts": { "test": "vitest run" },\n  "workspaces": ["packages/a"],\n  "devDependencies": { "vitest": "^3.0.0" }\n}\n'
variants(
  'package.json',
  scripts,
  [
    [
      'a preload',
      'REVIEW script-changed|harness-hook|script-neutralised',
      '"vitest run"',
      '"NODE_OPTIONS=\'--require ./quiet.js\' vitest run"',
    ],
    [
      'a preload through cross-env',
      'REVIEW script-changed|harness-hook|script-neutralised',
      '"vitest run"',
      '"cross-env NODE_OPTIONS=--import=./quiet.mjs vitest run"',
    ],
    ['memory', 'PASS', '"vitest run"', '"NODE_OPTIONS=--max-old-space-size=4096 vitest run"'],
    ['modules', 'PASS', '"vitest run"', '"NODE_OPTIONS=--experimental-vm-modules vitest run"'],
    ['another path first', 'script-neutralised|REVIEW script-changed', '"vitest run"', '"PATH=./bin:$PATH vitest run"'],
    [
      'a workspace called vitest',
      'dependency-shadowed',
      '"packages/a"',
      '"packages/a", "packages/b"',
      '+packages/b/package.json',
      '{ "name": "vitest", "version": "3.0.0" }\n',
    ],
    [
      'a workspace',
      'PASS',
      '"packages/a"',
      '"packages/a", "packages/b"',
      '+packages/b/package.json',
      '{ "name": "@shop/b", "version": "3.0.0" }\n',
    ],
    ['a resolution', 'dependency-shadowed', '"devDependencies"', '"resolutions": { "**/vitest": "file:./fake" },\n  "devDependencies"'],
    [
      'an override by nesting',
      'dependency-shadowed',
      '"devDependencies"',
      '"overrides": { "vitest": { ".": "file:./fake" } },\n  "devDependencies"',
    ],
    [
      'an override by pnpm',
      'dependency-shadowed',
      '"devDependencies"',
      '"pnpm": { "overrides": { "vitest": "link:fake" } },\n  "devDependencies"',
    ],
    [
      'a patch by pnpm',
      'dependency-shadowed',
      '"devDependencies"',
      '"pnpm": { "patchedDependencies": { "vitest@3.0.0": "patches/v.patch" } },\n  "devDependencies"',
    ],
    ['a workspace protocol', 'dependency-shadowed', '"^3.0.0"', '"workspace:*"'],
    ['an override of a version', 'PASS', '"devDependencies"', '"overrides": { "vitest": "3.0.1" },\n  "devDependencies"'],
    ['an override of another', 'PASS', '"devDependencies"', '"overrides": { "left-pad": "file:./pad" },\n  "devDependencies"'],
    ['a patch of the runner', 'dependency-shadowed', '"^3.0.0"', '"^3.0.0"', '"name"', '"name"'],
  ].filter(([name]) => name !== 'a patch of the runner') as never,
  beside,
)
variants(
  'README.md',
  '# shop\n',
  [
    ['a patch of the runner', 'dependency-shadowed', 'shop', 'Shop', '+patches/vitest+3.0.0.patch', '--- a\n+++ b\n'],
    ['a patch of another', 'PASS', 'shop', 'Shop', '+patches/left-pad+3.0.0.patch', '--- a\n+++ b\n'],
    [
      'a hook of pnpm',
      'dependency-shadowed|REVIEW runner-config-changed',
      'shop',
      'Shop',
      '+.pnpmfile.cjs',
      'module.exports = { hooks: { readPackage(p) { if (p.name === "vitest") p.main = "x"; return p; } } };\n',
    ],
    ['options of npm', 'harness-hook|script-neutralised', 'shop', 'Shop', '+.npmrc', 'node-options=--require ./quiet.js\n'],
    ['a preload of bun', 'REVIEW runner-config-changed|harness-hook', 'shop', 'Shop', '+bunfig.toml', '[test]\npreload = ["./quiet.ts"]\n'],
  ],
  beside,
)
variants(
  'pytest.ini',
  '[pytest]\naddopts = -q\n',
  [
    ['a plugin', 'REVIEW runner-config-changed', '-q', '-q -p quiet'],
    ['no plugin of xdist', 'PASS|REVIEW', '-q', '-q -p no:randomly'],
    ['a plugin joined', 'REVIEW runner-config-changed', '-q', '-q -pquiet'],
  ],
  beside,
)
variants(
  'Makefile',
  'test:\n\tpytest -q\n',
  [
    ['another shell', 'script-neutralised', 'test:', 'SHELL = ./quiet.sh\ntest:'],
    ['shell flags', 'script-neutralised', 'test:', '.SHELLFLAGS = -c true\ntest:'],
    ['bash', 'PASS', 'test:', 'SHELL := /bin/bash\ntest:'],
    ['strict flags', 'PASS', 'test:', 'SHELL := bash\n.SHELLFLAGS := -eu -o pipefail -c\ntest:'],
    ['another path', 'script-neutralised|REVIEW script-changed', 'test:', 'export PATH := ./bin:$(PATH)\ntest:'],
  ],
  { ...beside, Makefile: '' },
)
