import { agent, methods, ndJsonStream, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk'
import { spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'

// An agent over the protocol, by the SDK's own agent side. Its brief is a list of steps as JSON; what it says last is how it stops.
const [version = String(PROTOCOL_VERSION)] = process.argv.slice(2)
let cwd = ''
let cancel = () => undefined

const steps = {
  say: (tell, text) => tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
  think: (tell, text) => tell({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } }),
  show: (tell, uri) => tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'resource_link', name: 'a link', uri } }),
  tool: (tell, title) => tell({ sessionUpdate: 'tool_call', toolCallId: 't1', title, kind: 'read', status: 'completed' }),
  plan: (tell) => tell({ sessionUpdate: 'plan', entries: [] }),
  elsewhere: (_, text, { client }) =>
    client.notify(methods.client.session.update, {
      sessionId: 'another session',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
    }),
  where: (tell) => steps.say(tell, cwd),
  offered: (tell) => steps.say(tell, JSON.stringify(offered)),
  environment: (tell) => steps.say(tell, Object.keys(process.env).join(' ')),
  complain: (_, text) => void process.stderr.write(text),
  die: (_, code) => process.exit(code),
  childAsks: async (tell, _, context) => {
    const { pid } = spawn('sleep', ['60'], { stdio: ['ignore', 'inherit', 'ignore'] })
    await steps.ask(tell, [String(pid), ['reject_once']], { ...context, kind: 'execute' })
  },
  hang: () => new Promise(() => setInterval(() => undefined, 1_000)),
  obey: () => new Promise((done) => (cancel = () => done('cancelled'))),
  fail: (_, [code, message]) => {
    throw new RequestError(code, message)
  },
  ask: async (tell, [kind, options], { client, params, kind: shownKind = kind }) => {
    const { outcome } = await client.request(methods.client.session.requestPermission, {
      sessionId: params.sessionId,
      toolCall: { toolCallId: 't2', title: `wants ${kind}`, kind: shownKind, locations: [{ path: '/etc/passwd' }] },
      options: options.map((option) => ({ optionId: `id of ${option}`, name: option, kind: option })),
    })
    await steps.say(tell, `${outcome.outcome} ${outcome.optionId ?? ''};`)
  },
  call: async (tell, [method, rest], { client, params }) => {
    try {
      await client.request(method, { sessionId: params.sessionId, ...rest })
      await steps.say(tell, `${method} was done;`)
    } catch (error) {
      await steps.say(tell, `${method} ${error.code};`)
    }
  },
  stop: (_, reason) => reason,
}

let offered = {}

agent({ name: 'an agent of the tests' })
  .onRequest(methods.agent.initialize, ({ params }) => {
    offered = params.clientCapabilities
    return { protocolVersion: Number(version), agentCapabilities: {} }
  })
  .onRequest(methods.agent.session.new, ({ params }) => {
    cwd = params.cwd
    return { sessionId: 'session 1' }
  })
  .onRequest(methods.agent.session.prompt, async (context) => {
    const { client, params } = context
    const tell = (update) => client.notify(methods.client.session.update, { sessionId: params.sessionId, update })
    let stopReason = 'end_turn'
    for (const [step, value] of JSON.parse(params.prompt[0].text)) {
      const came = await steps[step](tell, value, context)
      if (typeof came === 'string') stopReason = came
    }
    return { stopReason }
  })
  .onNotification(methods.agent.session.cancel, () => cancel())
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))
