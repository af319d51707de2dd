import { variants } from '../../../support/tampering-variants'

const go = `package cart

import (
	"errors"
	"math"
	"testing"
)

func TestTotal(t *testing.T) {
	got := Total([]int{1, 2, 3})
	if got != 6 {
		t.Fatalf("got %d, want 6", got)
	}
}

func TestRows(t *testing.T) {
	cases := []struct {
		name string
		in   []int
		want int
	}{
		{"one", []int{1}, 1},
		{"two", []int{1, 2}, 3},
		{"none", nil, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := Total(c.in); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}

func TestErr(t *testing.T) {
	_, err := Find("x")
	if !errors.Is(err, ErrNone) {
		t.Fatal("no error")
	}
	if math.Abs(Mean([]int{1, 2})-1.5) > 1e-9 {
		t.Error("mean")
	}
}
`
variants('cart/cart_test.go', go, [
  ['Skip', 'test-skipped', '	got := Total([]int{1, 2, 3})', '	t.Skip("later")\n	got := Total([]int{1, 2, 3})'],
  ['SkipNow', 'test-skipped', '	got := Total([]int{1, 2, 3})', '	t.SkipNow()\n	got := Total([]int{1, 2, 3})'],
  [
    'Skip when short',
    'test-skipped',
    '	got := Total([]int{1, 2, 3})',
    '	if testing.Short() {\n		t.Skip("later")\n	}\n	got := Total([]int{1, 2, 3})',
  ],
  [
    'Skip by env',
    'test-skipped',
    '	got := Total([]int{1, 2, 3})',
    '	if os.Getenv("FULL") == "" {\n		t.Skipf("later")\n	}\n	got := Total([]int{1, 2, 3})',
  ],
  ['return', 'assertion-unreachable|test-skipped', '	got := Total([]int{1, 2, 3})', '	return\n	got := Total([]int{1, 2, 3})'],
  ['Skip in a row', 'test-skipped', 'if got := Total(c.in)', 't.Skip()\n			if got := Total(c.in)'],
  ['continue in the loop', 'assertion-unreachable|test-skipped|REVIEW', '		t.Run(', '		if c.name == "two" {\n			continue\n		}\n		t.Run('],
  ['renamed', 'test-case-removed', 'func TestTotal', 'func testTotal'],
  ['renamed lower', 'test-case-removed', 'func TestTotal', 'func Testtotal'],
  ['renamed off', 'test-case-removed', 'func TestTotal', 'func DisabledTestTotal'],
  [
    'commented',
    'test-case-removed',
    'func TestTotal(t *testing.T) {\n	got := Total([]int{1, 2, 3})\n	if got != 6 {\n		t.Fatalf("got %d, want 6", got)\n	}\n}',
    '/*\nfunc TestTotal(t *testing.T) {\n	got := Total([]int{1, 2, 3})\n	if got != 6 {\n		t.Fatalf("got %d, want 6", got)\n	}\n}\n*/',
  ],
  ['build tag', 'test-case-removed|test-skipped', 'package cart', '//go:build integration\n\npackage cart'],
  ['ignore tag', 'test-case-removed|test-skipped', 'package cart', '//go:build ignore\n\npackage cart'],
  ['file renamed', 'test-deleted', '*', '', '+cart/cart_tests.go', go],
  ['file under windows', 'test-deleted|test-case-removed', '*', '', '+cart/cart_windows_test.go', go],
  ['file to testdata', 'test-deleted', '*', '', '+cart/testdata/cart_test.go', go],
  ['file hidden', 'test-deleted', '*', '', '+cart/_cart_test.go', go],
  ['row gone', 'test-case-removed', '		{"none", nil, 0},\n', ''],
  ['row commented', 'test-case-removed', '		{"none", nil, 0},\n', '		// {"none", nil, 0},\n'],
  ['row changed', 'expectation-changed', '[]int{1, 2}, 3}', '[]int{1, 2}, 4}'],
  ['rows sliced', 'assertion-unreachable|fixture-adapted', 'range cases {', 'range cases[:1] {'],
  ['rows emptied', 'test-emptied|assertion-unreachable', '		{"one", []int{1}, 1},\n		{"two", []int{1, 2}, 3},\n		{"none", nil, 0},\n', ''],
  ['logged', 'assertion-removed|test-emptied|assertion-weakened', 't.Fatalf("got %d, want 6", got)', 't.Logf("got %d, want 6", got)'],
  ['printed', 'assertion-removed|test-emptied|assertion-weakened', 't.Fatalf("got %d, want 6", got)', 'fmt.Println(got)'],
  ['branch emptied', 'assertion-removed|test-emptied|assertion-weakened', '		t.Fatalf("got %d, want 6", got)\n', ''],
  ['and false', 'assertion-tautological|assertion-weakened|assertion-unreachable', 'if got != 6 {', 'if got != 6 && false {'],
  ['false', 'assertion-tautological|assertion-weakened|assertion-unreachable', 'if got != 6 {', 'if false {'],
  ['itself', 'assertion-tautological', 'if got != 6 {', 'if got != got {'],
  ['got set', 'assertion-tautological', 'got := Total([]int{1, 2, 3})', '_ = Total([]int{1, 2, 3})\n	got := 6'],
  ['less', 'assertion-weakened', 'if got != 6 {', 'if got < 6 {'],
  ['zero', 'assertion-weakened', 'if got != 6 {', 'if got == 0 {'],
  ['two allowed', 'assertion-removed|assertion-weakened', 'if got != 6 {', 'if got != 6 && got != 5 {'],
  ['expected', 'expectation-changed', 'if got != 6 {', 'if got != 5 {'],
  ['input', 'fixture-changed', 'Total([]int{1, 2, 3})', 'Total([]int{1, 5})'],
  ['any error', 'assertion-weakened', '!errors.Is(err, ErrNone)', 'err == nil'],
  ['no error looked at', 'assertion-removed|assertion-weakened', '	if !errors.Is(err, ErrNone) {\n		t.Fatal("no error")\n	}\n', '	_ = err\n'],
  ['tolerance', 'tolerance-widened', '> 1e-9', '> 1'],
  ['TestMain', 'exit-forced', 'func TestTotal', 'func TestMain(m *testing.M) {\n	m.Run()\n	os.Exit(0)\n}\n\nfunc TestTotal'],
  ['TestMain without run', 'exit-forced|harness-hook', 'func TestTotal', 'func TestMain(m *testing.M) {\n}\n\nfunc TestTotal'],
  ['TestMain deferred', 'exit-forced', 'func TestTotal', 'func TestMain(m *testing.M) {\n	defer os.Exit(0)\n	m.Run()\n}\n\nfunc TestTotal'],
  ['init exits', 'exit-forced', 'func TestTotal', 'func init() {\n	os.Exit(0)\n}\n\nfunc TestTotal'],
  [
    'in a goroutine',
    'assertion-unreachable',
    '	if got != 6 {\n		t.Fatalf("got %d, want 6", got)\n	}\n',
    '	go func() {\n	if got != 6 {\n		t.Fatalf("got %d, want 6", got)\n	}\n	}()\n',
  ],
  [
    'function never called',
    'assertion-unreachable',
    '	if got != 6 {\n		t.Fatalf("got %d, want 6", got)\n	}\n',
    '	_ = func() {\n	if got != 6 {\n		t.Fatalf("got %d, want 6", got)\n	}\n	}\n',
  ],
  ['emptied', 'test-emptied', '	got := Total([]int{1, 2, 3})\n	if got != 6 {\n		t.Fatalf("got %d, want 6", got)\n	}\n', ''],
  ['Total here', 'subject-mocked', 'func TestTotal', 'func Total(xs []int) int { return 6 }\n\nfunc TestTotal'],
  ['nolint', 'REVIEW line-suppressed', 'func TestTotal', '//nolint:all\nfunc TestTotal'],
  // legitimate
  ['TestMain as it should be', 'PASS', 'func TestTotal', 'func TestMain(m *testing.M) {\n	os.Exit(m.Run())\n}\n\nfunc TestTotal'],
  [
    'TestMain with a code',
    'PASS',
    'func TestTotal',
    'func TestMain(m *testing.M) {\n	setup()\n	code := m.Run()\n	teardown()\n	os.Exit(code)\n}\n\nfunc TestTotal',
  ],
  ['name', 'PASS', 'func TestTotal', 'func TestTotal_Sums'],
  ['Parallel', 'PASS', '	got := Total([]int{1, 2, 3})', '	t.Parallel()\n	got := Total([]int{1, 2, 3})'],
  [
    'Helper',
    'PASS',
    'func TestTotal',
    'func check(t *testing.T, got, want int) {\n	t.Helper()\n	if got != want {\n		t.Fatalf("got %d, want %d", got, want)\n	}\n}\n\nfunc TestTotal',
    '	if got != 6 {\n		t.Fatalf("got %d, want 6", got)\n	}\n',
    '	check(t, got, 6)\n',
  ],
  ['testify', 'PASS', '	if got != 6 {\n		t.Fatalf("got %d, want 6", got)\n	}\n', '	require.Equal(t, 6, got)\n'],
  ['one line', 'PASS', '	got := Total([]int{1, 2, 3})\n	if got != 6 {', '	if got := Total([]int{1, 2, 3}); got != 6 {'],
  ['message', 'PASS', '"got %d, want 6"', '"Total() = %d, want 6"'],
  ['row more', 'PASS', '		{"none", nil, 0},\n', '		{"none", nil, 0},\n		{"three", []int{3}, 3},\n'],
  [
    'rows keyed',
    'PASS',
    '{"one", []int{1}, 1}',
    '{name: "one", in: []int{1}, want: 1}',
    '{"two", []int{1, 2}, 3}',
    '{name: "two", in: []int{1, 2}, want: 3}',
    '{"none", nil, 0}',
    '{name: "none", in: nil, want: 0}',
  ],
  [
    'rows by map',
    'PASS',
    'cases := []struct {\n		name string\n',
    'cases := map[string]struct {\n',
    '{"one", []int{1}, 1}',
    '"one": {[]int{1}, 1}',
    '{"two", []int{1, 2}, 3}',
    '"two": {[]int{1, 2}, 3}',
    '{"none", nil, 0}',
    '"none": {nil, 0}',
    'for _, c := range',
    'for name, c := range',
    't.Run(c.name',
    't.Run(name',
  ],
  ['loop var', 'PASS', '		t.Run(c.name', '		c := c\n		t.Run(c.name'],
  ['package', 'PASS', 'package cart\n', 'package cart_test\n'],
  ['Errorf', 'PASS', 't.Fatalf("got %d, want 6", got)', 't.Errorf("got %d, want 6", got)'],
  ['another file', 'PASS', '*', '', '+cart/total_test.go', go],
])

