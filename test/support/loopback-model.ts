import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Misbehaviour = (
  response: ServerResponse,
  request: { readonly body: string; readonly headers: IncomingMessage['headers'] },
) => void

/** A server on the loopback that imitates a chat completions endpoint and misbehaves as it is told. */
export async function loopbackModel(
  answer: () => Misbehaviour,
): Promise<{ readonly url: string; readonly bodies: readonly string[]; close(): Promise<void> }> {
  const bodies: string[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      bodies.push(body)
      answer()(response, { body, headers: request.headers })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    bodies,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A well-formed completion. */
export function says(text: string, finishReason = 'stop'): Misbehaviour {
  return (response) => json(response, 200, completion(text, finishReason))
}

export function completion(text: string, finishReason = 'stop'): unknown {
  const message = { role: 'assistant', content: text }
  return {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'loopback-1',
    choices: [{ index: 0, message, finish_reason: finishReason }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  }
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
