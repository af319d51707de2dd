import { testOfA as two } from './gate-place'

/** Each file is a test at the base, whatever its language; `head` is what the branch made of it. */
export const gutted: readonly { readonly path: string; readonly base: string; readonly head: string | undefined; readonly kind: string }[] =
  [
    { path: 'tests/naïve.spec.ts', base: two, head: undefined, kind: 'test-deleted' },
    { path: 'tests/comments.spec.ts', base: two, head: two.replace(/^(?=it|\}\)| {2}expect)/gm, '// '), kind: 'test-case-removed' },
    { path: 'tests/strings.spec.ts', base: two, head: 'const s = "it( it( it("\n', kind: 'test-case-removed' },
    {
      path: 'tests/true.spec.ts',
      base: two,
      head: two.replace(/expect\(.*$/gm, 'expect(true).toBe(true)'),
      kind: 'assertion-tautological',
    },
    { path: 'tests/empty.spec.ts', base: two, head: two.replace(/\n {2}expect\(.*\n/g, ''), kind: 'test-emptied' },
    {
      path: 'tests/if.spec.ts',
      base: `describe('a', () => {\n${two}})\n`,
      head: `describe.skipIf(true)('a', () => {\n${two}})\n`,
      kind: 'test-skipped',
    },
    {
      path: 'tests/fdescribe.spec.ts',
      base: `describe('a', () => {\n${two}})\n`,
      head: `fdescribe('a', () => {\n${two}})\n`,
      kind: 'focus-added',
    },
    {
      path: 'tests/swap.spec.ts',
      base: two.replace("it('one'", "it.skip('one'"),
      head: two.replace("it('two'", "it.skip('two'"),
      kind: 'test-skipped',
    },
    {
      path: 'tests/offset.spec.ts',
      base: two,
      head: `/* @Test */\n${two.replace(/it\('two'[^]*$/, '')}`,
      kind: 'test-case-removed',
    },
    {
      path: 'tests/each.spec.ts',
      base: "it.each([[1], [2]])('%i', (n) => {\n  expect(n).toBe(n * 1)\n})\n",
      head: '// none\n',
      kind: 'test-case-removed',
    },
    {
      path: 'tests/gutted_test.rs',
      base: '#[test]\nfn adds() {\n    assert_eq!(add(1, 2), 3);\n}\n',
      head: 'fn nothing() {}\n',
      kind: 'test-case-removed',
    },
    { path: 'tests/gutted_spec.rb', base: "it 'x' do\n  expect(a).to eq(1)\nend\n", head: '# none\n', kind: 'test-case-removed' },
    {
      path: 'tests/GuttedTest.java',
      base: 'class GuttedTest {\n  @ParameterizedTest\n  @ValueSource(ints = {1, 2})\n  void adds(int n) {\n    assertEquals(n, id(n));\n  }\n}\n',
      head: 'class GuttedTest {\n}\n',
      kind: 'test-case-removed',
    },
    {
      path: 'tests/GuttedTests.cs',
      base: 'public class T {\n  [Fact]\n  public void Adds() {\n    Assert.Equal(3, Add(1, 2));\n  }\n}\n',
      head: 'public class T {\n}\n',
      kind: 'test-case-removed',
    },
  ]