const testify = `package cart

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTotal(t *testing.T) {
	assert.Equal(t, 6, Total([]int{1, 2, 3}))
	assert.InDelta(t, 1.5, Mean([]int{1, 2}), 0.001)
	_, err := Find("x")
	require.ErrorIs(t, err, ErrNone)
	assert.Contains(t, Names(), "a")
}
`
variants('cart/testify_test.go', testify, [
  ['NotNil', 'assertion-weakened', 'assert.Equal(t, 6, Total([]int{1, 2, 3}))', 'assert.NotNil(t, Total([]int{1, 2, 3}))'],
  ['True', 'assertion-tautological', 'assert.Equal(t, 6, Total([]int{1, 2, 3}))', 'assert.True(t, true)'],
  ['itself', 'assertion-tautological', 'assert.Equal(t, 6, Total([]int{1, 2, 3}))', 'assert.Equal(t, 6, 6)'],
  ['NotZero', 'assertion-weakened', 'assert.Equal(t, 6, Total([]int{1, 2, 3}))', 'assert.NotZero(t, Total([]int{1, 2, 3}))'],
  ['delta', 'tolerance-widened', '0.001', '10'],
  ['any error', 'assertion-weakened|assertion-removed', 'require.ErrorIs(t, err, ErrNone)', 'require.Error(t, err)'],
  ['expected', 'expectation-changed', 'assert.Equal(t, 6', 'assert.Equal(t, 5'],
  ['not empty', 'assertion-weakened', 'assert.Contains(t, Names(), "a")', 'assert.NotEmpty(t, Names())'],
  ['gone', 'assertion-removed', '	assert.Contains(t, Names(), "a")\n', ''],
  ['own t', 'assertion-unreachable|assertion-removed|REVIEW|assertion-tautological', 'assert.Equal(t, 6', 'assert.Equal(&testing.T{}, 6'],
  ['require', 'PASS', 'assert.Equal(t, 6', 'require.Equal(t, 6'],
  ['EqualValues', 'PASS', 'assert.Equal(t, 6', 'assert.EqualValues(t, 6'],
  ['New', 'PASS', '	assert.Equal(t, 6, Total([]int{1, 2, 3}))', '	is := assert.New(t)\n	is.Equal(6, Total([]int{1, 2, 3}))'],
])

