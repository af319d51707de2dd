import { describe, expect, test } from 'vitest'
import { decodeSource } from '../../../../src/gate/tampering/source-text'
import { judgeMaps } from '../../../support/translate/tampering'

type Files = Readonly<Record<string, string | null>>

const two = `import { expect, it } from 'vitest'
import { add } from '../src/add'

it('adds', () => {
  expect(add(1, 2)).toBe(3)
})
it('adds nothing', () => {
  expect(add(0, 0)).toBe(0)
})
`
const path = 'tests/a.spec.ts'

async function judged(base: Files, head: Files, globs: readonly string[] = ['tests/**']): Promise<{ verdict: string; kinds: string[] }> {
  const { verdict, findings } = await judgeMaps(base, head, globs)
  return { verdict, kinds: [...new Set(findings.map(({ kind }) => kind))] }
}

async function edited(change: (text: string) => string, name = path, text = two): Promise<{ verdict: string; kinds: string[] }> {
  return judged({ [name]: text }, { [name]: change(text) })
}

describe('bad changes that a counting gate lets through', () => {
  test('F02 a deleted test file with a name outside ASCII', async () => {
    expect(await judged({ 'tests/naïve.spec.ts': two }, { 'tests/naïve.spec.ts': null })).toEqual({
      verdict: 'FAIL',
      kinds: ['test-deleted'],
    })
  })

  test('F02c a test file moved onto a source path', async () => {
    const moved = await judged({ 'tests/naïve.spec.ts': two }, { 'tests/naïve.spec.ts': null, 'src/owned.ts': two })
    expect(moved).toEqual({ verdict: 'FAIL', kinds: ['test-deleted'] })
  })

  test('F09 both tests commented out', async () => {
    const all = await edited((text) => text.replace(/^(it|  expect|\}\))/gm, '// $1'))
    expect(all).toEqual({ verdict: 'FAIL', kinds: ['test-case-removed'] })
  })

  test('F62 the file replaced by a string that holds the words', async () => {
    expect(await edited(() => 'const s = "it( it( it("\n')).toEqual({ verdict: 'FAIL', kinds: ['test-case-removed'] })
  })

  test('F10 every assertion made a tautology', async () => {
    const all = await edited((text) => text.replace(/expect\(.*$/gm, 'expect(true).toBe(true)'))
    expect(all).toEqual({ verdict: 'FAIL', kinds: ['assertion-tautological'] })
  })

  test('F11 bodies emptied', async () => {
    expect(await edited((text) => text.replace(/\n {2}expect\(.*\n/g, ''))).toEqual({ verdict: 'FAIL', kinds: ['test-emptied'] })
  })

  test('F12 a group under skipIf(true), an early return, and fdescribe', async () => {
    const grouped = `describe('add', () => {\n${two}})\n`
    expect(await edited((text) => text.replace('describe(', 'describe.skipIf(true)('), path, grouped)).toEqual({
      verdict: 'FAIL',
      kinds: ['test-skipped'],
    })
    expect(await edited((text) => text.replace('  expect(add(1', '  return\n  expect(add(1'))).toEqual({
      verdict: 'FAIL',
      kinds: ['assertion-unreachable'],
    })
    expect(await edited((text) => text.replace('describe(', 'fdescribe('), path, grouped)).toEqual({
      verdict: 'FAIL',
      kinds: ['focus-added'],
    })
  })

  test('F13 gutted Rust, RSpec, JUnit tables, it.each and xUnit files', async () => {
    const files: Record<string, readonly [string, string]> = {
      'tests/a.rs': ['#[test]\nfn adds() {\n    assert_eq!(add(1, 2), 3);\n}\n', 'fn adds() {}\n'],
      'tests/a_spec.rb': ['it "adds" do\n  expect(add(1, 2)).to eq(3)\nend\n', '# nothing\n'],
      'tests/ATest.java': [
        'class ATest {\n  @ParameterizedTest @ValueSource(ints = {1, 2}) void adds(int n) { assertEquals(n, add(n, 0)); }\n}\n',
        'class ATest {\n}\n',
      ],
      'tests/b.spec.ts': ["it.each([[1, 2]])('adds %i', (a, b) => {\n  expect(add(a, 1)).toBe(b)\n})\n", 'export {}\n'],
      'tests/ATests.cs': [
        'public class ATests {\n  [Fact]\n  public void Adds() { Assert.Equal(3, Add(1, 2)); }\n}\n',
        'public class ATests {\n}\n',
      ],
    }
    for (const [name, [before, after]] of Object.entries(files)) {
      expect(await judged({ [name]: before }, { [name]: after }), name).toEqual({ verdict: 'FAIL', kinds: ['test-case-removed'] })
    }
  })

  test('F15 one test un-skipped, the important one skipped', async () => {
    const before = two.replace("it('adds nothing'", "it.skip('adds nothing'")
    const swapped = await edited((text) => text.replace('it.skip(', 'it(').replace("it('adds'", "it.skip('adds'"), path, before)
    expect(swapped).toEqual({ verdict: 'FAIL', kinds: ['test-skipped'] })
  })

  test('F63 a case removed beside a new comment with a marker', async () => {
    const offset = await edited((text) => `${text.slice(0, text.indexOf("it('adds nothing'"))}/* @Test it( */\n`)
    expect(offset).toEqual({ verdict: 'FAIL', kinds: ['test-case-removed'] })
  })

  test('F39 a new test file with a focus', async () => {
    expect(await judged({}, { 'tests/new.spec.ts': two.replace("it('adds'", "it.only('adds'") })).toEqual({
      verdict: 'FAIL',
      kinds: ['focus-added'],
    })
  })

  test('F45 and F19 a test that is a link or a folder now has no text of its own', async () => {
    expect(await judged({ [path]: two }, { [path]: null, [`${path}/inner.txt`]: 'x' })).toEqual({
      verdict: 'FAIL',
      kinds: ['test-deleted'],
    })
  })

  test('F46 a runner configuration that leaves everything out', async () => {
    const config = "export default { test: { exclude: ['**'], passWithNoTests: true } }\n"
    const all = await judged({ [path]: two, 'vitest.config.ts': 'export default { test: {} }\n' }, { 'vitest.config.ts': config })
    expect(all).toEqual({ verdict: 'FAIL', kinds: ['runner-config-weakened'] })
  })

  test('F23 a deleted test file where no globs are set', async () => {
    expect(await judged({ 'lib/a.test.js': two }, { 'lib/a.test.js': null }, [])).toEqual({ verdict: 'FAIL', kinds: ['test-deleted'] })
  })

  test('F21 a package script that exits 0', async () => {
    const manifest = (script: string): string => JSON.stringify({ scripts: { test: script } })
    const forced = await judged({ 'package.json': manifest('vitest run') }, { 'package.json': manifest('exit 0') })
    expect(forced).toEqual({ verdict: 'FAIL', kinds: ['script-neutralised'] })
  })
})

