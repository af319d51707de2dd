import type * as Acp from '@agentclientprotocol/sdk'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { isAdjudicateError } from '../../errors'
import type { Model, ModelAnswer, ModelFailureKind, ModelRequest } from '../../ports/model'
import { modelFailed } from '../../ports/model-failure'
import { release } from '../../release'
import type { Conversation } from './acp-messages'
import { messagesOf, newConversation, recordOf } from './acp-messages'
import type { AcpPeer } from './acp-peer'
import { importAcpPeer, loadAcpPeer } from './acp-peer'
import type { AcpPermit } from './acp-permission'
import { permissionFor } from './acp-permission'
import type { AgentProcess } from './acp-process'
import { deathOf, startAgent, within } from './acp-process'

/** An agent that speaks the Agent Client Protocol, version 1, over its standard input and output. */
export type AcpModelOptions = {
  readonly program: string
  readonly args?: readonly string[]
  /** The folder that its session works in: for a doer a worktree of its own, for a judge a checkout that it may spoil. */
  readonly cwd: string
  /** Names of variables that it gets beside PATH, HOME and LANG. */
  readonly env?: readonly string[]
  /** Asked for each permission that the agent wants; without it every one is refused. */
  readonly permit?: AcpPermit
  /** The mode of the agent's own that its session is put into, such as one that only plans; it must be among those that the agent offers. */
  readonly mode?: string
  /** For the whole call, 600,000 unless set. */
  readonly timeoutMs?: number
  /** An answer over this many bytes is none; 4 MiB unless set. */
  readonly outputBytesMax?: number
  /** All that the agent may write in one call, its reports on tools included; 256 MiB unless set. */
  readonly trafficBytesMax?: number
  /** What the agent is called in the record; the program's name unless set. */
  readonly id?: string
}

const protocolVersion = 1
/** After `session/cancel`, and after the end of its input. */
const graceMs = 300

/**
 * Asks an agent in a fresh process and a fresh session for each call: the brief is its one prompt, the text of its messages is the answer. It is offered neither files nor a
 * terminal of ours. The optional peer `@agentclientprotocol/sdk` is loaded when it is first asked; throws `peer-unusable` without it, `model-failed` for every call without
 * an answer, and what `permit` throws. A schema and a limit of tokens are no part of the protocol and are left out.
 */
export function acpModel(options: AcpModelOptions, load: () => Promise<unknown> = importAcpPeer): Model {
  return { id: options.id ?? options.program, provider: 'acp', ask: async (request) => asked(options, request, await loadAcpPeer(load)) }
}

async function asked(options: AcpModelOptions, request: ModelRequest, peer: AcpPeer): Promise<ModelAnswer> {
  const { program, args = [], cwd, env = [], timeoutMs = 600_000 } = options
  const { signal } = request
  if (signal?.aborted === true) throw modelFailed('stopped', 'the call was stopped before it began')
  const agent = startAgent({ program, args, cwd: resolve(cwd), env })
  const line = open(agent, options, request, peer)
  const answer = prompted(line, options, request)
  let isEnding = false
  let end: (kind: ModelFailureKind) => void = () => undefined
  const ended = new Promise<never>((_, reject) => {
    end = (kind) => {
      if (isEnding) return
      isEnding = true
      const failure = modelFailed(kind, kind === 'stopped' ? 'the call was stopped' : `no answer within ${timeoutMs} ms`)
      void within(Promise.all([line.cancel(), answer]), graceMs).then(() => reject(failure))
    }
  })
  // What was ended is no answer, even where the agent still gives one, and no failure of the agent.
  const unlessEnded = async (): Promise<ModelAnswer> => {
    try {
      return await answer
    } finally {
      if (isEnding) await ended
    }
  }
  const timer = setTimeout(() => end('timed-out'), timeoutMs)
  const stop = (): void => end('stopped')
  signal?.addEventListener('abort', stop, { once: true })
  let isAnswered = false
  try {
    const given = await Promise.race([unlessEnded(), line.failed, ended])
    isAnswered = true
    return given
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    if (!isAnswered) agent.kill()
    await agent.close(graceMs)
    line.close()
  }
}

/** The connection to one agent. `failed` never resolves: it rejects with what a policy threw. */
type Line = {
  readonly talk: Conversation
  readonly request: (method: string, params: unknown) => Promise<Readonly<Record<string, unknown>>>
  readonly cancel: () => Promise<void>
  readonly close: () => void
  readonly failed: Promise<never>
}