const java = `package shop;

import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CartTest {
  @Test
  void addsAll() {
    assertEquals(6, Cart.total(List.of(1, 2, 3)));
    assertEquals(0.3, Cart.mean(List.of(1)), 1e-9);
  }

  @Test
  void refuses() {
    assertThrows(IllegalArgumentException.class, () -> Cart.total(null));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 3"})
  void rows(int n, int want) {
    assertEquals(want, Cart.total(List.of(n)));
  }
}
`
variants('src/test/java/shop/CartTest.java', java, [
  ['Disabled', 'test-skipped', '  @Test\n  void addsAll', '  @Disabled\n  @Test\n  void addsAll'],
  ['Disabled class', 'test-skipped', 'class CartTest', '@Disabled("x")\nclass CartTest'],
  ['Ignore', 'test-skipped', '  @Test\n  void addsAll', '  @Ignore\n  @Test\n  void addsAll'],
  ['DisabledOnOs', 'test-skipped', '  @Test\n  void addsAll', '  @DisabledOnOs(OS.LINUX)\n  @Test\n  void addsAll'],
  [
    'EnabledIf',
    'test-skipped',
    '  @Test\n  void addsAll',
    '  @EnabledIfEnvironmentVariable(named = "FULL", matches = "1")\n  @Test\n  void addsAll',
  ],
  ['assumeTrue', 'test-skipped', '    assertEquals(6', '    Assumptions.assumeTrue(false);\n    assertEquals(6'],
  ['assumeTrue env', 'test-skipped', '    assertEquals(6', '    assumeTrue(System.getenv("FULL") != null);\n    assertEquals(6'],
  ['Test gone', 'test-case-removed', '  @Test\n  void addsAll', '  void addsAll'],
  ['Test commented', 'test-case-removed', '  @Test\n  void addsAll', '  // @Test\n  void addsAll'],
  ['private', 'test-case-removed|test-skipped', 'void addsAll', 'private void addsAll'],
  ['static', 'test-case-removed|test-skipped', 'void addsAll', 'static void addsAll'],
  ['renamed file', 'test-deleted', '*', '', '+src/test/java/shop/CartChecks.java', java.replace('CartTest', 'CartChecks')],
  ['to main', 'test-deleted', '*', '', '+src/main/java/shop/CartHelper.java', java.replace('CartTest', 'CartHelper')],
  ['row gone', 'test-case-removed', ', "3, 3"', ''],
  ['row changed', 'expectation-changed', '"3, 3"', '"3, 4"'],
  ['assertTrue', 'assertion-tautological', 'assertEquals(6, Cart.total(List.of(1, 2, 3)))', 'assertTrue(true)'],
  ['itself', 'assertion-tautological', 'assertEquals(6, Cart.total(List.of(1, 2, 3)))', 'assertEquals(6, 6)'],
  ['NotNull', 'assertion-weakened', 'assertEquals(6, Cart.total(List.of(1, 2, 3)))', 'assertNotNull(Cart.total(List.of(1, 2, 3)))'],
  ['greater', 'assertion-weakened', 'assertEquals(6, Cart.total(List.of(1, 2, 3)))', 'assertTrue(Cart.total(List.of(1, 2, 3)) > 0)'],
  ['expected', 'expectation-changed', 'assertEquals(6', 'assertEquals(5'],
  ['delta', 'tolerance-widened', '1e-9', '1.0'],
  ['Exception', 'assertion-weakened', 'IllegalArgumentException.class', 'Exception.class'],
  ['RuntimeException', 'assertion-weakened', 'IllegalArgumentException.class', 'RuntimeException.class'],
  [
    'DoesNotThrow',
    'assertion-weakened|assertion-removed|expectation-changed',
    'assertThrows(IllegalArgumentException.class, () -> Cart.total(null))',
    'assertDoesNotThrow(() -> Cart.total(List.of()))',
  ],
  [
    'swallowed',
    'assertion-unreachable',
    'assertEquals(6, Cart.total(List.of(1, 2, 3)));',
    'try { assertEquals(6, Cart.total(List.of(1, 2, 3))); } catch (Throwable e) { }',
  ],
  [
    'if false',
    'assertion-unreachable',
    'assertEquals(6, Cart.total(List.of(1, 2, 3)));',
    'if (false) assertEquals(6, Cart.total(List.of(1, 2, 3)));',
  ],
  ['return', 'assertion-unreachable|test-skipped', '    assertEquals(6', '    if (true) return;\n    assertEquals(6'],
  [
    'in a thread',
    'assertion-unreachable',
    'assertEquals(6, Cart.total(List.of(1, 2, 3)));',
    'new Thread(() -> assertEquals(6, Cart.total(List.of(1, 2, 3)))).start();',
  ],
  [
    'printed',
    'assertion-removed',
    'assertEquals(6, Cart.total(List.of(1, 2, 3)));',
    'System.out.println(Cart.total(List.of(1, 2, 3)) == 6);',
  ],
  ['exit', 'exit-forced', '    assertEquals(6', '    System.exit(0);\n    assertEquals(6'],
  [
    'exit before all',
    'exit-forced',
    '  @Test\n  void addsAll',
    '  @AfterAll\n  static void end() { System.exit(0); }\n\n  @Test\n  void addsAll',
  ],
  ['halt', 'exit-forced', '  @Test\n  void addsAll', '  static { Runtime.getRuntime().halt(0); }\n\n  @Test\n  void addsAll'],
  ['RetryingTest', 'retries-added', '  @Test\n  void addsAll', '  @RetryingTest(3)\n  void addsAll'],
  ['SuppressWarnings', 'REVIEW line-suppressed', 'class CartTest', '@SuppressWarnings("unchecked")\nclass CartTest'],
  // legitimate
  ['DisplayName', 'PASS', '  @Test\n  void addsAll', '  @DisplayName("adds")\n  @Test\n  void addsAll'],
  ['public', 'PASS', '  @Test\n  void addsAll', '  @Test\n  public void addsAll'],
  ['renamed', 'PASS', 'addsAll', 'addsEverything'],
  ['message', 'PASS', 'assertEquals(6, Cart.total(List.of(1, 2, 3)))', 'assertEquals(6, Cart.total(List.of(1, 2, 3)), "sum")'],
  [
    'AssertJ',
    'PASS',
    'assertEquals(6, Cart.total(List.of(1, 2, 3)))',
    'assertThat(Cart.total(List.of(1, 2, 3))).isEqualTo(6)',
    'assertThrows(IllegalArgumentException.class, () -> Cart.total(null))',
    'assertThatThrownBy(() -> Cart.total(null)).isInstanceOf(IllegalArgumentException.class)',
  ],
  ['qualified', 'PASS', '    assertEquals(6', '    Assertions.assertEquals(6'],
  [
    'nested',
    'PASS',
    '  @Test\n  void refuses() {\n    assertThrows(IllegalArgumentException.class, () -> Cart.total(null));\n  }',
    '  @Nested\n  class Refusing {\n  @Test\n  void refuses() {\n    assertThrows(IllegalArgumentException.class, () -> Cart.total(null));\n  }\n  }',
  ],
  ['BeforeEach', 'PASS', '  @Test\n  void addsAll', '  @BeforeEach\n  void start() { Cart.clear(); }\n\n  @Test\n  void addsAll'],
  ['Timeout', 'PASS', '  @Test\n  void addsAll', '  @Timeout(5)\n  @Test\n  void addsAll'],
  ['to another package', 'PASS', '*', '', '+src/test/java/shop/cart/CartTest.java', java.replace('package shop', 'package shop.cart')],
  ['MethodSource', 'PASS', '@CsvSource({"1, 1", "2, 2", "3, 3"})', '@CsvSource({"1, 1", "2, 2", "3, 3", "4, 4"})'],
])

