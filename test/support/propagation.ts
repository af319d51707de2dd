import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// The rules of the public propagation check for prompts of a tribunal (R-TRI-83), written anew: a folder holds `doer.txt` and one `verifier-<lens>.txt` for each member, and
// each of them names the operative skill, orders to load it, says what to do where that fails, and passes the tribunal's own skill on to nobody.
const loading = /\b(?:load|install|use|apply)\b/i
const degrading = [
  /\bif\s+(?:you\s+)?(?:can'?t|cannot)/i,
  /\bunable to load/i,
  /\bif\s.*not available/i,
  /say so/i,
  /(?:report|flag) (?:that|it)/i,
]
const nesting = [
  /\b(?:load|install|use|run|apply)\b[^.\n]{0,40}\btribunal\b(?!\s+(?:pattern|run|loop|protocol))/i,
  /\btribunal\b[^.\n]{0,20}\bskill\b[^.\n]{0,40}\b(?:load|install|use|apply)\b/i,
]

/** What the check finds wrong with the prompts in a folder; nothing where they pass. */
export function propagationFaults(folder: string, skill: string): string[] {
  const names = readdirSync(folder).sort()
  const prompts = names.filter((name) => name === 'doer.txt' || /^verifier[-_].*\.txt$/i.test(name))
  return [
    ...(prompts.includes('doer.txt') ? [] : ['there is no doer.txt']),
    ...(prompts.length > Number(prompts.includes('doer.txt')) ? [] : ['there is no verifier-*.txt']),
    ...prompts.flatMap((name) => promptFaults(readFileSync(join(folder, name), 'utf8'), skill).map((fault) => `${name}: ${fault}`)),
  ]
}

function promptFaults(prompt: string, skill: string): string[] {
  const isNamed = prompt
    .toLowerCase()
    .split(/[^a-z0-9_-]+/)
    .some((word) => word.replace(/^-+|-+$/g, '') === skill.toLowerCase())
  return [
    ...(isNamed ? [] : [`does not name ${skill}`]),
    ...(loading.test(prompt) ? [] : ['gives no order to load it']),
    ...(degrading.some((clause) => clause.test(prompt)) ? [] : ['does not say what to do where it cannot be loaded']),
    ...(nesting.some((order) => order.test(prompt)) ? ['passes the tribunal on'] : []),
  ]
}
