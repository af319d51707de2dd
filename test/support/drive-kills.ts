import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { build } from 'vite'
import { fileLedger } from '../../src/adapters/ledger-store/file'
import { verify } from '../../src/faces/embed/verify-known'

/** Builds the driving child into a folder as one file; gives its path. */
export async function driveProgram(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { ssr: join(import.meta.dirname, 'drive-child.ts'), outDir, rollupOptions: { output: { entryFileNames: 'child.mjs' } } },
  })
  return join(outDir, 'child.mjs')
}

/** Where to die: at the n-th point, of one kind of action or of all. */
export type Point = { readonly at: number; readonly kind?: string }

export type Driven = {
  /** Where each process that was killed died: the kind of action and the moment. */
  readonly killed: readonly string[]
  /** What the last process ended with. */
  readonly closing: unknown
}

/** Drives one slice in a folder, killed at these points one process after the other, then to its end. A point that isn't reached ends it too. */
export async function driveKilled(program: string, folder: string, points: readonly Point[]): Promise<Driven> {
  mkdirSync(folder, { recursive: true })
  const killed: string[] = []
  for (const point of [...points, { at: 0 }]) {
    const { out, err, signal } = await childOf(program, folder, point)
    const line = out.trimEnd().split('\n').at(-1) ?? ''
    if (signal === null && line.startsWith('end ')) return { killed, closing: JSON.parse(line.slice(4)) }
    if (signal !== 'SIGKILL' || !line.startsWith('kill ')) throw new Error(`the driver ended by itself: ${out}${err}`)
    killed.push(line.slice(5))
  }
  throw new Error('the last process was not to be killed')
}

type Ended = { readonly out: string; readonly err: string; readonly signal: string | null }

async function childOf(program: string, folder: string, { at, kind = '' }: Point): Promise<Ended> {
  const child = spawn(process.execPath, [program, folder, String(at), kind], { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (_, signal) => resolve({ out, err, signal }))
  })
}

/** What is wrong with a driven slice beside an undisturbed one; empty where nothing is. */
export async function faultsOf(folder: string, driven: Driven, undisturbed: Driven): Promise<string[]> {
  const faults: string[] = []
  if (comparable(driven.closing) !== comparable(undisturbed.closing)) faults.push(`another end: ${comparable(driven.closing)}`)
  const ledger = fileLedger(folder)
  const starts = new Map<string, number>()
  const done = new Set<string>()
  try {
    const verdict = await verify(ledger)
    if (verdict.state !== 'intact') faults.push(JSON.stringify(verdict))
    for await (const { type, data } of ledger.read()) {
      const { action = '', outcome } = data as { readonly action?: string; readonly outcome?: string }
      if (type === 'action.done' && outcome === 'recorded') {
        if (done.has(action)) faults.push(`recorded twice: ${action}`)
        done.add(action)
      }
      if (type !== 'action.started') continue
      if (done.has(action)) faults.push(`started again with a result: ${action}`)
      starts.set(action, (starts.get(action) ?? 0) + 1)
    }
  } finally {
    await ledger.close()
  }
  const calls = new Map<string, number>()
  for (const line of readFileSync(join(folder, 'calls.log'), 'utf8').split('\n').filter(Boolean)) {
    const key = line.split('\t')[1] ?? ''
    calls.set(key, (calls.get(key) ?? 0) + 1)
  }
  for (const [key, count] of calls)
    if (count > (starts.get(key) ?? 0)) faults.push(`asked ${count} times, started ${starts.get(key) ?? 0}: ${key}`)
  if (calls.size === 0) faults.push('nobody was asked')
  return faults
}

/** The closing report without the names of sessions, which no two runs share. */
function comparable(closing: unknown): string {
  return JSON.stringify(closing).replaceAll(/session-[A-Za-z0-9_-]+/g, 'session')
}

/** The processes that are still at work in a folder, once they had five seconds to go away. */
export async function strayProcesses(folder: string): Promise<string[]> {
  for (let turn = 0; ; turn++) {
    const strays = existsSync('/proc') ? readdirSync('/proc').filter((pid) => isIn(pid, folder)) : []
    if (strays.length === 0 || turn >= 500) return strays
    await later(10)
  }
}

function isIn(pid: string, folder: string): boolean {
  if (!/^\d+$/.test(pid)) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
  } catch {
    // It is gone, or another user's.
    return false
  }
}
