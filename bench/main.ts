import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { citations } from './citations'
import { drivers } from './driver'
import { gates } from './gate'
import { imports } from './imports'
import { ledgers } from './ledger'
import { policies } from './policy'
import { rulings } from './rulings'
import type { Measured } from './timing'

const sections: readonly (readonly [string, () => Measured[] | Promise<Measured[]>])[] = [
  ['Rulings', rulings],
  ['Citations', citations],
  ['Policies', policies],
  ['Ledger', ledgers],
  ['Driver', drivers],
  ['Gate', gates],
  ['Import and weight', imports],
]

// What a table can't say by itself.
const remarks: Readonly<Record<string, string>> = {
  Rulings: `Processor time, helper threads included. Over 200 kB more than half goes into the digest of the artifact: canonical JSON of a long text and SHA-256 of
it, both fixed by what the digest is.`,
  Policies: `Each engine first has to give the table's own light on 399 of its inputs. Every evaluation checks all eight facts. Cedar has no first match, so it is asked for
green and, failing that, for yellow.`,
  Ledger: `Memory is measured with a young generation held to 1 MiB: what the engine lets lie before it collects grows with the time a process runs. A writer holds 16 to
32 bytes for each event besides, to know an id again.`,
  Driver: `The bare loop asks the same scripted models, which answer at once, and writes the same bytes, one sync for each event. What a driver costs beyond it is checking: every
command and every event by its schema, every ruling worked out twice, and some two dozen appends under the ledger's lock.`,
  Gate: `A made repository, packed: 5,000 source and 2,000 test files of ten cases each, one commit on top that changes four files, three checks that are \`true\`. The
whole provisional run of the built command line, the record included, in turns with the floor, the best of each.

The public script took 6.0 s on a repository of this kind (median of ten runs, 4.6 to 10.2 s, two loaded cores): one process for each test file of the base.`,
}

/** Runs all sections, or those named, and writes the performance page when all ran. */
export async function main(names: readonly string[]): Promise<number> {
  const wanted = sections.filter(([name]) => names.length === 0 || names.some((one) => name.toLowerCase().startsWith(one.toLowerCase())))
  const page: string[] = []
  for (const [name, measure] of wanted) {
    const rows = await measure()
    const table = tableOf(rows)
    process.stdout.write(`${name}\n${table}\n\n`)
    page.push(`## ${name}\n\n${name in remarks ? `${remarks[name]}\n\n` : ''}${table}\n`)
  }
  if (wanted.length === sections.length) writeFileSync('docs/explanation/performance.md', `${preface()}\n${page.join('\n')}`)
  return 0
}

function tableOf(rows: readonly Measured[]): string {
  const lines = rows.map(({ what, value, beside, ratio, aim, met }) => {
    const verdict = met === null ? '' : met ? 'met' : '**missed**'
    return `| ${what} | ${value} | ${beside} | ${ratio === null ? '' : ratio.toFixed(2)} | ${aim} | ${verdict} |`
  })
  return ['| what | figure | beside | ratio | aim | |', '| --- | --- | --- | --- | --- | --- |', ...lines].join('\n')
}

function preface(): string {
  const model = cpus()[0]?.model ?? 'unknown'
  const machine = `${cpus().length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${process.platform}`
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  return `# Performance

Measured by \`npm run bench\` in one run on ${new Date().toISOString().slice(0, 10)} at ${commit}: ${machine}. Ratios carry over between machines, figures
don't. Other work on the machine only makes figures worse. No test is timed.
`
}
