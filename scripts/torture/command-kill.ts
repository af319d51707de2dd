import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandProgram, commandRun, isWholeFile, killedOnce, recordOf } from '../../test/support/command-kills'
import type { Told } from '../../test/support/command-story'
import { story } from '../../test/support/command-story'

/**
 * Kills every command that records something at every change that it makes on disk and at every word that it prints, then runs it again with the same
 * input; `1` in N points is tried (1: all). The record must be that of an undisturbed run. Exit 1 on the first fault.
 */
export async function main([oneIn = '1']: readonly string[]): Promise<number> {
  const top = mkdtempSync(join(tmpdir(), 'adjudicate-commands-'))
  try {
    const program = await commandProgram(join(top, 'program'))
    const whole = join(top, 'whole')
    let kills = 0
    let recorded = 0
    for (const [index, step] of story.entries()) {
      const before = join(top, 'before')
      if (index > 0) cpSync(whole, before, { recursive: true })
      const ended = await commandRun(program, whole, step)
      if (ended.code !== 0 && ended.code !== 3) return said(`${step.args.join(' ')} ended with ${ended.code}: ${ended.out}${ended.err}`)
      const undisturbed = await recordOf(whole)
      for (let at = 1 + (index % Number(oneIn)); ; at += Number(oneIn)) {
        const folder = join(top, 'killed')
        if (index > 0) cpSync(before, folder, { recursive: true })
        const { fault, isEnded, wasRecorded } = await killedOnce(program, folder, step, at, undisturbed)
        rmSync(folder, { recursive: true, force: true })
        if (fault !== undefined) return said(`${step.args.join(' ')}, killed at point ${at}: ${fault}`)
        if (isEnded) break
        kills++
        if (wasRecorded) recorded++
      }
      rmSync(before, { recursive: true, force: true })
    }
    const fault = await junitFault(program, top)
    if (fault !== undefined) return said(fault)
    process.stdout.write(`${story.length} commands killed at ${kills} points, ${recorded} of them after the record\n`)
    return 0
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}

function said(fault: string): number {
  process.stdout.write(`${fault}\n`)
  return 1
}

/** A policy is recorded nowhere; its JUnit file is whole or not there. */
async function junitFault(program: string, top: string): Promise<string | undefined> {
  const step: Told = { args: ['policy', 'test', 'bugfix@1', 'cases.json', '--junit', 'cases.xml'] }
  const facts = { cause: 'RC1', solution: 'FX1', evidence: 'EV1', scope: 'SC1', H1: 'no', H2: 'no', H3: 'no', H4: 'no' }
  for (let at = 1; ; at++) {
    const folder = join(top, `junit-${at}`)
    const told = { ...step, files: { 'cases.json': [{ facts, outcome: 'green' }] } }
    const { signal, code, out, err } = await commandRun(program, folder, told, at)
    if (!isWholeFile(join(folder, 'cases.xml'), '</testsuites>')) return `killed at point ${at} policy test left half a JUnit file`
    if (signal === null) return code === 0 ? undefined : `policy test ended with ${code}: ${out}${err}`
    writeFileSync(join(folder, 'again'), '')
    if ((await commandRun(program, folder, told)).code !== 0) return `killed at point ${at} policy test can't be run again`
  }
}
