import { describe, expect, test } from 'vitest'
import { readPythonTests } from '../../../src/gate/tampering/read-python'
import { caseNames, guardKinds, markerKinds, onlyCase, reading, short } from './reading-tests'

const read = reading('python', 'tests/test_cart.py', readPythonTests)

function body(lines: string): string {
  return `import pytest\nfrom src.cart import total\n\ndef test_total():\n${lines.replaceAll(/^/gm, '    ')}\n`
}

async function claims(lines: string): Promise<string[]> {
  return short(onlyCase(await read(body(lines))))
}

describe('which Python functions are tests', () => {
  test('functions, methods of Test classes and of unittest cases, nested classes', async () => {
    const file = await read(
      [
        'import unittest',
        'def test_a(): assert f() == 1',
        'def testing_b(): assert f() == 1',
        'def helper(): assert f() == 1',
        'class TestA:\n    def test_b(self): pass\n    class TestIn:\n        def test_c(self): pass',
        'class CartTest(unittest.TestCase):\n    def test_d(self): pass\n    def check(self): self.assertEqual(f(), 1)',
        'class Cart:\n    def test_e(self): pass',
        'class TestBuilt:\n    def __init__(self): pass\n    def test_f(self): pass',
      ].join('\n'),
    )
    expect(caseNames(file)).toEqual(['test_a', 'testing_b', 'TestA > test_b', 'TestA > TestIn > test_c', 'CartTest > test_d'])
    expect(file.helpers.map(({ name }) => name)).toEqual(['helper', 'check'])
    const uncollected = file.facts.filter(({ kind }) => kind === 'uncollected')
    expect(uncollected).toMatchObject([{ name: 'Cart.test_e' }, { name: 'TestBuilt.test_f' }])
    expect(file).toMatchObject({ language: 'python', exact: true })
  })

  test('F09, F62: comments and strings hold no tests', async () => {
    const file = await read('# def test_a():\n#     assert f() == 1\nx = """\ndef test_b():\n    assert f() == 2\n"""\n')
    expect(file.cases).toEqual([])
    expect(file.bindings).toMatchObject([{ name: 'x', constant: true }])
  })

  test('a later definition, value or del of the same name takes a test away', async () => {
    for (const last of ['def test_a(): pass', 'test_a = None', 'del test_a', 'del test_a, x']) {
      const file = await read(`def test_a():\n    assert f() == 1\n\n${last}\n`)
      expect(
        file.cases.flatMap(({ assertions }) => assertions),
        last,
      ).toEqual([])
      expect(file.facts, last).toMatchObject([{ kind: 'uncollected', line: 1, name: 'test_a' }])
    }
  })

  test('a generator and an async method of a plain unittest case are never run', async () => {
    expect(guardKinds(onlyCase(await read(body('assert total([]) == 0\nyield'))))).toEqual(['uncalled'])
    const lost = await read('import unittest\nclass T(unittest.TestCase):\n    async def test_a(self): self.assertEqual(f(), 1)\n')
    expect(guardKinds(onlyCase(lost))).toEqual(['uncalled'])
    const waited = await read(
      'import unittest\nclass T(unittest.IsolatedAsyncioTestCase):\n    async def test_a(self): self.assertEqual(f(), 1)\n',
    )
    expect(guardKinds(onlyCase(waited))).toEqual([''])
  })

  test('rows of a table are counted, through names and stacked tables too', async () => {
    const tables = async (decorators: string): Promise<unknown> =>
      onlyCase(await read(`import pytest\nROWS = [1, 2, 3]\n${decorators}\ndef test_a(x): assert f(x)\n`)).table
    expect(await tables("@pytest.mark.parametrize('x', [(1, 2), (3, 4)])")).toEqual({ count: 2, rows: ['( 1 , 2 )', '( 3 , 4 )'] })
    expect(await tables("@pytest.mark.parametrize('x', ROWS)")).toMatchObject({ count: 3 })
    expect(await tables("@pytest.mark.parametrize('x', ROWS)\n@pytest.mark.parametrize('y', [1, 2])")).toMatchObject({ count: 6 })
    expect(await tables("@pytest.mark.parametrize('x', rows())")).toMatchObject({ count: undefined })
    expect(await tables("@pytest.mark.parametrize('x', [])")).toMatchObject({ count: 0 })
    expect(await tables('@parameterized.expand([(1,), (2,)])')).toMatchObject({ count: 2 })
    expect(await tables('@pytest.mark.slow')).toBeUndefined()
  })
})

