import { describe, expect, test } from 'vitest'
import { readJavaTests } from '../../../src/gate/tampering/read-java'
import { caseNames, guardKinds, markerKinds, onlyCase, reading, short } from './reading-tests'

const read = reading('java', 'tests/CartTest.java', readJavaTests)

function body(lines: string, annotations = '@Test'): string {
  return `class CartTest {\n  ${annotations} void total() {\n${lines}\n  }\n}\n`
}

async function claims(lines: string): Promise<string[]> {
  return short(onlyCase(await read(body(lines))))
}

describe('Java tests', () => {
  test('what JUnit collects', async () => {
    const file = await read(
      'import org.junit.jupiter.api.Test;\nclass CartTest {\n @Test void a() {}\n @ParameterizedTest @CsvSource({"1,2", "3,4"}) void b(int x, int y) {}\n @ParameterizedTest @ValueSource(ints = {1, 2, 3}) void c(int x) {}\n @ParameterizedTest @MethodSource("rows") void d(int x) {}\n static Stream<Integer> rows() { return Stream.of(1, 2); }\n void check() { assertEquals(1, f()); }\n @Nested class Inner { @org.junit.jupiter.api.Test void e() {} }\n class Lost { @Test void f() {} }\n void testNot() { assertEquals(1, f()); }\n}\n',
    )
    expect(caseNames(file)).toEqual(['CartTest > a', 'CartTest > b', 'CartTest > c', 'CartTest > d', 'CartTest > Inner > e'])
    expect(file.cases.map(({ table }) => table?.count)).toEqual([undefined, 2, 3, 2, undefined])
    expect(file.helpers.map(({ name }) => name)).toEqual(['check', 'testNot'])
    expect(file.facts).toMatchObject([
      { kind: 'import', target: 'org.junit.jupiter.api.Test' },
      { kind: 'uncollected', name: 'CartTest.Lost.f' },
    ])
    expect(caseNames(await read('class OldTest extends TestCase { public void testA() {} public void b() {} }'))).toEqual([
      'OldTest > testA',
    ])
    expect((await read('class A { /* @Test void a() {} */ String s = "@Test void b() {}"; }')).cases).toEqual([])
  })

  test('what the assertions say', async () => {
    expect(await claims('assertEquals(6, Cart.total(1, 2, 3), "m");')).toEqual(['assertEquals|Cart . total ( 1 , 2 , 3 )|6|exact'])
    expect(await claims('Assert.assertEquals("m", 6, Cart.total(x));')).toEqual(['assertEquals|Cart . total ( x )|6|exact'])
    expect(await claims('assertEquals(6.0, total(x), 0.01);')).toEqual(['assertEquals|total ( x )|6.0|near'])
    expect(await claims('assertTrue(total(x) == 6);')).toEqual(['==|total ( x )|6|same'])
    expect(await claims('assertTrue(total(x).equals(y));')).toEqual(['equals|total ( x )|y|exact'])
    expect(await claims('assertNotNull(total(x));')).toEqual(['!assertNotNull|total ( x )||present'])
    expect(await claims('assertThrows(IOException.class, () -> total(x));')).toEqual([
      'assertThrows|( ) -> total ( x )|IOException . class|kind',
    ])
    expect(await claims('assertThrows(Exception.class, () -> total(x));')).toEqual([
      'assertThrows|( ) -> total ( x )|Exception . class|present',
    ])
    expect(await claims('assertThat(total(x)).as("m").isEqualTo(6).isNotNull();')).toEqual([
      'isEqualTo|total ( x )|6|exact',
      '!isNotNull|total ( x )||present',
    ])
    expect(await claims('assertThat(total(x), is(6));')).toEqual(['is|total ( x )|6|exact'])
    expect(await claims('assertThat("m", total(x), is(not(6)));')).toEqual(['!not|total ( x )|6|present'])
    expect(await claims('assertAll(() -> assertEquals(1, a()), () -> assertEquals(2, b()));')).toHaveLength(2)
    expect(await claims('if (total(x) != 6) { fail("no"); }')).toEqual(['==|total ( x )|6|same'])
    expect(await claims('verify(repo).save(x);')).toEqual(['verify save|verify ( repo )|( x )|exact'])
    expect(short(onlyCase(await read(body('total(x);', '@Test(expected = IOException.class)'))))).toEqual([
      '@Test expected||IOException . class|kind',
    ])
  })

  test('what is always true', async () => {
    for (const line of [
      'assertTrue(true);',
      'assertFalse(false);',
      'assertEquals(1, 1);',
      'assertEquals(total(x), total(x));',
      'assertThat(true).isTrue();',
      'assertThat(total(x)).isEqualTo(total(x));',
      'assertTrue(total(x) == 6 || true);',
      'assertNull(null);',
      'assertThat(total(x));',
    ]) {
      const [claim, ...more] = onlyCase(await read(body(line))).assertions
      expect(more, line).toEqual([])
      expect(claim?.alwaysTrue, line).toBeDefined()
    }
    for (const line of ['assertTrue(ok);', 'assertEquals(1, f());', 'assertThat(f()).isTrue();', 'assertNotEquals(a, a);']) {
      expect(onlyCase(await read(body(line))).assertions[0]?.alwaysTrue, line).toBeUndefined()
    }
  })

  test('what disables a test', async () => {
    const marks = async (lines: string, annotations = '@Test'): Promise<string[]> =>
      markerKinds(onlyCase(await read(body(lines, annotations))))
    expect(await marks('', '@Disabled("later") @Test')).toEqual(['skip@case'])
    expect(await marks('', '@Ignore @Test')).toEqual(['skip@case'])
    expect(await marks('', '@Test(enabled = false)')).toEqual(['skip@case'])
    expect(await marks('', '@EnabledOnOs(OS.WINDOWS) @Test')).toEqual(['conditional-skip@case'])
    expect(await marks('', '@DisabledIfEnvironmentVariable(named = "CI", matches = ".*") @Test')).toEqual(['conditional-skip@case'])
    expect(await marks('', '@RetryingTest(5) @Test')).toEqual(['retry@case'])
    expect(await marks('', '@DisplayName("Disabled") @Tag("x") @Test')).toEqual([])
    expect(await marks('assumeTrue(false);')).toEqual(['skip@body'])
    expect(await marks('Assumptions.assumeTrue(System.getenv("CI") == null);')).toEqual(['conditional-skip@body'])
    expect(await marks('throw new TestAbortedException();')).toEqual(['skip@body'])
    const group = await read('@Disabled class CartTest { @Test void a() {} }')
    expect(group.cases.map(markerKinds)).toEqual([['skip@group']])
    const setup = await read('class CartTest { @BeforeEach void up() { assumeTrue(false); } @Test void a() {} }')
    expect(setup.cases.map(markerKinds)).toEqual([['skip@setup']])
  })

  test('what stands before an assertion', async () => {
    const guards = async (lines: string): Promise<string[]> => guardKinds(onlyCase(await read(body(lines))))
    expect(await guards('if (true) return;\nassertEquals(1, f());')).toEqual(['after-exit'])
    expect(await guards('if (ci) { return; }\nassertEquals(1, f());')).toEqual(['condition'])
    expect(await guards('if (ci) assertEquals(1, f()); else assertEquals(2, f());')).toEqual(['condition', 'condition'])
    expect(await guards('try { assertEquals(1, f()); } catch (Throwable e) { }')).toEqual(['swallowed'])
    expect(await guards('try { assertEquals(1, f()); } catch (AssertionError e) { log(e); }')).toEqual(['swallowed'])
    expect(await guards('try { assertEquals(1, f()); } catch (IOException e) { }')).toEqual([''])
    expect(await guards('try { assertEquals(1, f()); } catch (Throwable e) { throw e; }')).toEqual([''])
    expect(await guards('for (int x : new int[] {1, 2}) { assertEquals(1, f(x)); }')).toEqual([''])
    expect(await guards('for (int x : List.of(1, 2)) { assertEquals(1, f(x)); }')).toEqual([''])
    expect(await guards('for (int x : xs) { assertEquals(1, f(x)); }')).toEqual(['condition'])
    expect((await read(body('System.exit(0);'))).facts).toMatchObject([{ kind: 'exit', status: 'zero', at: 'case' }])
  })
})
