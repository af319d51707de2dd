import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'

/** Tells the watcher of a process group or a temporary folder; each answers with what tells it that this one is gone. */
export type Watch = {
  readonly group: (pid: number | undefined) => () => void
  readonly folder: (path: string) => () => void
}

// It reads a line for every change, each the whole list. When our end is gone, however we ended, it ends the groups of the last whole line and takes away the folders.
const script = `last=
while IFS= read -r line; do last=$line; done
IFS='	'
set -f
for one in $last; do
  case $one in
    g*) kill -9 "-\${one#g}" 2>/dev/null || : ;;
  esac
done
for one in $last; do
  case $one in
    f*) rm -rf -- "\${one#f}" ;;
  esac
done`

const kept = new Set<string>()
let watcher: ChildProcess | undefined

/**
 * A small shell process that outlives this one by a moment, also a kill that nobody can catch: no command, agent or checkout of ours is left behind. It is started by the
 * first call, so call this before what is to be watched begins. Without a POSIX shell nothing is watched.
 */
export function watching(): Watch {
  watcher ??= started()
  return { group: (pid) => (pid === undefined ? () => undefined : keep(`g${pid}`)), folder: (path) => keep(`f${path}`) }
}

function keep(one: string): () => void {
  // What separates the list can't be told; such a folder is left to whoever cleans up the system's temporary folder.
  if (/[\t\n]/.test(one)) return () => undefined
  kept.add(one)
  tell()
  return () => {
    if (kept.delete(one)) tell()
  }
}

function tell(): void {
  watcher?.stdin?.write(`${[...kept].join('\t')}\n`)
}

function started(): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined
  const path = process.env['PATH']
  const child = spawn('/bin/sh', ['-c', script], {
    cwd: '/',
    detached: true,
    env: path === undefined ? {} : { PATH: path },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const lost = (): void => {
    if (watcher === child) watcher = undefined
  }
  child.once('error', lost)
  child.once('exit', lost)
  child.stdin.on('error', lost)
  // It must not keep this process alive.
  child.unref()
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return child
}
