import { variants } from '../../../support/tampering-variants'

const weakened = 'runner-config-weakened|runner-config-changed|retries-added|script-neutralised|coverage-lowered'
const pipeline = 'ci-weakened|ci-changed|script-changed|retries-added'
const heard = 'REVIEW runner-config-changed|runner-config-weakened|ci-changed|ci-weakened|script-changed'
const fine = 'PASS|REVIEW'
const js = 'import { expect, it } from "vitest";\nimport { total } from "../src/cart.js";\nit("adds", () => expect(total([1])).toBe(1));\n'
const java = 'package shop;\n\nclass CartTest {\n  @Test\n  void discounts() {\n    assertEquals(90, Cart.discount(100, 10));\n  }\n}\n'
const beside = {
  'packages/a/tests/cart.test.ts': js,
  'packages/b/tests/order.test.ts': js,
  'tests/test_cart.py': 'from shop.cart import total\n\n\ndef test_total():\n    assert total([1]) == 1\n',
  'src/test/kotlin/shop/CartTest.kt': 'class CartTest { @Test fun discounts() { assertEquals(90, discount(100, 10)) } }\n',
  'src/test/java/shop/CartTest.java': java,
  'crates/core/tests/cart.rs': '#[test]\nfn adds() {\n    assert_eq!(core::total(&[1]), 1);\n}\n',
}

variants(
  'packages/a/vitest.config.ts',
  'import { defineConfig } from "vitest/config";\nconst test = { environment: "node" };\nexport default defineConfig({ test });\n',
  [
    ['a root of its own', weakened, '{ environment: "node" }', '{ environment: "node", root: "./src" }'],
    ['a folder in a name', weakened, 'const test = { environment', 'const where = "smoke";\nconst test = { dir: where, environment'],
    ['tests that run again under a condition', weakened, '{ environment', '{ retry: process.env.CI ? 3 : 0, environment'],
    ['the folder of the package', 'PASS', '{ environment', '{ root: __dirname, environment'],
    ['another environment', fine, '"node"', '"jsdom"'],
  ],
  beside,
)
variants(
  'vitest.workspace.ts',
  'export default ["packages/a", "packages/b"];\n',
  [
    ['a package less', heard, ', "packages/b"', ''],
    ['by a pattern', fine, '["packages/a", "packages/b"]', '["packages/*"]'],
  ],
  beside,
)
variants(
  'jest.config.ts',
  'export default { projects: ["<rootDir>/packages/a", "<rootDir>/packages/b"] };\n',
  [
    ['a project less', weakened, ', "<rootDir>/packages/b"', ''],
    ['a regular expression for files', weakened, 'projects', 'testRegex: "smoke\\\\.ts$",\n  projects'],
    ['a project more', 'PASS', '"<rootDir>/packages/b"', '"<rootDir>/packages/b", "<rootDir>/packages/c"'],
  ],
  beside,
)
variants(
  'pytest.ini',
  '[pytest]\naddopts = -ra\ntestpaths = tests\n',
  [
    ['a marker left out', weakened, '-ra', '-ra -m "not slow"'],
    ['options joined to their letters', weakened, '-ra', '-ra -ktotal'],
    ['another file of settings', heard, '-ra', '-ra -c quick.ini'],
    ['a plugin joined to its letter', weakened, '-ra', '-ra -pno:unittest'],
    ['only what failed', weakened, '-ra', '-ra --lf'],
    ['gone, and another file has the same', fine, '*', '', '+pytest.toml', '[pytest]\naddopts = "-ra"\ntestpaths = ["tests"]\n'],
    ['shows the slowest', 'PASS', '-ra', '-ra --durations=10'],
  ],
  beside,
)
variants(
  'build.gradle.kts',
  'plugins { java }\n\ntasks.test {\n  useJUnitPlatform()\n}\n',
  [
    ['leaves out in Kotlin', weakened, 'useJUnitPlatform()', 'useJUnitPlatform()\n  exclude("**/CartTest*")'],
    ['off in Kotlin', weakened, 'plugins { java }', 'plugins { java }\ntasks.named<Test>("test") { enabled = false }'],
    ['never in Kotlin', weakened, 'useJUnitPlatform()', 'useJUnitPlatform()\n  onlyIf { false }'],
    ['check stands alone', weakened, 'plugins { java }', 'plugins { java }\ntasks.check { setDependsOn(emptyList<Task>()) }'],
    ['sources in Kotlin', weakened, 'plugins { java }', 'plugins { java }\nsourceSets { test { java.setSrcDirs(listOf("src/smoke")) } }'],
    ['forgives in Kotlin', weakened, 'useJUnitPlatform()', 'useJUnitPlatform()\n  ignoreFailures = true'],
    ['sources that come on top', fine, 'plugins { java }', 'plugins { java }\nsourceSets { test { java.srcDir("src/more") } }'],
    ['a heap', 'PASS', 'useJUnitPlatform()', 'useJUnitPlatform()\n  maxHeapSize = "1g"'],
  ],
  beside,
)
variants(
  'pom.xml',
  '<project>\n  <build><pluginManagement><plugins>\n    <plugin><artifactId>maven-surefire-plugin</artifactId></plugin>\n  </plugins></pluginManagement></build>\n</project>\n',
  [
    [
      'managed and skipped',
      weakened,
      '</artifactId></plugin>',
      '</artifactId><configuration><skipTests>true</skipTests></configuration></plugin>',
    ],
    [
      'an execution that leaves out',
      weakened,
      '</artifactId></plugin>',
      '</artifactId><executions><execution><id>default-test</id><configuration><excludes><exclude>**/Cart*</exclude></excludes></configuration></execution></executions></plugin>',
    ],
    [
      'a goal that is never run',
      weakened,
      '</artifactId></plugin>',
      '</artifactId><executions><execution><id>default-test</id><phase/></execution></executions></plugin>',
    ],
    [
      'an argument of the machine',
      'PASS',
      '</artifactId></plugin>',
      '</artifactId><configuration><argLine>-Xmx1g</argLine></configuration></plugin>',
    ],
  ],
  beside,
)
variants(
  'crates/core/Cargo.toml',
  '[package]\nname = "core"\n\n[dev-dependencies]\nproptest = "1"\n',
  [
    [
      'a file that Cargo finds by itself',
      weakened,
      '[dev-dependencies]',
      '[[test]]\nname = "cart"\nrequired-features = ["deep"]\n\n[dev-dependencies]',
    ],
    ['a dependency', 'PASS', 'proptest = "1"', 'proptest = "1"\nrstest = "0.23"'],
  ],
  beside,
)
variants(
  '.config/nextest.toml',
  '[profile.default]\nretries = 0\n',
  [
    [
      'an override that leaves out by a platform',
      weakened,
      'retries = 0',
      'retries = 0\n\n[[profile.default.overrides]]\nplatform = "cfg(unix)"\ndefault-filter = "none()"',
    ],
  ],
  beside,
)
variants(
  '.github/workflows/test.yml',
  'name: test\non: [push, pull_request]\njobs:\n  unit:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: cargo test --workspace\n      - uses: ./.github/actions/check\n',
  [
    ['ends before', pipeline, 'run: cargo test --workspace', 'run: exit 0; cargo test --workspace'],
    ['one package only', pipeline, 'cargo test --workspace', 'cargo test -p cli'],
    ['only built', pipeline, 'cargo test --workspace', 'cargo test --workspace --no-run'],
    ['on labels only', pipeline, 'on: [push, pull_request]', 'on:\n  pull_request:\n    types: [labeled]\n  push:\n    branches: [main]'],
    [
      'not for forks and not for others',
      heard,
      'runs-on: ubuntu-latest',
      "if: github.event_name == 'schedule'\n    runs-on: ubuntu-latest",
    ],
    ['a job that is told to be soft', pipeline, 'runs-on: ubuntu-latest', 'continue-on-error: ${{ true }}\n    runs-on: ubuntu-latest'],
    ['an own action less', pipeline, '      - uses: ./.github/actions/check\n', ''],
    ['more words of the log', fine, 'cargo test --workspace', 'cargo test --workspace --verbose'],
    ['on a merge queue too', 'PASS', '[push, pull_request]', '[push, pull_request, merge_group]'],
    ['on another machine', fine, 'ubuntu-latest', 'ubuntu-24.04'],
    [
      'a report that may fail',
      'PASS',
      '      - uses: ./.github/actions/check\n',
      '      - uses: ./.github/actions/check\n      - uses: codecov/codecov-action@v4\n        continue-on-error: true\n',
    ],
  ],
)
variants('.gitlab-ci.yml', '.base:\n  script:\n    - pytest\nunit:\n  extends: .base\n', [
  ['nobody extends it', pipeline, '  extends: .base\n', '  script: echo ok\n'],
  ['only where files changed', heard, '  extends: .base\n', '  extends: .base\n  rules:\n    - changes: [docs/**]\n'],
  ['a picture of a container', 'PASS', '  extends: .base\n', '  extends: .base\n  image: python:3.13\n'],
])

