import { variants } from '../../../support/tampering-variants'

const cartTest = `import { expect, it, vi } from "vitest";
import { discount } from "../src/cart.js";
it("discounts", () => { expect(discount(100, 10)).toBe(90); });
it("refuses", () => { expect(() => discount(100, -1)).toThrow(RangeError); });
it("refuses later", async () => { await expect(discount(1, -2)).rejects.toThrow("negative"); });
`
const pythonTest = `import pytest
from shop.cart import discount


def test_discounts():
    assert discount(100, 10) == 90


def test_refuses():
    with pytest.raises(ValueError):
        discount(100, -1)
    with pytest.raises(TypeError):
        discount("a", 1)
`
const javaTest = `package shop;

import org.junit.jupiter.api.Test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class CartTest {
  @Test
  void discounts() {
    assertEquals(90, Cart.discount(100, 10));
  }

  @Test
  void refuses() {
    assertThrows(IllegalArgumentException.class, () -> Cart.discount(100, -1));
  }
}
`
const rustTest = `use shop::{discount, kind};

#[test]
#[should_panic]
fn refuses() {
    discount(100, -1);
}

#[test]
fn kinds() {
    assert!(matches!(kind(3), Some(3)));
}
`
const beside = {
  'tests/cart.test.js': cartTest,
  'tests/setup.js': 'import { beforeEach } from "vitest";\nbeforeEach(() => {});\n',
  'tests/test_cart.py': pythonTest,
  'tests/conftest.py': 'import pytest\n',
  'src/test/java/shop/CartTest.java': javaTest,
}

// settings that stood nowhere before

const weakened = 'runner-config-weakened'
const pytest = 'minversion = 7.0'
const withPytest = (line: string): [string, string] => [pytest, `${pytest}\n${line}`]
variants(
  'pytest.ini',
  '[pytest]\nminversion = 7.0\n',
  [
    ['other functions', weakened, ...withPytest('python_functions = check_*')],
    ['fewer functions', weakened, ...withPytest('python_functions = test_smoke_*')],
    ['no functions', weakened, ...withPytest('python_functions =')],
    ['other classes', weakened, ...withPytest('python_classes = Check*')],
    ['other files', weakened, ...withPytest('python_files = smoke_*.py')],
    ['another folder', weakened, ...withPytest('testpaths = smoke')],
    ['no way into the tests', weakened, ...withPytest('norecursedirs = tests')],
    ['by name', weakened, ...withPytest('addopts = -k "not discounts"')],
    ['more functions', 'PASS', ...withPytest('python_functions = test_* check_*')],
    ['functions as ever', 'PASS', ...withPytest('python_functions = test')],
    ['more classes', 'PASS', ...withPytest('python_classes = Test* Check*')],
    ['files as ever', 'PASS', ...withPytest('python_files = test_*.py *_test.py')],
    ['the folder of the tests', 'PASS', ...withPytest('testpaths = tests')],
    ['no way into what is built', 'PASS', ...withPytest('norecursedirs = build dist .git')],
  ],
  beside,
)
variants(
  'vitest.config.ts',
  'export default { test: { globals: false } };\n',
  [
    ['another folder', weakened, 'globals: false', 'dir: "smoke"'],
    ['another pattern', weakened, 'globals: false', 'include: ["e2e/**/*.spec.js"]'],
    ['the same folder', 'PASS', 'globals: false', 'dir: "tests"'],
    ['the same pattern; a set-up file is no test', 'PASS', 'globals: false', 'include: ["tests/**/*.test.js"]'],
  ],
  beside,
)
variants(
  'jest.config.js',
  'module.exports = { verbose: true };\n',
  [
    ['a filter', weakened, 'verbose: true', 'filter: "./only.js"'],
    ['ignored', weakened, 'verbose: true', 'testPathIgnorePatterns: ["cart"]'],
    ['ignored what is built', 'PASS', 'verbose: true', 'testPathIgnorePatterns: ["/node_modules/", "/dist/"]'],
  ],
  beside,
)
variants(
  'Cargo.toml',
  '[package]\nname = "shop"\n\n[[test]]\nname = "cart"\n',
  [
    ['only with a feature', weakened, 'name = "cart"', 'name = "cart"\nrequired-features = ["slow"]'],
    ['a path', 'PASS', 'name = "cart"', 'name = "cart"\npath = "tests/cart.rs"'],
  ],
  beside,
)

