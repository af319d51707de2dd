import type { SyntaxNode } from '../syntax-tree'
import { stringValue } from './flat-text'
import { bare, chainOf, isFunction } from './javascript-chain'
import { isName, nameUse } from './javascript-name-use'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { FileFact } from './test-file'

/** A name that stands for a runner's word: `const t = it.skip` is word `it`, links ['skip']; `maybe`: one branch of a choice. */
export type Alias = { readonly word: string; readonly links: readonly string[]; readonly maybe: boolean }

/** What names mean in one file. */
export type Names = {
  readonly aliases: ReadonlyMap<string, Alias>
  /** Names that the file takes from somewhere else than a runner: `it` declared as a function of its own is no test. */
  readonly shadowed: ReadonlySet<string>
  /** Functions and objects of assert libraries: `equal` → `equal`, `assert` → ''. */
  readonly asserts: ReadonlyMap<string, { readonly method: string; readonly style: 'strict' | 'legacy' | 'chai' }>
  readonly constants: ReadonlyMap<string, SyntaxNode>
  /** How often a name is written in the file; an exported one counts once more. */
  readonly uses: ReadonlyMap<string, number>
  readonly imports: readonly Extract<FileFact, { kind: 'import' }>[]
}

type Building = {
  aliases: Map<string, Alias>
  shadowed: Set<string>
  asserts: Map<string, { method: string; style: 'strict' | 'legacy' | 'chai' }>
  constants: Map<string, SyntaxNode>
  uses: Map<string, number>
  imports: Extract<FileFact, { kind: 'import' }>[]
}

/** Words of runners that start a case or a group. */
export const runnerWords: ReadonlyMap<string, 'case' | 'group'> = new Map([
  ...['it', 'test', 'specify', 'fit', 'xit', 'xtest', 'ftest', 'xspecify', 'fspecify'].map((word) => [word, 'case'] as const),
  ...['describe', 'suite', 'context', 'fdescribe', 'xdescribe', 'xcontext', 'fcontext', 'xsuite'].map((word) => [word, 'group'] as const),
])

const runners =
  /^(vitest|@jest\/globals|mocha|jasmine|node:test|test|ava|tape|tap|uvu|bun:test|@playwright\/test|@japa\/runner|zora|lab|qunit)$/

/** Reads imports and top-level names before the cases are read. */
export function namesOf(root: SyntaxNode): Names {
  const { bound, changed, uses } = nameUse(root)
  const names: Building = {
    aliases: new Map(),
    shadowed: new Set(),
    asserts: new Map(),
    constants: new Map(bound),
    uses: new Map(uses),
    imports: [],
  }
  for (const statement of partsOf(root)) {
    const declared = statement.type === 'export_statement' ? fieldOf(statement, 'declaration') : undefined
    if (declared !== undefined)
      for (const node of nodesIn(declared)) if (isName(node)) names.uses.set(node.text, (names.uses.get(node.text) ?? 0) + 1)
    readStatement(declared ?? statement, names)
  }
  for (const name of changed) names.constants.delete(name)
  return names
}

function readStatement(node: SyntaxNode, names: Building): void {
  if (node.type === 'import_statement') readImport(node, names)
  else if (node.type === 'function_declaration') shadow(fieldOf(node, 'name')?.text, names)
  else if (node.type === 'lexical_declaration' || node.type === 'variable_declaration') {
    for (const part of partsOf(node)) if (part.type === 'variable_declarator') readDeclarator(part, names)
  }
}

function shadow(name: string | undefined, names: Building): void {
  if (name !== undefined && runnerWords.has(name)) names.shadowed.add(name)
}

function readImport(node: SyntaxNode, names: Building): void {
  const source = fieldOf(node, 'source')
  const target = source === undefined ? undefined : stringValue(source)
  if (target === undefined) return
  const pairs: [imported: string, local: string][] = []
  const clause = node.children.find(({ type }) => type === 'import_clause')
  for (const part of clause === undefined ? [] : partsOf(clause)) {
    if (part.type === 'identifier') pairs.push(['default', part.text])
    else if (part.type === 'namespace_import') pairs.push(['*', partsOf(part)[0]?.text ?? ''])
    else
      for (const one of partsOf(part))
        pairs.push([fieldOf(one, 'name')?.text ?? '', (fieldOf(one, 'alias') ?? fieldOf(one, 'name'))?.text ?? ''])
  }
  bring(target, pairs, node.start.line, names)
}

