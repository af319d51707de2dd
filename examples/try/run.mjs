// A whole slice on a git repository that is made in a temporary folder and removed again: a doer, the mechanical gate, a panel of three, a second round, a verdict. The
// agents are real processes that really work and commit; only their words are scripted. It runs from a clone that was built and from the installed package. Needs git.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const program = resolve(here, '../../dist/cli.js')
const folder = mkdtempSync(join(tmpdir(), 'adjudicate-try-'))
try {
  process.exitCode = main()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function main() {
  cpSync(here, folder, { recursive: true })
  mkdirSync(join(folder, 'repo/.adjudicate'))
  cpSync(join(folder, 'gate.json'), join(folder, 'repo/.adjudicate/config.json'))
  git('init', '-q')
  git('symbolic-ref', 'HEAD', 'refs/heads/main')
  git('add', '-A')
  git('commit', '-q', '-m', 'What was there before')
  const exits = [adjudicate('run', 'slice.json'), adjudicate('status', 'S1', '--rulings'), adjudicate('ledger', 'verify')]
  if (exits.every((exit) => exit === 0)) return 0
  process.stderr.write(`x this should have shipped (exit 0, 0, 0), but was ${exits.join(', ')}\n`)
  return 1
}

function adjudicate(...args) {
  process.stdout.write(`\n$ adjudicate ${args.join(' ')}\n`)
  const run = spawnSync(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  return run.status ?? run.signal
}

function git(...args) {
  const who = ['-c', 'user.name=try', '-c', 'user.email=try@example.org', '-c', 'commit.gpgsign=false', '-c', 'core.autocrlf=false']
  const run = spawnSync('git', [...who, ...args], { cwd: join(folder, 'repo'), encoding: 'utf8' })
  if (run.status === 0) return
  process.stderr.write(`x git ${args.join(' ')} failed: ${run.error?.message ?? run.stderr}\n`)
  throw new Error('nothing was tried')
}