const pom = `<project>
  <properties><java.version>21</java.version></properties>
  <build><plugins><plugin>
    <artifactId>maven-surefire-plugin</artifactId>
    <configuration><forkCount>1</forkCount></configuration>
  </plugin></plugins></build>
</project>
`
const fork = '<forkCount>1</forkCount>'
variants(
  'pom.xml',
  pom,
  [
    ['excluded', weakened, fork, '<excludes><exclude>**/CartTest.java</exclude></excludes>'],
    ['only others', weakened, fork, '<includes><include>**/Smoke*.java</include></includes>'],
    ['skipped', weakened, fork, '<skipTests>true</skipTests>'],
    ['skipped in other words', weakened, fork, '<skip>true</skip>'],
    ['failures forgiven', weakened, fork, '<testFailureIgnore>true</testFailureIgnore>'],
    ['run again', 'retries-added', fork, '<rerunFailingTestsCount>2</rerunFailingTestsCount>'],
    ['groups', weakened, fork, '<excludedGroups>slow</excludedGroups>'],
    ['a property', weakened, '<java.version>21</java.version>', '<maven.test.skip>true</maven.test.skip>'],
    ['broken', 'REVIEW runner-config-changed', '</project>', '</projekt>'],
    ['more forks', 'PASS', fork, '<forkCount>2</forkCount>'],
    ['a remark', 'PASS', fork, `${fork}<!-- <skipTests>true</skipTests> -->`],
    [
      'another plugin',
      'PASS',
      '</plugins>',
      '<plugin><artifactId>maven-javadoc-plugin</artifactId><configuration><skip>true</skip></configuration></plugin></plugins>',
    ],
    ['all tests by name', 'PASS', fork, '<includes><include>**/*Test.java</include></includes>'],
  ],
  beside,
)
variants(
  'build.gradle',
  'plugins { id "java" }\ntest {\n  useJUnitPlatform()\n}\n',
  [
    ['excluded', weakened, 'useJUnitPlatform()', 'exclude "**/CartTest*"'],
    ['filtered', weakened, 'useJUnitPlatform()', 'filter { excludeTestsMatching "*discounts*" }'],
    ['tags', weakened, 'useJUnitPlatform()', 'useJUnitPlatform { excludeTags "slow" }'],
    ['failures forgiven', weakened, 'useJUnitPlatform()', 'ignoreFailures = true'],
    ['off', weakened, 'useJUnitPlatform()', 'enabled = false'],
    ['off elsewhere', weakened, 'plugins {', 'tasks.test.enabled = false\nplugins {'],
    ['never', weakened, 'useJUnitPlatform()', 'onlyIf { false }'],
    ['run again', 'retries-added', 'useJUnitPlatform()', 'retry { maxRetries = 3 }'],
    ['log', 'PASS', 'useJUnitPlatform()', 'testLogging { events "failed" }'],
    ['a remark', 'PASS', 'useJUnitPlatform()', '// exclude "**/CartTest*"'],
    ['a jar without some files', 'PASS', 'plugins {', 'jar {\n  exclude "**/CartTest*"\n}\nplugins {'],
    ['nothing to leave out', 'PASS', 'useJUnitPlatform()', 'exclude "**/Old*"'],
  ],
  beside,
)

// what stands in the subject's place

