import type { AnyMessage } from '@agentclientprotocol/sdk'
import type { Readable } from 'node:stream'
import type { AdjudicateError } from '../../errors'
import { modelFailed } from '../../ports/model-failure'

/** What an agent may write before it counts as one that never stops. */
export type AgentLimits = { readonly outputBytesMax: number; readonly trafficBytesMax: number }

/** What is kept of the conversation with an agent while its messages pass by. */
export type Conversation = {
  /** The session whose words count, from the moment the brief is sent until the agent says that it is done; null outside of that. */
  session: string | null
  /** Ids of our requests that have no answer yet. */
  readonly open: Set<unknown>
  /** What the agent said, piece by piece. */
  readonly said: string[]
  bytes: number
  requests: number
  /** The message that the last piece belongs to; null where another thing came in between. */
  message: string | null
}

const requestsMax = 1_000
const lineBytesMax = 32 * 1024 * 1024

/** The state in which a conversation begins. */
export function newConversation(): Conversation {
  return { session: null, open: new Set(), said: [], bytes: 0, requests: 0, message: null }
}

type Incoming = Readonly<Record<string, unknown>>

/**
 * The requests and responses of an agent, one for each line of its standard output; its notifications are read here, in the order in which they stand. Throws
 * `model-failed` with the kind `unreadable` for what is no message of JSON-RPC 2.0, an answer that nobody asked for, a piece of text that is none, and too much of anything.
 */
export async function* messagesOf(stdout: Readable, talk: Conversation, limits: AgentLimits): AsyncGenerator<AnyMessage> {
  for await (const line of linesOf(stdout, limits.trafficBytesMax)) {
    if (line.trim() === '') continue
    const message = messageIn(line)
    if (typeof message['method'] !== 'string') {
      if (!talk.open.delete(message['id'])) throw unreadable('it answers a request that was never made', line)
      // Requests are made one after the other, so this is the answer to the brief.
      talk.session = null
    } else if (!('id' in message)) {
      if (message['method'] === 'session/update') hear(message['params'], talk, limits, line)
      if (message['method'] !== '$/cancel_request') continue
    } else if (++talk.requests > requestsMax) {
      throw unreadable(`it made over ${requestsMax} requests`, line)
    }
    // Whatever else is wrong with it, the SDK says so to the agent, or to whoever waits for the answer.
    yield message as AnyMessage
  }
}

async function* linesOf(stdout: Readable, trafficBytesMax: number): AsyncGenerator<string> {
  let traffic = 0
  let held = 0
  let pieces: Buffer[] = []
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    traffic += chunk.length
    if (traffic > trafficBytesMax) throw modelFailed('unreadable', `the agent wrote over ${trafficBytesMax} bytes`)
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield decoded(Buffer.concat([...pieces, chunk.subarray(start, end)]))
      pieces = []
      held = 0
      start = end + 1
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start))
    held += chunk.length - start
    if (held > lineBytesMax) throw modelFailed('unreadable', `the agent wrote a line of over ${lineBytesMax} bytes`)
  }
  if (pieces.length > 0) yield decoded(Buffer.concat(pieces))
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw modelFailed('unreadable', 'the agent wrote what is no UTF-8', {}, error)
  }
}

function messageIn(line: string): Incoming {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw unreadable('it wrote a line to its standard output that is no JSON', line, error)
  }
  const message = recordOf(value)
  if (message?.['jsonrpc'] !== '2.0') throw unreadable('it wrote a line that is no message of JSON-RPC 2.0', line)
  const isCall = typeof message['method'] === 'string'
  if (!isCall && !isAnswer(message)) throw unreadable('it wrote a message that is neither a request nor an answer', line)
  return message
}

function isAnswer(message: Incoming): boolean {
  if (!('id' in message) || 'method' in message || 'result' in message === 'error' in message) return false
  if ('result' in message) return true
  const { code, message: words } = recordOf(message['error']) ?? {}
  return Number.isInteger(code) && typeof words === 'string'
}

function hear(params: unknown, talk: Conversation, { outputBytesMax }: AgentLimits, line: string): void {
  const { sessionId, update } = recordOf(params) ?? {}
  if (talk.session === null || sessionId !== talk.session) return
  const { sessionUpdate, content, messageId } = recordOf(update) ?? {}
  // What is done or thought between two messages ends the first, so that a marker at the head of the second stands alone on its line.
  if (sessionUpdate === 'tool_call' || sessionUpdate === 'agent_thought_chunk') talk.message = null
  if (sessionUpdate !== 'agent_message_chunk') return
  const { type, text } = recordOf(content) ?? {}
  if (typeof type !== 'string' || (type === 'text' && typeof text !== 'string')) throw unreadable('a piece of its message is none', line)
  if (typeof text !== 'string' || type !== 'text') return
  const message = typeof messageId === 'string' ? messageId : ''
  if (talk.message !== message && talk.said.length > 0) talk.said.push('\n')
  talk.message = message
  talk.said.push(text)
  talk.bytes += Buffer.byteLength(text)
  if (talk.bytes > outputBytesMax) throw modelFailed('unreadable', `the answer has over ${outputBytesMax} bytes`)
}

/** The value where it is an object, else undefined. */
export function recordOf(value: unknown): Incoming | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Incoming) : undefined
}

function unreadable(what: string, line: string, cause?: unknown): AdjudicateError {
  return modelFailed('unreadable', `the agent breaks the protocol: ${what}: ${JSON.stringify(line.slice(0, 200))}`, {}, cause)
}
