import { variants } from '../../../support/tampering-variants'

const cart = `import { describe, expect, it } from "vitest";
import { total } from "../src/cart.js";

describe("total", () => {
  it("adds all", () => {
    expect(total([1, 2])).toBe(3);
  });
  it("is zero for none", () => {
    expect(total([])).toBe(0);
  });
});

const rows = [[1, 1], [2, 2]];
for (const [n, sum] of rows) it("row " + n, () => expect(total([n])).toBe(sum));
`
const first = `  it("adds all", () => {
    expect(total([1, 2])).toBe(3);
  });
`

variants('tests/cart.test.js', cart, [
  // cases that are never declared
  ['in a function that nobody calls', 'test-skipped|test-case-removed', first, `  function later() {\n${first}  }\n`],
  ['in an arrow that nobody calls', 'test-skipped|test-case-removed', first, `  const later = () => {\n${first}  };\n`],
  [
    'the whole group in a function',
    'test-skipped|test-case-removed',
    'describe("total", () => {',
    'function later() { describe("total", () => {',
    '});\n\nconst rows',
    '}); }\n\nconst rows',
  ],
  ['in a function that is called', 'PASS', first, `  function now() {\n${first}  }\n  now();\n`],
  [
    'in an exported function',
    'PASS|REVIEW',
    'describe("total", () => {',
    'export function suite() { describe("total", () => {',
    '});\n\nconst rows',
    '}); }\nsuite();\n\nconst rows',
  ],
  ['in a function called by its own', 'test-skipped|test-case-removed', first, `  function later() {\n${first}  later();\n  }\n`],
  ['each of nothing', 'test-emptied|test-case-removed|test-skipped', 'it("adds all", () =>', 'it.each([])("adds all", () =>'],
  [
    'each of a name for nothing',
    'test-emptied|test-case-removed|test-skipped',
    'it("adds all", () =>',
    'it.each(none)("adds all", () =>',
    'describe("total"',
    'const none = [];\ndescribe("total"',
  ],
  [
    'describe each of nothing',
    'test-emptied|test-case-removed|test-skipped',
    'describe("total", () =>',
    'describe.each([])("total", () =>',
  ],
  ['a loop over nothing', 'test-emptied|test-case-removed|test-skipped', first, `  for (const _ of []) {\n${first}  }\n`],
  ['forEach over nothing', 'test-emptied|test-case-removed|test-skipped', first, `  [].forEach(() => {\n${first}  });\n`],
  ['a loop that ends at once', 'test-emptied|test-case-removed|test-skipped', first, `  for (let i = 0; i < 0; i++) {\n${first}  }\n`],
  ['while false', 'test-emptied|test-case-removed|test-skipped', first, `  while (false) {\n${first}  }\n`],
  [
    'a loop over keys of nothing',
    'test-emptied|test-case-removed|test-skipped',
    first,
    `  for (const _ of Object.keys({})) {\n${first}  }\n`,
  ],
  ['a loop over an empty Array', 'test-emptied|test-case-removed|test-skipped', first, `  for (const _ of new Array()) {\n${first}  }\n`],
  ['if false', 'test-skipped', first, `  if (false) {\n${first}  }\n`],
  [
    'if a name that is false',
    'test-skipped',
    first,
    `  if (RUN) {\n${first}  }\n`,
    'describe("total"',
    'const RUN = false;\ndescribe("total"',
  ],
  ['if a name that is 0', 'test-skipped', first, `  if (RUN) {\n${first}  }\n`, 'describe("total"', 'const RUN = 0;\ndescribe("total"'],
  [
    'if not a name that is true',
    'test-skipped',
    first,
    `  if (!OFF) {\n${first}  }\n`,
    'describe("total"',
    'const OFF = true;\ndescribe("total"',
  ],
  ['if a comparison of constants', 'test-skipped', first, `  if (1 > 2) {\n${first}  }\n`],
  ['false and', 'test-skipped', '  it("adds all"', '  false && it("adds all"'],
  ['if a name that is true', 'PASS', first, `  if (RUN) {\n${first}  }\n`, 'describe("total"', 'const RUN = true;\ndescribe("total"'],
  ['a switch with no such case', 'test-skipped|test-case-removed', first, `  switch (1) { case 2:\n${first}  }\n`],
  ['in a catch', 'test-skipped|test-case-removed', first, `  try {} catch {\n${first}  }\n`],
  ['in a callback of a timer', 'test-skipped|test-case-removed', first, `  setTimeout(() => {\n${first}  });\n`],
  ['in a then', 'test-skipped|test-case-removed', first, `  Promise.resolve().then(() => {\n${first}  });\n`],
  ['in an await', 'PASS', 'describe("total"', 'await Promise.resolve();\ndescribe("total"'],
  ['rows are taken out', 'REVIEW fixture-adapted', 'const rows = [[1, 1], [2, 2]];', 'const rows = [[1, 1], [2, 2]];\nrows.length = 0;'],
  [
    'rows are spliced',
    'test-emptied|test-case-removed|REVIEW fixture-adapted',
    'const rows = [[1, 1], [2, 2]];',
    'const rows = [[1, 1], [2, 2]];\nrows.splice(0);',
  ],
  // skips that are not written out
  [
    'skip by a name',
    'test-skipped',
    'it("adds all", () =>',
    'it("adds all", { skip: OFF }, () =>',
    'describe("total"',
    'const OFF = true;\ndescribe("total"',
  ],
  [
    'skip by an option name',
    'test-skipped',
    'it("adds all", () =>',
    'it("adds all", opts, () =>',
    'describe("total"',
    'const opts = { skip: true };\ndescribe("total"',
  ],
  [
    'skip by a spread',
    'test-skipped',
    'it("adds all", () =>',
    'it("adds all", { ...opts }, () =>',
    'describe("total"',
    'const opts = { skip: true };\ndescribe("total"',
  ],
  [
    'skip by shorthand',
    'test-skipped',
    'it("adds all", () =>',
    'it("adds all", { skip }, () =>',
    'describe("total"',
    'const skip = true;\ndescribe("total"',
  ],
  ['skip by a function', 'test-skipped', 'it("adds all", () =>', 'it("adds all", { skip: off() }, () =>'],
  ['skip by a computed key', 'test-skipped', 'it("adds all", () =>', 'it("adds all", { ["sk" + "ip"]: true }, () =>'],
  ['skip under a computed name', 'test-skipped|test-case-removed', 'it("adds all", () =>', 'it["sk" + "ip"]("adds all", () =>'],
  [
    'skip under a name in brackets',
    'test-skipped|test-case-removed',
    'it("adds all", () =>',
    'it[mode]("adds all", () =>',
    'describe("total"',
    'const mode = "skip";\ndescribe("total"',
  ],
  [
    'skip by an alias',
    'test-skipped',
    'it("adds all", () =>',
    'check("adds all", () =>',
    'describe("total"',
    'const check = it.skip;\ndescribe("total"',
  ],
  [
    'skip by a destructured alias',
    'test-skipped|test-case-removed',
    'it("adds all", () =>',
    'skip("adds all", () =>',
    'describe("total"',
    'const { skip } = it;\ndescribe("total"',
  ],
  [
    'skip by a bound alias',
    'test-skipped|test-case-removed',
    'it("adds all", () =>',
    'check("adds all", () =>',
    'describe("total"',
    'const check = it.skip.bind(it);\ndescribe("total"',
  ],
  ['skip by a choice', 'test-skipped', 'it("adds all", () =>', '(process.env.FULL ? it : it.skip)("adds all", () =>'],
  [
    'skip by a choice of names',
    'test-skipped|test-case-removed',
    'it("adds all", () =>',
    'it[process.env.FULL ? "only" : "skip"]("adds all", () =>',
  ],
  ['skip false', 'PASS', 'it("adds all", () =>', 'it("adds all", { skip: false }, () =>'],
  ['timeout', 'PASS', 'it("adds all", () =>', 'it("adds all", { timeout: 100 }, () =>'],
  [
    'timeout by a name',
    'PASS',
    'it("adds all", () =>',
    'it("adds all", opts, () =>',
    'describe("total"',
    'const opts = { timeout: 100 };\ndescribe("total"',
  ],
  [
    'context skip by a wrapper',
    'test-skipped',
    'expect(total([1, 2])).toBe(3)',
    'ctx["skip"](); expect(total([1, 2])).toBe(3)',
    'it("adds all", ()',
    'it("adds all", (ctx)',
  ],
  // swallowed
  [
    'finally returns',
    'assertion-unreachable|test-emptied',
    'expect(total([1, 2])).toBe(3);',
    'try { expect(total([1, 2])).toBe(3); } finally { return; }',
  ],
  [
    'finally returns after work',
    'assertion-unreachable|test-emptied',
    'expect(total([1, 2])).toBe(3);',
    'try { expect(total([1, 2])).toBe(3); } finally { console.log(1); return undefined; }',
  ],
  [
    'finally breaks',
    'assertion-unreachable|test-emptied',
    'expect(total([1, 2])).toBe(3);',
    'out: try { expect(total([1, 2])).toBe(3); } finally { break out; }',
  ],
  ['finally cleans up', 'PASS', 'expect(total([1, 2])).toBe(3);', 'try { expect(total([1, 2])).toBe(3); } finally { console.log(1); }'],
  [
    'catch drops',
    'assertion-unreachable|test-emptied',
    'expect(total([1, 2])).toBe(3);',
    'try { expect(total([1, 2])).toBe(3); } catch {}',
  ],
  [
    'catch tells',
    'assertion-unreachable|test-emptied',
    'expect(total([1, 2])).toBe(3);',
    'try { expect(total([1, 2])).toBe(3); } catch (e) { console.error(e); }',
  ],
  [
    'catch throws later',
    'PASS',
    'expect(total([1, 2])).toBe(3);',
    'try { expect(total([1, 2])).toBe(3); } catch (e) { console.error(e); throw e; }',
  ],
  [
    'catch throws sometimes',
    'assertion-unreachable|test-emptied',
    'expect(total([1, 2])).toBe(3);',
    'try { expect(total([1, 2])).toBe(3); } catch (e) { if (process.env.STRICT) throw e; }',
  ],
  [
    'caught promise',
    'assertion-unreachable|test-emptied',
    'expect(total([1, 2])).toBe(3);',
    'return Promise.resolve().then(() => { expect(total([1, 2])).toBe(3); }).catch(() => {});',
    'describe(',
    'describe(',
  ],
  [
    'settled promise',
    'assertion-unreachable|test-emptied',
    'expect(total([1, 2])).toBe(3);',
    'return Promise.allSettled([Promise.resolve().then(() => { expect(total([1, 2])).toBe(3); })]);',
  ],
  // shadowed subjects
  [
    'a local of the same name',
    'subject-mocked',
    'expect(total([1, 2])).toBe(3);',
    'const total = () => 3;\n    expect(total([1, 2])).toBe(3);',
  ],
  [
    'a local function of the same name',
    'subject-mocked',
    'expect(total([1, 2])).toBe(3);',
    'function total() { return 3; }\n    expect(total([1, 2])).toBe(3);',
  ],
  ['a parameter of the same name', 'subject-mocked', 'describe("total", () => {', 'describe("total", (total = () => 0) => {'],
  [
    'a name of the group',
    'subject-mocked',
    'describe("total", () => {',
    'describe("total", () => {\n  const total = (xs) => xs.length && 3;',
  ],
  [
    'a local expect',
    'harness-hook|assertion-tautological|test-emptied',
    'expect(total([1, 2])).toBe(3);',
    'const expect = () => ({ toBe() {} });\n    expect(total([1, 2])).toBe(3);',
  ],
  [
    'an expect of its own',
    'REVIEW runner-config-changed',
    'import { describe, expect, it } from "vitest";',
    'import { describe, it } from "vitest";\nimport { expect } from "./quiet.js";',
  ],
  [
    'an it of its own',
    'REVIEW runner-config-changed',
    'import { describe, expect, it } from "vitest";',
    'import { describe, expect } from "vitest";\nimport { it } from "./quiet.js";',
  ],
  [
    'expect from jest globals',
    'PASS',
    'import { describe, expect, it } from "vitest";',
    'import { describe, expect, it } from "@jest/globals";',
  ],
  ['globals', 'PASS', 'import { describe, expect, it } from "vitest";\n', ''],
  [
    'an extended test',
    'PASS|REVIEW',
    'import { describe, expect, it } from "vitest";',
    'import { describe, expect, it as base } from "vitest";\nconst it = base.extend({});',
  ],
  [
    'a local taken out of a record',
    'subject-mocked',
    'expect(total([1, 2])).toBe(3);',
    'const { total } = { total: () => 3 };\n    expect(total([1, 2])).toBe(3);',
  ],
  ['a loop over what is left', 'REVIEW fixture-adapted', first, `  for (const _ of [1].filter(() => false)) {\n${first}  }\n`],
])