function bring(target: string, pairs: readonly [string, string][], line: number, names: Building): void {
  names.imports.push({ kind: 'import', line, target, names: pairs.map(([, local]) => local) })
  for (const [imported, local] of pairs) {
    if (runners.test(target)) {
      const word = runnerWords.has(imported) ? imported : imported === 'default' ? 'test' : undefined
      if (word !== undefined && word !== local) names.aliases.set(local, { word, links: [], maybe: false })
    }
    const style = assertStyle(target, imported)
    if (style !== undefined) names.asserts.set(local, { method: /^(default|\*|strict|assert)$/.test(imported) ? '' : imported, style })
  }
}

function assertStyle(target: string, imported: string): 'strict' | 'legacy' | 'chai' | undefined {
  if (target === 'chai' || target === 'vitest') return imported === 'assert' ? 'chai' : undefined
  if (/^(node:)?assert\/strict$/.test(target)) return 'strict'
  if (/^(node:)?assert$/.test(target)) return imported === 'strict' ? 'strict' : 'legacy'
  return /^(@std\/assert|jsr:@std\/assert.*|uvu\/assert|https:.*\/assert\/.*)$/.test(target) ? 'strict' : undefined
}

function readDeclarator(node: SyntaxNode, names: Building): void {
  const name = fieldOf(node, 'name')
  const value = fieldOf(node, 'value')
  if (name === undefined || value === undefined) return
  const required = requiredModule(value)
  if (required !== undefined) {
    const pairs: [string, string][] =
      name.type === 'identifier' ? [[required.member ?? 'default', name.text]] : partsOf(name).map(requiredName)
    bring(required.target, pairs, node.start.line, names)
  } else if (name.type === 'object_pattern') {
    // const { skip: later } = it
    for (const [member, local] of partsOf(name).map(requiredName)) {
      const alias = aliasOf(value, names)
      if (alias !== undefined) names.aliases.set(local, { ...alias, links: [...alias.links, member] })
    }
  } else if (name.type === 'identifier') {
    const alias = aliasOf(value, names)
    if (alias !== undefined) names.aliases.set(name.text, alias)
    else if (isFunction(bare(value))) shadow(name.text, names)
    names.constants.set(name.text, value)
  }
}

function requiredName(part: SyntaxNode): [string, string] {
  return part.type === 'pair_pattern' ? [fieldOf(part, 'key')?.text ?? '', fieldOf(part, 'value')?.text ?? ''] : [part.text, part.text]
}

function requiredModule(value: SyntaxNode): { readonly target: string; readonly member: string | undefined } | undefined {
  const chain = chainOf(value)
  const first = chain.rootCalls[0] === undefined ? undefined : partsOf(chain.rootCalls[0])[0]
  if (chain.root !== 'require' || first === undefined) return undefined
  const target = stringValue(first)
  return target === undefined ? undefined : { target, member: chain.links[0]?.name }
}

/** What a runner's word under another name comes to; undefined for everything else. */
export function aliasOf(value: SyntaxNode, names: Pick<Names, 'aliases' | 'shadowed'>): Alias | undefined {
  const inner = bare(value)
  if (inner.type === 'ternary_expression' || inner.type === 'binary_expression') {
    const found = partsOf(inner).flatMap((part) => aliasOf(part, names) ?? [])
    const links = found.flatMap((alias) => alias.links)
    return found[0] === undefined ? undefined : { word: found[0].word, links, maybe: true }
  }
  const chain = chainOf(inner)
  const known = names.aliases.get(chain.root)
  const word = known?.word ?? (runnerWords.has(chain.root) && !names.shadowed.has(chain.root) ? chain.root : undefined)
  if (word === undefined || chain.rootCalls.length > 0) return undefined
  if (chain.links.some(({ name, calls }) => calls.length > 0 && !/^(extend|skipIf|runIf|if|with)$/.test(name))) return undefined
  const maybe = chain.links.some(({ name }) => /^(skipIf|runIf|if)$/.test(name))
  const links = chain.links.map(({ name }) => name).filter((name) => name !== 'extend')
  return { word, links: [...(known?.links ?? []), ...links], maybe: maybe || known?.maybe === true }
}
