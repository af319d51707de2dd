import ts from 'typescript'

/** Source files by path from the root of src, with their texts. */
export type Files = ReadonlyMap<string, string>
export type Floor = readonly string[]
export type Import = { readonly from: string; readonly typeOnly: boolean; readonly names: readonly string[] }

const parsed = new Map<string, { text: string; tree: ts.SourceFile }>()

export function treeOf(path: string, text: string): ts.SourceFile {
  const before = parsed.get(path)
  if (before?.text === text) return before.tree
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  parsed.set(path, { text, tree })
  return tree
}

/** Every import and re-export of a file, dynamic ones included; type-only where nothing is left at run time. */
export function importsOf(path: string, text: string): Import[] {
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause
      const bindings = clause?.namedBindings
      const names = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements.map((element) => element.name.text) : ['*']
      found.push({ from: node.moduleSpecifier.text, typeOnly: clause?.phaseModifier === ts.SyntaxKind.TypeKeyword, names })
    }
    if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.exportClause
      const names = clause !== undefined && ts.isNamedExports(clause) ? clause.elements.map((element) => element.name.text) : ['*']
      found.push({ from: node.moduleSpecifier.text, typeOnly: node.isTypeOnly, names })
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
      found.push({ from: node.argument.literal.text, typeOnly: true, names: [] })
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments
      if (specifier !== undefined && ts.isStringLiteral(specifier)) found.push({ from: specifier.text, typeOnly: false, names: ['*'] })
    }
    ts.forEachChild(node, visit)
  }
  visit(treeOf(path, text))
  return found
}

/** The file a relative import leads to, as a path from the root of src; undefined for a package. */
export function resolved(path: string, from: string, files: Files): string | undefined {
  if (!from.startsWith('.')) return undefined
  const segments = path.split('/').slice(0, -1)
  for (const part of from.split('/')) {
    if (part === '..') segments.pop()
    else if (part !== '.') segments.push(part)
  }
  const base = segments.join('/')
  return [`${base}.ts`, `${base}/index.ts`, base].find((candidate) => files.has(candidate)) ?? base
}

/** The room of a file: its top folder, or its own name where it stands in the root. */
export function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? path) : path
}

export function floorOf(path: string, floors: readonly Floor[]): number {
  return floors.findIndex((rooms) => rooms.includes(roomOf(path)))
}

/** Rule 1: imports lead to a lower floor or stay in the room; every room stands on a floor. */
export function climbingImports(files: Files, floors: readonly Floor[]): string[] {
  return [...files].flatMap(([path, text]) => {
    const floor = floorOf(path, floors)
    if (floor < 0) return [`${path}: its room stands on no floor`]
    return importsOf(path, text).flatMap(({ from }) => {
      const target = resolved(path, from, files)
      if (target === undefined) return []
      if (!files.has(target)) return [`${path}: imports ${from}, which is no file`]
      return roomOf(target) === roomOf(path) || floorOf(target, floors) < floor ? [] : [`${path}: imports ${target}, which is not below it`]
    })
  })
}

/** Rule 1: no cycles, type imports included. */
export function importCycles(files: Files): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
      return
    }
    state.set(path, 'open')
    for (const { from } of importsOf(path, files.get(path) ?? '')) {
      const target = resolved(path, from, files)
      if (target !== undefined && files.has(target)) visit(target, [...trail, path])
    }
    state.set(path, 'done')
  }
  for (const path of files.keys()) visit(path, [])
  return cycles
}

const impureNames = new Set([
  'Date',
  'process',
  'console',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'performance',
  'crypto',
  'Buffer',
  'globalThis',
])

/** Rule 2: pure floors know no clock, randomness, I/O or async. */
export function impurities(files: Files, isPure: (path: string) => boolean): string[] {
  return [...files]
    .filter(([path]) => isPure(path))
    .flatMap(([path, text]) => {
      const found: string[] = importsOf(path, text)
        .filter(({ from }) => from.startsWith('node:'))
        .map(({ from }) => `${path}: imports ${from}`)
      const visit = (node: ts.Node): void => {
        if (ts.isIdentifier(node) && impureNames.has(node.text) && isReference(node)) found.push(`${path}: uses ${node.text}`)
        if (ts.isPropertyAccessExpression(node) && node.getText() === 'Math.random') found.push(`${path}: uses Math.random`)
        if (node.kind === ts.SyntaxKind.AsyncKeyword || ts.isAwaitExpression(node)) found.push(`${path}: is async`)
        ts.forEachChild(node, visit)
      }
      visit(treeOf(path, text))
      return found
    })
}

function isReference(node: ts.Identifier): boolean {
  const parent = node.parent
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false
  return !(ts.isPropertySignature(parent) || ts.isMethodSignature(parent) || ts.isLiteralTypeNode(parent))
}

/** Packages and rooms that a file needs at run time, through all its value imports. */
export function runtimeReach(start: string, files: Files): Set<string> {
  const reached = new Set<string>()
  const visit = (path: string): void => {
    if (reached.has(path)) return
    reached.add(path)
    for (const { from, typeOnly } of importsOf(path, files.get(path) ?? '')) {
      if (typeOnly) continue
      const target = resolved(path, from, files)
      if (target === undefined) reached.add(from)
      else visit(target)
    }
  }
  visit(start)
  return reached
}

