import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { processCommands } from '../../../src/adapters/commands/process'
import { runSideBySide } from '../../../src/ports/commands'
import type { Command, CommandRun, Commands } from '../../../src/ports/commands'
import { throwAwayFolder } from './throw-away'

const folder = throwAwayFolder()
const commands = processCommands({ leftRunningMs: 100 })
const command = (cmd: string, more: Partial<Command> = {}): Command => ({ cmd, folder, timeoutMs: 20_000, env: [], ...more })
const run = (cmd: string, more: Partial<Command> = {}): Promise<CommandRun> => commands.run(command(cmd, more))

afterEach(() => vi.unstubAllEnvs())

/** Whether a process is there and is more than an entry that nobody has asked after yet. */
function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0)
  } catch {
    return false
  }
  return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

async function gone(pid: string): Promise<boolean> {
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000, interval: 10 })
  return true
}

describe('how a command ends', () => {
  test('exit codes are told as they are', async () => {
    expect(await run('exit 0')).toMatchObject({ end: { kind: 'exited', code: 0 }, tail: [], outputBytes: 0, leftRunning: false })
    expect((await run('exit 3')).end).toEqual({ kind: 'exited', code: 3 })
    expect((await run('no-such-program-here')).end).toEqual({ kind: 'exited', code: 127 })
  })

  test('an end by a signal is told', async () => {
    expect((await run('kill -TERM $$')).end).toEqual({ kind: 'signalled', signal: 'SIGTERM' })
  })

  test('a folder that is not there: not started, and why', async () => {
    const { end } = await run('true', { folder: join(folder, 'nowhere') })
    expect(end).toMatchObject({ kind: 'not-started', message: expect.stringContaining('ENOENT') })
  })

  test('a command with a NUL character is not started', async () => {
    expect((await run('echo a\0b')).end).toMatchObject({ kind: 'not-started' })
  })

  test('F16 at the time limit the command and all its processes are ended', async () => {
    const { end, tail, leftRunning } = await run('sleep 300 & echo $!; echo $$; sleep 300', { timeoutMs: 300 })
    expect(end).toEqual({ kind: 'timed-out', timeoutMs: 300 })
    expect(leftRunning).toBe(false)
    expect(tail).toHaveLength(2)
    for (const pid of tail) expect(await gone(pid)).toBe(true)
  })

  test('F16 at the limit a process in a session of its own, that ignores signals, is ended too', async (context) => {
    if (process.platform !== 'linux') return context.skip()
    const { end, tail } = await run(`setsid sh -c 'trap "" TERM HUP INT; echo $$; sleep 300; sleep 300'; true`, { timeoutMs: 300 })
    expect(end.kind).toBe('timed-out')
    expect(await gone(tail[0] ?? '')).toBe(true)
  })

  test('F59 a process left in the background is ended with its command instead of being waited for', async () => {
    const { end, tail, leftRunning } = await run('sleep 300 & echo $!')
    expect(end).toEqual({ kind: 'exited', code: 0 })
    expect(leftRunning).toBe(true)
    expect(await gone(tail[0] ?? '')).toBe(true)
  })

  test('F59 one that lets go of the output is ended too', async () => {
    const { tail, leftRunning } = await run('sleep 300 >/dev/null 2>&1 & echo $!')
    expect(leftRunning).toBe(true)
    expect(await gone(tail[0] ?? '')).toBe(true)
  })

  test('F59 one that left the process group and still holds the output is ended', async (context) => {
    if (process.platform !== 'linux') return context.skip()
    const { end, tail, leftRunning } = await run(
      `setsid sh -c 'echo $$; : >fled; exec sleep 300' & while [ ! -e fled ]; do sleep 0.01; done`,
    )
    expect(end.kind).toBe('exited')
    expect(leftRunning).toBe(true)
    expect(await gone(tail[0] ?? '')).toBe(true)
  })

  test('what still writes when the command has ended may finish within its moment', async () => {
    const waiting = processCommands({ leftRunningMs: 20_000 })
    expect((await waiting.run(command('(sleep 0.1; echo late) &'))).tail).toEqual(['late'])
  })

  test('an abort signal ends it, also one that came before', async () => {
    const stopping = new AbortController()
    const running = run('echo $$; sleep 300', { signal: stopping.signal })
    stopping.abort()
    expect((await running).end).toEqual({ kind: 'stopped' })
    expect(await run('echo begun', { signal: AbortSignal.abort() })).toMatchObject({ end: { kind: 'stopped' }, tail: [] })
  })
})

