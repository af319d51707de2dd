import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/how-to/unit-test-a-gate-policy.md'), 'utf8')
const [, code = ''] = /```ts\n([^]*?)```/.exec(page) ?? []
const file = join(root, 'examples/release-gate/policy.test.ts')

const common: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  resolveJsonModule: true,
  noUnusedLocals: true,
  types: ['node'],
  paths: { 'adjudicate/*': [join(root, 'src/entries/*')] },
}
const ways = {
  bundler: { ...common, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  nodenext: { ...common, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
} as const
const parsed = new Map<string, ts.SourceFile>()

/** What the compiler says of the page's code, in the place of the example that it is. */
function faultsOf(text: string, options: ts.CompilerOptions): string[] {
  const host = ts.createCompilerHost(options)
  const getSourceFile = host.getSourceFile.bind(host)
  host.getSourceFile = (name, target, ...more) => {
    if (name === file) return ts.createSourceFile(name, text, target, true)
    const known = parsed.get(name)
    if (known !== undefined && !name.includes('/src/')) return known
    const source = getSourceFile(name, target, ...more)
    if (source !== undefined) parsed.set(name, source)
    return source
  }
  // The page is a reader's, our own source is bundled before anybody gets it.
  host.resolveModuleNameLiterals = (literals, from, redirected, given, source) =>
    literals.map((literal) => {
      const own = from.startsWith(join(root, 'src')) ? ways.bundler : given
      const mode = own === given ? ts.getModeForUsageLocation(source, literal, given) : undefined
      return ts.resolveModuleName(literal.text, from, own, host, undefined, redirected, mode)
    })
  const program = ts.createProgram([file], options, host)
  const source = program.getSourceFile(file)
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  )
}

test('the page’s code is the example that runs', () => {
  expect(code.length).toBeGreaterThan(300)
  const example = readFileSync(file, 'utf8')
  for (const line of code.trim().split('\n')) expect(example).toContain(line)
})

test.each(['bundler', 'nodenext'] as const)(
  'the page’s code has types under module resolution %s',
  (way) => {
    expect(faultsOf(code, ways[way])).toEqual([])
    expect(faultsOf(code.replace("'wait', {", "'wait', 7, {"), ways[way])).not.toEqual([])
  },
  120_000,
)
