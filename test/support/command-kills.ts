import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { fileLedger } from '../../src/adapters/ledger-store/file'
import { canonicalJson } from '../../src/canonical/canonical-json'
import { verify } from '../../src/faces/embed/verify-known'
import type { ChildOrder } from './command-child'
import type { Told } from './command-story'
import { storyNow } from './command-story'

/** Builds the command line that can be killed into a folder; gives its path. */
export async function commandProgram(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { ssr: join(import.meta.dirname, 'command-child.ts'), outDir, rollupOptions: { output: { entryFileNames: 'child.mjs' } } },
  })
  return join(outDir, 'child.mjs')
}

export type CommandEnd = { readonly out: string; readonly err: string; readonly code: number | null; readonly signal: string | null }

/** One command in a process of its own, killed at a point unless that is 0. */
export async function commandRun(program: string, folder: string, { args, files = {}, answers = [] }: Told, at = 0): Promise<CommandEnd> {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  const order: ChildOrder = { at, args, answers, now: storyNow }
  const child = spawn(process.execPath, [program, JSON.stringify(order)], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ out, err, code, signal }))
  })
}

/** What a folder's ledger holds, without when: one line for each event. Throws where it isn't whole. */
export async function recordOf(folder: string): Promise<string[]> {
  const ledger = fileLedger(join(folder, '.adjudicate'))
  try {
    const found = await verify(ledger)
    if (found.state === 'broken') throw new Error(`broken: ${found.message}`)
    const lines: string[] = []
    for await (const { stream, type, actor, data } of ledger.read()) lines.push(canonicalJson({ stream, type, actor, data }))
    return lines
  } finally {
    await ledger.close()
  }
}

export type Killed = { readonly fault?: string; readonly isEnded: boolean; readonly wasRecorded: boolean }

/**
 * Kills a command at a point and runs it again with the same input; `fault` names what is wrong with the record beside that of an undisturbed run. Ended:
 * it lived through, so there are no more points.
 */
export async function killedOnce(program: string, folder: string, step: Told, at: number, undisturbed: readonly string[]): Promise<Killed> {
  const before = await recordOf(folder)
  const killed = await commandRun(program, folder, step, at)
  if (killed.signal === null)
    return { isEnded: true, wasRecorded: true, ...faultOf(killed.code === 2, `the command was not judged: ${killed.err}`) }
  const after = await recordOf(folder)
  const wasRecorded = after.length > before.length
  const isPrefix = after.every((line, index) => line === undisturbed[index])
  if (!isPrefix) return { isEnded: false, wasRecorded, fault: `another record: ${after.at(-1) ?? ''}` }
  if ((killed.out !== '' || killed.err.includes('recorded as event')) && !wasRecorded)
    return { isEnded: false, wasRecorded, fault: `told and not recorded: ${killed.out}${killed.err}` }
  const again = await commandRun(program, folder, step)
  const whole = await recordOf(folder)
  const isWhole = after.length === undisturbed.length
  const exits = !isWhole || step.isRepeat === true ? [0, 3] : [1]
  if (again.code === null || !exits.includes(again.code))
    return { isEnded: false, wasRecorded, fault: `run again it ended with ${again.code}: ${again.out}${again.err}` }
  return {
    isEnded: false,
    wasRecorded,
    ...faultOf(whole.join('\n') !== undisturbed.join('\n'), `run again it left ${whole.length} events`),
  }
}

function faultOf(isWrong: boolean, fault: string): { readonly fault?: string } {
  return isWrong ? { fault } : {}
}

/** Whether a file is there and holds JSON or XML to its end. */
export function isWholeFile(path: string, end: string): boolean {
  return !existsSync(path) || readFileSync(path, 'utf8').trimEnd().endsWith(end)
}
