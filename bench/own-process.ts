import { execFileSync } from 'node:child_process'

// A young generation of 1 MiB: what the engine lets lie before it collects grows with the time a process runs, and would be counted as the work's.
const flags = ['--expose-gc', '--max-semi-space-size=1']

/** Bytes that a piece of work takes at its peak, measured in a process that does nothing else: what ran before would hide it. */
export function memoryOf(...args: readonly string[]): number {
  const output = execFileSync(process.execPath, [...flags, 'scripts/run-built.mjs', 'bench/memory.ts', ...args], { encoding: 'utf8' })
  const bytes = Number(output.trim())
  if (!Number.isFinite(bytes)) throw new Error(`bench/memory.ts ${args.join(' ')} printed ${output}`)
  return bytes
}