/** Rule 4: a third-party package is imported in its home only; an unlisted package is a fault. */
export function strayPackages(files: Files, homes: Readonly<Record<string, readonly string[]>>): string[] {
  return [...files].flatMap(([path, text]) =>
    importsOf(path, text).flatMap(({ from }) => {
      if (from.startsWith('.') || from.startsWith('node:')) return []
      const name = from.startsWith('@') ? from.split('/').slice(0, 2).join('/') : (from.split('/')[0] ?? from)
      const allowed = homes[name]
      if (allowed === undefined) return [`${path}: imports ${name}, which has no home`]
      return allowed.some((home) => path === home || path.startsWith(`${home}/`))
        ? []
        : [`${path}: imports ${name}, whose home is ${allowed.join(', ')}`]
    }),
  )
}

/** Rule 5: running knows ports only, and adapters of two backends never import one another. */
export function strayAdapters(files: Files): string[] {
  return [...files].flatMap(([path, text]) =>
    importsOf(path, text).flatMap(({ from }) => {
      const target = resolved(path, from, files)
      if (target === undefined || !target.startsWith('adapters/')) return []
      if (path.startsWith('running/') || path.startsWith('conformance/')) return [`${path}: imports the adapter ${target}`]
      if (!path.startsWith('adapters/')) return []
      return backendOf(target) === backendOf(path) || mayShare(path, target) ? [] : [`${path}: imports another backend, ${target}`]
    }),
  )
}

/** The hardened git process, and how child processes are named, watched and ended, have homes that are no backend of a port; they serve these and know none of them. */
const shared: Readonly<Record<string, readonly string[]>> = {
  'adapters/git/': ['artifact/git', 'repository/git'],
  'adapters/children/': ['commands/process', 'git/git', 'model/acp', 'model/command', 'repository/git'],
}

function mayShare(path: string, target: string): boolean {
  return Object.entries(shared).some(([home, users]) => target.startsWith(home) && users.includes(backendOf(path)))
}

/** `adapters/ledger-store/file-lock.ts` and `file.ts` are one backend. */
function backendOf(path: string): string {
  const [, port = '', name = ''] = path.split('/')
  return `${port}/${(name.split('.')[0] ?? '').split('-')[0] ?? ''}`
}

const bannedNames = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'types',
  'interfaces',
  'constants',
  'misc',
  'lib',
  'manager',
  'service',
  'factory',
]

/** Rule 6: names, sizes, classes, default exports, barrels. */
export function untidiness(files: Files, limits: { readonly fileLinesMax: number; readonly functionLinesMax: number }): string[] {
  return [...files].flatMap(([path, text]) => {
    const found: string[] = []
    const name = (path.split('/').at(-1) ?? '').replace(/\.ts$/, '')
    if (name.split('-').some((part) => bannedNames.includes(part))) found.push(`${path}: a drawer's name`)
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) found.push(`${path}: not kebab-case`)
    if (name === 'index' && !path.startsWith('entries/')) found.push(`${path}: an inner barrel`)
    const lines = text.split('\n').length - 1
    if (lines > limits.fileLinesMax) found.push(`${path}: ${lines} lines, at most ${limits.fileLinesMax}`)
    const visit = (node: ts.Node): void => {
      if (ts.isClassLike(node) && path !== 'errors.ts') found.push(`${path}: a class`)
      if (ts.isExportAssignment(node)) found.push(`${path}: a default export`)
      if (ts.isExportDeclaration(node) && node.exportClause === undefined) found.push(`${path}: exports everything of another file`)
      if (ts.isFunctionLike(node) && node.kind !== ts.SyntaxKind.FunctionType) {
        const length = lineOf(node.getEnd(), node) - lineOf(node.getStart(), node) + 1
        if (length > limits.functionLinesMax) found.push(`${path}: a function of ${length} lines, at most ${limits.functionLinesMax}`)
      }
      if (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword) === true) {
        found.push(`${path}: a default export`)
      }
      ts.forEachChild(node, visit)
    }
    visit(treeOf(path, text))
    return found
  })
}

function lineOf(position: number, node: ts.Node): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(position).line
}

/** Entries spell names out and hold nothing else. */
export function busyEntries(files: Files): string[] {
  return [...files]
    .filter(([path]) => path.startsWith('entries/'))
    .flatMap(([path, text]) =>
      treeOf(path, text).statements.flatMap((statement) =>
        ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined
          ? []
          : [`${path}: holds more than exports: ${statement.getText().slice(0, 40)}`],
      ),
    )
}

/** Every exported function carries a docstring, entries aside; of an overloaded one some signature does. */
export function undocumented(files: Files): string[] {
  return [...files]
    .filter(([path]) => !path.startsWith('entries/'))
    .flatMap(([path, text]) => {
      const told = new Map<string, boolean>()
      for (const statement of treeOf(path, text).statements) {
        if (!ts.isFunctionDeclaration(statement)) continue
        const exported = ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) === true
        const name = statement.name?.text ?? ''
        if (exported) told.set(name, told.get(name) === true || ts.getJSDocCommentsAndTags(statement).length > 0)
      }
      return [...told].filter(([, tells]) => !tells).map(([name]) => `${path}: ${name} says nothing of itself`)
    })
}