describe('good changes that a counting gate refuses', () => {
  const pass = { verdict: 'PASS', kinds: [] }

  test('F06 cases that others added elsewhere are no part of the change', async () => {
    expect(await judged({ [path]: two }, { [path]: two })).toEqual(pass)
  })

  test('F08 a renamed test file', async () => {
    expect(await judged({ [path]: two }, { [path]: null, 'tests/b.spec.ts': two })).toEqual(pass)
  })

  test('F55 a case moved into another test file', async () => {
    const at = two.indexOf("it('adds nothing'")
    const other = "import { expect, it } from 'vitest'\n"
    const moved = await judged(
      { [path]: two, 'tests/b.spec.ts': other },
      { [path]: two.slice(0, at), 'tests/b.spec.ts': other + two.slice(at) },
    )
    expect(moved).toEqual(pass)
  })

  test('F54 two cases merged into a table with two rows, and not with one', async () => {
    const table = (rows: string): string => `it.each(${rows})('adds %i and %i', (a, b, sum) => {\n  expect(add(a, b)).toBe(sum)\n})\n`
    expect(await edited(() => table('[[1, 2, 3], [0, 0, 0]]'))).toEqual(pass)
    expect(await edited(() => table('[[1, 2, 3]]'))).toEqual({ verdict: 'FAIL', kinds: ['test-case-removed'] })
  })

  test('F53 a reworded comment that names it (…)', async () => {
    const remark = `// it (the adder) must work\n${two}`
    expect(await edited((text) => text.replace('must work', 'works'), path, remark)).toEqual(pass)
  })

  test('F14 a new test that calls cursor.skip(10)', async () => {
    const added = `${two}it('pages', () => {\n  expect(cursor.skip(10).limit(5).count()).toBe(5)\n})\n`
    expect(await edited(() => added)).toEqual(pass)
  })

  test('F56 a deleted fixture under the tests', async () => {
    expect(await judged({ 'tests/fixtures/user.json': '{}' }, { 'tests/fixtures/user.json': null })).toEqual(pass)
  })

  test('F18 a byte that is no UTF-8 is read all the same', async () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode(`${two}// caf`), 0xe9, 0x0a])
    const text = decodeSource(bytes)
    expect(text.endsWith('café\n')).toBe(true)
    expect(await judged({ [path]: text }, { [path]: two })).toEqual(pass)
    expect(decodeSource(new TextEncoder().encode('a\ufffdé'))).toBe('a\ufffdé')
    expect(decodeSource(Uint8Array.from([0xff, 0xfe, 0x61, 0x00]))).toBe('a')
  })
})
