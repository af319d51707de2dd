import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { acpModel } from '../../src/adapters/model/acp'
import { fromLanguageModel } from '../../src/adapters/model/ai-sdk'
import { commandModel } from '../../src/adapters/model/command'
import { personAtTerminal, personByFile } from '../../src/adapters/model/person'
import { scriptedModel } from '../../src/adapters/model/scripted'
import type { ModelBehaviour } from '../../src/conformance/model'
import { modelConformance } from '../../src/conformance/model'
import type { Model } from '../../src/ports/model'
import type { Misbehaviour } from '../support/loopback-model'
import { json, loopbackModel, says } from '../support/loopback-model'

const runner = { describe, test, expect }
const open: { close(): Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()))
})

describe('the scripted model', () => {
  modelConformance(
    runner,
    (behaviour) =>
      scriptedModel(({ brief }) => {
        if (behaviour === 'fail') return { failure: 'server-failed' }
        return behaviour === 'cut' ? { text: brief.slice(0, 9), finishReason: 'length' } : brief
      }),
    { leftOut: { hang: 'it answers at once', silent: 'it says what its script says' } },
  )
})

describe('a command-line agent', () => {
  const scripts: Record<ModelBehaviour, string> = {
    echo: 'cat',
    hang: 'sleep 60',
    silent: 'true',
    cut: 'head -c 9; exit 1',
    fail: 'exit 3',
  }
  modelConformance(runner, (behaviour) => commandModel({ program: 'sh', args: ['-c', scripts[behaviour]], id: 'agent' }))
})

describe('an agent over the Agent Client Protocol', () => {
  // A shell that finds the brief in the message, as JSON writes it, and says it again.
  const update = '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":'
  const say = `say() { printf '${update}{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"%s"}}}}\\n' "$1"; }`
  const end = `end() { printf '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"%s"}}\\n' "$1"; }`
  const begin = `read -r _; echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}'; read -r _; echo '{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s"}}'`
  const read = `read -r line; text=$(printf '%s' "$line" | sed 's/.*"type":"text","text":"\\(.*\\)"}\\].*/\\1/')`
  const does: Record<ModelBehaviour, string> = {
    echo: 'say "$text"; end end_turn',
    hang: 'sleep 60',
    silent: 'end end_turn',
    cut: 'say Judge; end max_tokens',
    fail: 'exit 3',
  }
  modelConformance(runner, (behaviour) =>
    acpModel({ program: 'sh', args: ['-c', [say, end, begin, read, does[behaviour]].join('\n')], cwd: tmpdir(), id: 'agent' }),
  )
})

describe('a provider over HTTP', () => {
  modelConformance(runner, async (behaviour) => {
    const behaviours: Record<ModelBehaviour, Misbehaviour> = {
      echo: (response, request) => {
        const { messages } = JSON.parse(request.body) as { readonly messages: readonly { readonly content: string }[] }
        says(messages[0]?.content ?? '')(response, request)
      },
      hang: () => undefined,
      silent: (response) => void response.writeHead(200).end(),
      cut: says('Judge', 'length'),
      fail: (response) => json(response, 500, { error: { message: 'oh no' } }),
    }
    const server = await loopbackModel(() => behaviours[behaviour])
    open.push(server)
    return fromLanguageModel(createOpenAICompatible({ name: 'loopback', baseURL: server.url }).chatModel('loopback-1'))
  })
})

const whole = 'a person says when the answer is done'
const patient = 'a person who says nothing has not answered yet'

describe('a person by files', () => {
  modelConformance(
    runner,
    async (behaviour): Promise<Model> => {
      const folder = await mkdtemp(join(tmpdir(), 'adjudicate-person-'))
      open.push({ close: () => rm(folder, { recursive: true, force: true }) })
      if (behaviour === 'fail') await writeFile(join(folder, 'taken'), 'no folder')
      const wait = async (signal: AbortSignal | undefined): Promise<void> => {
        if (behaviour === 'hang') return new Promise((done) => signal?.addEventListener('abort', () => done()))
        for (const name of await readdir(folder)) {
          if (name.endsWith('.brief.md'))
            await writeFile(join(folder, name.replace('.brief.', '.answer.')), await readFile(join(folder, name)))
        }
      }
      return personByFile({ folder: behaviour === 'fail' ? join(folder, 'taken') : folder, wait })
    },
    { leftOut: { cut: whole, silent: patient } },
  )
})

describe('a person at a terminal', () => {
  modelConformance(
    runner,
    (behaviour) => {
      const input = Object.assign(new PassThrough(), { isTTY: true })
      const output = Object.assign(new PassThrough(), { isTTY: true })
      // What is typed is shown too, in pieces of its own.
      output.setEncoding('utf8').on('data', (shown: string) => {
        const brief = /^([^]*)\n\nYour answer as [^\n]*\n$/.exec(shown)?.[1]
        if (brief === undefined || behaviour === 'hang') return
        if (behaviour === 'cut') input.end('Judge')
        else if (behaviour === 'fail') input.end()
        // The one thing that is shown in another form than it was written.
        else input.write(`${brief.replaceAll('    |', '\t|')}\n.\n`)
      })
      return personAtTerminal({ input, output })
    },
    { leftOut: { silent: patient } },
  )
})
