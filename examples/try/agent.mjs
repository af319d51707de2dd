// A command-line agent whose words are scripted: `node agent.mjs doer|quality|fitness|adversary`, brief on standard input, answer on standard output. The doer
// really writes, tests and commits in the folder it stands in; what the judges say stands in cards.json, by round.
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const here = import.meta.dirname
const [role = ''] = process.argv.slice(2)
const brief = readFileSync(0, 'utf8')
const [, block, nonce] = [...brief.matchAll(/^\|\|\|(?!END_)([A-Z_]+):([\w-]+)\|\|\|$/gm)].at(-1) ?? []
const cards = JSON.parse(readFileSync(join(here, 'cards.json'), 'utf8'))
const answer = role === 'doer' ? work() : block === 'SYNTHESIS' ? { replies: cards.synthesis[role] } : judge()
process.stdout.write(`|||${block}:${nonce}|||\n${JSON.stringify(answer)}\n|||END_${block}:${nonce}|||\n`)

function work() {
  // A fresh doer knows of the first round what the brief says.
  const isSecond = brief.includes('Why the work came back (iterate)')
  const folder = join(here, 'work', isSecond ? 'second' : 'first')
  copyFileSync(join(folder, 'limiter.mjs'), 'src/limiter.mjs')
  copyFileSync(join(folder, 'limiter.test.mjs'), 'test/limiter.test.mjs')
  if (!isSecond) git('switch', '-q', '-c', 'slice/S1')
  git('add', 'src/limiter.mjs', 'test/limiter.test.mjs')
  git('commit', '-q', '-m', isSecond ? 'The limiter forgets who stays away' : 'A limiter')
  const run = spawnSync('node', ['--test'], { encoding: 'utf8' })
  return {
    status: 'DONE',
    diffSummary: isSecond ? 'clients who stay away for a window are forgotten' : 'a limiter with a window for each client',
    files: ['src/limiter.mjs', 'test/limiter.test.mjs'],
    runs: [{ command: 'node --test', exitCode: run.status ?? 1, output: `${run.stdout}${run.stderr}`.slice(-4000) }],
    address: git('rev-parse', 'HEAD').trim(),
  }
}

function judge() {
  const round = /^Round (\d+) of \d+\. Left: /m.exec(brief)?.[1] ?? '1'
  // A judge stands in a checkout of what it judges; which files changed is in its brief.
  const changed = [...brief.matchAll(/^\+\+\+ b\/(\S+)$/gm)].map(([, path]) => path)
  return { ...cards[round][role], coverage: [...new Set(changed)].map((path) => seen(path, statSync(path).size)) }
}

function seen(path, bytes) {
  return { path, bytes, of: bytes }
}

function git(...args) {
  const who = ['-c', 'user.name=doer', '-c', 'user.email=doer@example.org', '-c', 'commit.gpgsign=false']
  const run = spawnSync('git', [...who, ...args], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`)
  return run.stdout
}