const py = `import pytest
import unittest
from src.cart import total


def test_total():
    assert total([1, 2]) == 3


def test_empty():
    assert total([]) == 0


class TestCart(unittest.TestCase):
    def test_one(self):
        self.assertEqual(total([1]), 1)
`
const one = 'def test_total():\n    assert total([1, 2]) == 3\n'
variants('tests/test_cart.py', py, [
  [
    'parametrize over nothing',
    'test-emptied|test-skipped|test-case-removed',
    'def test_total():',
    '@pytest.mark.parametrize("n", [])\ndef test_total(n):',
  ],
  [
    'parametrize over a name for nothing',
    'test-emptied|test-skipped|test-case-removed',
    'def test_total():',
    'NONE = []\n\n\n@pytest.mark.parametrize("n", NONE)\ndef test_total(n):',
  ],
  [
    'parametrize over an empty tuple',
    'test-emptied|test-skipped|test-case-removed',
    'def test_total():',
    '@pytest.mark.parametrize("n", ())\ndef test_total(n):',
  ],
  [
    'parametrize over list()',
    'test-emptied|test-skipped|test-case-removed',
    'def test_total():',
    '@pytest.mark.parametrize("n", list())\ndef test_total(n):',
  ],
  [
    'parametrize over range(0)',
    'test-emptied|test-skipped|test-case-removed',
    'def test_total():',
    '@pytest.mark.parametrize("n", range(0))\ndef test_total(n):',
  ],
  [
    'parametrize of the class',
    'test-emptied|test-skipped|test-case-removed',
    'class TestCart(unittest.TestCase):',
    '@pytest.mark.parametrize("n", [])\nclass TestCart:',
  ],
  [
    'pytestmark parametrize',
    'test-emptied|test-skipped|test-case-removed',
    'def test_total():',
    'pytestmark = pytest.mark.parametrize("n", [])\n\n\ndef test_total():',
  ],
  ['parametrize over one', 'PASS|REVIEW', 'def test_total():', '@pytest.mark.parametrize("n", [1])\ndef test_total(n):'],
  [
    'in a function that nobody calls',
    'test-case-removed|test-skipped',
    one,
    'def later():\n    def test_total():\n        assert total([1, 2]) == 3\n',
  ],
  ['if False', 'test-skipped', one, 'if False:\n    def test_total():\n        assert total([1, 2]) == 3\n'],
  ['if a name that is false', 'test-skipped', one, 'RUN = False\nif RUN:\n    def test_total():\n        assert total([1, 2]) == 3\n'],
  ['for over nothing', 'test-case-removed|test-skipped', one, 'for _ in []:\n    def test_total():\n        assert total([1, 2]) == 3\n'],
  [
    'a decorator of its own',
    'test-case-removed|test-skipped|REVIEW',
    'def test_total():',
    'def later(f):\n    return None\n\n\n@later\ndef test_total():',
  ],
  [
    'a decorator that swaps',
    'test-case-removed|test-skipped|test-emptied',
    'def test_total():',
    'def later(f):\n    def run():\n        pass\n    return run\n\n\n@later\ndef test_total():',
  ],
  [
    'a decorator that swallows',
    'test-case-removed|test-skipped|assertion-unreachable',
    'def test_total():',
    'def quiet(f):\n    def run():\n        try:\n            f()\n        except AssertionError:\n            pass\n    return run\n\n\n@quiet\ndef test_total():',
  ],
  ['a lambda decorator', 'test-case-removed|test-skipped', 'def test_total():', '@(lambda f: None)\ndef test_total():'],
  [
    'a decorator that calls',
    'PASS',
    'def test_total():',
    'import functools\n\n\ndef traced(f):\n    @functools.wraps(f)\n    def run(*args, **kwargs):\n        return f(*args, **kwargs)\n    return run\n\n\n@traced\ndef test_total():',
  ],
  ['a known decorator', 'PASS', 'def test_total():', '@pytest.mark.slow\ndef test_total():'],
  [
    'finally returns',
    'assertion-unreachable|test-emptied',
    '    assert total([1, 2]) == 3',
    '    try:\n        assert total([1, 2]) == 3\n    finally:\n        return',
  ],
  [
    'finally cleans up',
    'PASS',
    '    assert total([1, 2]) == 3',
    '    try:\n        assert total([1, 2]) == 3\n    finally:\n        print(1)',
  ],
  [
    'a loop whose finally continues',
    'assertion-unreachable|test-emptied',
    '    assert total([1, 2]) == 3',
    '    for _ in [1]:\n        try:\n            assert total([1, 2]) == 3\n        finally:\n            break',
  ],
  [
    'except drops',
    'assertion-unreachable|test-emptied',
    '    assert total([1, 2]) == 3',
    '    try:\n        assert total([1, 2]) == 3\n    except AssertionError:\n        pass',
  ],
  [
    'except raises sometimes',
    'assertion-unreachable|test-emptied',
    '    assert total([1, 2]) == 3',
    '    try:\n        assert total([1, 2]) == 3\n    except AssertionError:\n        if STRICT:\n            raise',
  ],
  [
    'except raises',
    'PASS',
    '    assert total([1, 2]) == 3',
    '    try:\n        assert total([1, 2]) == 3\n    except AssertionError:\n        print(1)\n        raise',
  ],
  [
    'a local of the same name',
    'subject-mocked',
    '    assert total([1, 2]) == 3',
    '    total = lambda xs: 3\n    assert total([1, 2]) == 3',
  ],
  [
    'a local def of the same name',
    'subject-mocked',
    '    assert total([1, 2]) == 3',
    '    def total(xs):\n        return 3\n    assert total([1, 2]) == 3',
  ],
  ['a parameter default', 'subject-mocked', 'def test_total():', 'def test_total(total=lambda xs: 3):'],
  [
    'a fixture of the same name',
    'subject-mocked',
    'def test_total():',
    '@pytest.fixture\ndef total():\n    return lambda xs: 3\n\n\ndef test_total(total):',
  ],
  [
    'a result whose equality is always true',
    'harness-hook|expectation-followed',
    'def test_total():',
    'class Any:\n    def __eq__(self, other):\n        return True\n\n\ndef test_total():',
    '== 3',
    '== Any()',
  ],
  [
    'a class that overrides run',
    'harness-hook',
    'class TestCart(unittest.TestCase):',
    'class TestCart(unittest.TestCase):\n    def run(self, result=None):\n        return result\n',
  ],
  [
    'a class that overrides __call__',
    'harness-hook',
    'class TestCart(unittest.TestCase):',
    'class TestCart(unittest.TestCase):\n    def __call__(self, *args):\n        return None\n',
  ],
  [
    'a class whose parent overrides run',
    'harness-hook',
    'class TestCart(unittest.TestCase):',
    'class Base(unittest.TestCase):\n    def run(self, result=None):\n        return result\n\n\nclass TestCart(Base):',
  ],
  [
    'a run that calls super',
    'PASS|REVIEW',
    'class TestCart(unittest.TestCase):',
    'class TestCart(unittest.TestCase):\n    def run(self, result=None):\n        print(1)\n        return super().run(result)\n',
  ],
  [
    'main without exit',
    'exit-forced|harness-hook',
    '        self.assertEqual(total([1]), 1)\n',
    '        self.assertEqual(total([1]), 1)\n\n\nif __name__ == "__main__":\n    unittest.main(exit=False)\n',
  ],
  [
    'main whose finally exits',
    'exit-forced|harness-hook',
    '        self.assertEqual(total([1]), 1)\n',
    '        self.assertEqual(total([1]), 1)\n\n\nif __name__ == "__main__":\n    try:\n        unittest.main()\n    finally:\n        raise SystemExit(0)\n',
  ],
  [
    'main',
    'PASS',
    '        self.assertEqual(total([1]), 1)\n',
    '        self.assertEqual(total([1]), 1)\n\n\nif __name__ == "__main__":\n    unittest.main()\n',
  ],
  [
    'plugins',
    'REVIEW harness-hook|runner-config-changed|test-without-assertion',
    'import pytest\n',
    'import pytest\npytest_plugins = ["quiet"]\n',
  ],
])
