import { describe, expect, test } from 'vitest'
import { readGoTests } from '../../../src/gate/tampering/read-go'
import { caseNames, guardKinds, markerKinds, onlyCase, reading, short } from './reading-tests'

const read = reading('go', 'cart/cart_test.go', readGoTests)
const head = 'package cart\n\nimport "testing"\n\n'

function body(lines: string): string {
  return `${head}func TestTotal(t *testing.T) {\n${lines}\n}\n`
}

async function claims(lines: string): Promise<string[]> {
  return short(onlyCase(await read(body(lines))))
}

describe('which Go functions are tests', () => {
  test('Test and no small letter after it, with a testing.T', async () => {
    const file = await read(
      `${head}func TestTotal(t *testing.T) { t.Fatal("x") }\nfunc Testtotal(t *testing.T) { t.Fatal("x") }\nfunc Test_a(t *testing.T) {}\nfunc Test(t *testing.T) {}\nfunc TestHelper(a int) {}\nfunc check(t *testing.T) { t.Error("x") }\nfunc FuzzA(f *testing.F) {}\nfunc BenchmarkA(b *testing.B) {}\nfunc (s *Suite) TestB() { s.Equal(1, f()) }\n`,
    )
    expect(caseNames(file)).toEqual(['TestTotal', 'Test_a', 'Test', 'FuzzA', 'Suite > TestB'])
    expect(file.facts.filter(({ kind }) => kind === 'uncollected')).toMatchObject([{ name: 'Testtotal' }])
    expect(file.helpers.map(({ name }) => name)).toEqual(['Testtotal', 'check'])
    expect((await read(`${head}// func TestA(t *testing.T) {}\nvar s = "func TestB(t *testing.T) {}"\n`)).cases).toEqual([])
  })

  test('subtests are cases, and their table is counted', async () => {
    const loop = 'for _, tc := range cases {\n t.Run(tc.name, func(t *testing.T) { if f(tc.a) != tc.want { t.Errorf("x") } })\n}'
    const file = await read(
      `${head}var cases = []struct{a, want int}{{1, 2}, {2, 3}, {a: 3, want: 4}}\nfunc TestA(t *testing.T) {\n t.Run("one", func(t *testing.T) { if f() != 1 { t.Fatal("x") } })\n ${loop}\n}\n`,
    )
    expect(caseNames(file)).toEqual(['TestA', 'TestA > one', 'TestA > tc . name'])
    expect(file.cases[2]).toMatchObject({ table: { count: 3, rows: ['{ 1 , 2 }', '{ 2 , 3 }', '{ a : 3 , want : 4 }'] } })
    expect(file.cases.map(guardKinds)).toEqual([[], [''], ['']])
    const local = onlyCase(
      await read(body('tests := map[string]int{"a": 1, "b": 2}\nfor k, v := range tests { if f(k) != v { t.Error(k) } }')),
    )
    expect(local.table?.count).toBe(2)
    expect(guardKinds(local)).toEqual([''])
    const unknown = onlyCase(await read(body('for k, v := range tests() { if f(k) != v { t.Error(k) } }')))
    expect(guardKinds(unknown)).toEqual(['condition'])
  })

  test('a build condition above the package and a platform in the name', async () => {
    const conditions = (file: { facts: readonly { kind: string }[] }): unknown[] =>
      file.facts.filter(({ kind }) => kind === 'build-condition')
    expect(conditions(await read(`//go:build integration\n\n${head}`))).toMatchObject([{ text: '//go:build integration' }])
    expect(conditions(await read(`// +build ignore\n\n${head}`))).toMatchObject([{ text: '// +build ignore' }])
    expect(conditions(await read(`// Package cart counts.\n${head}//go:build later\n`))).toEqual([])
    const named = reading('go', 'cart/cart_windows_test.go', readGoTests)
    expect(conditions(await named(head))).toHaveLength(1)
  })

  test('an example counts by what it must print', async () => {
    expect(short(onlyCase(await read(`${head}func ExampleTotal() {\n fmt.Println(Total(1))\n // Output:\n // 1\n}\n`)))).toEqual([
      'Output|output|Output:\n1|exact',
    ])
    expect((await read(`${head}func ExampleTotal() {\n fmt.Println(Total(1))\n}\n`)).cases).toEqual([])
  })
})

