import { writeSync } from 'node:fs'
import { fileLedger } from '../../src/adapters/ledger-store/file'

// A process that appends to a file ledger: `DIRECTORY NAME APPENDS BATCH CALLERS`. It prints the id of every event whose append has resolved, one a
// line, as soon as it has: what was printed must be in the ledger whatever happens to this process.
const [directory = '', name = '', appends = '0', batch = '1', callers = '1'] = process.argv.slice(2)
const ledger = fileLedger(directory, { lockWaitMs: 60_000 })
let left = Number(appends)
let made = 0

async function keepAppending(caller: number): Promise<void> {
  while (left-- > 0) {
    const append = ++made
    const events = Array.from({ length: Number(batch) }, (_, n) => ({
      stream: `child/${name}/${caller}`,
      type: 'child.noted',
      schema: 1,
      actor: { kind: 'system' as const, id: 'child' },
      id: `${name}/${append}/${n + 1}`,
      data: { append, n, text: 'x'.repeat((append * 37) % 400) },
    }))
    const recorded = await ledger.append(events, [])
    writeSync(1, `${recorded.map(({ id }) => id).join('\n')}\n`)
  }
}

await Promise.all(Array.from({ length: Number(callers) }, (_, caller) => keepAppending(caller)))
await ledger.close()
