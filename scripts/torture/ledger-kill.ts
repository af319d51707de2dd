import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileLedger } from '../../src/adapters/ledger-store/file'
import { verify } from '../../src/running/verify-ledger'
import { removeChildProgram, runChild } from '../../test/support/ledger-processes'

const roundsOnOneLedger = 25

/**
 * Kills a writer in mid-append, N times (500), while another one goes on with the same ledger. After each kill everything that either had confirmed must
 * be there, once, in one whole chain, and the next append must succeed. Exit 1 on the first fault.
 */
export async function main([times = '500']: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'adjudicate-kill-'))
  const tally = { kills: 0, confirmed: 0, tornTails: 0, locksTakenOver: 0 }
  try {
    for (let round = 1; round <= Number(times); round++) {
      const directory = join(folder, `ledger-${Math.ceil(round / roundsOnOneLedger)}`)
      const fault = await oneRound(directory, round, tally)
      if (fault === undefined) continue
      process.stdout.write(`round ${round}: ${fault}\n`)
      return 1
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    removeChildProgram()
  }
  process.stdout.write(`${tally.kills} writers killed, ${tally.confirmed} confirmed events all there, `)
  process.stdout.write(`${tally.tornTails} torn tails cut, ${tally.locksTakenOver} locks taken over\n`)
  return 0
}

type Tally = { kills: number; confirmed: number; tornTails: number; locksTakenOver: number }

const confirmedIn = new Map<string, string[]>()

async function oneRound(directory: string, round: number, tally: Tally): Promise<string | undefined> {
  const victim = { directory, name: `victim-${round}`, appends: 1_000_000, batch: 1 + (round % 5), callers: 1 + ((round * 7) % 11) }
  const other = { directory, name: `other-${round}`, appends: 20, batch: 2, callers: 2 }
  const [killed, ended] = await Promise.all([runChild(victim, 1 + Math.floor(Math.random() * 60)), runChild(other)])
  if (killed.signal !== 'SIGKILL') return `the victim ended by itself: ${killed.err}`
  if (ended.code !== 0) return `the other writer ended with ${ended.code}: ${ended.err}`
  tally.kills++
  const confirmed = [...(confirmedIn.get(directory) ?? []), ...killed.ids, ...ended.ids]
  tally.confirmed += killed.ids.length + ended.ids.length
  const ledger = fileLedger(directory, {
    onNotice: ({ kind }) => {
      if (kind === 'torn-tail') tally.tornTails++
      if (kind === 'lock-taken-over') tally.locksTakenOver++
    },
  })
  try {
    const event = {
      stream: 'torture',
      type: 'torture.survived',
      schema: 1,
      actor: { kind: 'system' as const, id: 'torture' },
      id: `round-${round}`,
      data: round,
    }
    const recorded = await ledger.append([event], [])
    const seen = new Map<string, number>()
    for await (const { id } of ledger.read()) seen.set(id, (seen.get(id) ?? 0) + 1)
    const verdict = await verify(ledger)
    if (verdict.state !== 'intact') return JSON.stringify(verdict)
    const lost = confirmed.filter((id) => !seen.has(id))
    if (lost.length > 0) return `confirmed and lost: ${lost.slice(0, 5).join(', ')}`
    const doubled = [...seen].filter(([, count]) => count > 1)
    if (doubled.length > 0) return `recorded twice: ${JSON.stringify(doubled.slice(0, 5))}`
    confirmedIn.set(directory, [...confirmed, ...recorded.map(({ id }) => id)])
  } finally {
    await ledger.close()
  }
  const litter = readdirSync(directory).filter((name) => !/^ledger\.jsonl(?:\.torn-\d+)?$/.test(name))
  return litter.length > 0 ? `left behind: ${litter.join(', ')}` : undefined
}