describe('what Go assertions say', () => {
  test('if and a failure make an assertion', async () => {
    expect(await claims('if total(1, 2) != 3 { t.Errorf("x") }')).toEqual(['==|total ( 1 , 2 )|3|exact'])
    expect(await claims('if got, want := total(1), 3; got != want { t.Fatalf("x %v", got) }')).toEqual(['==|total ( 1 )|3|exact'])
    expect(await claims('if got := total(1); want != got { t.Error("x") }')).toEqual(['==|total ( 1 )|want|exact'])
    expect(await claims('if err := f(); err != nil { t.Fatal(err) }')).toEqual(['==|f ( )|nil|exact'])
    expect(await claims('if err == nil { t.Fatal("no error") }')).toEqual(['!!=|err|nil|present'])
    expect(await claims('if !reflect.DeepEqual(got, want) { t.Error("x") }')).toEqual(['reflect.DeepEqual|got|want|exact'])
    expect(await claims('if !strings.Contains(got, "a") { t.Log("y"); t.FailNow() }')).toEqual(['strings.Contains|got|"a"|part'])
    expect(await claims('if diff := cmp.Diff(want, got); diff != "" { t.Error(diff) }')).toEqual(['==|cmp . Diff ( want , got )|""|exact'])
    expect(await claims('if total(1) < 3 { t.Error("x") }')).toEqual(['>=|total ( 1 )|3|bound'])
    expect(await claims('if a != 1 || b != 2 { t.Error("x") }')).toHaveLength(2)
    expect(await claims('t.Fatal("x")')).toEqual(['t.Fatal|||runs'])
  })

  test("testify's", async () => {
    expect(await claims('require.Equal(t, 6, total(x), "m")')).toEqual(['Equal|total ( x )|6|exact'])
    expect(await claims('assert.Equalf(t, total(x), 6, "m")')).toEqual(['Equal|total ( x )|6|exact'])
    expect(await claims('assert.NotNil(t, total(x))')).toEqual(['!NotNil|total ( x )||present'])
    expect(await claims('assert.InDelta(t, 1.0, total(x), 0.01)')).toEqual(['InDelta|total ( x )|1.0|near'])
    expect(await claims('assert.True(t, total(x) == 6)')).toEqual(['==|total ( x )|6|exact'])
    expect(await claims('assert.Contains(t, total(x), 6)')).toEqual(['Contains|total ( x )|6|part'])
    expect(await claims('assert.ErrorIs(t, err, ErrX)')).toEqual(['ErrorIs|ErrX|err|kind'])
    expect(await claims('assert.Error(t, err)')).toEqual(['Error|err||kind'])
    expect(await claims('assert.ElementsMatch(t, []int{1}, total(x))')).toEqual(['ElementsMatch|total ( x )|[ ] int { 1 }|loose'])
    expect(onlyCase(await read(body('assert.InDelta(t, 1.0, total(x), 0.01)'))).assertions[0]?.tolerance).toBe(0.01)
  })

  test('what is always true', async () => {
    for (const line of [
      'assert.True(t, true)',
      'assert.Equal(t, 1, 1)',
      'require.Equal(t, total(x), total(x))',
      'if false { t.Error("x") }',
      'if total(x) != 6 && false { t.Error("x") }',
      'if total(x) != total(x) { t.Error("x") }',
      'assert.True(t, total(x) == 6 || true)',
      'assert.NoError(t, nil)',
    ]) {
      const [claim, ...more] = onlyCase(await read(body(line))).assertions
      expect(more, line).toEqual([])
      expect(claim?.alwaysTrue, line).toBeDefined()
    }
    for (const line of [
      'assert.True(t, ok)',
      'assert.Equal(t, total(x), total(y))',
      'if total(x) != 6 { t.Error("x") }',
      'assert.False(t, true)',
    ]) {
      expect(onlyCase(await read(body(line))).assertions[0]?.alwaysTrue, line).toBeUndefined()
    }
  })
})

