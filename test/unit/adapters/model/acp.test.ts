import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AcpModelOptions } from '../../../../src/adapters/model/acp'
import { acpModel } from '../../../../src/adapters/model/acp'
import { isAdjudicateError } from '../../../../src/errors'
import type { ModelAnswer } from '../../../../src/ports/model'
import { isAlive } from '../../../support/is-alive'

const program = process.execPath
const agentFile = join(import.meta.dirname, '../../../support/acp-agent.mjs')
const cwd = tmpdir()

type Step = readonly [string, unknown?]
type More = Partial<AcpModelOptions> & { readonly role?: string; readonly signal?: AbortSignal }

function play(steps: readonly Step[], { role = 'doer', signal, ...more }: More = {}): Promise<ModelAnswer> {
  const model = acpModel({ program, args: [agentFile], cwd, id: 'agent', ...more })
  return model.ask({ role, brief: JSON.stringify(steps), idempotencyKey: 'k', ...(signal === undefined ? {} : { signal }) })
}

async function failureOf(asking: Promise<unknown>): Promise<Readonly<Record<string, unknown>>> {
  try {
    await asking
  } catch (error) {
    if (isAdjudicateError(error) && error.code === 'model-failed') return { ...error.details, message: error.message }
    throw error
  }
  throw new Error('there was an answer')
}

describe('an agent over the Agent Client Protocol', () => {
  test('its messages are the answer; thoughts, tools and other sessions are not', async () => {
    const steps: Step[] = [
      ['think', 'APPROVED'],
      ['say', 'I read '],
      ['plan'],
      ['say', 'it.'],
      ['tool', 'read a file'],
      ['elsewhere', '|||SCORECARD|||'],
      ['show', 'file:///a.ts'],
      ['say', '|||SCORECARD:n|||\n{"a":'],
      ['say', ' "\u00e9"}\n|||END_SCORECARD:n|||'],
    ]
    expect(await play(steps)).toEqual({
      text: 'I read it.\n|||SCORECARD:n|||\n{"a": "\u00e9"}\n|||END_SCORECARD:n|||',
      usage: { inputTokens: undefined, outputTokens: undefined },
      finishReason: 'stop',
      model: { provider: 'acp', id: 'agent' },
    })
  })

  const all = ['allow_always', 'allow_once', 'reject_always', 'reject_once']
  const asks: Step[] = [
    ['ask', ['read', all]],
    ['ask', ['edit', all]],
    ['ask', ['execute', ['allow_once', 'reject_always']]],
    ['ask', ['other', ['allow_always']]],
  ]
  const no = 'selected id of reject_once;'

  test('it works in the folder it is given, gets the variables that are named, is offered no files and no terminal, and may do nothing', async () => {
    process.env['ADJUDICATE_ACP_SECRET'] = 'hush'
    process.env['ADJUDICATE_ACP_NAMED'] = 'told'
    const wanted: Step[] = [
      ['call', ['fs/write_text_file', { path: join(cwd, 'never-written'), content: 'x' }]],
      ['call', ['fs/read_text_file', { path: agentFile }]],
      ['call', ['terminal/create', { command: 'true' }]],
    ]
    const steps: Step[] = [['where'], ['tool', 'x'], ['offered'], ['tool', 'x'], ['environment'], ['tool', 'x'], ...wanted]
    const { text } = await play([...steps, ['tool', 'x'], ...asks], { env: ['ADJUDICATE_ACP_NAMED'] })
    const [where, offered, names = '', calls, answers] = text.split('\n')
    expect(where).toBe(cwd)
    expect(JSON.parse(offered ?? '')).toMatchObject({ fs: { readTextFile: false, writeTextFile: false }, terminal: false })
    expect(names).toContain('ADJUDICATE_ACP_NAMED')
    expect(names).not.toContain('ADJUDICATE_ACP_SECRET')
    expect(calls).toBe('fs/write_text_file -32601;fs/read_text_file -32601;terminal/create -32601;')
    expect(answers).toBe(`${no}${no}selected id of reject_always;cancelled ;`)
  })

  test('a permission that a policy gives is for this once', async () => {
    const asked: unknown[] = []
    const allowed = await play(asks, { permit: (one) => asked.push(one) > 0 })
    expect(allowed.text).toBe('selected id of allow_once;selected id of allow_once;selected id of allow_once;cancelled ;')
    expect(asked[0]).toEqual({ role: 'doer', title: 'wants read', kind: 'read', paths: ['/etc/passwd'] })
  })

  test('a judge is never allowed to write or to run anything, whatever the policy says', async () => {
    const allowed = await play(asks, { role: 'adversary', permit: () => true })
    expect(allowed.text).toBe(`selected id of allow_once;${no}selected id of reject_always;cancelled ;`)
  })

  test('stopping ends the agent and its children within a second', async () => {
    const stopped = new AbortController()
    let child = 0
    let at = 0
    const permit = ({ title }: { readonly title: string }): boolean => {
      child = Number(title.slice('wants '.length))
      setTimeout(() => {
        at = performance.now()
        stopped.abort()
      }, 0)
      return false
    }
    const steps: Step[] = [['say', 'APPROVED'], ['childAsks'], ['obey']]
    expect(await failureOf(play(steps, { permit, signal: stopped.signal }))).toMatchObject({ kind: 'stopped' })
    expect(performance.now() - at).toBeLessThan(1_000)
    expect(child).toBeGreaterThan(0)
    await expect.poll(() => isAlive(child), { interval: 5, timeout: 1_000 }).toBe(false)
  })
})

