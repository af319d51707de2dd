import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

export type ChildWork = {
  readonly directory: string
  readonly name: string
  readonly appends: number
  readonly batch: number
  readonly callers: number
}
export type ChildEnd = {
  readonly ids: readonly string[]
  readonly code: number | null
  readonly signal: string | null
  readonly err: string
}

let folder: string | undefined
let program: Promise<string> | undefined

/** The child program as one JavaScript file, built once. */
export function childProgram(): Promise<string> {
  program ??= built()
  return program
}

/** Removes the child program; it is built anew when it is asked for. */
export function removeChildProgram(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  folder = undefined
  program = undefined
}

async function built(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'adjudicate-child-'))
  folder = outDir
  process.once('exit', removeChildProgram)
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { ssr: join(import.meta.dirname, 'ledger-child.ts'), outDir, rollupOptions: { output: { entryFileNames: 'child.mjs' } } },
  })
  return join(outDir, 'child.mjs')
}

/** Runs a child to its end, or kills it without warning once it has confirmed so many events. Gives the ids that it confirmed. */
export async function runChild(work: ChildWork, killAfterIds = Infinity, prefix: readonly string[] = []): Promise<ChildEnd> {
  const { directory, name, appends, batch, callers } = work
  const command = [...prefix, process.execPath, await childProgram(), directory, name, String(appends), String(batch), String(callers)]
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  let seen = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
    seen += text.split('\n').length - 1
    if (seen >= killAfterIds) child.kill('SIGKILL')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ ids: out.split('\n').slice(0, -1), code, signal, err }))
  })
}

/** Kills a writer at a moment that differs from round to round; it must have been killed, not have ended. */
export async function killChild(directory: string, round: number): Promise<readonly string[]> {
  const batch = 1 + (round % 4)
  const work = { directory, name: `killed-${round}`, appends: 1_000_000, batch, callers: 1 + ((round * 7) % 9) }
  const { ids, signal, err } = await runChild(work, 1 + ((round * 13) % 41))
  if (signal !== 'SIGKILL') throw new Error(`the child ended by itself: ${err}`)
  return ids
}

/** Several children at once, each to its end. */
export async function runChildren(directory: string, processes: number, appendsEach: number): Promise<readonly string[]> {
  const ends = await Promise.all(
    Array.from({ length: processes }, (_, n) => runChild({ directory, name: `p${n}`, appends: appendsEach, batch: 1, callers: 1 })),
  )
  for (const { code, err } of ends) if (code !== 0) throw new Error(`a child ended with ${code}: ${err}`)
  return ends.flatMap(({ ids }) => ids)
}