describe('what Python assertions say', () => {
  test('assert with comparisons, in either order', async () => {
    expect(await claims('assert total([1, 2]) == 3')).toEqual(['==|total ( [ 1 , 2 ] )|3|exact'])
    expect(await claims('assert 3 == total([1, 2]), "message"')).toEqual(['==|total ( [ 1 , 2 ] )|3|exact'])
    expect(await claims('assert (total([]) is None)')).toEqual(['is|total ( [ ] )|None|same'])
    expect(await claims('assert total([]) is not None')).toEqual(['!is not|total ( [ ] )|None|present'])
    expect(await claims('assert total([])')).toEqual(['truth|total ( [ ] )||present'])
    expect(await claims('assert not total([])')).toEqual(['!truth|total ( [ ] )||present'])
    expect(await claims('assert total([]) != 4')).toEqual(['!!=|total ( [ ] )|4|bound'])
    expect(await claims('assert 4 < total([])')).toEqual(['>|total ( [ ] )|4|bound'])
    expect(await claims('assert 4 in total([])')).toEqual(['in|4|total ( [ ] )|part'])
    expect(await claims('assert isinstance(total([]), int)')).toEqual(['isinstance|total ( [ ] )|int|kind'])
    expect(await claims('assert len(total([])) > 0')).toEqual(['>|len ( total ( [ ] ) )|0|present'])
    expect(await claims('assert sorted(total(x)) == sorted(y)')).toEqual(['==|sorted ( total ( x ) )|sorted ( y )|loose'])
  })

  test('and joins two assertions, or makes one that is weaker', async () => {
    expect(await claims('assert total(a) == 1 and total(b) == 2')).toHaveLength(2)
    expect(await claims('assert total(a) == 1 or total(a) == 2')).toEqual(['or|total ( a ) == 1 or total ( a ) == 2||bound'])
  })

  test('tolerances, the larger the looser', async () => {
    const tolerance = async (line: string): Promise<number | undefined> =>
      onlyCase(await read(`TOL = 1e-2\n${body(line)}`)).assertions[0]?.tolerance
    expect(await tolerance('assert math.isclose(total([]), 1.0, rel_tol=1e-7)')).toBe(1e-7)
    expect(await tolerance('assert math.isclose(total([]), 1.0, rel_tol=TOL)')).toBe(0.01)
    expect(await tolerance('assert math.isclose(total([]), 1.0)')).toBe(1e-9)
    expect(await tolerance('assert total([]) == pytest.approx(1.0)')).toBe(1e-6)
    expect(await tolerance('assert pytest.approx(1.0, abs=0.5) == total([])')).toBe(0.5)
    expect(await tolerance('assert abs(total([]) - 1.0) < 10 ** -3')).toBe(0.001)
    expect(await tolerance('assert round(total([]), 1) == 1.0')).toBe(0.05)
    expect(await tolerance('np.testing.assert_allclose(total([]), 1.0, rtol=0.3)')).toBe(0.3)
    expect(await tolerance('self.assertAlmostEqual(total([]), 1.0, places=2)')).toBe(0.005)
    expect(await tolerance('self.assertAlmostEqual(total([]), 1.0, delta=4)')).toBe(4)
    expect(await tolerance('assert total([]) == 1.0')).toBeUndefined()
  })

  test("unittest's methods, mocks' checks and numpy's", async () => {
    expect(await claims('self.assertEqual(6, total(x), msg="m")')).toEqual(['assertEqual|total ( x )|6|exact'])
    expect(await claims('self.assertTrue(total(x) == 6)')).toEqual(['==|total ( x )|6|exact'])
    expect(await claims('self.assertTrue(total(x), 6)')).toEqual(['truth|total ( x )||present'])
    expect(await claims('self.assertFalse(total(x))')).toEqual(['!truth|total ( x )||present'])
    expect(await claims('self.assertIsNotNone(total(x))')).toEqual(['!is None|total ( x )||present'])
    expect(await claims('self.assertIn(1, total(x))')).toEqual(['assertIn|1|total ( x )|part'])
    expect(await claims('self.assertCountEqual(total(x), [1])')).toEqual(['assertCountEqual|total ( x )|[ 1 ]|loose'])
    expect(await claims('m.assert_called_once_with(1)')).toEqual(['assert_called_once_with|m|( 1 )|exact'])
    expect(await claims('m.assert_called()')).toEqual(['assert_called|m||runs'])
    expect(await claims('np.testing.assert_array_equal(total(x), [1])')).toEqual(['assert_array_equal|total ( x )|[ 1 ]|exact'])
  })

  test('expected errors: the type, the pattern, and how much they let through', async () => {
    expect(await claims("with pytest.raises(ValueError, match='negative'):\n    total([-1])")).toEqual([
      'raises||ValueError , "negative"|part',
    ])
    expect(await claims('with pytest.raises(ValueError):\n    total([-1])')).toEqual(['raises||ValueError|kind'])
    expect(await claims("with pytest.raises(ValueError, match='.*'):\n    total([-1])")).toEqual(['raises||ValueError|kind'])
    expect(await claims('with pytest.raises(Exception):\n    total([-1])')).toEqual(['raises||Exception|present'])
    expect(await claims("with self.assertRaisesRegex(ValueError, 'neg') as e:\n    total([-1])")).toEqual([
      'raises||ValueError , "neg"|part',
    ])
    expect(await claims('pytest.raises(ValueError, total, [-1])')).toEqual(['raises|total|ValueError|kind'])
  })

  test('an if that fails is an assertion', async () => {
    expect(await claims('if total(x) != 6:\n    pytest.fail("no")')).toEqual(['==|total ( x )|6|exact'])
    expect(await claims('if not total(x):\n    raise AssertionError')).toEqual(['truth|total ( x )||present'])
  })

  test('what is always true is known as such', async () => {
    for (const line of [
      'assert True',
      'assert 1',
      'assert "total"',
      'assert 1 == 1',
      'assert not False',
      'assert (total(x) == 6, "message")',
      'assert total(x) == 6 or True',
      'assert total(x) == 6 or 1',
      'assert total(x) or not total(x)',
      'assert total(x) == total(x)',
      'assert len(total(x)) >= 0',
      'assert lambda: total(x) == 6',
      'self.assertTrue(True)',
      'self.assertFalse(False)',
      'self.assertEqual(total(x), total(x))',
      'm.called_once_with(3)',
      'assert test_total',
    ]) {
      const [claim, ...more] = onlyCase(await read(body(line))).assertions
      expect(more, line).toEqual([])
      expect(claim?.alwaysTrue, line).toBeDefined()
      expect(claim?.strength, line).toBe('nothing')
    }
    for (const line of [
      'assert total(x) == 1',
      'assert False',
      'assert not total(x)',
      'assert total(x) == total(y)',
      'assert []',
      'assert x or y',
      'self.assertEqual(total(x), 1)',
      'assert x != x',
    ]) {
      expect(onlyCase(await read(body(line))).assertions[0]?.alwaysTrue, line).toBeUndefined()
    }
  })

  test('reformatting, comments and quotes change nothing', async () => {
    const a = onlyCase(await read(body("assert total(['a', 2]) == {'b': 1}")))
    const b = onlyCase(await read(body('assert total(\n    ["a", 2,],  # two\n) == {\n    "b": 1,\n}').replaceAll('\n', '\r\n')))
    expect(b.assertions[0]).toEqual({ ...a.assertions[0] })
    expect(b.body).toBe(a.body)
  })
})

