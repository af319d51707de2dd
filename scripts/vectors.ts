import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { runAgreementVector } from '../test/support/translate/agreement'
import { runConsensusVector } from '../test/support/translate/consensus'
import { runCitationCase, runEvidenceVector, runStandingVector } from '../test/support/translate/evidence'
import { runLedgerCase } from '../test/support/translate/ledger'
import { runPanelCase } from '../test/support/translate/panel'
import { runPublishedCase } from '../test/support/translate/published'

type Row = { readonly id: string; readonly input: never; readonly expected: never }
type Runner = (row: never) => string | undefined | Promise<string | undefined>

const runners: Readonly<Record<string, Runner>> = {
  agreement: runAgreementVector,
  citations: runCitationCase,
  consensus: runConsensusVector,
  evidence: runEvidenceVector,
  ledger: runLedgerCase,
  panel: runPanelCase,
  published: runPublishedCase,
  standing: runStandingVector,
}

/** Runs vector and case files: a line for each failure, then the count. Exit 1 on a failure and on a kind that it doesn't know. */
export async function main(files: readonly string[]): Promise<number> {
  let passed = 0
  let failed = 0
  const fail = (line: string): void => {
    failed++
    process.stdout.write(`${line}\n`)
  }
  if (files.length === 0) fail('usage: npm run vectors -- FILES...')
  for (const file of files) {
    for (const [index, line] of linesOf(file, fail).entries()) {
      const where = `${basename(file)}:${index + 1}`
      const row = parsed(line)
      const runner = row === undefined ? undefined : runnerOf(row, file)
      if (row === undefined) fail(`${where} is no JSON`)
      else if (runner === undefined) fail(`${where} is of a kind that has no runner: ${areaOf(row, file)}`)
      else {
        const difference = await outcomeOf(runner, row)
        if (difference === undefined) passed++
        else fail(`${where} ${row.id}: ${difference}`)
      }
    }
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}

function linesOf(file: string, fail: (line: string) => void): string[] {
  try {
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
    if (lines.length === 0) fail(`${basename(file)} is empty`)
    return lines
  } catch (error) {
    fail(`${basename(file)} can't be read: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}

function parsed(line: string): Row | undefined {
  try {
    return JSON.parse(line) as Row
  } catch {
    return undefined
  }
}

/** A case names its area; a vector's kind is in its file's name. */
function areaOf(row: Row, file: string): string {
  const { area } = row as { area?: unknown }
  return typeof area === 'string' ? area : basename(file).replace(/\.jsonl$/, '')
}

function runnerOf(row: Row, file: string): Runner | undefined {
  const words = areaOf(row, file).split(/[-_.]/)
  const named = Object.keys(runners).filter((name) => words.includes(name))
  return named.length === 1 ? runners[named[0] ?? ''] : undefined
}

async function outcomeOf(runner: Runner, row: Row): Promise<string | undefined> {
  try {
    return await runner(row as never)
  } catch (error) {
    return `threw ${error instanceof Error ? error.message : String(error)}`
  }
}
