import { runGate } from '../../src/faces/embed/run-gate'

// Judges a repository's task `t01` that many times, or without end; prints each verdict and the most memory that this process ever held, in MiB.
const [repo = '', kind = 'provisional', times = 'Infinity'] = process.argv.slice(2)
for (let time = 1; time <= Number(times); time++) {
  const outcome = await runGate({ repo, task: 't01', decide: kind === 'deciding' })
  const kinds =
    outcome.verdict === 'nothing-judged' ? outcome.issues.map(({ code }) => code) : outcome.tampering.findings.map((one) => one.kind)
  const mebibytes = Math.round(process.resourceUsage().maxRSS / 1024)
  process.stdout.write(`${JSON.stringify({ verdict: outcome.verdict, kinds, mebibytes })}\n`)
}
