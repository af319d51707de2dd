// The main job on this repository's own history: the commit that brought the tolerance of comparisons is judged by three
// scorecards, one of which cites code that isn't there. Needs git and a clone with its history.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const judged = 'src/consensus/tolerance.ts'

const found = spawnSync('git', ['log', '--diff-filter=A', '--format=%H', '--', judged], { cwd: root, encoding: 'utf8' })
const commit = found.stdout?.trim().split('\n').at(-1) ?? ''
if (found.status !== 0 || commit === '') {
  process.stderr.write(`x not judged: no commit in this clone brings ${judged}; clone with history and try again\n${found.stderr ?? ''}`)
  process.exit(2)
}

const args = ['verdict', 'examples/try/panel.json', '--artifact', commit]
process.stdout.write(`$ adjudicate verdict examples/try/panel.json --artifact ${commit.slice(0, 7)}\n`)
const run = spawnSync(process.execPath, ['dist/cli.js', ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
const verified = spawnSync(process.execPath, ['dist/cli.js', 'ledger', 'verify'], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
if (run.status !== 1 || verified.status !== 0) {
  process.stderr.write(
    `x this should have been ITERATE (exit 1) and a whole ledger (exit 0), but was ${run.status} and ${verified.status}\n`,
  )
  process.exit(1)
}