describe('what stands before a Python assertion', () => {
  const guards = async (lines: string): Promise<string[]> => guardKinds(onlyCase(await read(body(lines))))

  test('conditions, written-out ones, loops', async () => {
    expect(await guards('if x:\n    assert total(x) == 1\nelse:\n    assert total(x) == 2')).toEqual(['condition', 'condition'])
    expect(await guards('if False:\n    assert total(x) == 1')).toEqual(['constant'])
    expect(await guards('if 0:\n    pass\nelse:\n    assert total(x) == 1')).toEqual([''])
    expect(await guards('if True:\n    assert total(x) == 1')).toEqual([''])
    expect(await guards('for x in [1, 2]:\n    assert total(x) == 1')).toEqual([''])
    expect(await guards('rows = [1]\nfor i, x in enumerate(rows):\n    assert total(x) == 1')).toEqual([''])
    expect(await guards('for x in []:\n    assert total(x) == 1')).toEqual(['condition'])
    expect(await guards('for x in rows():\n    assert total(x) == 1')).toEqual(['condition'])
    expect(await guards('while False:\n    assert total(x) == 1')).toEqual(['condition'])
    expect(await guards('with open(x) as f:\n    assert total(f) == 1')).toEqual([''])
    expect(await guards('with self.subTest(1):\n    assert total(x) == 1')).toEqual([''])
  })

  test('a return, raise or exit before it', async () => {
    expect(await guards('return\nassert total(x) == 1')).toEqual(['after-exit'])
    expect(await guards('with x:\n    return\nassert total(x) == 1')).toEqual(['after-exit'])
    expect(await guards('if True:\n    return\nassert total(x) == 1')).toEqual(['after-exit'])
    expect(await guards('if x:\n    return 1\nelse:\n    return 2\nassert total(x) == 1')).toEqual(['after-exit'])
    expect(await guards('import os\nos._exit(0)\nassert total(x) == 1')).toEqual(['after-exit'])
    expect(await guards('try:\n    return\nfinally:\n    pass\nassert total(x) == 1')).toEqual(['after-exit'])
    const [later] = onlyCase(await read(body('if CI:\n    return\nassert total(x) == 1'))).assertions
    expect(later?.guards).toEqual([{ kind: 'condition', text: 'not CI' }])
    expect(await guards('if x:\n    raise ValueError\nassert total(x) == 1')).toEqual([''])
    expect(await guards('with pytest.raises(ValueError):\n    raise ValueError\nassert total(x) == 1')).toEqual(['', ''])
  })

  test('a try that hides its failure', async () => {
    expect(await guards('try:\n    assert total(x) == 1\nexcept Exception:\n    pass')).toEqual(['swallowed'])
    expect(await guards('try:\n    assert total(x) == 1\nexcept:\n    print(1)')).toEqual(['swallowed'])
    expect(await guards('try:\n    assert total(x) == 1\nexcept AssertionError as e:\n    log(e)')).toEqual(['swallowed'])
    expect(await guards('try:\n    assert total(x) == 1\nexcept (ValueError, AssertionError):\n    pass')).toEqual(['swallowed'])
    expect(await guards('import contextlib\nwith contextlib.suppress(Exception):\n    assert total(x) == 1')).toEqual(['swallowed'])
    expect(await guards('try:\n    assert total(x) == 1\nexcept ValueError:\n    pass')).toEqual([''])
    expect(await guards('try:\n    assert total(x) == 1\nexcept Exception:\n    raise')).toEqual([''])
    expect(await guards('try:\n    assert total(x) == 1\nexcept Exception as e:\n    pytest.fail(str(e))')).toEqual(['', 'condition'])
    expect(await guards('try:\n    assert total(x) == 1\nfinally:\n    assert total(y) == 2')).toEqual(['', ''])
  })

  test('a nested function counts when it is called', async () => {
    expect(await guards('def check():\n    assert total(x) == 1')).toEqual(['uncalled'])
    expect(await guards('def check():\n    assert total(x) == 1\ncheck()')).toEqual([''])
  })
})