const result = (id: number, value: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result: value })
const failed = (id: number, code: unknown, message: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
const said = (text: unknown): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
  })
const begun = result(0, { protocolVersion: 1 })
const opened = result(1, { sessionId: 's' })
const approved = `${said('APPROVED')}\n${result(2, { stopReason: 'end_turn' })}`

/** Answers each line that it reads with the next of these, and then does what `after` says. */
function canned(lines: readonly string[], after = '', more: More = {}): Promise<ModelAnswer> {
  const script = `for line; do read -r _; printf '%s\\n' "$line"; done; ${after}`
  return play([], { program: 'sh', args: ['-c', script, 'sh', ...lines], ...more })
}

describe('an agent by what it writes', () => {
  test('only the end of its turn is a finished answer', async () => {
    const stops = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled', 'approved', 7]
    const ends = await Promise.all(stops.map((stopReason) => canned([begun, opened, `${said('APPROVED')}\n${result(2, { stopReason })}`])))
    expect(ends.map(({ finishReason }) => finishReason)).toEqual([
      'stop',
      'length',
      'tool-calls',
      'content-filter',
      'other',
      'other',
      'other',
    ])
  })

  test('what it writes before the brief or after its answer is no part of it', async () => {
    const early = `${said('too early')}\n${opened}`
    expect((await canned([begun, early, `${approved}\n${said(' too late')}`])).text).toBe('APPROVED')
  })

  test('it is put into the mode that is asked for, before it reads the brief, or not asked at all', async () => {
    const modes = {
      currentModeId: 'code',
      availableModes: [
        { id: 'code', name: 'Code' },
        { id: 'plan', name: 'Plan' },
      ],
    }
    const moded = result(1, { sessionId: 's', modes })
    const answer = `${said('APPROVED')}\n${result(3, { stopReason: 'end_turn' })}`
    const told = `read -r _; echo '${begun}'; read -r _; echo '${moded}'; read -r told; case "$told" in *'"session/set_mode","params":{"sessionId":"s","modeId":"plan"}'*) echo '${result(2, {})}';; esac; read -r _; printf '%s\\n' '${said('APPROVED')}' '${result(3, { stopReason: 'end_turn' })}'`
    expect((await play([], { program: 'sh', args: ['-c', told], mode: 'plan' })).text).toBe('APPROVED')
    expect(await failureOf(canned([begun, moded, result(2, {}), answer], '', { mode: 'yolo' }))).toMatchObject({ kind: 'refused' })
    expect(await failureOf(canned([begun, opened, result(2, {}), answer], '', { mode: 'plan' }))).toMatchObject({ kind: 'refused' })
    expect(await failureOf(canned([begun, moded, failed(2, -32_602, 'no')], '', { mode: 'plan' }))).toMatchObject({ kind: 'refused' })
  })

  test.each<[string, readonly string[], string, string, RegExp]>([
    ['dies', [begun, opened, said('APPROVED')], 'echo no space left >&2; exit 3', 'server-failed', /ended with 3 .*no space left/],
    ['dies at once', [], 'exit 0', 'server-failed', /ended with 0/],
    ['is killed', [begun, said('APPROVED')], 'kill -9 $$', 'server-failed', /ended with SIGKILL/],
    [
      'closes its output and stays',
      [begun, opened, said('APPROVED')],
      'exec 1>&-; sleep 60',
      'server-failed',
      /closed its standard output/,
    ],
    ['dies and leaves a child that holds its output', [begun, opened], 'sleep 60 & exit 4', 'server-failed', /ended with 4/],
    ['says nothing', [begun, opened, result(2, { stopReason: 'end_turn' })], '', 'unreadable', /said nothing/],
    ['speaks another version', [result(0, { protocolVersion: 2 }), opened, approved], '', 'refused', /version 2/],
    ['speaks no version', [result(0, {}), opened, approved], '', 'refused', /version "none"/],
    ['gives no session', [begun, result(1, {}), approved], '', 'unreadable', /without an id/],
    ['wants a login', [begun, failed(1, -32_000, 'who are you')], '', 'refused', /log in/],
    ['is rate-limited', [begun, opened, failed(2, 429, 'slow down')], '', 'rate-limited', /slow down/],
    ['is not allowed', [begun, opened, failed(2, 403, 'no')], '', 'refused', /403/],
    ['fails', [begun, opened, `${said('APPROVED')}\n${failed(2, -32_603, 'oh no')}`], '', 'server-failed', /oh no/],
    ['knows no prompt', [begun, opened, failed(2, -32_601, 'what')], '', 'refused', /-32601/],
    ['answers with no error code', [begun, opened, failed(2, 'x', 'what')], '', 'unreadable', /neither a request nor an answer/],
    ['answers twice over', [begun, opened, `${said('x')}\n{"jsonrpc":"2.0","id":2,"result":{},"error":{}}`], '', 'unreadable', /neither/],
    ['answers what nobody asked', [begun, opened, result(9, { stopReason: 'end_turn' })], '', 'unreadable', /never made/],
    ['prints a banner', [`Welcome!\n${begun}`, opened, approved], '', 'unreadable', /no JSON.*Welcome!/],
    ['prints HTML', ['<html>APPROVED</html>'], '', 'unreadable', /no JSON/],
    ['writes half a line', [begun, opened, '{"jsonrpc": "2.0", "id": 2, "res'], 'exit 0', 'unreadable', /no JSON/],
    ['writes JSON of another kind', [begun, opened, '{"verdict": "SHIP"}'], '', 'unreadable', /no message of JSON-RPC/],
    ['writes an array', [begun, opened, `[${result(2, { stopReason: 'end_turn' })}]`], '', 'unreadable', /no message of JSON-RPC/],
    ['writes JSON-RPC 1.0', [begun, opened, '{"jsonrpc": "1.0", "id": 2, "result": {}}'], '', 'unreadable', /no message of JSON-RPC/],
    ['writes a piece that is none', [begun, opened, `${said('APP')}\n${said(7)}\n${approved}`], '', 'unreadable', /piece of its message/],
    ['writes what is no UTF-8', [begun, opened], "read -r _; printf '\\377\\n'", 'unreadable', /no UTF-8/],
  ])('one that %s gives no answer', async (_, lines, after, kind, words) => {
    const failure = await failureOf(canned(lines, after))
    expect(failure).toMatchObject({ kind })
    expect(failure['message']).toMatch(words)
  })

  test.each<[string, string, More, RegExp]>([
    [
      'in its answer',
      `while :; do printf '%s\\n' '${said('x'.repeat(1000))}'; done`,
      { outputBytesMax: 50_000 },
      /answer has over 50000 bytes/,
    ],
    ['beside its answer', 'cat /dev/zero', { trafficBytesMax: 1_000_000 }, /wrote over 1000000 bytes/],
    [
      'with questions',
      `yes '${JSON.stringify({ jsonrpc: '2.0', id: 'q', method: 'terminal/create', params: {} })}'`,
      {},
      /over 1000 requests/,
    ],
  ])('one that never ends is ended by its limits: %s', async (_, after, more, words) => {
    const failure = await failureOf(canned([begun, opened], `read -r _; ${after}`, more))
    expect(failure).toMatchObject({ kind: 'unreadable' })
    expect(failure['message']).toMatch(words)
  })

  const asking = JSON.stringify({
    jsonrpc: '2.0',
    id: 'q',
    method: 'session/request_permission',
    params: { sessionId: 's', toolCall: { toolCallId: 't' }, options: [{ optionId: 'o', name: 'o', kind: 'allow_once' }] },
  })

  test('a policy that fails ends the call with its own error', async () => {
    const broken = (): boolean => {
      throw new Error('the policy is broken')
    }
    await expect(canned([begun, opened, asking], 'sleep 60', { permit: broken })).rejects.toThrow('the policy is broken')
  })

  test('a question that cannot be read is no permission', async () => {
    const permit = (): boolean => true
    const lines = [begun, opened, asking.replace('"options"', '"choices"')]
    const { text } = await canned(
      lines,
      `read -r answer; echo "$answer" | grep -q '"error"' && printf '%s\\n' '${said('refused')}' '${result(2, { stopReason: 'end_turn' })}'`,
      { permit },
    )
    expect(text).toBe('refused')
  })

  test('one that hears nothing is ended with its children when the call is stopped', async () => {
    const stopped = new AbortController()
    let child = 0
    const permit = ({ title }: { readonly title: string }): boolean => {
      child = Number(title)
      setImmediate(() => stopped.abort())
      return false
    }
    const titled = asking.replace('"toolCallId":"t"', '"toolCallId":"t","title":"$!","kind":"execute"').replaceAll('"', '\\"')
    const running = canned([begun, opened], `read -r _; trap '' TERM INT; sleep 60 & echo "${titled}"; while :; do sleep 60; done`, {
      permit,
      signal: stopped.signal,
    })
    expect(await failureOf(running)).toMatchObject({ kind: 'stopped' })
    expect(child).toBeGreaterThan(0)
    await expect.poll(() => isAlive(child), { interval: 5, timeout: 1_000 }).toBe(false)
  })

  test('one that says anything on its standard error, and much of it, may still answer', async () => {
    const loud = 'head -c 3000000 /dev/zero | tr "\\0" x >&2'
    const script = `${loud}; for line; do read -r _; printf '%s\\n' "$line"; done`
    const { text } = await play([], { program: 'sh', args: ['-c', script, 'sh', begun, opened, approved] })
    expect(text).toBe('APPROVED')
  })

  test('one that doesn’t read its brief is left when its time is over', async () => {
    const big = { role: 'doer', brief: 'x'.repeat(1_000_000), idempotencyKey: 'k' }
    const args = ['-c', `read -r _; printf '%s\\n' '${begun}'; read -r _; printf '%s\\n' '${opened}'; sleep 60`]
    expect(await failureOf(acpModel({ program: 'sh', args, cwd, timeoutMs: 50 }).ask(big))).toMatchObject({ kind: 'timed-out' })
  })

  test('a call stopped before it began, no program, no package', async () => {
    expect(await failureOf(play([], { signal: AbortSignal.abort() }))).toMatchObject({ kind: 'stopped' })
    expect(await failureOf(play([], { program: '/nowhere/agent' }))).toMatchObject({ kind: 'unreachable' })
    expect(await failureOf(play([], { cwd: '/nowhere/at/all' }))).toMatchObject({ kind: 'unreachable' })
    const request = { role: 'doer', brief: '[]', idempotencyKey: 'k' }
    const missing = acpModel({ program, cwd }, () => Promise.reject(new Error('not installed')))
    await expect(missing.ask(request)).rejects.toMatchObject({ code: 'peer-unusable' })
    await expect(acpModel({ program, cwd }, () => Promise.resolve({})).ask(request)).rejects.toMatchObject({ code: 'peer-unusable' })
  })
})
