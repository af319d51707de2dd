// A command-line agent: reads its brief, and answers with the first of the answers in `<folder>/answers.json` that fits its role. Where there is a file
// `<folder>/hang-<role>` it says who it is and where it stands in `<folder>/hung` and never answers.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2] ?? '.'
const brief = readFileSync(0, 'utf8')
const [, name, nonce] = [...brief.matchAll(/^\|\|\|(?!END_)([A-Z_]+):([\w-]+)\|\|\|$/gm)].at(-1) ?? []
const role = name === 'DOER_REPORT' ? 'doer' : /Your lens is (\w+)\./.exec(brief)?.[1]
if (existsSync(join(folder, `hang-${role}`))) {
  writeFileSync(join(folder, 'hung.part'), `${process.pid}\n${process.cwd()}`)
  renameSync(join(folder, 'hung.part'), join(folder, 'hung'))
  setInterval(() => undefined, 60_000)
} else {
  const { answers } = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8'))
  const { says } = answers.find((one) => one.role === role && (one.contains === undefined || brief.includes(one.contains)))
  process.stdout.write(`|||${name}:${nonce}|||\n${JSON.stringify(says)}\n|||END_${name}:${nonce}|||\n`)
}
