import { describe, expect, test } from 'vitest'
import { readTextTests } from '../../../src/gate/tampering/read-text'
import { blanked } from '../../../src/gate/tampering/read-text-blank'
import { caseNames, markerKinds, onlyCase } from './reading-tests'

describe('text read for tests in other languages', () => {
  test('comments and strings become spaces, offsets stay', () => {
    const text = 'a = "it \\" x" # it "b"\nb = "#c"\n'
    const { bare, code } = blanked(text, 'a_spec.rb')
    expect(bare).toBe('a = "it \\" x"         \nb = "#c"\n')
    expect(code).toBe('a = "       "         \nb = "  "\n')
    expect(blanked('a /* b\nc */ d // "e"\n', 'A.kt').code).toBe('a     \n     d       \n')
  })

  test.each([
    [
      'cart_spec.rb',
      'describe Cart do\n  it "adds all" do\n    expect(total([1])).to eq(1)\n  end\n  # it "old" do\n  it(\'is zero\') { expect(total([])).to eq 0 }\nend\n',
      ['adds all', 'is zero'],
    ],
    [
      'cart_test.rb',
      'class CartTest < Minitest::Test\n  def test_total\n    assert_equal 1, total([1])\n  end\n  def helper\n  end\nend\n',
      ['test_total'],
    ],
    [
      'CartTests.cs',
      'public class CartTests {\n  [Fact]\n  public void Adds() { Assert.Equal(1, Total(1)); }\n  [Theory]\n  [InlineData(1)]\n  [InlineData(2)]\n  public async Task Each(int x) { Assert.Equal(x, Total(x)); }\n  // [Fact] public void Old() {}\n}\n',
      ['Adds', 'Each'],
    ],
    [
      'CartTest.php',
      '<?php\nclass CartTest extends TestCase {\n  public function testTotal(): void { $this->assertSame(1, total([1])); }\n  #[Test]\n  public function adds(): void { $this->assertSame(1, total([1])); }\n}\n',
      ['testTotal', 'adds'],
    ],
    [
      'CartTest.kt',
      'class CartTest {\n  @Test\n  fun total() { assertEquals(1, total(1)) }\n  @Test fun `adds all`() { assertEquals(1, total(1)) }\n}\n',
      ['total', 'adds all'],
    ],
    [
      'CartTests.swift',
      'final class CartTests: XCTestCase {\n  func testTotal() { XCTAssertEqual(total([1]), 1) }\n  @Test func adds() { #expect(total([1]) == 1) }\n}\n',
      ['testTotal', 'adds'],
    ],
    ['cart_test.exs', 'defmodule CartTest do\n  test "adds all" do\n    assert total([1]) == 1\n  end\nend\n', ['adds all']],
    [
      'cart_test.cpp',
      'TEST(Cart, Adds) { EXPECT_EQ(total(1), 1); }\nTEST_CASE("zero") { REQUIRE(total(0) == 0); }\n',
      ['Cart, Adds', 'zero'],
    ],
    ['cart_test.dart', "void main() {\n  test('adds', () { expect(total([1]), equals(1)); });\n}\n", ['adds']],
    ['cart.bats', '@test "adds" {\n  run total 1\n  [ "$output" = 1 ]\n}\n', ['adds']],
  ])('%s', (path, text, names) => {
    const file = readTextTests(text, path)
    expect(caseNames(file)).toEqual(names)
    expect(file).toMatchObject({ language: 'text', exact: false })
    if (!path.endsWith('.bats')) expect(file.cases.map(({ assertions }) => assertions.length)).toEqual(names.map(() => 1))
  })

  test('F13: a gutted file loses its cases and assertions', () => {
    const file = readTextTests('describe Cart do\n  it "adds all" do\n  end\nend\n', 'cart_spec.rb')
    expect(onlyCase(file).assertions).toEqual([])
    expect(readTextTests('s = "it \\"a\\" do"\n', 'cart_spec.rb').cases).toEqual([])
  })

  test.each([
    ['a_spec.rb', 'xit "a" do\n expect(f).to eq 1\nend\n', 'skip@case'],
    ['a_spec.rb', 'it "a" do\n skip "later"\n expect(f).to eq 1\nend\n', 'skip@case'],
    ['a_spec.rb', 'it "a", :focus do\n expect(f).to eq 1\nend\n', 'focus@case'],
    ['A.cs', '[Fact(Skip = "later")]\npublic void A() { Assert.Equal(1, F()); }\n', 'skip@case'],
    ['A.cs', '[Test]\n[Ignore("later")]\npublic void A() { Assert.AreEqual(1, F()); }\n', 'skip@case'],
    ['A.php', '<?php\nfunction testA() { $this->markTestSkipped("later"); }\n', 'skip@case'],
    ['A.kt', '@Disabled\n@Test\nfun a() { assertEquals(1, f()) }\n', 'skip@case'],
    ['A.swift', 'func testA() throws { throw XCTSkip("later") }\n', 'skip@case'],
    ['a.exs', '@tag :skip\ntest "a" do\n assert f() == 1\nend\n', 'skip@case'],
    ['a.cpp', 'TEST(A, B) { GTEST_SKIP(); }\n', 'skip@case'],
  ])('a skip in %s: %s', (path, text, kind) => {
    expect(markerKinds(onlyCase(readTextTests(text, path)))).toEqual([kind])
  })

  test('words that only look like skips', () => {
    for (const text of [
      'it "skip" do\n cursor.skip(10)\n expect(f).to eq 1\nend\n',
      'it "a" do\n # skip "x"\n expect(list.skip).to eq 1\nend\n',
    ]) {
      expect(onlyCase(readTextTests(text, 'a_spec.rb')).markers, text).toEqual([])
    }
  })

  test.each([
    ['a_spec.rb', 'expect(true).to be true'],
    ['a_spec.rb', 'expect(total(x)).to eq(total(x))'],
    ['a_test.exs', 'assert true'],
    ['a_test.exs', 'assert total(x) == total(x)'],
  ])('always true in %s: %s', (path, line) => {
    const [claim] = onlyCase(readTextTests(`test "a" do\n  ${line}\nend\n`, path)).assertions
    expect(claim?.alwaysTrue).toBeDefined()
  })

  test('always true in C#, PHP, Kotlin and Swift', () => {
    expect(onlyCase(readTextTests('[Fact]\npublic void A() {\n Assert.True(true);\n}\n', 'A.cs')).assertions[0]?.alwaysTrue).toBeDefined()
    expect(
      onlyCase(readTextTests('<?php\nfunction testA() {\n $this->assertTrue(true);\n}\n', 'A.php')).assertions[0]?.alwaysTrue,
    ).toBeDefined()
    expect(onlyCase(readTextTests('@Test\nfun a() {\n assertEquals(f(1), f(1))\n}\n', 'A.kt')).assertions[0]?.alwaysTrue).toBeDefined()
    expect(onlyCase(readTextTests('func testA() {\n XCTAssertTrue(true)\n}\n', 'A.swift')).assertions[0]?.alwaysTrue).toBeDefined()
    expect(
      onlyCase(readTextTests('[Fact]\npublic void A() {\n Assert.Equal(6, Total(x));\n}\n', 'A.cs')).assertions[0]?.alwaysTrue,
    ).toBeUndefined()
  })

  test('reformatting an assertion over several lines changes nothing', () => {
    const one = onlyCase(readTextTests('[Fact]\npublic void A() {\n Assert.Equal(6, Total(1, 2));\n}\n', 'A.cs'))
    const many = onlyCase(readTextTests('[Fact]\npublic void A() {\n Assert.Equal( // six\n   6,\n   Total(1, 2)\n );\n}\n', 'A.cs'))
    expect(many.assertions.map(({ text }) => text)).toEqual(one.assertions.map(({ text }) => text))
  })

  test('hostile text ends in time and does not throw', () => {
    for (const text of [
      '"'.repeat(10_000),
      '/*'.repeat(10_000),
      'it "'.repeat(2_000),
      '[Fact]'.repeat(5_000),
      '('.repeat(50_000),
      '\0\ud800'.repeat(1_000),
      '@Test '.repeat(5_000),
    ]) {
      expect(readTextTests(text, 'a.cs').exact).toBe(false)
      expect(readTextTests(text, 'a_spec.rb').exact).toBe(false)
    }
  })
})
