// An agent over the Agent Client Protocol, by the SDK's own agent side, that answers as slice-agent.mjs does: with the first of the answers in
// `<folder>/answers.json` that fits its role.
import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'

const folder = process.argv[2] ?? '.'

function answerTo(brief) {
  const [, name, nonce] = [...brief.matchAll(/^\|\|\|(?!END_)([A-Z_]+):([\w-]+)\|\|\|$/gm)].at(-1) ?? []
  const role = name === 'DOER_REPORT' ? 'doer' : /Your lens is (\w+)\./.exec(brief)?.[1]
  const { answers } = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8'))
  const { says } = answers.find((one) => one.role === role && (one.contains === undefined || brief.includes(one.contains)))
  return `|||${name}:${nonce}|||\n${JSON.stringify(says)}\n|||END_${name}:${nonce}|||\n`
}

agent({ name: 'an agent of a slice' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: 'session 1' }))
  .onRequest(methods.agent.session.prompt, async ({ client, params }) => {
    const content = { type: 'text', text: answerTo(params.prompt[0].text) }
    await client.notify(methods.client.session.update, {
      sessionId: params.sessionId,
      update: { sessionUpdate: 'agent_message_chunk', content },
    })
    return { stopReason: 'end_turn' }
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))
