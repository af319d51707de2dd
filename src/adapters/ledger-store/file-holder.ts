import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { systemCode } from './file-disk'

/**
 * Who holds a lock. `machine`, `boot`, `space` (the process namespace of a container) and `start` (in clock ticks since boot) are '' where the system
 * doesn't tell; `nonce` is that of one open ledger.
 */
export type Holder = {
  readonly host: string
  readonly machine: string
  readonly boot: string
  readonly space: string
  readonly pid: number
  readonly start: string
  readonly nonce: string
}

/** Whether a process runs, and since when if that is known. A zombie doesn't run: it can't write any more. */
export type ProcessState = { readonly running: boolean; readonly start: string }

/** What is known of this host and of the processes on it; tests hand in another one. */
export type Surroundings = Omit<Holder, 'nonce'> & { readonly stateOf: (pid: number) => ProcessState }

/** This process and its host, read once from /proc and /etc on Linux; elsewhere host name and pid have to do. */
export function surroundings(): Surroundings {
  return {
    host: hostname(),
    machine: textOf('/etc/machine-id'),
    boot: textOf('/proc/sys/kernel/random/boot_id'),
    space: linkOf('/proc/self/ns/pid'),
    pid: process.pid,
    start: stateOf(process.pid).start,
    stateOf,
  }
}

/**
 * Whether a lock's holder is dead for certain: a process of this host that no longer runs, or that ran before the last boot. When in doubt it is
 * `elsewhere`, whose lock is never taken: two machines may bear one name.
 */
export function standingOf(holder: Holder, here: Surroundings): 'alive' | 'dead' | 'elsewhere' {
  if (holder.host !== here.host) return 'elsewhere'
  if (holder.boot !== here.boot) {
    const rebooted = holder.boot !== '' && here.boot !== '' && holder.machine !== '' && holder.machine === here.machine
    return rebooted ? 'dead' : 'elsewhere'
  }
  if (holder.space !== here.space || holder.machine !== here.machine) return 'elsewhere'
  const { running, start } = here.stateOf(holder.pid)
  if (!running) return 'dead'
  return start !== '' && holder.start !== '' && start !== holder.start ? 'dead' : 'alive'
}

/** Reads what a lock file says; undefined where that names nobody. */
export function parseHolder(text: string): Holder | undefined {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null) return undefined
  const found: Readonly<Record<string, unknown>> = { ...value }
  const names = ['host', 'machine', 'boot', 'space', 'start', 'nonce'] as const
  const { pid } = found
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined
  if (names.some((name) => typeof found[name] !== 'string')) return undefined
  const [host = '', machine = '', boot = '', space = '', start = '', nonce = ''] = names.map((name) => String(found[name]))
  return nonce === '' ? undefined : { host, machine, boot, space, pid, start, nonce }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function stateOf(pid: number): ProcessState {
  const stat = textOf(`/proc/${pid}/stat`)
  if (stat === '') return { running: answers(pid), start: '' }
  // The command in brackets may hold blanks and brackets itself: fields count from the last one, the third is the state, the 22nd the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0] ?? ''
  return { running: state !== 'Z' && state !== 'X', start: fields[19] ?? '' }
}

function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (thrown) {
    return systemCode(thrown) !== 'ESRCH'
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