describe('skips in Python', () => {
  const marks = async (text: string): Promise<string[]> => markerKinds(onlyCase(await read(text)))
  const decorated = (decorator: string): string =>
    `import pytest, unittest\nimport pytest as pt\nfrom pytest import mark\nfrom unittest import skip as later\nlater_on = pytest.mark.skip(reason='x')\n${decorator}\ndef test_a():\n    assert f() == 1\n`

  test.each([
    ['@pytest.mark.skip', 'skip@case'],
    ["@pytest.mark.skip(reason='x')", 'skip@case'],
    ['@pt.mark.skip', 'skip@case'],
    ['@mark.skip', 'skip@case'],
    ["@later('x')", 'skip@case'],
    ['@later_on', 'skip@case'],
    ["@unittest.skip('x')", 'skip@case'],
    ["@unittest.skipIf(True, 'x')", 'skip@case'],
    ["@unittest.skipUnless(False, 'x')", 'skip@case'],
    ["@unittest.skipIf(sys.platform == 'win32', 'x')", 'conditional-skip@case'],
    ["@pytest.mark.skipif(True, reason='x')", 'skip@case'],
    ["@pytest.mark.skipif('True', reason='x')", 'skip@case'],
    ["@pytest.mark.skipif(sys.version_info < (3, 9), reason='x')", 'conditional-skip@case'],
    ['@pytest.mark.xfail', 'expected-failure@case'],
    ["@pytest.mark.xfail(reason='x', strict=False)", 'expected-failure@case'],
    ['@unittest.expectedFailure', 'expected-failure@case'],
    ['@pytest.mark.flaky(reruns=20)', 'retry@case'],
  ])('%s', async (decorator, kind) => {
    expect(await marks(decorated(decorator))).toEqual([kind])
  })

  test('other decorators and words are no skips', async () => {
    for (const decorator of [
      '@pytest.mark.slow',
      "@pytest.mark.skipif(False, reason='x')",
      "@pytest.mark.usefixtures('skip')",
      '@patch("a.skip")',
      '@given(x())',
    ]) {
      expect(await marks(decorated(decorator)), decorator).toEqual([])
    }
    expect(await marks(body("cursor.skip(10)\nassert bad('@pytest.mark.skip')"))).toEqual([])
  })

  test('skips in the body, also under a condition', async () => {
    expect(await marks(body("pytest.skip('todo')\nassert total(x) == 1"))).toEqual(['skip@body'])
    expect(guardKinds(onlyCase(await read(body("pytest.skip('todo')\nassert total(x) == 1"))))).toEqual([''])
    expect(await marks(body("if win:\n    pytest.skip('todo')\nassert total(x) == 1"))).toEqual(['conditional-skip@body'])
    expect(await marks(body("if False:\n    pytest.skip('todo')"))).toEqual([])
    expect(await marks(body("pytest.importorskip('numpy')"))).toEqual(['conditional-skip@body'])
    expect(await marks(body("pytest.xfail('later')\nassert total(x) == 1"))).toEqual(['expected-failure@body'])
    expect(await marks(body("import unittest\nraise unittest.SkipTest('x')"))).toEqual(['skip@body'])
    expect(await marks(body("self.skipTest('x')"))).toEqual(['skip@body'])
  })

  test('skips of a class, its set-up, a fixture for all, a row', async () => {
    const inClass = (text: string): string =>
      `import pytest, unittest\nfrom unittest import SkipTest\nclass CartTest(unittest.TestCase):\n${text}\n    def test_a(self):\n        self.assertEqual(f(), 1)\n`
    expect(await marks(inClass("    def setUp(self):\n        self.xs = [1]\n        self.skipTest('env')"))).toEqual(['skip@setup'])
    expect(await marks(inClass("    @classmethod\n    def setUpClass(cls):\n        raise SkipTest('env')"))).toEqual(['skip@setup'])
    expect(await marks(inClass('    pytestmark = [pytest.mark.skip]'))).toEqual(['skip@group'])
    expect(await marks(inClass('    __test__ = False'))).toEqual(['skip@group'])
    expect(await marks(inClass("    @pytest.fixture(autouse=True)\n    def off(self):\n        pytest.skip('x')"))).toEqual(['skip@setup'])
    expect(await marks(inClass("    @pytest.fixture\n    def off(self):\n        pytest.skip('x')"))).toEqual([])
    expect(await marks(`import unittest\n@unittest.skip('x')\nclass T(unittest.TestCase):\n    def test_a(self): pass\n`)).toEqual([
      'skip@group',
    ])
    expect(
      await marks(
        "import pytest\n@pytest.mark.parametrize('x', [1, pytest.param(2, marks=pytest.mark.skip)])\ndef test_a(x): assert f(x)\n",
      ),
    ).toEqual(['skip@case'])
    expect(await marks('if False:\n    def test_a(): assert f() == 1\n')).toEqual(['skip@group'])
    expect(await marks('if sys.platform == "linux":\n    def test_a(): assert f() == 1\n')).toEqual(['conditional-skip@group'])
  })

  test('skips of a whole file', async () => {
    const fileMarks = async (head: string): Promise<string[]> =>
      (await read(`import pytest, unittest, sys\n${head}\ndef test_a(): assert f() == 1\n`)).markers.map(({ kind, at }) => `${kind}@${at}`)
    expect(await fileMarks('pytestmark = pytest.mark.skip')).toEqual(['skip@file'])
    expect(await fileMarks("pytestmark = [pytest.mark.slow, pytest.mark.skipif(x, reason='y')]")).toEqual(['conditional-skip@file'])
    expect(await fileMarks("pytest.skip('x', allow_module_level=True)")).toEqual(['skip@file'])
    expect(await fileMarks("if win:\n    pytest.skip('x', allow_module_level=True)")).toEqual(['conditional-skip@file'])
    expect(await fileMarks("np = pytest.importorskip('numpy')")).toEqual(['conditional-skip@file'])
    expect(await fileMarks("raise unittest.SkipTest('x')")).toEqual(['skip@file'])
    expect(await fileMarks('__test__ = False')).toEqual(['skip@file'])
    expect(await fileMarks('def setUpModule():\n    raise unittest.SkipTest("x")')).toEqual(['skip@setup'])
    expect(await fileMarks("@pytest.fixture(autouse=True)\ndef off():\n    pytest.skip('x')")).toEqual(['skip@setup'])
    expect(await fileMarks('pytestmark = pytest.mark.slow')).toEqual([])
  })
})

