import { variants } from '../../../support/tampering-variants'

const weakened = 'runner-config-weakened'
const told = 'REVIEW runner-config-changed'
const beside = {
  'tests/test_cart.py':
    'import pytest\nfrom shop.cart import discount\n\n\ndef test_discounts(client):\n    assert discount(100, 10) == 90\n    assert client.get("/").status == 200\n',
  'tests/tests.py': 'def helper():\n    return 1\n',
  'src/test/java/shop/CartTest.java':
    'package shop;\n\nclass CartTest {\n  @Test\n  void discounts() {\n    assertEquals(90, Cart.discount(100, 10));\n  }\n}\n',
  'src/test/java/shop/CartIT.java':
    'package shop;\n\nclass CartIT {\n  @Test\n  void discounts() {\n    assertEquals(90, Cart.discount(100, 10));\n  }\n}\n',
}

// comments and sections of pytest.ini

const pytest = 'minversion = 7.0'
variants(
  'pytest.ini',
  `[pytest]\n${pytest}\n`,
  [
    ['words behind a mark count for pytest', weakened, pytest, `${pytest}\nnorecursedirs = build # tests`],
    ['a list that goes on behind a mark', weakened, pytest, `${pytest}\nnorecursedirs =\n    build ; tests`],
    ['a line that only looks like a section', weakened, pytest, `markers =\n    slow\n  [other]\npython_functions = check_*`],
    ['a comment of its own line', 'PASS', pytest, `${pytest}\nnorecursedirs =\n    build\n    # tests`],
    ['a comment behind a section', 'PASS', '[pytest]', '[pytest]  # tests'],
    ['blanks and marks', 'PASS', pytest, `${pytest}\n; norecursedirs = tests\n${' '.repeat(200)}#${' '.repeat(200)}`],
    ['files as ever, beside a helper called tests.py', 'PASS', pytest, `${pytest}\npython_files = test_*.py *_test.py`],
  ],
  beside,
)
variants(
  'setup.cfg',
  '[metadata]\nname = shop\n\n[tool:pytest]\naddopts = -ra\n',
  [
    ['a section that is only a value', weakened, 'addopts = -ra', 'addopts =\n    -ra\n  [metadata]\ntestpaths = smoke'],
    ['a comment behind a value of another section', 'PASS', 'name = shop', 'name = shop # tests'],
  ],
  beside,
)

// tests that are left to another task

const surefire = '<plugin><artifactId>maven-surefire-plugin</artifactId><configuration><forkCount>1</forkCount></configuration></plugin>'
const left = (surefireHas: string, failsafeHas: string): string =>
  `<plugin><artifactId>maven-surefire-plugin</artifactId><configuration>${surefireHas}</configuration></plugin>` +
  `<plugin><artifactId>maven-failsafe-plugin</artifactId><configuration>${failsafeHas}</configuration></plugin>`
const exclude = (pattern: string): string => `<excludes><exclude>${pattern}</exclude></excludes>`
const include = (pattern: string): string => `<includes><include>${pattern}</include></includes>`
variants(
  'pom.xml',
  `<project><build><plugins>${surefire}</plugins></build></project>\n`,
  [
    ['failsafe takes what is its own', 'PASS', surefire, left('<forkCount>1</forkCount>', include('**/*IT.java'))],
    [
      'what surefire never ran is left out',
      'PASS',
      surefire,
      left(exclude('**/*IT.java'), '<skipAfterFailureCount>1</skipAfterFailureCount>'),
    ],
    ['left to failsafe', told, surefire, left(exclude('**/Cart*.java'), include('**/Cart*.java'))],
    ['groups left to failsafe', told, surefire, left('<excludedGroups>slow</excludedGroups>', '<groups>slow</groups>')],
    ['left to nobody', weakened, surefire, left(exclude('**/Cart*.java'), include('**/Shop*.java'))],
    ['left out of failsafe', weakened, surefire, left('<forkCount>1</forkCount>', exclude('**/CartIT.java'))],
    ['failsafe is off', weakened, surefire, left('<forkCount>1</forkCount>', '<skipITs>true</skipITs>')],
  ],
  beside,
)
const junit = 'useJUnitPlatform()'
const slow = 'tasks.register("slow", Test) {\n  useJUnitPlatform { includeTags "slow" }\n}\n'
variants(
  'build.gradle',
  `plugins { id "java" }\ntest {\n  ${junit}\n}\n`,
  [
    ['a tag left to another task', told, junit, 'useJUnitPlatform { excludeTags "slow" }', 'plugins {', `${slow}plugins {`],
    ['a tag left to nobody', weakened, junit, 'useJUnitPlatform { excludeTags "cart" }', 'plugins {', `${slow}plugins {`],
    ['only where the caller asks for it', 'PASS', junit, `${junit}\n  if (project.hasProperty("fast")) {\n    exclude "**/CartTest*"\n  }`],
    ['where the caller does not ask', weakened, junit, `${junit}\n  if (!project.hasProperty("all")) {\n    exclude "**/CartTest*"\n  }`],
    ['resources of the tests', 'PASS', 'plugins {', 'sourceSets { test { resources { include "**/*.json" } } }\nplugins {'],
    ['sources of the tests', weakened, 'plugins {', 'sourceSets { test { java { exclude "**/CartTest*" } } }\nplugins {'],
  ],
  beside,
)

// settings of other tools that are called alike

variants(
  'vitest.config.ts',
  'export default { test: { globals: false } };\n',
  [
    [
      'a folder of something else',
      'PASS',
      'globals: false',
      'cache: { dir: "node_modules/.vitest" }, coverage: { reportsDirectory: "out" }',
    ],
  ],
  {
    'tests/cart.test.js':
      'import { expect, it } from "vitest";\nimport { total } from "../src/cart.js";\nit("adds", () => expect(total([1])).toBe(1));\n',
  },
)

// set-up files

const fixture = (line: string): string => `import pytest\n\n\n@pytest.fixture(autouse=True)\ndef _offline(monkeypatch):\n    ${line}\n`
variants(
  'tests/conftest.py',
  'import pytest\n',
  [
    ['what the tests look at', 'subject-mocked', '*', fixture('monkeypatch.setattr("shop.cart.discount", lambda a, p: 90)')],
    ['a function that is called like a method of the tests', 'PASS', '*', fixture('monkeypatch.setattr("requests.get", None)')],
    ['the environment', 'PASS', '*', fixture('monkeypatch.setenv("TZ", "UTC")')],
  ],
  beside,
)