describe('output', () => {
  test('F65 standard and error output stand in the order of writing, in the tail and in the log', async () => {
    const logFile = join(folder, 'order.log')
    const { tail } = await run('echo one >&2; echo two; echo three >/dev/stderr; echo four', { logFile })
    expect(tail).toEqual(['one', 'two', 'three', 'four'])
    expect(readFileSync(logFile, 'utf8')).toBe('one\ntwo\nthree\nfour\n')
  })

  test('F65 later commands keep the order too: their pipes were made with the first one', async () => {
    vi.resetModules()
    const fresh = (await import('../../../src/adapters/commands/process')).processCommands()
    const next = async (cmd: string): Promise<CommandRun> => fresh.run({ cmd, folder, timeoutMs: 20_000, env: [] })
    await next('true')
    // Nothing can be made any more.
    vi.stubEnv('PATH', folder)
    try {
      for (const word of ['one', 'two', 'three']) {
        const { tail } = await next(`echo ${word} >/dev/stderr; echo ${word} out; echo ${word} err >&2`)
        expect(tail).toEqual([word, `${word} out`, `${word} err`])
      }
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('F17 any bytes: the log has them as they are, the tail shows what is no UTF-8', async () => {
    const logFile = join(folder, 'bytes.log')
    const { end, tail, outputBytes } = await run(`printf 'a\\377\\376b'`, { logFile })
    expect(end).toEqual({ kind: 'exited', code: 0 })
    expect(tail).toEqual(['a\ufffd\ufffdb'])
    expect([...readFileSync(logFile)]).toEqual([0x61, 0xff, 0xfe, 0x62])
    expect(outputBytes).toBe(4)
  })

  test('F43 one line of 30 MB leaves a short tail and a capped log', async () => {
    const logFile = join(folder, 'long.log')
    const { tail, outputBytes, logBytesLeftOut } = await processCommands({ logBytesMax: 100_000 }).run(
      command(`head -c 30000000 /dev/zero | tr '\\0' 'x'; echo; echo end`, { logFile }),
    )
    expect(outputBytes).toBe(30_000_005)
    expect(tail).toEqual([`${'x'.repeat(1000)} ... (30000000 bytes)`, 'end'])
    expect(logBytesLeftOut).toBe(30_000_005 - 100_000)
    const log = readFileSync(logFile, 'utf8')
    expect(log.endsWith('x\nend\n')).toBe(true)
    expect(log).toContain('\n[29900005 bytes left out]\n')
    expect(statSync(logFile).size).toBeLessThan(100_100)
  })

  test('of many lines the last 25 are kept', async () => {
    const { tail } = await run('i=0; while [ $i -lt 60 ]; do i=$((i+1)); echo $i; done; printf 61')
    expect(tail).toEqual(Array.from({ length: 25 }, (_, index) => String(37 + index)))
  })

  test('a log that cannot be written is our failure, not an outcome', async () => {
    await expect(run('true', { logFile: join(folder, 'nowhere', 'x.log') })).rejects.toMatchObject({ code: 'command-io' })
  })
})

describe('environment', () => {
  test('F64 only PATH, HOME, LANG, CI, the run’s mark and named variables reach a command', async () => {
    vi.stubEnv('SECRET_TOKEN', 'a-very-secret-token')
    vi.stubEnv('OTHER', 'other')
    vi.stubEnv('PYTHONIOENCODING', 'ascii')
    const { tail } = await run('env', { env: ['OTHER'], home: folder })
    const names = tail.map((line) => line.split('=')[0] ?? '').filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))
    expect(names.sort()).toEqual(['ADJUDICATE_RUN', 'CI', 'HOME', 'LANG', 'OTHER', 'PATH'])
    expect(tail).toContain('CI=1')
    expect(tail).toContain(`HOME=${folder}`)
  })

  test('F40 the language is UTF-8 whatever ours is', async () => {
    vi.stubEnv('LANG', 'C')
    vi.stubEnv('LC_ALL', 'C')
    const { tail } = await run('echo "$LANG|$LC_ALL"')
    expect(tail[0]).toMatch(/UTF-8\|$/)
  })

  test('F64 values of named variables are stored nowhere: not whole, not split over pieces, not in the forms that tools print', async () => {
    const secret = 'pässwörd-with "quotes"/and+more'
    vi.stubEnv('SECRET_TOKEN', secret)
    const logFile = join(folder, 'secret.log')
    const script = [
      'echo "whole: $SECRET_TOKEN"',
      `printf '%s' "$(printf '%s' "$SECRET_TOKEN" | head -c 5)"; sleep 0.05; printf '%s\\n' "$(printf '%s' "$SECRET_TOKEN" | tail -c +6)"`,
      `printf '%s' "$SECRET_TOKEN" | base64`,
      `echo ${encodeURIComponent(secret).replaceAll('%', '%')}`,
    ].join('\n')
    const { tail } = await run(script, { env: ['SECRET_TOKEN', 'NOT_SET'], logFile })
    const log = readFileSync(logFile, 'utf8')
    expect(log).toMatch(/^whole: \[SECRET_TOKEN\]\n\[SECRET_TOKEN\]\n\[SECRET_TOKEN\]=*\n\[SECRET_TOKEN\]\n$/)
    expect(tail.join('\n')).not.toContain('pässw')
  })
})

describe('side by side', () => {
  test('results stand in the order of the commands, whatever order they end in', async () => {
    const list = [command('while [ ! -e second ]; do sleep 0.01; done; echo first'), command(': >second; echo second')]
    const runs = await runSideBySide(commands, list, 2)
    expect(runs.map(({ tail }) => tail)).toEqual([['first'], ['second']])
  })

  test('never more than the limit at once, and none is left out', async () => {
    let [now, most] = [0, 0]
    const counting: Commands = {
      run: async ({ cmd }) => {
        most = Math.max(most, ++now)
        await Promise.resolve()
        now--
        return { end: { kind: 'exited', code: Number(cmd) }, tail: [], outputBytes: 0, logBytesLeftOut: 0, leftRunning: false, tookMs: 0 }
      },
    }
    const runs = await runSideBySide(
      counting,
      Array.from({ length: 9 }, (_, code) => command(String(code))),
      3,
    )
    expect(most).toBe(3)
    expect(runs.map(({ end }) => end)).toEqual(Array.from({ length: 9 }, (_, code) => ({ kind: 'exited', code })))
    expect(await runSideBySide(counting, [], 3)).toEqual([])
  })

  test('a failure of ours is thrown when the others have ended, and nothing new is begun', async () => {
    const begun: string[] = []
    const failing: Commands = {
      run: (one) => {
        begun.push(one.cmd)
        return one.cmd === 'bad' ? Promise.reject(new Error('disk full')) : commands.run(one)
      },
    }
    await expect(runSideBySide(failing, [command('bad'), command('true'), command('echo never')], 1)).rejects.toThrow('disk full')
    expect(begun).toEqual(['bad'])
  })
})
