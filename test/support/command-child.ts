import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** What the child does: a command line with its answers, killed at the n-th change on disk or word on stdout; 0 lives on. */
export type ChildOrder = {
  readonly at: number
  readonly args: readonly string[]
  readonly answers: readonly string[]
  readonly now: string
}

const { at, args, answers, now } = JSON.parse(process.argv[2] ?? '') as ChildOrder
let points = 0

/** Dies here where it is this point's turn; `half` is what a write leaves when it is cut in the middle. */
function point(half: () => void = () => undefined): void {
  if (++points !== at) return
  half()
  process.kill(process.pid, 'SIGKILL')
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

const changes = ['openSync', 'truncateSync', 'linkSync', 'unlinkSync', 'renameSync', 'mkdirSync', 'fdatasync', 'fsync'] as const
type Call = (...given: readonly unknown[]) => unknown
const calls = fs as unknown as Record<string, Call>
for (const name of changes) {
  const real = calls[name]
  calls[name] = (...given) => {
    point()
    return real?.(...given)
  }
}
const write = fs.writeSync.bind(fs) as (descriptor: number, bytes: Uint8Array) => number
calls['writeSync'] = (descriptor, bytes) => {
  const whole = bytes as Uint8Array
  point(() => write(descriptor as number, whole.subarray(0, Math.ceil(whole.length / 2))))
  return write(descriptor as number, whole)
}
const promises = fs.promises as unknown as Record<string, Call>
for (const name of ['open', 'rename', 'rm', 'mkdir', 'unlink']) {
  const real = promises[name]
  promises[name] = (...given) => {
    point()
    return real?.(...given)
  }
}
const handle = await fs.promises.open(process.execPath, 'r')
const prototype = Object.getPrototypeOf(handle) as Record<string, Call>
await handle.close()
for (const name of ['writeFile', 'write', 'sync', 'datasync']) {
  const real = prototype[name]
  prototype[name] = function killable(this: unknown, ...given) {
    point()
    return real?.apply(this, [...given])
  }
}
points = 0
syncBuiltinESMExports()

const { runCli } = await import('../../src/faces/cli/cli')
const left = [...answers]
const exit = await runCli(args, {
  cwd: process.cwd(),
  env: {},
  out: (text) => {
    point()
    fs.writeFileSync(1, text)
  },
  err: (text) => fs.writeFileSync(2, text),
  isTerminal: false,
  ...(answers.length === 0 ? {} : { ask: () => Promise.resolve(left.shift() ?? '') }),
  now: () => now,
})
process.exitCode = exit