describe('other facts of Python files', () => {
  const facts = async (text: string, kind: string): Promise<unknown[]> => (await read(text)).facts.filter((fact) => fact.kind === kind)

  test('ended processes, wherever they stand', async () => {
    expect(await facts('import sys\nsys.exit(0)\n', 'exit')).toMatchObject([{ status: 'zero', at: 'load', line: 2 }])
    expect(await facts('import os as o\ndef total(x):\n    o._exit(0)\n', 'exit')).toMatchObject([{ status: 'zero', at: 'function' }])
    expect(await facts('from sys import exit\ndef test_a():\n    exit()\n', 'exit')).toMatchObject([{ status: 'zero', at: 'case' }])
    expect(await facts('def setUpModule():\n    raise SystemExit(0)\n', 'exit')).toMatchObject([{ status: 'zero', at: 'setup' }])
    expect(await facts('import sys\ndef f():\n    sys.exit(code)\n    sys.exit(3)\n', 'exit')).toMatchObject([
      { status: 'unknown' },
      { status: 'failing' },
    ])
    expect(await facts('import unittest\nif __name__ == "__main__":\n    exit(0)\n', 'exit')).toEqual([])
  })

  test('hooks, and whether they rewrite anything', async () => {
    const hook = async (text: string): Promise<unknown> => (await facts(text, 'hook'))[0]
    expect(
      await hook(
        '@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    out = yield\n    rep = out.get_result()\n    rep.outcome = "passed"\n',
      ),
    ).toMatchObject({ rewrites: true })
    expect(await hook('def pytest_sessionfinish(session, exitstatus):\n    session.exitstatus = 0\n')).toMatchObject({
      rewrites: true,
      name: 'pytest_sessionfinish',
    })
    expect(await hook('def pytest_collection_modifyitems(items):\n    items[:] = items[:1]\n')).toMatchObject({ rewrites: true })
    expect(await hook('def pytest_collection_modifyitems(items):\n    for i in items: i.add_marker(pytest.mark.skip())\n')).toMatchObject({
      rewrites: true,
    })
    expect(await hook('def pytest_ignore_collect(path):\n    return True\n')).toMatchObject({ rewrites: true })
    expect(await hook('def pytest_runtest_setup(item):\n    pytest.skip("x")\n')).toMatchObject({ rewrites: true })
    expect(await hook('collect_ignore = ["test_cart.py"]\n')).toMatchObject({ rewrites: true })
    expect(await hook('def pytest_addoption(parser):\n    parser.addoption("--x")\n')).toMatchObject({ rewrites: false })
    expect(await hook('import pytest\n@pytest.fixture\ndef xs():\n    return [1]\n')).toBeUndefined()
  })

  test('what is replaced', async () => {
    const targets = async (text: string): Promise<string[]> =>
      (await read(text)).facts.flatMap((fact) => (fact.kind === 'mock' ? [fact.target] : []))
    expect(await targets('from unittest import mock\n@mock.patch("src.cart.total")\ndef test_a(m): assert f()\n')).toEqual([
      'src.cart.total',
    ])
    expect(await targets('def test_a(monkeypatch):\n    monkeypatch.setattr("src.cart.total", lambda x: 6)\n    assert f()\n')).toEqual([
      'src.cart.total',
    ])
    expect(await targets('from src import cart\ndef test_a(mocker):\n    mocker.patch.object(cart, "total")\n    assert f()\n')).toEqual([
      'src.cart.total',
    ])
    expect(await targets('import sys\nsys.modules["src.cart"] = object()\n')).toEqual(['src.cart'])
    expect(await targets('from src import cart\ncart.total = lambda x: 6\n')).toEqual(['src.cart.total'])
    expect(await targets('from src.cart import total\ndef total(x): return 6\n')).toEqual(['src.cart.total'])
    expect(await targets('from src.cart import total\ntotal = lambda x: 6\n')).toEqual(['src.cart.total'])
    expect(await targets('x = 3\nself.y = 4\n')).toEqual([])
  })

  test('imports and set-ups', async () => {
    expect(await facts('import a.b as c\nfrom d import e, f as g\n', 'import')).toEqual([
      { kind: 'import', line: 1, target: 'a.b', names: ['c'] },
      { kind: 'import', line: 2, target: 'd', names: ['e', 'g'] },
    ])
    expect((await read('def setup_module():\n    x()\n@pytest.fixture\ndef xs():\n    return [1]\n')).setups).toMatchObject([
      { name: 'setup_module' },
      { name: 'xs', body: 'return [ 1 ]' },
    ])
  })

  test('a broken file is read as far as it goes and says so', async () => {
    const file = await read('def test_a():\n    assert f() == 1\n\ndef test_b(:\n')
    expect(file.exact).toBe(false)
    expect(caseNames(file)).toContain('test_a')
  })
})
