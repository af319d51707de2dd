import type * as Sitter from '@vscode/tree-sitter-wasm'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { AdjudicateError } from '../../errors'
import { languageOf } from '../../gate/source-language'
import type { Language, SyntaxTree } from '../../gate/syntax-tree'
import type { Syntax } from '../../ports/syntax'
import { brokenTree, plainTree } from './tree-sitter-tree'

/** What a file may cost before it counts as broken; each limit is named in the tree's `fault`. */
export type TreeSitterLimits = {
  /** Length of the text in UTF-16 units; 1,000,000 unless set. */
  readonly unitsMax?: number
  /** Depth of the tree; 1,000 unless set. Walkers of the tree recurse, so a greater one can run out of stack. */
  readonly depthMax?: number
  /** Steps of the parser, a few dozen units of text each; a hostile file can need many more. 100,000 unless set. */
  readonly stepsMax?: number
}

type Runtime = Pick<typeof Sitter, 'Parser' | 'Language'>
type Loaded = { readonly runtime: Runtime; readonly folder: string }

const packageName = '@vscode/tree-sitter-wasm'
const requireHere = createRequire(import.meta.url)

/**
 * Reads sources by the grammars of the optional peer `@vscode/tree-sitter-wasm`, which is loaded when the first file is parsed (spec 10 §3).
 * Grammars are loaded once for each reader; trees of the parser are freed before `parse` returns.
 */
export function treeSitterSyntax(limits: TreeSitterLimits = {}, load: () => Promise<unknown> = requirePeer): Syntax {
  const { unitsMax = 1_000_000, depthMax = 1_000, stepsMax = 100_000 } = limits
  const parsers = new Map<Language, Promise<Sitter.Parser>>()
  let loading: Promise<Loaded> | undefined
  const parserOf = (language: Language): Promise<Sitter.Parser> => {
    loading ??= loadRuntime(load)
    const parser = parsers.get(language) ?? loading.then((loaded) => loadParser(loaded, language))
    parsers.set(language, parser)
    return parser
  }
  return {
    languageOf,
    prepare(languages) {
      // Whoever parses meets the same fault.
      for (const language of languages) parserOf(language).catch(() => undefined)
    },
    async parse(language, text) {
      if (text.length > unitsMax) return brokenTree(language, text, `text of ${text.length} units, the limit is ${unitsMax}`)
      return readTree(await parserOf(language), language, text, { depthMax, stepsMax })
    },
  }
}

function readTree(
  parser: Sitter.Parser,
  language: Language,
  text: string,
  limits: { readonly depthMax: number; readonly stepsMax: number },
): SyntaxTree {
  let steps = 0
  const tree = parser.parse(text, null, { progressCallback: () => ++steps > limits.stepsMax })
  if (tree === null) {
    parser.reset()
    return brokenTree(language, text, `parsing needs more than ${limits.stepsMax} steps, the limit`)
  }
  try {
    return plainTree(tree, language, text, limits.depthMax)
  } finally {
    tree.delete()
  }
}

/** The package is a script of the older kind: asked for as such it loads in half the time. */
async function requirePeer(): Promise<unknown> {
  return requireHere(packageName)
}

async function loadRuntime(load: () => Promise<unknown>): Promise<Loaded> {
  try {
    const runtime = runtimeIn(await load())
    await initialised(runtime)
    return { runtime, folder: dirname(requireHere.resolve(packageName)) }
  } catch (cause) {
    const message = `sources can't be read by their grammar: the package ${packageName} is missing or doesn't load; install it: npm install ${packageName}`
    throw new AdjudicateError('peer-unusable', message, { package: packageName }, cause)
  }
}

async function loadParser(loaded: Loaded, language: Language): Promise<Sitter.Parser> {
  const file = `tree-sitter-${language}.wasm`
  try {
    const grammar = await grammarOf(loaded, file)
    return new loaded.runtime.Parser().setLanguage(grammar)
  } catch (cause) {
    const message = `the grammar ${file} of ${packageName} doesn't load; install a version that has it: npm install ${packageName}`
    throw new AdjudicateError('peer-unusable', message, { package: packageName, file }, cause)
  }
}

// The package keeps one memory for the whole process: two that start it, or load a grammar, at the same moment would break each other's.
const starts = new WeakMap<Runtime, Promise<void>>()
const grammars = new WeakMap<Runtime, Map<string, Promise<Sitter.Language>>>()

function initialised(runtime: Runtime): Promise<void> {
  const started = starts.get(runtime) ?? runtime.Parser.init()
  starts.set(runtime, started)
  return started
}

/** One grammar after the other, each once. */
function grammarOf({ runtime, folder }: Loaded, file: string): Promise<Sitter.Language> {
  const known = grammars.get(runtime) ?? new Map<string, Promise<Sitter.Language>>()
  grammars.set(runtime, known)
  const before = [...known.values()].at(-1)
  const load = (): Promise<Sitter.Language> => runtime.Language.load(join(folder, file))
  // One that doesn't load keeps no other from being tried.
  const grammar = known.get(file) ?? (before === undefined ? load() : before.then(load, load))
  known.set(file, grammar)
  return grammar
}

/** The package is a script of the older kind: its names stand under `default` or, after some bundlers, beside it. */
function runtimeIn(imported: unknown): Runtime {
  for (const candidate of [imported, member(imported, 'default')]) if (isRuntime(candidate)) return candidate
  throw new AdjudicateError('peer-unusable', `${packageName} has no Parser and Language`, { package: packageName })
}

function isRuntime(value: unknown): value is Runtime {
  return typeof member(value, 'Parser') === 'function' && typeof member(value, 'Language') === 'function'
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined
}
