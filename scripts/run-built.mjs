// Runs a TypeScript module of this repository as the package's users run its code, built: `node scripts/run-built.mjs FILE
// [arguments]`. The module exports `main(arguments)`, which gives the exit code.
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsup'

const [file, ...rest] = process.argv.slice(2)
if (file === undefined) {
  process.stderr.write('usage: node scripts/run-built.mjs FILE [arguments]\n')
  process.exit(2)
}
// Inside the repository, so that packages are found as from its own files.
mkdirSync('temp', { recursive: true })
const folder = mkdtempSync(join('temp', 'built-'))
try {
  await build({
    entry: { main: file },
    outDir: folder,
    format: 'esm',
    target: 'node20',
    config: false,
    silent: true,
    skipNodeModulesBundle: true,
  })
  const { main } = await import(pathToFileURL(resolve(folder, 'main.js')).href)
  process.exitCode = await main(rest)
} finally {
  rmSync(folder, { recursive: true })
}
