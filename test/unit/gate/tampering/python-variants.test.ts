import { variants } from '../../../support/tampering-variants'

const cart = `import math
import pytest
from src.cart import total, find


class TestTotal:
    def test_total(self):
        xs = [1, 2, 3]
        assert total(xs) == 6
        assert total([4]) == 4

    def test_empty(self):
        assert total([]) == 0


def test_bad():
    with pytest.raises(ValueError, match="no texts"):
        total(["a"])


@pytest.mark.parametrize("xs, n", [([1], 1), ([1, 2], 3), ([2, 2], 4)])
def test_rows(xs, n):
    assert total(xs) == n


def test_near():
    assert total([0.1, 0.2]) == pytest.approx(0.3, rel=1e-9)
    assert find("a") == {"id": "a", "n": 2}
    assert isinstance(find("b"), dict)
`
variants('tests/test_cart.py', cart, [
  ['assert True', 'assertion-tautological', 'assert total([]) == 0', 'assert True'],
  ['or True', 'assertion-tautological', 'assert total([]) == 0', 'assert total([]) == 0 or True'],
  ['a pair', 'assertion-tautological', 'assert total([]) == 0', 'assert (total([]) == 0, "sum")'],
  ['itself', 'assertion-tautological', 'assert total([]) == 0', 'assert total([]) == total([])'],
  ['1 == 1', 'assertion-tautological', 'assert total([]) == 0', 'assert 1 == 1'],
  ['not None of a list', 'assertion-tautological|assertion-weakened', 'assert total([]) == 0', 'assert [total([])]'],
  ['local constant', 'assertion-tautological', 'assert total([]) == 0', 'result = 0\n        assert result == 0'],
  ['a text', 'assertion-tautological', 'assert total([]) == 0', 'assert "total([]) == 0"'],
  [
    'len not negative',
    'assertion-tautological|assertion-weakened',
    'assert find("a") == {"id": "a", "n": 2}',
    'assert len(find("a")) >= 0',
  ],
  ['a comparison without assert', 'test-emptied', 'assert total([]) == 0', 'total([]) == 0'],
  ['a print', 'test-emptied', 'assert total([]) == 0', 'print(total([]) == 0)'],
  ['lambda', 'assertion-tautological', 'assert total([]) == 0', 'assert lambda: total([]) == 0'],
  ['always equal', 'assertion-weakened|assertion-tautological', 'assert total([]) == 0', 'assert total([]) == mock.ANY'],
  [
    'an equal to all class',
    'harness-hook|expectation-followed',
    'assert total([]) == 0',
    'assert total([]) == Anything()',
    'class TestTotal',
    'class Anything:\n    def __eq__(self, other):\n        return True\n\n\nclass TestTotal',
  ],
  // commented out and removed
  [
    'commented out',
    'test-case-removed',
    '    def test_empty(self):\n        assert total([]) == 0\n',
    '    # def test_empty(self):\n    #     assert total([]) == 0\n',
  ],
  [
    'in a text',
    'test-case-removed',
    'def test_bad():\n    with pytest.raises(ValueError, match="no texts"):\n        total(["a"])\n',
    "'''\ndef test_bad():\n    with pytest.raises(ValueError, match=\"no texts\"):\n        total([\"a\"])\n'''\n",
  ],
  ['gone', 'test-case-removed', '    def test_empty(self):\n        assert total([]) == 0\n', ''],
  ['renamed', 'test-case-removed', 'def test_bad', 'def _test_bad'],
  ['renamed 2', 'test-case-removed', 'def test_bad', 'def disabled_test_bad'],
  ['class renamed', 'test-case-removed', 'class TestTotal', 'class TotalTests'],
  [
    'class with init',
    'test-case-removed|test-skipped',
    'class TestTotal:\n',
    'class TestTotal:\n    def __init__(self):\n        pass\n\n',
  ],
  [
    'nested',
    'test-case-removed|test-skipped',
    'def test_bad():\n    with pytest.raises(ValueError, match="no texts"):\n        total(["a"])',
    'def outer():\n    def test_bad():\n        with pytest.raises(ValueError, match="no texts"):\n            total(["a"])',
  ],
  [
    'if False',
    'test-case-removed|test-skipped|assertion-unreachable',
    'def test_bad():\n    with pytest.raises(ValueError, match="no texts"):\n        total(["a"])',
    'if False:\n    def test_bad():\n        with pytest.raises(ValueError, match="no texts"):\n            total(["a"])',
  ],
  [
    'if env',
    'test-case-removed|test-skipped',
    'def test_bad():\n    with pytest.raises(ValueError, match="no texts"):\n        total(["a"])',
    'if os.environ.get("FULL"):\n    def test_bad():\n        with pytest.raises(ValueError, match="no texts"):\n            total(["a"])',
  ],
  [
    'defined twice',
    'test-case-removed|assertion-tautological|test-emptied',
    'def test_near',
    'def test_bad():\n    pass\n\n\ndef test_near',
  ],
  ['shadowed by a name', 'test-case-removed', 'def test_near', 'test_bad = None\n\n\ndef test_near'],
  ['del', 'test-case-removed', 'def test_near', 'del test_bad\n\n\ndef test_near'],
  ['a row gone', 'test-case-removed', ', ([2, 2], 4)', ''],
  ['a row commented', 'test-case-removed', ', ([2, 2], 4)', ',\n    # ([2, 2], 4),\n'],
  ['rows empty', 'test-emptied|test-case-removed|test-skipped', '[([1], 1), ([1, 2], 3), ([2, 2], 4)]', '[]'],
  ['a row skipped', 'test-skipped|test-case-removed', '([2, 2], 4)', 'pytest.param([2, 2], 4, marks=pytest.mark.skip)'],
  ['a row xfails', 'test-skipped|test-case-removed', '([2, 2], 4)', 'pytest.param([2, 2], 4, marks=pytest.mark.xfail(reason="x"))'],
  ['rows sliced', 'REVIEW fixture-adapted', '([2, 2], 4)]', '([2, 2], 4)][:1]'],
  ['a row changed', 'expectation-changed', '([2, 2], 4)', '([2, 2], 5)'],
  ['file gone', 'test-deleted', '*', ''],
  ['file out of the pattern', 'test-deleted', '*', '', '+tests/cart_checks.py', cart],
  ['file to a dot folder', 'test-deleted', '*', '', '+tests/.old/test_cart.py', cart],
  ['file to txt', 'test-deleted', '*', '', '+tests/test_cart.py.txt', cart],
  // skips
  ['skip', 'test-skipped', 'def test_bad', '@pytest.mark.skip\ndef test_bad'],
  ['skipif True', 'test-skipped', 'def test_bad', '@pytest.mark.skipif(True, reason="x")\ndef test_bad'],
  ['skipif version', 'test-skipped', 'def test_bad', '@pytest.mark.skipif(sys.version_info >= (3, 0), reason="x")\ndef test_bad'],
  ['xfail', 'test-skipped', 'def test_bad', '@pytest.mark.xfail\ndef test_bad'],
  ['xfail no run', 'test-skipped', 'def test_bad', '@pytest.mark.xfail(run=False)\ndef test_bad'],
  ['unittest skip', 'test-skipped', 'def test_bad', '@unittest.skip("x")\ndef test_bad'],
  [
    'alias',
    'test-skipped',
    'class TestTotal',
    'slow = pytest.mark.skip(reason="x")\n\n\nclass TestTotal',
    'def test_bad',
    '@slow\ndef test_bad',
  ],
  ['class', 'test-skipped', 'class TestTotal', '@pytest.mark.skip\nclass TestTotal'],
  ['module', 'test-skipped', 'class TestTotal', 'pytestmark = pytest.mark.skip(reason="x")\n\n\nclass TestTotal'],
  [
    'module list',
    'test-skipped',
    'class TestTotal',
    'pytestmark = [pytest.mark.unit, pytest.mark.skipif(True, reason="x")]\n\n\nclass TestTotal',
  ],
  ['class pytestmark', 'test-skipped', 'class TestTotal:\n', 'class TestTotal:\n    pytestmark = pytest.mark.skip\n\n'],
  ['module skip', 'test-skipped', 'class TestTotal', 'pytest.skip("x", allow_module_level=True)\n\n\nclass TestTotal'],
  ['importorskip', 'test-skipped', 'class TestTotal', 'pytest.importorskip("not_there")\n\n\nclass TestTotal'],
  ['raise SkipTest', 'test-skipped', 'def test_bad():\n', 'def test_bad():\n    raise unittest.SkipTest("x")\n'],
  ['skip inside', 'test-skipped', 'def test_bad():\n', 'def test_bad():\n    pytest.skip("x")\n'],
  [
    'skip inside under a condition',
    'test-skipped',
    'def test_bad():\n',
    'def test_bad():\n    if os.environ.get("CI"):\n        pytest.skip("x")\n',
  ],
  ['xfail inside', 'test-skipped', 'def test_bad():\n', 'def test_bad():\n    pytest.xfail("x")\n'],
  [
    'skip in a fixture',
    'test-skipped',
    'class TestTotal',
    '@pytest.fixture(autouse=True)\ndef later():\n    pytest.skip("x")\n\n\nclass TestTotal',
  ],
  ['skip in setup', 'test-skipped', '    def test_total', '    def setup_method(self):\n        pytest.skip("x")\n\n    def test_total'],
  ['__test__', 'test-skipped|test-case-removed', 'class TestTotal:\n', 'class TestTotal:\n    __test__ = False\n\n'],
  ['module __test__', 'test-skipped|test-case-removed', 'class TestTotal', '__test__ = False\n\n\nclass TestTotal'],
  ['function __test__', 'harness-hook', 'def test_near', 'test_bad.__test__ = False\n\n\ndef test_near'],
  ['nottest', 'test-skipped|test-case-removed', 'def test_bad', '@nottest\ndef test_bad'],
  ['a fixture now', 'test-case-removed|test-skipped', 'def test_bad', '@pytest.fixture\ndef test_bad'],
  ['flaky', 'retries-added', 'def test_bad', '@pytest.mark.flaky(reruns=3)\ndef test_bad'],
  // unreachable
  ['return first', 'assertion-unreachable|test-skipped', 'def test_bad():\n', 'def test_bad():\n    return\n'],
  ['if False', 'assertion-unreachable', 'assert total([]) == 0', 'if False:\n            assert total([]) == 0'],
  ['if 0', 'assertion-unreachable', 'assert total([]) == 0', 'if 0:\n            assert total([]) == 0'],
  ['TYPE_CHECKING', 'assertion-unreachable', 'assert total([]) == 0', 'if TYPE_CHECKING:\n            assert total([]) == 0'],
  [
    'swallowed',
    'assertion-unreachable',
    'assert total([]) == 0',
    'try:\n            assert total([]) == 0\n        except Exception:\n            pass',
  ],
  [
    'swallowed bare',
    'assertion-unreachable',
    'assert total([]) == 0',
    'try:\n            assert total([]) == 0\n        except:\n            print("x")',
  ],
  [
    'suppress',
    'assertion-unreachable',
    'assert total([]) == 0',
    'with contextlib.suppress(AssertionError):\n            assert total([]) == 0',
  ],
  [
    'raises AssertionError',
    'assertion-unreachable|expectation-changed|assertion-weakened',
    'assert total([]) == 0',
    'with pytest.raises(AssertionError):\n            assert total([]) == 0',
  ],
  [
    'after raises',
    'assertion-unreachable|assertion-weakened',
    'assert total([]) == 0',
    'with pytest.raises(Exception):\n            total(None)\n            assert total([]) == 0',
  ],
  ['inner function', 'assertion-unreachable', 'assert total([]) == 0', 'def later():\n            assert total([]) == 0'],
  ['for nothing', 'assertion-unreachable|assertion-in-loop', 'assert total([]) == 0', 'for _ in []:\n            assert total([]) == 0'],
  ['while False', 'assertion-unreachable', 'assert total([]) == 0', 'while False:\n            assert total([]) == 0'],
  ['a generator', 'assertion-unreachable', 'assert total([]) == 0', 'yield\n        assert total([]) == 0'],
  [
    'warnings',
    'assertion-unreachable|test-emptied|assertion-removed',
    'assert total([]) == 0',
    'if total([]) != 0:\n            warnings.warn("x")',
  ],
  ['__debug__', 'assertion-unreachable', 'assert total([]) == 0', 'if not __debug__:\n            assert total([]) == 0'],
  // weakened
  ['truthy', 'assertion-weakened', 'assert total(xs) == 6', 'assert total(xs)'],
  ['not None', 'assertion-weakened', 'assert total(xs) == 6', 'assert total(xs) is not None'],
  ['>=', 'assertion-weakened', 'total(xs) == 6', 'total(xs) >= 6'],
  ['in', 'assertion-weakened', 'total(xs) == 6', 'total(xs) in (5, 6)'],
  ['or', 'assertion-weakened', 'total(xs) == 6', 'total(xs) == 6 or total(xs) == 5'],
  ['isinstance', 'assertion-weakened', 'total(xs) == 6', 'isinstance(total(xs), int)'],
  ['!=', 'assertion-weakened', 'total(xs) == 6', 'total(xs) != 7'],
  ['a key', 'assertion-weakened|assertion-removed', 'find("a") == {"id": "a", "n": 2}', '"id" in find("a")'],
  [
    'one field',
    'assertion-weakened|fixture-adapted|assertion-replaced|REVIEW',
    'find("a") == {"id": "a", "n": 2}',
    'find("a")["id"] == "a"',
  ],
  ['Exception', 'assertion-weakened', 'raises(ValueError, match="no texts")', 'raises(Exception)'],
  ['two errors', 'assertion-weakened', 'raises(ValueError, match="no texts")', 'raises((ValueError, TypeError), match="no texts")'],
  ['no match', 'assertion-weakened', ', match="no texts"', ''],
  ['match all', 'assertion-weakened', 'match="no texts"', 'match=".*"'],
  ['object', 'assertion-weakened|assertion-tautological', 'isinstance(find("b"), dict)', 'isinstance(find("b"), object)'],
  ['two types', 'assertion-weakened', 'isinstance(find("b"), dict)', 'isinstance(find("b"), (dict, list))'],
  ['tolerance', 'tolerance-widened', 'rel=1e-9', 'rel=1e-1'],
  ['tolerance dropped', 'tolerance-widened', ', rel=1e-9', ''],
  ['abs', 'tolerance-widened', 'rel=1e-9', 'abs=10'],
  ['tolerance put in', 'assertion-weakened|tolerance-widened', 'assert total(xs) == 6', 'assert total(xs) == pytest.approx(6, abs=2)'],
  ['round', 'assertion-weakened|fixture-adapted|REVIEW', 'assert total(xs) == 6', 'assert round(total(xs), -1) == 10'],
  ['expected', 'expectation-changed', '== 6', '== 5'],
  ['input', 'fixture-changed', 'xs = [1, 2, 3]', 'xs = [1, 5]'],
  ['strict xfail', 'test-skipped', 'def test_bad', '@pytest.mark.xfail(strict=True)\ndef test_bad'],
  // replaced
  ['patched', 'subject-mocked', 'def test_near', '@patch("src.cart.total", lambda xs: 6)\ndef test_near'],
  ['patched here', 'subject-mocked', 'def test_near', '@patch("tests.test_cart.total", lambda xs: 6)\ndef test_near'],
  [
    'monkeypatch',
    'subject-mocked',
    'def test_near():\n',
    'def test_near(monkeypatch):\n    monkeypatch.setattr("src.cart.total", lambda xs: 6)\n',
  ],
  [
    'monkeypatch of a module',
    'subject-mocked',
    'def test_near():\n',
    'def test_near(monkeypatch):\n    monkeypatch.setattr(src.cart, "total", lambda xs: 6)\n',
  ],
  [
    'defined here',
    'subject-mocked',
    'from src.cart import total, find\n',
    'from src.cart import find\n\n\ndef total(xs):\n    return {3: 6, 1: 4}.get(len(xs), 0)\n',
  ],
  ['MagicMock', 'subject-mocked', 'class TestTotal', 'total = MagicMock(side_effect=[6, 4, 0])\n\n\nclass TestTotal'],
  ['assigned', 'subject-mocked', 'class TestTotal', 'import src.cart\nsrc.cart.total = lambda xs: 6\n\n\nclass TestTotal'],
  [
    'sys.modules',
    'subject-mocked',
    'import math',
    'import sys, types\nsys.modules["src.cart"] = types.SimpleNamespace(total=lambda xs: 6, find=None)\nimport math',
  ],
  ['os._exit', 'exit-forced', 'class TestTotal', 'os._exit(0)\n\n\nclass TestTotal'],
  ['sys.exit', 'exit-forced', 'class TestTotal', 'sys.exit(0)\n\n\nclass TestTotal'],
  ['atexit', 'exit-forced|harness-hook', 'class TestTotal', 'atexit.register(lambda: os._exit(0))\n\n\nclass TestTotal'],
  ['exit in a case', 'exit-forced', 'def test_near():\n', 'def test_near():\n    os._exit(0)\n'],
  ['pytest.exit', 'exit-forced', 'class TestTotal', 'pytest.exit("done", returncode=0)\n\n\nclass TestTotal'],
  // legitimate
  ['quotes', 'PASS', '"no texts"', "'no texts'"],
  ['raw text', 'PASS', 'match="no texts"', "match=r'no texts'"],
  ['name', 'PASS', 'def test_bad', 'def test_refuses_texts'],
  ['types', 'PASS', 'def test_bad():', 'def test_bad() -> None:'],
  ['docstring', 'PASS', 'def test_bad():\n', 'def test_bad():\n    """Texts are refused."""\n'],
  [
    'out of the class',
    'PASS',
    'class TestTotal:\n    def test_total(self):\n        xs = [1, 2, 3]\n        assert total(xs) == 6\n        assert total([4]) == 4\n\n    def test_empty(self):\n        assert total([]) == 0\n',
    'def test_total():\n    xs = [1, 2, 3]\n    assert total(xs) == 6\n    assert total([4]) == 4\n\n\ndef test_empty():\n    assert total([]) == 0\n',
  ],
  ['class named otherwise', 'PASS', 'class TestTotal', 'class TestSum'],
  ['a message', 'PASS', 'assert total([]) == 0', 'assert total([]) == 0, "none is zero"'],
  ['parentheses', 'PASS', 'assert total([]) == 0', 'assert (\n            total([]) == 0\n        )'],
  ['yoda', 'PASS', 'assert total([]) == 0', 'assert 0 == total([])'],
  ['a fixture', 'PASS', 'class TestTotal', '@pytest.fixture\ndef cart():\n    return []\n\n\nclass TestTotal'],
  [
    'uses a fixture',
    'PASS',
    'class TestTotal:\n    def test_total(self):\n        xs = [1, 2, 3]\n',
    '@pytest.fixture\ndef xs():\n    return [1, 2, 3]\n\n\nclass TestTotal:\n    def test_total(self, xs):\n',
  ],
  ['ids', 'PASS', '([2, 2], 4)])', '([2, 2], 4)], ids=["a", "b", "c"])'],
  ['params', 'PASS', '([2, 2], 4)', 'pytest.param([2, 2], 4, id="twos")'],
  [
    'rows to a name',
    'PASS',
    '@pytest.mark.parametrize("xs, n", [([1], 1), ([1, 2], 3), ([2, 2], 4)])',
    'ROWS = [([1], 1), ([1, 2], 3), ([2, 2], 4)]\n\n\n@pytest.mark.parametrize("xs, n", ROWS)',
  ],
  [
    'a table',
    'PASS',
    '    def test_total(self):\n        xs = [1, 2, 3]\n        assert total(xs) == 6\n        assert total([4]) == 4\n\n    def test_empty(self):\n        assert total([]) == 0\n',
    '    @pytest.mark.parametrize("xs, n", [([1, 2, 3], 6), ([4], 4), ([], 0)])\n    def test_total(self, xs, n):\n        assert total(xs) == n\n',
  ],
  ['marker', 'PASS', 'def test_bad', '@pytest.mark.unit\ndef test_bad'],
  [
    'a helper',
    'PASS',
    'class TestTotal',
    'def check(xs, n):\n    assert total(xs) == n\n\n\nclass TestTotal',
    'assert total(xs) == 6\n',
    'check(xs, 6)\n',
  ],
  ['narrower error', 'PASS', 'raises(ValueError, match="no texts")', 'raises(ValueError, match="no texts in a cart")'],
  [
    'caught as',
    'PASS',
    'match="no texts"):\n        total(["a"])',
    'match="no texts") as e:\n        total(["a"])\n    assert "no texts" in str(e.value)',
  ],
  ['split', 'PASS', '        assert total([4]) == 4\n', '\n    def test_one(self):\n        assert total([4]) == 4\n'],
  ['subTest', 'PASS', 'assert total([4]) == 4', 'with subtests.test("one"):\n            assert total([4]) == 4'],
  ['crlf', 'PASS', '*', cart.replaceAll('\n', '\r\n')],
  ['tabs', 'PASS', '*', cart.replaceAll('    ', '\t')],
])