function open(agent: AgentProcess, options: AcpModelOptions, { role }: ModelRequest, { client, methods }: AcpPeer): Line {
  const { program, permit, outputBytesMax = 4 * 1024 * 1024, trafficBytesMax = 256 * 1024 * 1024 } = options
  const talk = newConversation()
  let fail: (thrown: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => (fail = reject))
  failed.catch(() => undefined)
  const app = client({ name: 'adjudicate' }).onRequest(methods.client.session.requestPermission, async ({ params }) => {
    try {
      return await permissionFor(params, role, permit)
    } catch (thrown) {
      fail(thrown)
      return { outcome: { outcome: 'cancelled' } }
    }
  })
  const connection = app.connect({
    readable: ReadableStream.from(messagesOf(agent.stdout, talk, { outputBytesMax, trafficBytesMax })),
    writable: writableTo(agent.stdin, talk),
  })
  const whyNot = async (thrown: unknown): Promise<unknown> => {
    if (isAdjudicateError(thrown) || !connection.signal.aborted) return thrown
    // The messages came to their end.
    if (await within(agent.gone, graceMs)) return deathOf(await agent.gone, program, agent.complaint())
    return modelFailed('server-failed', `${program} closed its standard output before it had answered`)
  }
  return {
    talk,
    failed,
    request: async (method, params) => {
      try {
        return recordOf(await connection.agent.request(method, params)) ?? {}
      } catch (thrown) {
        throw failureOf(await whyNot(thrown), method)
      }
    },
    cancel: async () => {
      if (talk.session !== null) await connection.agent.notify(methods.agent.session.cancel, { sessionId: talk.session })
    },
    close: () => connection.close(),
  }
}

function writableTo(stdin: Writable, talk: Conversation): WritableStream<Acp.AnyMessage> {
  return new WritableStream({
    write: (message) => {
      if ('method' in message && 'id' in message) talk.open.add(message.id)
      return new Promise((done) => stdin.write(`${JSON.stringify(message)}\n`, () => done()))
    },
  })
}

async function prompted({ talk, request }: Line, options: AcpModelOptions, { brief }: ModelRequest): Promise<ModelAnswer> {
  const id = options.id ?? options.program
  const offered = { fs: { readTextFile: false, writeTextFile: false }, terminal: false }
  const clientInfo = { name: 'adjudicate', version: release }
  const begun = await request('initialize', { protocolVersion, clientCapabilities: offered, clientInfo })
  if (begun['protocolVersion'] !== protocolVersion) {
    const spoken = JSON.stringify(begun['protocolVersion'] ?? 'none').slice(0, 40)
    throw modelFailed('refused', `${id} speaks version ${spoken} of the protocol, and ${protocolVersion} is needed`)
  }
  const { sessionId, modes } = await request('session/new', { cwd: resolve(options.cwd), mcpServers: [] })
  if (typeof sessionId !== 'string') throw modelFailed('unreadable', `${id} opened a session without an id`)
  if (options.mode !== undefined) await request('session/set_mode', { sessionId, modeId: offeredMode(options.mode, modes, id) })
  talk.session = sessionId
  const { stopReason } = await request('session/prompt', { sessionId, prompt: [{ type: 'text', text: brief }] })
  const finishReason = finishReasonOf(stopReason)
  const text = talk.said.join('')
  if (finishReason === 'stop' && text.trim() === '') throw modelFailed('unreadable', `${id} said nothing`)
  return { text, usage: { inputTokens: undefined, outputTokens: undefined }, finishReason, model: { provider: 'acp', id } }
}

function offeredMode(mode: string, modes: unknown, id: string): string {
  const { availableModes } = recordOf(modes) ?? {}
  const offered = (Array.isArray(availableModes) ? availableModes : []).map((one: unknown) => recordOf(one)?.['id'])
  if (offered.includes(mode)) return mode
  throw modelFailed('refused', `${id} has no mode ${JSON.stringify(mode)}, only ${offered.join(', ') || 'none'}`)
}

/** Only the end of its turn is a finished answer; what isn't known, and a turn that the agent cancelled itself, is `other`. */
function finishReasonOf(stopReason: unknown): ModelAnswer['finishReason'] {
  if (stopReason === 'end_turn') return 'stop'
  if (stopReason === 'max_tokens') return 'length'
  if (stopReason === 'refusal') return 'content-filter'
  return stopReason === 'max_turn_requests' ? 'tool-calls' : 'other'
}

function failureOf(thrown: unknown, method: string): unknown {
  if (isAdjudicateError(thrown)) return thrown
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  if (typeof code !== 'number')
    return modelFailed('unreadable', `the answer to ${method} can't be read: ${message.slice(0, 500)}`, {}, thrown)
  const hint = code === loginNeeded ? '; log in with the agent itself first' : ''
  return modelFailed(kindOf(code), `${method} failed with ${code}: ${message.slice(0, 500)}${hint}`, { rpcCode: code }, thrown)
}

const loginNeeded = -32_000
/** Of JSON-RPC: an invalid request, an unknown method, invalid parameters. */
const neverWorks: ReadonlySet<number> = new Set([loginNeeded, -32_600, -32_601, -32_602])

/** Codes of HTTP are what agents give for their provider's failures, in place of codes of their own. */
function kindOf(code: number): ModelFailureKind {
  if (code === 429) return 'rate-limited'
  return neverWorks.has(code) || (code >= 400 && code < 500) ? 'refused' : 'server-failed'
}
