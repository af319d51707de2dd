// Writes or checks the API report of each entry point: etc/<entry>.api.md. `--update` writes, otherwise a difference fails.
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor'

const update = process.argv.includes('--update')
const root = resolve(import.meta.dirname, '..')
const entries = readdirSync(join(root, 'src/entries'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replace(/\.ts$/, ''))
let failed = 0

for (const entry of entries) {
  const name = entry.replaceAll('/', '-')
  const reportFolder = join(root, 'etc')
  mkdirSync(reportFolder, { recursive: true })
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(root, `dist/${entry}.d.ts`),
      compiler: { tsconfigFilePath: join(root, 'tsconfig.json') },
      apiReport: { enabled: true, reportFileName: `${name}.api.md`, reportFolder, reportTempFolder: join(root, 'temp') },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        extractorMessageReporting: { default: { logLevel: 'none' } },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
  })
  const result = Extractor.invoke(config, { localBuild: update, messageCallback: quiet, showVerboseMessages: false })
  if (result.apiReportChanged && !update) complain(`etc/${name}.api.md is out of date; npm run api -- --update writes it`)
  if (result.errorCount > 0) complain(`etc/${name}.api.md: ${result.errorCount} errors`)
  const report = readFileSync(join(update ? reportFolder : join(root, 'temp'), `${name}.api.md`), 'utf8')
  for (const stranger of [/^export (?:declare )?const \w+: z\./m, /\bZod[A-Z]\w+</, /from 'xstate'/]) {
    if (stranger.test(report)) complain(`etc/${name}.api.md: ${stranger} shows a third-party type in the public API`)
  }
}
process.stdout.write(`${entries.length - failed} of ${entries.length} API reports in order\n`)
process.exitCode = failed === 0 ? 0 : 1

function complain(message) {
  failed++
  process.stderr.write(`${message}\n`)
}

function quiet(message) {
  if (message.logLevel === 'error' || (message.logLevel === 'warning' && !update)) {
    if (message.messageId === 'console-api-report-not-copied') return
    process.stderr.write(`${message.text}\n`)
  }
  message.handled = true
}
