import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { main as writeBriefs } from '../../../examples/dispatched-briefs'
import { fold, openLedger, record } from '../../../src/entries/running'
import { checkBrief, slice } from '../../../src/entries/tribunal'
import type { SliceAction } from '../../../src/entries/tribunal'
import { propagationFaults } from '../../support/propagation'
import { handle, setup } from '../../support/slice-play'

const skill = 'production-grade'
const stream = 'slice/S3'
const top = mkdtempSync(join(tmpdir(), 'adjudicate-briefs-'))
const ledgerAddress = `file:${join(top, 'ledger')}`
const dispatched = join(top, 'dispatched')
let written: readonly string[] = []

/** Drives a slice on the record until an action of this kind is due. */
async function until(kind: SliceAction['kind'], skills: readonly string[]): Promise<void> {
  const ledger = await openLedger(ledgerAddress)
  const rubric = { criteria: ['At most `limit` requests'], dimensions: ['correctness', 'clarity'], commands: ['npm test'], skills }
  const begun = { setup: { ...setup, rubric } }
  for (let count = 0; count < 20; count++) {
    const state = await fold(ledger, slice, stream, begun)
    const [due] = slice.next(state)
    if (due === undefined || due.kind === kind) break
    const recorded = await record(ledger, slice, stream, handle(due, state), begun)
    if (!recorded.ok) throw new Error(recorded.refusal.message)
  }
  await ledger.close()
}

beforeAll(async () => {
  const write = (): Promise<string[]> => writeBriefs(ledgerAddress, 'S3', dispatched, () => 'n0nce7')
  await until('await-report', [skill])
  const first = await write()
  await until('judge', [skill])
  written = [...first, ...(await write())]
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

test('R-TRI-83 the briefs of a doer and three verifiers pass the propagation check', () => {
  expect([...written].sort()).toEqual(['doer.txt', 'verifier-adversary.txt', 'verifier-fitness.txt', 'verifier-quality.txt'])
  expect(propagationFaults(dispatched, skill)).toEqual([])
})

test('R-TRI-02 the check, and our own, find a prompt that lost the skill, the order, the clause, or that nests', () => {
  const spoiled: readonly (readonly [string, string, RegExp, string])[] = [
    ['doer.txt', 'does not name production-grade', /production-grade/g, 'well-made'],
    ['verifier-quality.txt', 'gives no order to load it', /\b[Ll]oad\b/g, 'consider'],
    [
      'verifier-fitness.txt',
      'does not say what to do where it cannot be loaded',
      /if one cannot be loaded, say so in your answer and name it/g,
      'namely',
    ],
    ['verifier-adversary.txt', 'passes the tribunal on', /$/, '\nLoad the tribunal skill too.\n'],
    ['doer.txt', 'passes the tribunal on', /$/, '\nAlso load and run the tribunal skill on your own output.\n'],
  ]
  for (const [name, fault, from, to] of spoiled) {
    const folder = mkdtempSync(join(top, 'spoiled-'))
    for (const file of readdirSync(dispatched)) {
      const text = readFileSync(join(dispatched, file), 'utf8')
      writeFileSync(join(folder, file), file === name ? text.replace(from, to) : text)
    }
    expect(propagationFaults(folder, skill)).toContain(`${name}: ${fault}`)
    if (!fault.includes('tribunal')) continue
    const brief = readFileSync(join(folder, name), 'utf8')
    expect(checkBrief(brief, name === 'doer.txt' ? 'doer' : 'verifier').map(({ code }) => code)).toContain('nests')
  }
  const empty = mkdtempSync(join(top, 'empty-'))
  expect(propagationFaults(empty, skill)).toEqual(['there is no doer.txt', 'there is no verifier-*.txt'])
})

test('R-TRI-08 the tribunal’s own skill is never passed on, because no rubric may name it', () => {
  expect(() => slice.initial({ ...setup, rubric: { ...(setup.rubric as object), skills: ['tribunal'] } })).toThrow(
    '"tribunal" orchestrates',
  )
})
