import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { runAgreementVector } from '../test/support/translate/agreement'
import { runBaselineCase } from '../test/support/translate/baseline'
import { runCommandCase } from '../test/support/translate/commands'
import { runConsensusVector } from '../test/support/translate/consensus'
import { runDisciplineVector, runDriftReviewVector } from '../test/support/translate/discipline'
import { runDriftCase } from '../test/support/translate/drift'
import { runEvolutionCase } from '../test/support/translate/evolution'
import { runCitationCase, runEvidenceVector, runStandingVector } from '../test/support/translate/evidence'
import { runScopeCase } from '../test/support/translate/git-scope'
import { runLedgerCase } from '../test/support/translate/ledger'
import { runMessyOutputCase } from '../test/support/translate/messy-output'
import { runPanelCase } from '../test/support/translate/panel'
import {
  runDevGateVector,
  runJudgeFaultVector,
  runLightVector,
  runPolicyAnalysisVector,
  runPolicyDiffVector,
  runPolicyErrorVector,
  runPolicyExplainVector,
} from '../test/support/translate/policy'
import { runPublishedCase } from '../test/support/translate/published'
import { runTamperingCase } from '../test/support/translate/tampering'
import { runRegionCase } from '../test/support/translate/regions'
import { runTrafficCase } from '../test/support/translate/traffic'

type Row = { readonly id: string; readonly input: never; readonly expected: never }
type Runner = (row: never) => string | undefined | Promise<string | undefined>

const runners: Readonly<Record<string, Runner>> = {
  agreement: runAgreementVector,
  baseline: runBaselineCase,
  citations: runCitationCase,
  commands: runCommandCase,
  consensus: runConsensusVector,
  discipline: runDisciplineVector,
  drift: runDriftCase,
  'drift-review': runDriftReviewVector,
  evidence: runEvidenceVector,
  evolution: runEvolutionCase,
  ledger: runLedgerCase,
  messy: runMessyOutputCase,
  panel: runPanelCase,
  gate: runDevGateVector,
  'judge-fault': runJudgeFaultVector,
  light: runLightVector,
  'policy-analysis': runPolicyAnalysisVector,
  'policy-diff': runPolicyDiffVector,
  'policy-errors': runPolicyErrorVector,
  'policy-explain': runPolicyExplainVector,
  published: runPublishedCase,
  regions: runRegionCase,
  scope: runScopeCase,
  standing: runStandingVector,
  tampering: runTamperingCase,
  traffic: runTrafficCase,
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

/** The kind that the name says first, the longer of two: `light-dev-gate-1` is of kind `light`, `drift-review` not of kind `drift`. */
function runnerOf(row: Row, file: string): Runner | undefined {
  const words = areaOf(row, file).split(/[-_.]/)
  const standsAt = (name: string): number =>
    words.findIndex((_, index) => name.split('-').every((word, offset) => words[index + offset] === word))
  const [name] = Object.keys(runners)
    .filter((kind) => standsAt(kind) >= 0)
    .sort((a, b) => standsAt(a) - standsAt(b) || b.length - a.length)
  return name === undefined ? undefined : runners[name]
}

async function outcomeOf(runner: Runner, row: Row): Promise<string | undefined> {
  try {
    return await runner(row as never)
  } catch (error) {
    return `threw ${error instanceof Error ? error.message : String(error)}`
  }
}
