import { describe, expect, test } from 'vitest'
import { treeSitterSyntax } from '../../../src/adapters/syntax/tree-sitter'
import { isAdjudicateError } from '../../../src/errors'
import type { Language, SyntaxNode } from '../../../src/gate/syntax-tree'

const syntax = treeSitterSyntax()

function nodesOf(root: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node)
    open.push(...node.children)
  }
  return found
}

const sound: Readonly<Record<Language, string>> = {
  javascript: 'export const a = <b>{c}</b>\n',
  typescript: 'const a: number = <any>1\n',
  tsx: 'const a: JSX.Element = <b>{c}</b>\n',
  python: 'def f(a: int) -> int:\n    return a\n',
  go: 'package a\n\nfunc f() int { return 1 }\n',
  java: 'class A { int f() { return 1; } }\n',
  rust: 'fn f() -> i32 { 1 }\n',
}
const languages = Object.keys(sound) as Language[]

describe('sources read by a grammar', () => {
  test.each(languages)('%s is read whole, and what it is not is said to be broken', async (language) => {
    const good = await syntax.parse(language, sound[language])
    expect(good).toMatchObject({ language, broken: false })
    expect(good.root.text).toBe(sound[language])
    expect('fault' in good).toBe(false)
    const bad = await syntax.parse(language, `${sound[language]} )]} {{{ "`)
    expect(bad.broken).toBe(true)
    expect(bad.fault).toBe(`not ${language} in every place`)
  })

  test('every node holds its own text, inside its parent, in UTF-16 units and with lines from 1', async () => {
    const text = "# né 😀\r\nx = '😀' + f(\n    a)\n"
    const { root, broken } = await syntax.parse('python', text)
    expect(broken).toBe(false)
    const nodes = nodesOf(root)
    for (const node of nodes) {
      expect(node.text).toBe(text.slice(node.start.offset, node.end.offset))
      for (const child of node.children) {
        expect(child.start.offset).toBeGreaterThanOrEqual(node.start.offset)
        expect(child.end.offset).toBeLessThanOrEqual(node.end.offset)
      }
    }
    const plus = nodes.find((node) => node.type === '+')
    expect(plus).toMatchObject({ named: false, text: '+', start: { line: 2, column: 10, offset: text.indexOf('+') } })
    const argument = nodes.find((node) => node.text === 'a')
    expect(argument?.start).toEqual({ line: 3, column: 5, offset: text.indexOf('a)') })
    expect(nodes.find((node) => node.type === 'call')?.children[0]).toMatchObject({ field: 'function', named: true, text: 'f' })
  })

  test('a byte order mark and an empty file are no faults', async () => {
    expect((await syntax.parse('python', '')).broken).toBe(false)
    expect((await syntax.parse('javascript', '\ufeffconst a = 1\n')).broken).toBe(false)
  })

  test('the language comes from the extension alone', () => {
    const of = (path: string): Language | undefined => syntax.languageOf(path)
    expect(['a.js', 'b/a.MJS', 'a.cjs', 'a.jsx'].map(of)).toEqual(['javascript', 'javascript', 'javascript', 'javascript'])
    expect(['a.test.ts', 'a.mts', 'a.cts', 'a.tsx'].map(of)).toEqual(['typescript', 'typescript', 'typescript', 'tsx'])
    expect(['t.py', 't.pyi', 'a_test.go', 'A.java', 'lib.rs'].map(of)).toEqual(['python', 'python', 'go', 'java', 'rust'])
    expect(['a.rb', 'py', '.ts/readme', 'a.py/b', 'Makefile', ''].map(of)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('hostile sources', () => {
  test('too long a text is not parsed, and the limit is named', async () => {
    const tree = await syntax.parse('python', 'x = 1\n'.repeat(900_000))
    expect(tree).toMatchObject({ broken: true, fault: 'text of 5400000 units, the limit is 1000000' })
    expect(tree.root).toMatchObject({ type: 'ERROR', children: [], end: { line: 900_001, column: 1 } })
    const short = treeSitterSyntax({ unitsMax: 5 })
    expect((await short.parse('python', 'x = 1')).broken).toBe(false)
    expect((await short.parse('python', 'x = 12')).broken).toBe(true)
  })

  test.each(languages)('%s nested ten thousand deep is broken, without running out of stack', async (language) => {
    const deep = await syntax.parse(language, '['.repeat(10_000) + ']'.repeat(10_000))
    expect(deep.broken).toBe(true)
    const chained = await syntax.parse('javascript', `x = ${'1 + '.repeat(3_000)}1`)
    expect(chained.fault).toBe('nested more than 1000 deep, the limit')
  })

  test('a tree is as deep as its limit and no deeper', async () => {
    const shallow = treeSitterSyntax({ depthMax: 4 })
    expect((await shallow.parse('python', 'x')).broken).toBe(false)
    expect((await shallow.parse('python', 'f(x)')).fault).toBe('nested more than 4 deep, the limit')
  })

  test('a file that needs too many steps is given up, and the next one is read afresh', async () => {
    const patient = treeSitterSyntax({ stepsMax: 3 })
    const tree = await patient.parse('javascript', 'a = 1\n'.repeat(2_000))
    expect(tree).toMatchObject({ broken: true, fault: 'parsing needs more than 3 steps, the limit' })
    expect(await patient.parse('javascript', 'b')).toMatchObject({ broken: false, root: { text: 'b' } })
  })

  test.each(languages)('%s with NUL bytes and lone surrogates is read or broken, never a crash', async (language) => {
    const nul = await syntax.parse(language, `\0${sound[language]}\0`)
    expect(nul.root.text.length).toBeLessThanOrEqual(sound[language].length + 2)
    expect(nul.broken).toBe(true)
    const lone = await syntax.parse(language, `${sound[language]}// \ud800\n# \udc00`)
    expect(lone.language).toBe(language)
    const noise = await syntax.parse(language, '{<a b=/(`${'.repeat(300))
    expect(noise.broken).toBe(true)
  })
})

describe('a parser that is not there', () => {
  test('is named together with what to install', async () => {
    const missing = treeSitterSyntax({}, () => Promise.reject(new Error('Cannot find package')))
    const fault: unknown = await missing.parse('go', 'package a').catch((thrown: unknown) => thrown)
    expect(isAdjudicateError(fault) && fault.code).toBe('peer-unusable')
    expect(isAdjudicateError(fault) && fault.message).toContain('npm install @vscode/tree-sitter-wasm')
    expect(isAdjudicateError(fault) && fault.cause).toMatchObject({ message: 'Cannot find package' })
  })

  test('is not taken for one that lacks its parts', async () => {
    await expect(treeSitterSyntax({}, () => Promise.resolve({ default: {} })).parse('go', '')).rejects.toMatchObject({
      code: 'peer-unusable',
    })
  })

  test('is not asked for by what needs no parser', async () => {
    let loads = 0
    const lazy = treeSitterSyntax({ unitsMax: 1 }, () => {
      loads += 1
      return Promise.reject(new Error('loaded'))
    })
    expect(lazy.languageOf('a.py')).toBe('python')
    expect((await lazy.parse('python', 'long')).broken).toBe(true)
    expect(loads).toBe(0)
  })
})