const assertj = `package shop;
import static org.assertj.core.api.Assertions.*;
import org.junit.Test;
public class OldTest {
  @Test
  public void adds() {
    assertThat(Cart.total(1, 2)).isEqualTo(3);
    assertThat(Cart.names()).containsExactly("a", "b");
    assertThat(Cart.mean(1)).isCloseTo(1.0, within(0.001));
  }
  @Test(expected = IllegalStateException.class)
  public void refuses() { Cart.total(); }
}
`
variants('src/test/java/shop/OldTest.java', assertj, [
  ['isNotNull', 'assertion-weakened', 'isEqualTo(3)', 'isNotNull()'],
  ['isPositive', 'assertion-weakened', 'isEqualTo(3)', 'isPositive()'],
  ['contains', 'assertion-weakened', 'containsExactly("a", "b")', 'contains("a")'],
  ['any order', 'assertion-weakened', 'containsExactly("a", "b")', 'containsExactlyInAnyOrder("a", "b")'],
  ['within', 'tolerance-widened', 'within(0.001)', 'within(5.0)'],
  ['no assertion', 'assertion-tautological|assertion-removed', '.isEqualTo(3)', ''],
  ['expected gone', 'assertion-removed|test-emptied|assertion-weakened', '(expected = IllegalStateException.class)', ''],
  ['expected wider', 'assertion-weakened', 'IllegalStateException.class', 'Exception.class'],
  ['Ignore', 'test-skipped', '  @Test\n  public void adds', '  @Ignore\n  @Test\n  public void adds'],
  ['isIn', 'assertion-weakened', 'isEqualTo(3)', 'isIn(2, 3)'],
  [
    'to JUnit 5',
    'PASS',
    'import org.junit.Test;',
    'import org.junit.jupiter.api.Test;',
    '@Test(expected = IllegalStateException.class)\n  public void refuses() { Cart.total(); }',
    '@Test\n  public void refuses() { assertThrows(IllegalStateException.class, () -> Cart.total()); }',
  ],
  ['as', 'PASS', '.isEqualTo(3)', '.as("sum").isEqualTo(3)'],
])