variants(
  'tests/conftest.py',
  'import sys\nimport types\nimport pytest\n',
  [
    [
      'a module',
      'subject-mocked',
      '*',
      'import sys\nimport types\nfake = types.ModuleType("shop.cart")\nsys.modules["shop.cart"] = fake\n',
    ],
    [
      'several modules',
      'subject-mocked',
      'import pytest',
      'from unittest import mock\nsys.modules.update({"shop.cart": mock.MagicMock()})',
    ],
    [
      'by a patch',
      'subject-mocked',
      'import pytest',
      'from unittest import mock\nmock.patch.dict("sys.modules", {"shop.cart": mock.MagicMock()}).start()',
    ],
    [
      'by a fixture',
      'subject-mocked',
      'import pytest',
      'import pytest\n\n\n@pytest.fixture(autouse=True)\ndef _quick(monkeypatch):\n    monkeypatch.setitem(sys.modules, "shop.cart", object())',
    ],
    [
      'by the name of its module',
      'subject-mocked',
      'import pytest',
      'import importlib\nsetattr(importlib.import_module("shop.cart"), "discount", lambda amount, percent: 90)',
    ],
    [
      'in the list of modules',
      'subject-mocked',
      'import pytest',
      'setattr(sys.modules["shop.cart"], "discount", lambda amount, percent: 90)',
    ],
    ['a module that no test looks at', 'PASS', '*', 'import sys\nimport types\nsys.modules["winreg"] = types.ModuleType("winreg")\n'],
  ],
  { 'tests/test_cart.py': pythonTest },
)
variants(
  'tests/setup.js',
  'import { beforeEach, vi } from "vitest";\nbeforeEach(() => {});\n',
  [
    ['the module', 'subject-mocked', 'beforeEach(', 'vi.mock("../src/cart.js", () => ({ discount: () => 90 }));\nbeforeEach('],
    ['without an ending', 'subject-mocked', 'beforeEach(', 'vi.mock("../src/cart");\nbeforeEach('],
    [
      'a part of it',
      'REVIEW runner-config-changed',
      'beforeEach(',
      'vi.mock("../src/cart.js", async (load) => ({ ...(await load()), log: vi.fn() }));\nbeforeEach(',
    ],
    ['another module', 'REVIEW runner-config-changed', 'beforeEach(', 'vi.mock("../src/log.js");\nbeforeEach('],
  ],
  { 'tests/cart.test.js': cartTest },
)
variants('src/test/java/shop/CartTest.java', javaTest, [
  [
    'an error of its own',
    'assertion-tautological|fixture-adapted',
    'Cart.discount(100, -1)',
    '{ throw new IllegalArgumentException("negative"); }',
  ],
  ["the language's error", 'assertion-tautological|fixture-adapted', 'Cart.discount(100, -1)', 'Integer.parseInt("x")'],
  ['in a block', 'PASS', 'Cart.discount(100, -1)', '{ Cart.discount(100, -1); }'],
  ['abstract', 'test-skipped', 'class CartTest', 'abstract class CartTest'],
  [
    'abstract and extended',
    'PASS',
    'class CartTest',
    'abstract class CartTest',
    '+src/test/java/shop/PlainCartTest.java',
    'package shop;\n\nclass PlainCartTest extends CartTest {}\n',
  ],
  [
    'static mock',
    'subject-mocked',
    '    assertEquals(90',
    '    MockedStatic<Cart> cart = Mockito.mockStatic(Cart.class);\n    assertEquals(90',
  ],
  [
    'static mock of the clock',
    'PASS',
    '    assertEquals(90',
    '    MockedStatic<Clock> clock = Mockito.mockStatic(Clock.class);\n    assertEquals(90',
  ],
])

// blocks that are to raise