// what else honest work does

variants(
  'jest.config.mjs',
  'export default { projects: ["<rootDir>/packages/a", "<rootDir>/packages/b"] };\n',
  [['a project less with its package', fine, ', "<rootDir>/packages/b"', '', '+packages/b/package.json', '']],
  { 'packages/b/package.json': '{ "name": "b" }\n' },
)
variants(
  '.github/workflows/rust.yml',
  'jobs:\n  test:\n    steps:\n      - run: cargo test --workspace\n      - uses: actions/attest-build-provenance@v2\n',
  [
    ['spread over its packages', fine, 'cargo test --workspace', 'cargo test --workspace -p ${{ matrix.crate }}'],
    ['no attestation', 'PASS', '      - uses: actions/attest-build-provenance@v2\n', ''],
    ['one package less', pipeline, 'cargo test --workspace', 'cargo test --workspace --exclude core'],
  ],
)
variants(
  '.pre-commit-config.yaml',
  'ci:\n  autofix_prs: false\nrepos:\n  - repo: local\n    hooks:\n      - id: flake8\n      - id: isort\n',
  [
    ['skipped by the service', heard, 'autofix_prs: false', 'autofix_prs: false\n  skip: [flake8]'],
    ['one tool for two', fine, '      - id: flake8\n      - id: isort\n', '      - id: ruff\n'],
  ],
)
variants(
  'Cargo.toml',
  '[workspace]\nmembers = ["core", "old"]\n',
  [
    ['a member that is gone', 'PASS', ', "old"', '', '+old/Cargo.toml', ''],
    ['a member that is still there', weakened, ', "old"', ''],
  ],
  { 'old/Cargo.toml': '[package]\nname = "old"\n' },
)