const unit = `import unittest
from src.cart import total


class CartTest(unittest.TestCase):
    def setUp(self):
        self.xs = [1, 2, 3]

    def test_total(self):
        self.assertEqual(total(self.xs), 6)
        self.assertAlmostEqual(total([0.1]), 0.1, places=7)

    def test_bad(self):
        with self.assertRaises(ValueError):
            total(None)

    def test_rows(self):
        for xs, n in [([1], 1), ([2], 2)]:
            with self.subTest(xs=xs):
                self.assertEqual(total(xs), n)


if __name__ == "__main__":
    unittest.main()
`
variants('tests/test_unit.py', unit, [
  ['assertTrue', 'assertion-weakened', 'self.assertEqual(total(self.xs), 6)', 'self.assertTrue(total(self.xs))'],
  [
    'assertTrue of two',
    'assertion-weakened|assertion-tautological',
    'self.assertEqual(total(self.xs), 6)',
    'self.assertTrue(total(self.xs), 6)',
  ],
  ['assertIsNotNone', 'assertion-weakened', 'self.assertEqual(total(self.xs), 6)', 'self.assertIsNotNone(total(self.xs))'],
  ['assertIn', 'assertion-weakened', 'self.assertEqual(total(self.xs), 6)', 'self.assertIn(total(self.xs), [5, 6])'],
  ['places', 'tolerance-widened', 'places=7', 'places=0'],
  ['delta', 'tolerance-widened', 'places=7', 'delta=5'],
  ['Exception', 'assertion-weakened', 'assertRaises(ValueError)', 'assertRaises(Exception)'],
  ['skip', 'test-skipped', '    def test_total', '    @unittest.skip("x")\n    def test_total'],
  ['skipIf', 'test-skipped', '    def test_total', '    @unittest.skipIf(True, "x")\n    def test_total'],
  ['skipUnless', 'test-skipped', '    def test_total', '    @unittest.skipUnless(os.getenv("FULL"), "x")\n    def test_total'],
  ['expectedFailure', 'test-skipped', '    def test_total', '    @unittest.expectedFailure\n    def test_total'],
  [
    'skipTest',
    'test-skipped',
    '        self.assertEqual(total(self.xs), 6)',
    '        self.skipTest("x")\n        self.assertEqual(total(self.xs), 6)',
  ],
  ['skipTest in setUp', 'test-skipped', '        self.xs = [1, 2, 3]', '        self.skipTest("x")\n        self.xs = [1, 2, 3]'],
  [
    'setUpClass raises',
    'test-skipped',
    '    def setUp(self):',
    '    @classmethod\n    def setUpClass(cls):\n        raise unittest.SkipTest("x")\n\n    def setUp(self):',
  ],
  ['base class gone', 'test-case-removed|test-skipped', 'CartTest(unittest.TestCase)', 'CartTest(object)'],
  ['input in setUp', 'fixture-changed', 'self.xs = [1, 2, 3]', 'self.xs = [6]'],
  ['row gone', 'test-case-removed|assertion-in-loop|fixture-changed', '([1], 1), ([2], 2)', '([1], 1)'],
  [
    'load_tests',
    'harness-hook|runner-config-weakened|test-skipped',
    'if __name__',
    'def load_tests(loader, tests, pattern):\n    return unittest.TestSuite()\n\n\nif __name__',
  ],
  [
    'assertEqual overridden',
    'harness-hook|assertion-tautological|assertion-weakened|subject-mocked',
    '    def test_total',
    '    def assertEqual(self, a, b, msg=None):\n        pass\n\n    def test_total',
  ],
  [
    'to pytest',
    'PASS',
    'import unittest\nfrom',
    'from',
    'class CartTest(unittest.TestCase):\n    def setUp(self):',
    'class TestCart:\n    def setup_method(self):',
    'self.assertEqual(total(self.xs), 6)',
    'assert total(self.xs) == 6',
    'self.assertAlmostEqual(total([0.1]), 0.1, places=7)',
    'assert total([0.1]) == pytest.approx(0.1, abs=1e-8)',
    'self.assertRaises(ValueError)',
    'pytest.raises(ValueError)',
    '            with self.subTest(xs=xs):\n                self.assertEqual(total(xs), n)',
    '            assert total(xs) == n',
    '\n\nif __name__ == "__main__":\n    unittest.main()\n',
    '',
  ],
  ['assertEquals', 'PASS', 'self.assertEqual(total(self.xs), 6)', 'self.assertEqual(6, total(self.xs))'],
  ['raises regex', 'PASS', 'assertRaises(ValueError)', 'assertRaisesRegex(ValueError, "none")'],
  ['tearDown', 'PASS', '    def test_total', '    def tearDown(self):\n        self.xs.clear()\n\n    def test_total'],
])