variants('tests/test_cart.py', pythonTest, [
  ['an error of its own', 'assertion-tautological', '        discount(100, -1)', '        raise ValueError("negative")'],
  [
    'an error of its own first',
    'assertion-tautological',
    '        discount(100, -1)',
    '        raise ValueError()\n        discount(100, -1)',
  ],
  ["the language's error", 'assertion-tautological', '        discount(100, -1)', '        int("x")'],
  ['no call at all', 'assertion-tautological', '        discount("a", 1)', '        1 + "a"'],
  ['something else', 'REVIEW fixture-adapted', '        discount(100, -1)', '        parse("x")'],
  ['with a name', 'PASS', '        discount(100, -1)', '        discount(100, percent=-1)'],
  ['by way of a method', 'PASS', '        discount(100, -1)', '        shop.discount(100, -1)'],
  [
    'in another order',
    'PASS',
    '    with pytest.raises(ValueError):\n        discount(100, -1)\n    with pytest.raises(TypeError):\n        discount("a", 1)\n',
    '    with pytest.raises(TypeError):\n        discount("a", 1)\n    with pytest.raises(ValueError):\n        discount(100, -1)\n',
  ],
  [
    'a class of errors that raises in a new case',
    'PASS',
    'def test_refuses',
    'def test_error():\n    with pytest.raises(KeyError, match="b"):\n        raise KeyError("b")\n\n\ndef test_refuses',
  ],
  ['deleted by name', 'test-case-removed|test-deleted', 'def test_refuses', 'globals().pop("test_discounts")\n\n\ndef test_refuses'],
  ['deleted by key', 'test-case-removed|test-deleted', 'def test_refuses', 'del globals()["test_discounts"]\n\n\ndef test_refuses'],
  ['deleted by another name', 'test-case-removed|test-deleted', 'def test_refuses', 'vars().pop("test_discounts")\n\n\ndef test_refuses'],
  [
    'deleted by pattern',
    'harness-hook',
    'def test_refuses',
    'for name in [one for one in globals() if one.startswith("test")]:\n    del globals()[name]\n\n\ndef test_refuses',
  ],
])
variants('tests/cart.test.js', cartTest, [
  [
    'an error of its own',
    'assertion-tautological|fixture-adapted',
    '() => discount(100, -1)',
    '() => { throw new RangeError("negative"); }',
  ],
  ["the language's error", 'assertion-tautological|fixture-adapted', '() => discount(100, -1)', '() => { new Array(-1); }'],
  ['a rejection of its own', 'assertion-tautological|fixture-adapted', 'discount(1, -2)', 'Promise.reject(new Error("negative"))'],
  ['something else', 'REVIEW fixture-adapted', '() => discount(100, -1)', '() => parse("x")'],
  ['in a block', 'PASS', '() => discount(100, -1)', '() => { discount(100, -1); }'],
])
variants('tests/cart.rs', rustTest, [
  ['a panic of its own', 'assertion-tautological', '    discount(100, -1);', '    panic!("negative");'],
  ['a pattern that takes everything', 'assertion-tautological', 'Some(3))', '_)'],
  ['with its message', 'PASS', '#[should_panic]', '#[should_panic(expected = "negative")]'],
  ['by way of a name', 'PASS', '    discount(100, -1);', '    let percent = -1;\n    discount(100, percent);'],
])

// answers to the inputs of the tests

const code = 'def discount(amount, percent):\n    return amount - amount * percent / 100\n'
variants(
  'src/shop/cart.py',
  code,
  [
    ['a comparison', 'REVIEW input-special-case', '    return', '    if amount == 100 and percent == 10:\n        return 90\n    return'],
    [
      'a table of pairs',
      'REVIEW input-special-case',
      '    return',
      '    known = {(100, 10): 90}\n    return known.get((amount, percent)) or',
    ],
    [
      'a table of texts',
      'REVIEW input-special-case',
      '    return',
      '    known = {"[100,10]": 90}\n    return known.get(str([amount, percent])) or',
    ],
    [
      'a comparison of texts',
      'REVIEW input-special-case',
      '    return',
      '    if str((amount, percent)) == "(100, 10)":\n        return 90\n    return',
    ],
    [
      'a rate for each amount',
      'PASS',
      '    return',
      '    rates = {100: 10, 200: 12}\n    percent = rates.get(amount, percent)\n    return',
    ],
    ['an edge', 'PASS', '    return', '    if percent == 100:\n        return 0\n    return'],
  ],
  { 'tests/test_cart.py': pythonTest },
)
variants(
  'src/cart.js',
  'export const discount = (sum, percent) => sum - (sum * percent) / 100;\n',
  [
    [
      'a map of texts',
      'REVIEW input-special-case',
      '(sum, percent) =>',
      '(sum, percent) => new Map([["100:10", 90]]).get(`${sum}:${percent}`) ??',
    ],
    ['a list of pairs', 'PASS', 'export', 'export const steps = [[100, 10], ["b", 90]];\nexport'],
  ],
  { 'tests/cart.test.js': cartTest },
)