describe('what keeps a Go test from running', () => {
  const marks = async (lines: string): Promise<string[]> => markerKinds(onlyCase(await read(body(lines))))
  const guards = async (lines: string): Promise<string[]> => guardKinds(onlyCase(await read(body(lines))))

  test('skips', async () => {
    expect(await marks('t.Skip("later")\nif f() != 1 { t.Error("x") }')).toEqual(['skip@body'])
    expect(await marks('t.SkipNow()')).toEqual(['skip@body'])
    expect(await marks('if testing.Short() { t.Skip("x") }')).toEqual(['conditional-skip@body'])
    expect(await marks('if true { t.Skipf("x") }')).toEqual(['skip@body'])
    expect(await marks('cursor.Skip(10)\ns := "t.Skip()"')).toEqual([])
    const suite = await read(`${head}func (s *Suite) SetupTest() { s.T().Skip("x") }\nfunc (s *Suite) TestB() { s.Equal(1, f()) }\n`)
    expect(suite.cases.map(markerKinds)).toEqual([['skip@setup']])
    const nested = await read(body('t.Skip("x")\nt.Run("a", func(t *testing.T) { if f() != 1 { t.Error("x") } })'))
    expect(nested.cases.map(markerKinds)).toEqual([['skip@body'], ['skip@group']])
  })

  test('returns, conditions, functions that nobody calls', async () => {
    expect(await guards('return\nif f() != 1 { t.Error("x") }')).toEqual(['after-exit'])
    expect(await guards('if ci { return }\nif f() != 1 { t.Error("x") }')).toEqual(['condition'])
    expect(await guards('if ci { if f() != 1 { t.Error("x") } }')).toEqual(['condition'])
    expect(await guards('if false { if f() != 1 { t.Error("x") } }')).toEqual(['constant'])
    expect(await guards('check := func() { if f() != 1 { t.Error("x") } }')).toEqual(['uncalled'])
    expect(await guards('check := func() { if f() != 1 { t.Error("x") } }\ncheck()')).toEqual([''])
    expect(await guards('if err != nil { t.Fatal(err) }\nif f() != 1 { t.Error("x") }')).toEqual(['', ''])
    expect(await guards('if f() != 1 { t.Error("x") } else if g() != 2 { t.Error("y") }')).toEqual(['', ''])
    expect(await guards('switch x {\ncase 1:\n require.Equal(t, 1, f())\n}')).toEqual(['condition'])
    const sub = await read(body('if ci { t.Run("a", func(t *testing.T) { if f() != 1 { t.Error("x") } }) }'))
    expect(sub.cases.map(guardKinds)).toEqual([[], ['condition']])
  })

  test('TestMain that loses the result', async () => {
    const rewrites = async (main: string): Promise<unknown> =>
      (await read(`${head}func TestMain(m *testing.M) {\n${main}\n}\n`)).facts.find(({ kind }) => kind === 'hook')
    expect(await rewrites('m.Run()\nos.Exit(0)')).toMatchObject({ rewrites: true })
    expect(await rewrites('code := m.Run()\ncode = 0\nos.Exit(code)')).toMatchObject({ rewrites: true })
    expect(await rewrites('fmt.Println()')).toMatchObject({ rewrites: true })
    expect(await rewrites('os.Exit(m.Run())')).toMatchObject({ rewrites: false })
    expect(await rewrites('setup()\ncode := m.Run()\nteardown()\nos.Exit(code)')).toMatchObject({ rewrites: false })
    const exits = async (text: string): Promise<unknown> => (await read(text)).facts.filter(({ kind }) => kind === 'exit')
    expect(await exits(`${head}func init() { os.Exit(0) }\n`)).toMatchObject([{ at: 'load', status: 'zero' }])
    expect(await exits(body('os.Exit(0)'))).toMatchObject([{ at: 'case', status: 'zero' }])
  })

  test('formatting and comments change nothing', async () => {
    const a = await read(body('if got := total(1, 2); got != 3 { t.Errorf("x") }'))
    const b = await read(body('\n\tif got := total(\n\t\t1, // one\n\t\t2,\n\t); got != 3 {\n\t\tt.Errorf("x")\n\t}\n'))
    expect(short(onlyCase(b))).toEqual(short(onlyCase(a)))
  })
})
