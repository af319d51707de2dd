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

/** Runs all sections, or those named, and writes the performance page when all ran. */
export async function main(names: readonly string[]): Promise<number> {
  const wanted = sections.filter(([name]) => names.length === 0 || names.some((one) => name.toLowerCase().startsWith(one.toLowerCase())))
  const page: string[] = []
  for (const [name, measure] of wanted) {
    const rows = await measure()
    const table = tableOf(rows)
    process.stdout.write(`${name}\n${table}\n\n`)
    page.push(`## ${name}\n\n${table}\n`)
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