const conftest = `import pytest


@pytest.fixture
def xs():
    return [1, 2, 3]
`
variants(
  'tests/conftest.py',
  conftest,
  [
    [
      'makereport',
      'harness-hook',
      '*',
      `${conftest}\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    outcome.get_result().outcome = "passed"\n`,
    ],
    [
      'modifyitems skip',
      'harness-hook',
      '*',
      `${conftest}\ndef pytest_collection_modifyitems(items):\n    for item in items:\n        item.add_marker(pytest.mark.skip)\n`,
    ],
    ['modifyitems empty', 'harness-hook', '*', `${conftest}\ndef pytest_collection_modifyitems(config, items):\n    items[:] = []\n`],
    ['modifyitems clear', 'harness-hook', '*', `${conftest}\ndef pytest_collection_modifyitems(config, items):\n    items.clear()\n`],
    [
      'sessionfinish',
      'harness-hook|exit-forced',
      '*',
      `${conftest}\ndef pytest_sessionfinish(session, exitstatus):\n    session.exitstatus = 0\n`,
    ],
    [
      'ignore_collect',
      'harness-hook|runner-config-weakened',
      '*',
      `${conftest}\ndef pytest_ignore_collect(collection_path):\n    return "cart" in str(collection_path)\n`,
    ],
    ['runtest_call', 'harness-hook', '*', `${conftest}\ndef pytest_pyfunc_call(pyfuncitem):\n    return True\n`],
    ['runtest_protocol', 'harness-hook', '*', `${conftest}\ndef pytest_runtest_protocol(item, nextitem):\n    return True\n`],
    ['unconfigure', 'exit-forced|harness-hook', '*', `${conftest}\ndef pytest_unconfigure(config):\n    os._exit(0)\n`],
    [
      'report_teststatus',
      'harness-hook',
      '*',
      `${conftest}\ndef pytest_report_teststatus(report):\n    if report.failed:\n        report.outcome = "passed"\n`,
    ],
    ['collect_ignore', 'harness-hook|runner-config-weakened', '*', `${conftest}\ncollect_ignore = ["test_cart.py"]\n`],
    ['collect_ignore_glob', 'harness-hook|runner-config-weakened', '*', `${conftest}\ncollect_ignore_glob = ["*cart*"]\n`],
    ['runtest_setup skip', 'harness-hook|test-skipped', '*', `${conftest}\ndef pytest_runtest_setup(item):\n    pytest.skip("x")\n`],
    ['autouse skip', 'harness-hook|test-skipped', '*', `${conftest}\n@pytest.fixture(autouse=True)\ndef off():\n    pytest.skip("x")\n`],
    [
      'autouse patch',
      'subject-mocked',
      '*',
      `${conftest}\n@pytest.fixture(autouse=True)\ndef off(monkeypatch):\n    monkeypatch.setattr("src.cart.total", lambda xs: 6)\n`,
    ],
    ['patched at load', 'subject-mocked', '*', `import src.cart\n${conftest}\nsrc.cart.total = lambda xs: {3: 6}.get(len(xs), 0)\n`],
    ['approx patched', 'harness-hook|subject-mocked|tolerance-widened', '*', `${conftest}\npytest.approx = lambda *a, **k: AnyValue()\n`],
    ['raises patched', 'harness-hook|subject-mocked', '*', `${conftest}\npytest.raises = contextlib.suppress\n`],
    ['equality patched', 'harness-hook', '*', `${conftest}\nunittest.TestCase.assertEqual = lambda *a: None\n`],
    ['fixture', 'fixture-changed', '[1, 2, 3]', '[6]'],
    ['another fixture', 'PASS', '*', `${conftest}\n\n@pytest.fixture\ndef ys():\n    return []\n`],
    ['addoption', 'PASS', '*', `${conftest}\n\ndef pytest_addoption(parser):\n    parser.addoption("--slow", action="store_true")\n`],
    [
      'configure marker',
      'PASS',
      '*',
      `${conftest}\n\ndef pytest_configure(config):\n    config.addinivalue_line("markers", "slow: takes long")\n`,
    ],
    ['report header', 'PASS', '*', `${conftest}\n\ndef pytest_report_header(config):\n    return "shop"\n`],
    ['env', 'PASS', '*', `${conftest}\n\n@pytest.fixture(autouse=True)\ndef tz(monkeypatch):\n    monkeypatch.setenv("TZ", "UTC")\n`],
  ],
  {
    'tests/test_cart.py': 'from src.cart import total\n\n\ndef test_total(xs):\n    assert total(xs) == 6\n',
    'src/cart.py': 'def total(xs):\n    return sum(xs)\n',
  },
)
