import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'tsup'
import type { Measured } from './timing'
import { atMost, milliseconds } from './timing'

/** Import time of the front door beside an empty module, and the weight of the bare mathematics in an embedder's bundle. */
export async function imports(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'adjudicate-bench-'))
  try {
    const empty = join(folder, 'empty.mjs')
    writeFileSync(empty, '')
    const start = (file: string): void =>
      void execFileSync(process.execPath, ['--input-type=module', '-e', `await import(${JSON.stringify(pathToFileURL(file).href)})`])
    const floor = await milliseconds(() => start(empty), 7)
    const whole = await milliseconds(() => start(resolve('dist/index.js')), 7)
    const bare = await milliseconds(() => start(resolve('dist/consensus.js')), 7)
    await build({
      entry: { bundle: 'src/entries/consensus.ts' },
      outDir: folder,
      format: 'esm',
      minify: true,
      silent: true,
      dts: false,
      noExternal: [/.*/],
      splitting: false,
      config: false,
    })
    const bundle = readdirSync(folder).find((name) => name.startsWith('bundle.')) ?? ''
    const code = readFileSync(join(folder, bundle))
    if (code.includes('ZodError')) throw new Error('the bare mathematics carries zod')
    const bytes = brotliCompressSync(code).length
    const gzipped = gzipSync(code, { level: 9 }).length
    const time = (what: string, value: number): Measured => ({
      what,
      value: `${value.toFixed(0)} ms`,
      beside: `empty module ${floor.toFixed(0)} ms`,
      ratio: value / floor,
      aim: '',
      met: null,
    })
    return [
      time("a process that imports 'adjudicate'", whole),
      time("a process that imports 'adjudicate/consensus'", bare),
      atMost(
        "'adjudicate/consensus' bundled, minified, brotli",
        `${bytes} bytes`,
        `${code.length} bytes minified, ${gzipped} with gzip`,
        bytes / 1000,
        8,
        'kB',
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
