import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesPath, pathPattern, patternFault } from '../../../src/gate/path-pattern'
import { pathOfName } from '../../../src/text/path-name'

function owns(entry: string, path: string): boolean {
  expect(patternFault(entry), entry).toBeUndefined()
  return matchesPath(pathPattern(entry), path)
}

describe('spec 10, 2: what an entry owns', () => {
  const rows: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['src/a.ts', ['src/a.ts'], ['src/A.ts', 'src/a.tsx', 'src/a.ts/b', 'x/src/a.ts', 'src\\a.ts']],
    ['./src//a.ts', ['src/a.ts'], ['./src/a.ts']],
    ['src/./a.ts', ['src/a.ts'], []],
    ['src/', ['src/a', 'src/a/b', 'src/.env'], ['src', 'srcs/a', 'x/src/a']],
    ['src/*', ['src/a', 'src/.env', 'src/a.b'], ['src/a/b', 'src', 'x/src/a']],
    ['src/**', ['src/a', 'src/a/b', 'src/.git/x'], ['src', 'srcx/a']],
    ['src/**/gen.ts', ['src/gen.ts', 'src/a/gen.ts', 'src/a/b/gen.ts'], ['src/notgen.ts', 'src/a/notgen.ts', 'gen.ts']],
    ['**/gen.ts', ['gen.ts', 'a/gen.ts', 'a/b/gen.ts'], ['notgen.ts', 'gen.ts/a']],
    ['*.md', ['a.md', '.md'], ['docs/a.md', 'a.mdx']],
    ['a?c', ['abc', 'a\u{1f600}c'], ['ac', 'a/c', 'abbc']],
    ['src/*/', ['src/a/b', 'src/a/b/c'], ['src/a', 'src/']],
    ['src/**.ts', ['src/a.ts'], ['src/a/b.ts']],
    ['app/[id]/page.tsx', ['app/[id]/page.tsx'], ['app/i/page.tsx', 'app/id/page.tsx']],
    ['app/[id]/*.tsx', ['app/[id]/page.tsx'], ['app/i/page.tsx']],
    ['app/(group)/page.tsx', ['app/(group)/page.tsx'], ['app/group/page.tsx']],
    ['src/{a,b}.ts', ['src/{a,b}.ts'], ['src/a.ts']],
    ['src/{a,b}/*', ['src/{a,b}/c'], ['src/a/c']],
    ['src/+(a)*', ['src/+(a)b'], ['src/aab']],
    ['caf\u00e9.ts', ['caf\u00e9.ts'], ['cafe\u0301.ts']],
    [':(exclude)src', [':(exclude)src'], ['src']],
    ['a*b*c', ['abc', 'axbxc', 'abcbc'], ['abcb', 'acb']],
  ]
  for (const [entry, yes, no] of rows) {
    test(JSON.stringify(entry), () => {
      for (const path of yes) expect(owns(entry, path), path).toBe(true)
      for (const path of no) expect(owns(entry, path), path).toBe(false)
    })
  }

  test('a name that is no UTF-8 is in its folder and under its glob, and no other text owns it', () => {
    const path = pathOfName(Buffer.from([...Buffer.from('caf\u00e9/x'), 0xe9, ...Buffer.from('.ts')]))
    expect(path).toMatch(/^"/)
    for (const entry of ['caf\u00e9/', 'caf\u00e9/*', 'caf\u00e9/*.ts', 'caf\u00e9/**', '**/x?.ts'])
      expect(owns(entry, path), entry).toBe(true)
    for (const entry of ['caf\u00e9/x\u00e9.ts', 'cafe/', '*', '"caf*', '**/x??.ts']) expect(owns(entry, path), entry).toBe(false)
  })

  test('what is refused, and why', () => {
    const faults: readonly (readonly [string, string])[] = [
      ['', 'path-empty'],
      ['a'.repeat(4097), 'path-empty'],
      ['!src/**', 'path-negated'],
      [' !src', 'path-negated'],
      ['src\\a.ts', 'path-backslash'],
      ['\\!src', 'path-backslash'],
      ['/etc/passwd', 'path-absolute'],
      ['C:/x', 'path-absolute'],
      ['C:', 'path-absolute'],
      ['src/../x', 'path-parent'],
      ['..', 'path-parent'],
      ['src/..', 'path-parent'],
      ['a\0b', 'path-control'],
      ['a\nb', 'path-control'],
      ...['.', './', './/.', '**', '**/', '**/*', '*/**', './**', '**/**', '?*/**', '**/?', '*/', '**/./*'].map(
        (entry) => [entry, 'path-owns-all'] as const,
      ),
    ]
    for (const [entry, fault] of faults) expect(patternFault(entry), JSON.stringify(entry)).toBe(fault)
    for (const entry of ['...', 'a..b', 'src/..a', '*', '**/*.ts', 'wow!.ts', '~']) expect(patternFault(entry), entry).toBeUndefined()
  })

  test('no crafted pattern takes long', () => {
    const start = process.hrtime.bigint()
    const long = 'a'.repeat(2000)
    expect(owns(`${'*a'.repeat(2000)}b`, long)).toBe(false)
    expect(owns(`${'**/a/'.repeat(800)}b`, 'a/'.repeat(2000))).toBe(false)
    expect(owns(`${'?*'.repeat(2000)}b`, long)).toBe(false)
    expect(owns(`${'**/*a*/'.repeat(500)}b`, `${'aaaaaaaaaa/'.repeat(400)}c`)).toBe(false)
    expect(Number(process.hrtime.bigint() - start) / 1e6).toBeLessThan(10_000)
  })

  test('globs mean what a plain translation to a regular expression means', () => {
    const segment = fc.stringMatching(/^[ab.]{1,3}$/).filter((text) => !/^\.{1,2}$/.test(text))
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
    const wild = fc.oneof(segment, fc.constantFrom('**', '*', '?', 'a*', '*b', '*a*', '?b'))
    const glob = fc.array(wild, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
    let met = 0
    fc.assert(
      fc.property(glob, path, (entry, name) => {
        if (patternFault(entry) !== undefined || !/[*?]/.test(entry)) return
        const wanted = asExpression(entry).test(name)
        if (wanted) met++
        expect(matchesPath(pathPattern(entry), name), `${entry} ${name}`).toBe(wanted)
      }),
      { numRuns: 3000 },
    )
    expect(met).toBeGreaterThan(50)
  })
})

function asExpression(glob: string): RegExp {
  const parts = glob.split('/')
  const source = parts.map((part, index) => {
    const isLast = index === parts.length - 1
    if (part === '**') return isLast ? '[^/]+(?:/[^/]+)*' : '(?:[^/]+/)*'
    const text = part.replace(/[.]/g, '\\.').replaceAll('*', '[^/]*').replaceAll('?', '[^/]')
    return isLast ? text : `${text}/`
  })
  return new RegExp(`^${source.join('')}$`)
}
