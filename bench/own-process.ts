import { execFileSync } from 'node:child_process'

/** Bytes that a piece of work takes at its peak, measured in a process that does nothing else: what ran before would hide it. */
export function memoryOf(...args: readonly string[]): number {
  const output = execFileSync(process.execPath, ['--expose-gc', 'scripts/run.mjs', 'bench/memory.ts', ...args], { encoding: 'utf8' })
  const bytes = Number(output.trim())
  if (!Number.isFinite(bytes)) throw new Error(`bench/memory.ts ${args.join(' ')} printed ${output}`)
  return bytes
}
