import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..', 'src')

/** Files, by their paths below `src`, and packages that are loaded with a file, at once and not when they are asked for. */
function loadedWith(path: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(path)) return loaded
  loaded.add(path)
  const text = readFileSync(join(root, path), 'utf8')
  for (const [, from = ''] of text.matchAll(/^(?:import|export) (?!type\b)(?:[^'\n=]*|\{[^}]*\} )(?:from )?'([^']+)'$/gm)) {
    const file = relative(root, join(root, dirname(path), `${from}.ts`)).replaceAll('\\', '/')
    if (!from.startsWith('.')) loaded.add(from)
    else if (existsSync(join(root, file))) loadedWith(file, loaded)
  }
  return loaded
}

test('before a command runs nothing is loaded that only commands need', () => {
  const loaded = [...loadedWith('faces/cli/main.ts')]
  expect(loaded).toEqual(expect.arrayContaining(['faces/cli/cli.ts', 'faces/cli/policy-program.ts', 'commander']))
  expect(loaded.filter((one) => !one.endsWith('.ts') && !one.startsWith('node:'))).toEqual(['commander'])
  expect(loaded.filter((one) => /-command\.ts$|^(?:consensus|gate|ledger|running|adapters)\//.test(one))).toEqual([])
})

test('the rules that read sources are loaded while the gate waits for git, not before', () => {
  const loaded = [...loadedWith('faces/cli/gate-command.ts')]
  expect(loaded).toEqual(expect.arrayContaining(['running/gate/gate-run.ts', 'gate/gate-config.ts', 'zod']))
  expect(loaded.filter((one) => /^(?:yaml|unbash)$|judge-(?:change|tampering)/.test(one))).toEqual([])
  expect([...loadedWith('running/gate/judge-change.ts')]).toEqual(
    expect.arrayContaining(['gate/tampering/judge-tampering.ts', 'yaml', 'unbash']),
  )
})
