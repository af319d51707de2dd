import { describe, expect, test } from 'vitest'
import { readRustTests } from '../../../src/gate/tampering/read-rust'
import { caseNames, guardKinds, markerKinds, onlyCase, reading, short } from './reading-tests'

const read = reading('rust', 'src/lib.rs', readRustTests)

function body(lines: string, attributes = ''): string {
  return `#[cfg(test)]\nmod t {\n    #[test]\n    ${attributes}\n    fn adds() {\n${lines}\n    }\n}\n`
}

async function claims(lines: string): Promise<string[]> {
  return short(onlyCase(await read(body(lines))))
}

describe('Rust tests', () => {
  test('every attribute that makes a test, inside of source files too', async () => {
    const file = await read(
      'pub fn total() {}\n#[cfg(test)]\nmod t {\n use super::*;\n #[test]\n fn a() {}\n #[tokio::test(flavor = "x")]\n async fn b() {}\n #[rstest]\n #[case(1, 2)]\n #[case::named(2, 3)]\n fn c(#[case] x: i32) {}\n fn helper() { assert!(x); }\n #[test_case(1; "one")]\n #[test_case(2; "two")]\n fn d(x: i32) {}\n fn test_lost() { assert_eq!(f(), 1); }\n}\n',
    )
    expect(caseNames(file)).toEqual(['t > a', 't > b', 't > c', 't > d'])
    expect(file.cases.map(({ table }) => table?.count)).toEqual([undefined, undefined, 2, 2])
    expect(file.helpers.map(({ name }) => name)).toEqual(['helper', 'test_lost'])
    expect(file.facts.filter(({ kind }) => kind === 'uncollected')).toMatchObject([{ name: 't::test_lost' }])
    expect((await read('// #[test]\n// fn a() {}\nconst S: &str = "#[test] fn b() {}";\n')).cases).toEqual([])
  })

  test('what the macros say', async () => {
    expect(await claims('assert_eq!(super::total(&[2]), 2, "m {}", x);')).toEqual(['assert_eq|super :: total ( & [ 2 ] )|2|exact'])
    expect(await claims('assert_eq!(2, total(&[2]))')).toEqual(['assert_eq|total ( & [ 2 ] )|2|exact'])
    expect(await claims('assert!(total(x) == 2);')).toEqual(['==|total ( x )|2|exact'])
    expect(await claims('assert!(total(x) > 2);')).toEqual(['>|total ( x )|2|bound'])
    expect(await claims('assert_ne!(total(x), 2);')).toEqual(['!assert_ne|total ( x )|2|bound'])
    expect(await claims('assert!(!total(x).is_ok());')).toEqual(['!truth|total ( x ) . is_ok ( )||kind'])
    expect(await claims('assert!(matches!(total(x), Some(_)));')).toEqual(['truth|matches ! ( total ( x ) , Some ( _ ) )||part'])
    expect(await claims('assert!(a(x) && b(x));')).toHaveLength(2)
    expect(await claims('if total(x) != 2 { panic!("no") }')).toEqual(['==|total ( x )|2|exact'])
    const near = onlyCase(await read(body('assert!((total(x) - 1.0).abs() < 1e-6);\nassert_relative_eq!(total(x), 1.0, epsilon = 0.5);')))
    expect(near.assertions.map(({ tolerance, strength }) => [tolerance, strength])).toEqual([
      [1e-6, 'near'],
      [0.5, 'near'],
    ])
  })

  test('what is always true', async () => {
    for (const line of [
      'assert!(true);',
      'assert_eq!(1, 1);',
      'assert_eq!(total(x), total(x));',
      'assert!(total(x) == 2 || true);',
      'assert!(!false);',
      'assert!(total(x) == total(x));',
      'assert!(1 == 1)',
    ]) {
      const [claim, ...more] = onlyCase(await read(body(line))).assertions
      expect(more, line).toEqual([])
      expect(claim?.alwaysTrue, line).toBeDefined()
    }
    for (const line of ['assert!(ok);', 'assert!(false);', 'assert_eq!(total(x), 2);', 'assert_ne!(a, a);']) {
      expect(onlyCase(await read(body(line))).assertions[0]?.alwaysTrue, line).toBeUndefined()
    }
  })

  test('ignored, conditional and panicking tests', async () => {
    const marks = async (attribute: string): Promise<string[]> => markerKinds(onlyCase(await read(body('assert_eq!(f(), 1);', attribute))))
    expect(await marks('#[ignore]')).toEqual(['skip@case'])
    expect(await marks('#[ignore = "slow"]')).toEqual(['skip@case'])
    expect(await marks('#[cfg_attr(windows, ignore)]')).toEqual(['conditional-skip@case'])
    expect(await marks('#[cfg(feature = "x")]')).toEqual(['conditional-skip@case'])
    expect(await marks('#[should_panic]')).toEqual([])
    expect(await marks('#[allow(dead_code)]')).toEqual([])
    expect(markerKinds(onlyCase(await read('#[cfg(all(test, feature = "x"))]\nmod t {\n #[test]\n fn a() {}\n}\n')))).toEqual([
      'conditional-skip@group',
    ])
    expect(markerKinds(onlyCase(await read('#[cfg(not(test))]\nmod t {\n #[test]\n fn a() {}\n}\n')))).toEqual(['skip@group'])
    expect((await read('#![cfg(feature = "x")]\n#[test]\nfn a() {}\n')).facts).toMatchObject([{ kind: 'build-condition' }])
    const panics = onlyCase(await read(body('f();', '#[should_panic(expected = "neg")]')))
    expect(short(panics)).toEqual(['should_panic||"neg"|part'])
  })

  test('what stands before an assertion', async () => {
    const guards = async (lines: string): Promise<string[]> => guardKinds(onlyCase(await read(body(lines))))
    expect(await guards('return;\nassert_eq!(f(), 1);')).toEqual(['after-exit'])
    expect(await guards('if x { return; }\nassert_eq!(f(), 1);')).toEqual(['condition'])
    expect(await guards('if x { assert_eq!(f(), 1); }')).toEqual(['condition'])
    expect(await guards('if false { assert_eq!(f(), 1); }')).toEqual(['constant'])
    expect(await guards('if let Some(y) = x { assert_eq!(y, 1); }')).toEqual(['condition'])
    expect(await guards('for x in [1, 2] { assert_eq!(f(x), 1); }')).toEqual([''])
    expect(await guards('for x in vec![1, 2] { assert_eq!(f(x), 1); }')).toEqual([''])
    expect(await guards('for x in xs { assert_eq!(f(x), 1); }')).toEqual(['condition'])
    expect(await guards('match f() { Ok(v) => assert_eq!(v, 1), Err(_) => panic!() }')).toEqual([''])
    expect(await guards('match f() { Ok(v) => assert_eq!(v, 1), Err(_) => {} }')).toEqual(['condition'])
    expect(await guards('let c = |x| { assert_eq!(x, 1); };')).toEqual(['uncalled'])
    expect(await guards('let c = |x| { assert_eq!(x, 1); };\nc(1);')).toEqual([''])
    expect(await guards('std::process::exit(0);\nassert_eq!(f(), 1);')).toEqual(['after-exit'])
    expect((await read(body('std::process::exit(0);'))).facts).toMatchObject([{ kind: 'exit', status: 'zero', at: 'case' }])
  })
})
