// Runs a TypeScript module of this repository: `node scripts/run.mjs FILE [arguments]`. The module exports `main(arguments)`,
// which gives the exit code.
import { pathToFileURL } from 'node:url'
import { runnerImport } from 'vite'

const [file, ...rest] = process.argv.slice(2)
if (file === undefined) {
  process.stderr.write('usage: node scripts/run.mjs FILE [arguments]\n')
  process.exit(2)
}
const { module } = await runnerImport(pathToFileURL(file).pathname, { logLevel: 'error', configFile: false })
process.exitCode = await module.main(rest)
