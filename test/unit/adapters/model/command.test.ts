import { describe, expect, test } from 'vitest'
import { commandModel } from '../../../../src/adapters/model/command'
import { scriptedModel } from '../../../../src/adapters/model/scripted'
import { isAlive } from '../../../support/is-alive'
import { kindOf } from '../../../support/model-failure-kind'

const request = { role: 'doer', brief: 'line one\nsecond: \u00e9\n', idempotencyKey: 'k' }
const shell = (script: string, more: object = {}) => commandModel({ program: 'sh', args: ['-c', script], id: 'agent', ...more })

describe('a command-line agent', () => {
  test('reads its brief and answers in its own words', async () => {
    expect(await shell('cat; echo done').ask(request)).toMatchObject({
      text: `${request.brief}done\n`,
      finishReason: 'stop',
      model: { provider: 'command', id: 'agent' },
    })
  })

  test('gets nothing of the environment but what is named', async () => {
    process.env['ADJUDICATE_TEST_SECRET'] = 'hush'
    process.env['ADJUDICATE_TEST_NAMED'] = 'told'
    try {
      const { text } = await shell('env', { env: ['ADJUDICATE_TEST_NAMED'] }).ask(request)
      expect(text).toContain('ADJUDICATE_TEST_NAMED=told')
      expect(text).not.toContain('hush')
    } finally {
      delete process.env['ADJUDICATE_TEST_SECRET']
      delete process.env['ADJUDICATE_TEST_NAMED']
    }
  })

  test.each<[string, string, object, string]>([
    ['an exit code other than 0', 'echo APPROVED; exit 3', {}, 'server-failed'],
    ['nothing said', 'true', {}, 'unreadable'],
    ['white space alone', 'echo; echo', {}, 'unreadable'],
    ['more than it may say', 'head -c 5000 /dev/zero', { outputBytesMax: 1000 }, 'unreadable'],
    ['no answer in time, its children included', 'sleep 60 & sleep 60', { timeoutMs: 50 }, 'timed-out'],
    ['ended by a signal', 'kill -9 $$', {}, 'server-failed'],
  ])('%s is no answer', async (_, script, more, kind) => {
    expect(await kindOf(shell(script, more).ask(request))).toBe(kind)
  })

  test('an agent that doesn’t read its brief may still answer', async () => {
    expect((await shell('exec 0<&-; echo hello').ask({ ...request, brief: 'x'.repeat(1_000_000) })).text).toBe('hello\n')
  })

  test('one that leaves a process behind which holds its output has answered all the same', async () => {
    const { text, finishReason } = await shell('setsid sleep 20 & echo $!', { timeoutMs: 15_000 }).ask(request)
    expect([/^\d+\n$/.test(text), finishReason]).toEqual([true, 'stop'])
    // A signal that can't be caught is on its way when the answer is there.
    await expect.poll(() => isAlive(Number(text)), { interval: 5, timeout: 5_000 }).toBe(false)
  })

  test('a program that isn’t there, and a call that is stopped', async () => {
    expect(await kindOf(commandModel({ program: '/nowhere/agent' }).ask(request))).toBe('unreachable')
    const stopped = new AbortController()
    const asking = kindOf(shell('echo started; sleep 60').ask({ ...request, signal: stopped.signal }))
    setImmediate(() => stopped.abort())
    expect(await asking).toBe('stopped')
    expect(await kindOf(shell('echo hi').ask({ ...request, signal: AbortSignal.abort() }))).toBe('stopped')
  })
})

describe('a scripted model', () => {
  test('plays its script, keeps what it was asked, and makes nothing up', async () => {
    const model = scriptedModel(['one', { text: 'two', finishReason: 'length' }, { failure: 'rate-limited', retryAfterMs: 5 }])
    expect((await model.ask(request)).text).toBe('one')
    expect(await model.ask(request)).toMatchObject({ text: 'two', finishReason: 'length' })
    expect(await kindOf(model.ask(request))).toBe('rate-limited')
    expect(await kindOf(model.ask(request))).toBe('unreadable')
    expect(model.asked).toHaveLength(4)
  })
})
