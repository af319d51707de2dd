import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Files, Floor } from './support/house'
import {
  busyEntries,
  climbingImports,
  floorOf,
  impurities,
  importCycles,
  runtimeReach,
  strayAdapters,
  strayPackages,
  undocumented,
  untidiness,
} from './support/house'

// This list is the architecture: a file imports from its own room or from a floor above it in this list.
const floors: readonly Floor[] = [
  ['errors.ts', 'issues.ts', 'release.ts'],
  ['parsing.ts', 'canonical', 'text'],
  ['evidence', 'policy', 'ledger', 'blocks'],
  ['consensus', 'light', 'discipline', 'gate'],
  ['referee', 'evolution', 'tribunal'],
  ['build'],
  ['flow', 'shells'],
  ['ports'],
  ['adapters'],
  ['running', 'conformance'],
  ['faces'],
  ['entries'],
]
const lastPureFloor = 6

const homes = {
  zod: [
    'parsing.ts',
    'evidence',
    'policy',
    'ledger',
    'blocks',
    'consensus',
    'light',
    'discipline',
    'gate',
    'referee',
    'evolution',
    'tribunal',
    'build',
    'flow',
    'shells',
    'faces',
  ],
  '@noble/hashes': ['canonical'],
  xstate: ['discipline'],
  eventemitter3: ['running'],
  nanoid: ['adapters/ambient'],
  commander: ['faces/cli'],
  minimatch: ['gate'],
  unbash: ['gate'],
  yaml: ['gate'],
  'smol-toml': ['gate'],
  'jsonc-parser': ['blocks', 'gate'],
  saxes: ['gate'],
  '@vscode/tree-sitter-wasm': ['adapters/syntax'],
  '@agentclientprotocol/sdk': ['adapters/model'],
  '@opentelemetry/api': ['adapters/tracing'],
  sarif: ['faces/formats'],
}

const root = join(import.meta.dirname, '..')
const files = readTree(join(root, 'src'))
const limits = { fileLinesMax: 250, functionLinesMax: 70 }

function readTree(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return new Map(names.map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')]))
}

function isPure(path: string): boolean {
  const floor = floorOf(path, floors)
  return floor >= 0 && floor <= lastPureFloor
}

function planted(...more: readonly (readonly [string, string])[]): Files {
  return new Map(more)
}

describe('the house', () => {
  test('the sources are there to be checked', () => {
    expect(files.size).toBeGreaterThan(20)
  })

  test('imports lead downwards or stay in the room', () => {
    expect(climbingImports(files, floors)).toEqual([])
    const fault = planted(['evidence/a.ts', "import type { B } from '../consensus/b'"], ['consensus/b.ts', 'export type B = 1'])
    expect(climbingImports(fault, floors)).toEqual(['evidence/a.ts: imports consensus/b.ts, which is not below it'])
    expect(climbingImports(planted(['cellar/a.ts', '']), floors)).toEqual(['cellar/a.ts: its room stands on no floor'])
    const sideways = planted(['evidence/a.ts', "import '../policy/b'"], ['policy/b.ts', ''])
    expect(climbingImports(sideways, floors)).toHaveLength(1)
  })

  test('no cycles, type imports included', () => {
    expect(importCycles(files)).toEqual([])
    const fault = planted(['a.ts', "import type { B } from './b'"], ['b.ts', "export type { A } from './a'"])
    expect(importCycles(fault)).toEqual(['a.ts -> b.ts -> a.ts'])
  })

  test('pure floors know no clock, randomness, I/O or async', () => {
    expect(impurities(files, isPure)).toEqual([])
    const faults = [
      "import 'node:fs'",
      'const t = Date.now()',
      'const r = Math.random()',
      'console.log(1)',
      'async function f() {}',
      'setTimeout(f, 1)',
      'process.exit()',
      'void fetch("x")',
    ]
    for (const text of faults) expect(impurities(planted(['consensus/a.ts', text]), isPure), text).toHaveLength(1)
    expect(impurities(planted(['running/a.ts', 'Date.now()']), isPure)).toEqual([])
  })

  test('the bare mathematics reaches no schema library, no machine and no platform', () => {
    const packages = (entry: string): string[] => [...runtimeReach(entry, files)].filter((reached) => !reached.endsWith('.ts'))
    for (const entry of ['entries/consensus.ts', 'entries/policy.ts']) expect(packages(entry), entry).toEqual([])
    // An authorization is bound to the hash of what was judged.
    for (const name of packages('entries/light.ts')) expect(name).toMatch(/^@noble\/hashes/)
    const fault = planted(
      ['entries/consensus.ts', "export { rule } from '../consensus/rule'"],
      ['consensus/rule.ts', "import { s } from './seat'"],
      ['consensus/seat.ts', "import * as z from 'zod'"],
    )
    expect(runtimeReach('entries/consensus.ts', fault)).toContain('zod')
  })

  test('each third-party package has one home', () => {
    expect(strayPackages(files, homes)).toEqual([])
    expect(strayPackages(planted(['running/a.ts', "import { setup } from 'xstate'"]), homes)).toEqual([
      'running/a.ts: imports xstate, whose home is discipline',
    ])
    expect(strayPackages(planted(['running/a.ts', "import x from 'left-pad'"]), homes)).toEqual([
      'running/a.ts: imports left-pad, which has no home',
    ])
  })

  test('running knows ports only, adapters never import one another', () => {
    expect(strayAdapters(files)).toEqual([])
    const fault = planted(
      ['running/a.ts', "import '../adapters/ledger-store/file'"],
      ['adapters/ledger-store/file.ts', "import './memory'"],
      ['adapters/ledger-store/memory.ts', ''],
    )
    expect(strayAdapters(fault)).toHaveLength(2)
    const sharedHome = planted(
      ['adapters/repository/git.ts', "import '../git/git-process'"],
      ['adapters/git/git-process.ts', ''],
      ['adapters/artifact/git.ts', "import '../git/git-process'"],
    )
    expect(strayAdapters(sharedHome)).toEqual([])
    const misused = planted(
      ['adapters/ledger-store/file.ts', "import '../git/git-process'"],
      ['adapters/git/git-process.ts', "import '../artifact/git'"],
      ['adapters/artifact/git.ts', "import '../repository/git'"],
      ['adapters/repository/git.ts', ''],
    )
    expect(strayAdapters(misused)).toHaveLength(3)
  })

  test('names, sizes, classes, default exports and barrels are in order', () => {
    expect(untidiness(files, limits)).toEqual([])
    const faults: readonly (readonly [string, string])[] = [
      ['consensus/utils.ts', ''],
      ['consensus/CamelCase.ts', ''],
      ['consensus/index.ts', ''],
      ['consensus/long.ts', '\n'.repeat(251)],
      ['consensus/a.ts', 'class A {}'],
      ['consensus/a.ts', 'export default 1'],
      ['consensus/a.ts', 'export default function f() {}'],
      ['consensus/a.ts', "export * from './b'"],
      ['consensus/a.ts', `function f() {${'\n'.repeat(71)}}`],
    ]
    for (const [path, text] of faults) expect(untidiness(planted([path, text]), limits), path).toHaveLength(1)
  })

  test('entries spell names out and hold nothing else', () => {
    expect(busyEntries(files)).toEqual([])
    expect(busyEntries(planted(['entries/a.ts', 'export const a = 1']))).toHaveLength(1)
  })

  test('every exported function says what its signature cannot', () => {
    expect(undocumented(files)).toEqual([])
    expect(undocumented(planted(['consensus/a.ts', 'export function f() {}']))).toHaveLength(1)
  })
})