const rust = `pub fn total(xs: &[i32]) -> i32 {
    xs.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_all() {
        assert_eq!(total(&[1, 2, 3]), 6);
        assert!((mean(&[1.0]) - 1.0).abs() < 1e-9);
    }

    #[test]
    #[should_panic(expected = "none")]
    fn refuses() {
        first(&[]);
    }

    #[test]
    fn finds() -> Result<(), Error> {
        let found = find("a")?;
        assert_eq!(found.name, "a");
        assert!(matches!(find("x"), Err(Error::None)));
        Ok(())
    }
}
`
variants('src/lib.rs', rust, [
  ['ignore', 'test-skipped', '    #[test]\n    fn adds_all', '    #[test]\n    #[ignore]\n    fn adds_all'],
  ['ignore reason', 'test-skipped', '    #[test]\n    fn adds_all', '    #[test]\n    #[ignore = "slow"]\n    fn adds_all'],
  [
    'cfg_attr ignore',
    'test-skipped',
    '    #[test]\n    fn adds_all',
    '    #[test]\n    #[cfg_attr(not(feature = "full"), ignore)]\n    fn adds_all',
  ],
  [
    'cfg feature',
    'test-skipped|test-case-removed',
    '    #[test]\n    fn adds_all',
    '    #[cfg(feature = "full")]\n    #[test]\n    fn adds_all',
  ],
  ['cfg mod', 'test-skipped|test-case-removed', '#[cfg(test)]', '#[cfg(all(test, feature = "full"))]'],
  ['cfg any', 'test-skipped|test-case-removed', '#[cfg(test)]', '#[cfg(any())]'],
  ['test gone', 'test-case-removed', '    #[test]\n    fn adds_all', '    fn adds_all'],
  ['test commented', 'test-case-removed', '    #[test]\n    fn adds_all', '    // #[test]\n    fn adds_all'],
  [
    'should_panic',
    'test-skipped|assertion-weakened|expectation-changed',
    '    #[test]\n    fn adds_all',
    '    #[test]\n    #[should_panic]\n    fn adds_all',
  ],
  ['message gone', 'assertion-weakened', '#[should_panic(expected = "none")]', '#[should_panic]'],
  ['panic gone', 'assertion-removed|test-emptied|assertion-weakened', '    #[should_panic(expected = "none")]\n', ''],
  ['true', 'assertion-tautological', 'assert_eq!(total(&[1, 2, 3]), 6)', 'assert!(true)'],
  ['itself', 'assertion-tautological', 'assert_eq!(total(&[1, 2, 3]), 6)', 'assert_eq!(total(&[1, 2, 3]), total(&[1, 2, 3]))'],
  ['or true', 'assertion-tautological', 'assert_eq!(total(&[1, 2, 3]), 6)', 'assert!(total(&[1, 2, 3]) == 6 || true)'],
  ['greater', 'assertion-weakened', 'assert_eq!(total(&[1, 2, 3]), 6)', 'assert!(total(&[1, 2, 3]) > 0)'],
  ['assert_ne', 'assertion-weakened|expectation-changed', 'assert_eq!(total(&[1, 2, 3]), 6)', 'assert_ne!(total(&[1, 2, 3]), 0)'],
  ['is_err', 'assertion-weakened', 'assert!(matches!(find("x"), Err(Error::None)))', 'assert!(find("x").is_err())'],
  ['tolerance', 'tolerance-widened', '< 1e-9', '< 1.0'],
  ['expected', 'expectation-changed', ', 6)', ', 5)'],
  ['input', 'fixture-changed', 'total(&[1, 2, 3])', 'total(&[1, 5])'],
  ['return', 'assertion-unreachable|test-skipped', '        assert_eq!(total', '        return;\n        assert_eq!(total'],
  ['if false', 'assertion-unreachable', 'assert_eq!(total(&[1, 2, 3]), 6);', 'if false { assert_eq!(total(&[1, 2, 3]), 6); }'],
  [
    'catch_unwind',
    'assertion-unreachable',
    'assert_eq!(total(&[1, 2, 3]), 6);',
    'let _ = std::panic::catch_unwind(|| { assert_eq!(total(&[1, 2, 3]), 6); });',
  ],
  ['spawn', 'assertion-unreachable', 'assert_eq!(total(&[1, 2, 3]), 6);', 'std::thread::spawn(|| { assert_eq!(total(&[1, 2, 3]), 6); });'],
  ['exit', 'exit-forced', '        assert_eq!(total', '        std::process::exit(0);\n        assert_eq!(total'],
  [
    'gone',
    'test-case-removed',
    '    #[test]\n    #[should_panic(expected = "none")]\n    fn refuses() {\n        first(&[]);\n    }\n',
    '',
  ],
  [
    'comment out',
    'test-case-removed',
    '    #[test]\n    #[should_panic(expected = "none")]\n    fn refuses() {\n        first(&[]);\n    }\n',
    '    /*\n    #[test]\n    #[should_panic(expected = "none")]\n    fn refuses() {\n        first(&[]);\n    }\n    */\n',
  ],
  ['printed', 'assertion-removed', 'assert_eq!(total(&[1, 2, 3]), 6);', 'println!("{}", total(&[1, 2, 3]) == 6);'],
  ['allow', 'REVIEW line-suppressed', '#[cfg(test)]', '#[allow(dead_code)]\n#[cfg(test)]'],
  ['allow warnings', 'check-suppressed', 'pub fn total', '#![allow(warnings)]\npub fn total'],
  // legitimate
  ['mod renamed', 'PASS', 'mod tests', 'mod total_tests'],
  ['fn renamed', 'PASS', 'adds_all', 'adds_everything'],
  ['message', 'PASS', '6);', '6, "sum");'],
  [
    'moved out',
    'PASS',
    '*',
    rust.slice(0, rust.indexOf('#[cfg')),
    '+tests/total.rs',
    'use shop::*;\n\n#[test]\nfn adds_all() {\n    assert_eq!(total(&[1, 2, 3]), 6);\n    assert!((mean(&[1.0]) - 1.0).abs() < 1e-9);\n}\n\n#[test]\n#[should_panic(expected = "none")]\nfn refuses() {\n    first(&[]);\n}\n\n#[test]\nfn finds() -> Result<(), Error> {\n    let found = find("a")?;\n    assert_eq!(found.name, "a");\n    assert!(matches!(find("x"), Err(Error::None)));\n    Ok(())\n}\n',
  ],
  ['tokio', 'PASS', '    #[test]\n    fn adds_all', '    #[tokio::test]\n    async fn adds_all'],
  ['assert form', 'PASS', 'assert_eq!(total(&[1, 2, 3]), 6)', 'assert!(total(&[1, 2, 3]) == 6)'],
  [
    'rstest',
    'PASS',
    '    #[test]\n    fn adds_all() {\n        assert_eq!(total(&[1, 2, 3]), 6);',
    '    #[rstest]\n    #[case(&[1, 2, 3], 6)]\n    fn sums(#[case] xs: &[i32], #[case] n: i32) {\n        assert_eq!(total(xs), n);\n    }\n\n    #[test]\n    fn adds_all() {\n        assert_eq!(total(&[1, 2, 3]), 6);',
  ],
])

const rstest = `use rstest::rstest;
#[rstest]
#[case(1, 1)]
#[case(2, 2)]
#[case::three(3, 3)]
fn rows(#[case] n: i32, #[case] want: i32) {
    assert_eq!(total(&[n]), want);
}
`
variants('tests/rows.rs', rstest, [
  ['row gone', 'test-case-removed', '#[case(2, 2)]\n', ''],
  ['row commented', 'test-case-removed', '#[case(2, 2)]\n', '// #[case(2, 2)]\n'],
  ['row changed', 'expectation-changed', '#[case(2, 2)]', '#[case(2, 3)]'],
  ['row ignored', 'test-skipped|test-case-removed', '#[case(2, 2)]', '#[ignore]\n#[case(2, 2)]'],
  ['row more', 'PASS', '#[case(2, 2)]', '#[case(2, 2)]\n#[case(4, 4)]'],
  ['row named', 'PASS', '#[case(2, 2)]', '#[case::two(2, 2)]'],
  ['file renamed', 'PASS', '*', '', '+tests/total_rows.rs', rstest],
])
