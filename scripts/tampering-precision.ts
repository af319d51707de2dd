import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeSource } from '../src/gate/tampering/source-text'
import type { TamperFinding } from '../src/gate/tampering/tamper-finding'
import type { TamperingCase } from '../test/support/translate/tampering'
import { judgeMaps } from '../test/support/translate/tampering'

const root = join(import.meta.dirname, '..')
const globs = ['test/**', 'tests/**', '**/*.test.*', '**/*.spec.*']

/**
 * Prints how many of the bad changes of case files are found and how many of the good ones are refused; `--history [PATH] [COUNT]` judges each
 * commit of a repository against its first parent instead. Exit 1 where a good change of a case is refused or a bad one passes.
 */
export async function main(args: readonly string[]): Promise<number> {
  if (args[0] === '--history') return history(args[1] ?? root, Number(args[2] ?? '1000'))
  const files = args.length > 0 ? args : [join(root, 'test/cases/tampering.jsonl')]
  const rows = files.flatMap((file) => readFileSync(file, 'utf8').split('\n')).filter((line) => line.trim() !== '')
  return cases(rows.map((line) => JSON.parse(line) as TamperingCase))
}

async function cases(rows: readonly TamperingCase[]): Promise<number> {
  const counts = new Map<string, number>()
  for (const { id, input, expected } of rows) {
    const { verdict, findings } = await judgeMaps(input.base, input.head, input.test_globs)
    const key = `${expected.verdict} ${verdict}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    if (verdict !== expected.verdict) process.stdout.write(`${id}: ${verdict}, wanted ${expected.verdict}${findings.map(shown).join('')}\n`)
  }
  const count = (wanted: string, found: string): number => counts.get(`${wanted} ${found}`) ?? 0
  const refused = count('PASS', 'FAIL') + count('REVIEW', 'FAIL')
  const hits = count('FAIL', 'FAIL')
  const missed = count('FAIL', 'PASS') + count('FAIL', 'REVIEW')
  process.stdout.write(`blocked rightly ${hits}, wrongly ${refused}; not blocked ${missed} of ${hits + missed} bad ones\n`)
  process.stdout.write(`precision ${ratio(hits, hits + refused)}, recall ${ratio(hits, hits + missed)}\n`)
  return refused + missed === 0 ? 0 : 1
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? 'undefined' : (part / whole).toFixed(3)
}

function shown({ kind, severity, path, line, subject, message, before, after }: TamperFinding): string {
  const texts = [before, after].map((text) => (text ?? '').slice(0, 120).replaceAll('\n', ' '))
  return `\n  ${severity} ${kind} ${path}:${line ?? 0} [${subject ?? ''}] ${message}: ${texts.join(' -> ')}`
}

async function history(repository: string, most: number): Promise<number> {
  const git = (...words: readonly string[]): Buffer =>
    execFileSync('git', ['-C', repository, '--no-replace-objects', ...words], { maxBuffer: 1 << 28 })
  const commits = git('rev-list', '--no-merges', '--parents', `--max-count=${most}`, 'HEAD').toString().trim().split('\n')
  const totals = new Map<string, number>()
  for (const [commit = '', parent] of commits.map((line) => line.split(' '))) {
    if (parent === undefined) continue
    const [base, head] = [new Map<string, string | null>(), new Map<string, string | null>()]
    const raw = git('diff-tree', '-r', '-z', '--no-renames', parent, commit).toString().split('\0')
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const [before = '', after = '', from = '', to = ''] = (raw[at] ?? '').slice(1).split(' ')
      const path = raw[at + 1] ?? ''
      if (before.startsWith('10')) base.set(path, decodeSource(git('cat-file', 'blob', from)))
      head.set(path, after.startsWith('10') ? decodeSource(git('cat-file', 'blob', to)) : null)
    }
    const { verdict, findings } = await judgeMaps(Object.fromEntries(base), Object.fromEntries(head), globs)
    totals.set(verdict, (totals.get(verdict) ?? 0) + 1)
    if (verdict !== 'PASS')
      process.stdout.write(`${verdict} ${git('log', '-1', '--format=%h %s', commit).toString().trim()}${findings.map(shown).join('')}\n`)
  }
  process.stdout.write(`${[...totals].map(([verdict, count]) => `${verdict} ${count}`).join(', ')}\n`)
  return 0
}
