import { existsSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { scriptedModel } from '../../src/adapters/model/scripted'
import { openTribunal } from '../../src/faces/embed/open-tribunal'
import type { Model, ModelRequest } from '../../src/ports/model'
import { blockOf, nonceIn, scorecard, setup } from './slice-world'

// A process that runs a slice in a real repository: `LEDGER REPOSITORY FIRST SECOND HANG`. It prints every call as it is made and never answers the one
// whose number is HANG, so that it can be killed in the middle of it; at its end it prints the closing report. With the word `command` for HANG it dies in the middle of a
// verification command that would go on for ten minutes.
const [dir = '', repo = '', first = '', second = '', hang = '0'] = process.argv.slice(2)
let calls = 0
const hold = join(repo, '../hold')
process.env['HOLD'] = hold
const command = '[ ! -e "$HOLD" ] || { : > "$HOLD-up"; sleep 600; }'
if (hang === 'command') {
  writeFileSync(hold, '')
  setInterval(() => existsSync(`${hold}-up`) && process.kill(process.pid, 'SIGKILL'), 1)
}

function hanging(model: Model): Model {
  return {
    ...model,
    ask: async (request) => {
      const call = ++calls
      writeSync(1, `asked ${request.idempotencyKey}\n`)
      if (call !== Number(hang)) return model.ask(request)
      writeSync(1, 'hangs\n')
      // Keeps the process alive until it is killed.
      setInterval(() => undefined, 1_000)
      return new Promise(() => undefined)
    },
  }
}

const doer = ({ brief }: ModelRequest): string =>
  blockOf('DOER_REPORT', nonceIn(brief, 'DOER_REPORT'), {
    status: 'DONE',
    diffSummary: 'the limiter',
    runs: [{ command, exitCode: 0, output: '' }],
    address: brief.includes('Why the work came back (iterate)') ? second : first,
  })
const member = ({ brief, role }: ModelRequest): string =>
  blockOf('SCORECARD', nonceIn(brief, 'SCORECARD'), scorecard(role, brief.includes(`address: ${second}`) ? 'bbbbbbb2' : 'aaaaaaa1'))

const panel = hanging(scriptedModel(member, 'panel'))
const tribunal = await openTribunal({
  dir,
  repo,
  env: ['HOLD'],
  models: { doer: hanging(scriptedModel(doer, 'doer')), panel: [panel], adversary: hanging(scriptedModel(member, 'adversary')) },
})
const rubric = { criteria: ['At most five requests'], dimensions: ['correctness', 'clarity'], commands: [command] }
const closing = await tribunal.run({ ...setup, rubric })
await tribunal.close()
writeSync(1, `${JSON.stringify(closing)}\n`)
