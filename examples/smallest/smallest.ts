// How does a panel's word become a decision? Three scorecards, the code they judged, one call.
import { readFileSync } from 'node:fs'
import { adjudicate, explainRuling } from 'adjudicate'
import type { Ruling } from 'adjudicate'

const { rubric, panel, corpus } = JSON.parse(readFileSync(new URL('panel.json', import.meta.url), 'utf8')) as Record<string, unknown>

export function main(): Ruling {
  const ruling = adjudicate({ rubric, panel, corpus })
  if (ruling.kind === 'verdict' && ruling.verdict === 'SHIP') return ruling
  process.stderr.write(explainRuling(ruling))
  return ruling
}
