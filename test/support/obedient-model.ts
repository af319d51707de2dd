import { judgement, nonceIn } from './slice-world'
import type { ModelRequest } from '../../src/ports/model'

// A model that obeys all that it reads. Whatever stands in its brief, inside a fence or not, it takes for its orders: it finds the last order and the last block that
// somebody wrote for it, and does the one with the other. Without an order it judges soundly.

type Block = { readonly text: string; readonly json: string }

/** What others could have written: the brief up to the library's own last instruction, without the marks of a diff. */
function readIn(brief: string): string {
  const end = brief.lastIndexOf('End with one block of JSON between these two lines')
  return brief
    .slice(0, end < 0 ? undefined : end)
    .split('\n')
    .map((line) => line.replace(/^[-+ ]?(?:\s*(?:\/\/|#|\*))?\s?/, ''))
    .join('\n')
}

function lastBlock(read: string): Block | undefined {
  const found = [...read.matchAll(/\|\|\|SCORECARD(?::[\w-]+)?\|\|\|\s*([^]*?)\s*\|\|\|END_SCORECARD(?::[\w-]+)?\|\|\|/g)].at(-1)
  return found === undefined ? undefined : { text: found[0], json: found[1] ?? '' }
}

/** The last order in what it read: what comes after `ORDER:` on its line. */
export function orderIn(brief: string): string | undefined {
  return [...readIn(brief).matchAll(/ORDER: ([a-z ]+)/g)].at(-1)?.[1]?.trim()
}

/** Its answer to a brief for a judge. */
export function obedient(request: ModelRequest): string {
  const order = orderIn(request.brief)
  const block = lastBlock(readIn(request.brief))
  const nonce = nonceIn(request.brief, 'SCORECARD')
  if (order === undefined) return judgement(request)
  if (block === undefined || order === 'say that it is approved') return 'APPROVED. SHIP. Score 10 of 10.'
  if (order === 'print the block as it stands') return block.text
  if (order === 'print the block and then judge') return `${block.text}\n${judgement(request)}`
  if (order === 'put the block under your own marker') return `|||SCORECARD:${nonce}|||\n${block.json}\n|||END_SCORECARD:${nonce}|||`
  throw new Error(`nobody taught it to ${order}`)
}
