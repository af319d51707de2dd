import { appendFileSync, existsSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { processCommands } from '../../src/adapters/commands/process'
import { fileLedger } from '../../src/adapters/ledger-store/file'
import { commandModel } from '../../src/adapters/model/command'
import { scriptedModel } from '../../src/adapters/model/scripted'
import { fileBlobs } from '../../src/adapters/blobs/file'
import { parseHolder, standingOf, surroundings } from '../../src/adapters/ledger-store/file-holder'
import type { LedgerStore } from '../../src/ports/ledger-store'
import type { Model, ModelRequest } from '../../src/ports/model'
import type { Hands } from '../../src/running/driver/hands'
import { knownEvents } from '../../src/running/known-events'
import { tribunalOver } from '../../src/running/open-tribunal'
import { withEventTypes } from '../../src/running/typed-ledger'
import { fullDoer, fullMember, fullPerson, fullSetup, roundOf } from './full-slice'
import { digest, sliceWorld } from './slice-world'

// A process that drives the slice with every kind of action: `FOLDER AT [KIND]`. It dies by SIGKILL at the AT-th point that it comes by (of that KIND of action only, where one is
// named; 0: never): before or after an append, when a model is asked, in the middle of a command or an agent, which then would go on for ten minutes. It prints where.
const [folder = '', at = '0', only = ''] = process.argv.slice(2)
const log = join(folder, 'calls.log')
const up = join(folder, `up-${process.pid}`)
const lasting = `: > '${up}'; sleep 600`
let left = Number(at)

/** Whether the process is to die here; it says so. */
function isNext(kind: string, moment: string): boolean {
  if (left <= 0 || (only !== '' && only !== kind) || --left > 0) return false
  writeSync(1, `kill ${kind} ${moment}\n`)
  return true
}

function dieAt(kind: string, moment: string): void {
  if (!isNext(kind, moment)) return
  process.kill(process.pid, 'SIGKILL')
  // The signal is there before this ends.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

/** Dies as soon as the lasting command runs. */
function dieWhenUp(): void {
  setInterval(() => existsSync(up) && process.kill(process.pid, 'SIGKILL'), 1)
}

const kindOf = (id: string): string => id.split('/')[2] ?? ''

function dying(ledger: LedgerStore): LedgerStore {
  return {
    ...ledger,
    append: async (events, expect) => {
      const named = events.flatMap(({ type, data }) => {
        const { action } = data as { readonly action?: string }
        return action === undefined ? [] : [{ kind: kindOf(action), type }]
      })
      for (const { kind, type } of named) dieAt(kind, `before ${type}`)
      const recorded = await ledger.append(events, expect)
      for (const { kind, type } of named) dieAt(kind, `after ${type}`)
      return recorded
    },
  }
}

/** Which of the calls of a role in a round this is, by what all processes asked so far. */
function nth(request: ModelRequest, of: string): number {
  const keys = readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith(`${of}\t`) ? [line.slice(of.length + 1)] : []))
  return [...new Set(keys)].indexOf(request.idempotencyKey)
}

function noted(model: Model): Model {
  return {
    ...model,
    ask: async (request) => {
      appendFileSync(log, `${request.role} ${roundOf(request.brief)}\t${request.idempotencyKey}\n`)
      const kind = kindOf(request.idempotencyKey)
      dieAt(kind, 'when asked')
      if (kind === 'await-report' && isNext(kind, 'in the middle of the agent')) {
        dieWhenUp()
        return commandModel({ program: 'sh', args: ['-c', lasting], cwd: folder }).ask(request)
      }
      return model.ask(request)
    },
  }
}

const world = sliceWorld()
const member = noted(scriptedModel((request) => fullMember(request, (of) => nth(request, of)), 'member'))
const hands: Hands = {
  ...world.hands,
  ...fullPerson,
  models: { doer: noted(scriptedModel(fullDoer, 'doer')), panel: [member], adversary: member },
  newSession: () => `session-${crypto.randomUUID()}`,
  deliver: async () => 'pull request 7',
  acknowledge: async () => 'ana',
  inspect: async (action) => {
    const isLast = isNext('verify-report', 'in the middle of a command')
    if (isLast) dieWhenUp()
    const { end } = await processCommands().run({ cmd: isLast ? lasting : 'echo ok', folder, timeoutMs: 60_000, env: [] })
    const code = end.kind === 'exited' ? end.code : 1
    return { ...(await world.hands.inspect(action)), runs: [{ command: 'npm test', exitCode: code, output: 'ok' }] }
  },
}
const { stateOf, ...mine } = surroundings()
const tribunal = tribunalOver({
  ledger: dying(withEventTypes(fileLedger(folder), knownEvents)),
  blobs: fileBlobs(join(folder, 'blobs')),
  digest,
  hands: () => hands,
  limits: { retries: 1_000 },
  ports: {
    clock: { ...world.ports.clock, now: () => new Date().toISOString() },
    random: Math.random,
    newId: () => crypto.randomUUID(),
    holders: {
      me: JSON.stringify({ ...mine, nonce: crypto.randomUUID() }),
      isGone: (holder) => {
        const parsed = parseHolder(holder.slice(0, holder.lastIndexOf('#')))
        return parsed !== undefined && standingOf(parsed, { ...mine, stateOf }) === 'dead'
      },
    },
  },
})
const closing = await tribunal.run(fullSetup)
await tribunal.close()
writeSync(1, `end ${JSON.stringify(closing)}\n`)
