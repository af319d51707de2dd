import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personAtTerminal, personByFile } from '../../../../src/adapters/model/person'
import { kindOf } from '../../../support/model-failure-kind'

const request = { role: 'adversary', brief: 'judge this', idempotencyKey: 'slice/../S1:4' }
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adjudicate-person-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Looks as often as there are steps, and stops the call after the last. */
function waiting(steps: readonly ((answer: string) => Promise<unknown>)[]) {
  const stopped = new AbortController()
  const left = [...steps]
  const wait = async (): Promise<void> => {
    const [brief = ''] = (await readdir(folder)).filter((name) => name.endsWith('.brief.md'))
    const step = left.shift()
    if (step === undefined) stopped.abort()
    else await step(join(folder, brief.replace('.brief.', '.answer.')))
  }
  return { model: personByFile({ folder, id: 'ana', wait }), request: { ...request, signal: stopped.signal }, left }
}

const nothing = (): Promise<void> => Promise.resolve()

describe('a person by files', () => {
  test('finds the brief in the folder, takes the time it takes, and answers in a file', async () => {
    const { model, request: asked } = waiting([nothing, nothing, (file) => writeFile(file, '|||SCORECARD|||\n'), nothing])
    expect(await model.ask(asked)).toEqual({
      text: '|||SCORECARD|||\n',
      usage: { inputTokens: undefined, outputTokens: undefined },
      finishReason: 'stop',
      model: { provider: 'person', id: 'ana' },
    })
    const names = await readdir(folder)
    expect(names).toHaveLength(2)
    for (const name of names) expect(name).toMatch(/^adversary-[0-9a-f]{16}\.(brief|answer)\.md$/)
    expect(await readFile(join(folder, names.find((name) => name.includes('.brief.')) ?? ''), 'utf8')).toBe('judge this')
  })

  test('an answer that still grows is not taken', async () => {
    const { model, request: asked } = waiting([
      (file) => writeFile(file, 'APPROVED'),
      (file) => writeFile(file, 'APPROVED? No:'),
      (file) => writeFile(file, 'APPROVED? No: it never closes.'),
      nothing,
    ])
    expect((await model.ask(asked)).text).toBe('APPROVED? No: it never closes.')
  })

  test('who starts again finds the answer that was given meanwhile; without one nothing is made up', async () => {
    const first = waiting([nothing])
    expect(await kindOf(first.model.ask(first.request))).toBe('stopped')
    const [brief = ''] = await readdir(folder)
    await writeFile(join(folder, 'draft'), 'it is good')
    await rename(join(folder, 'draft'), join(folder, brief.replace('.brief.', '.answer.')))
    const second = waiting([nothing])
    expect((await second.model.ask(second.request)).text).toBe('it is good')
    expect(second.left).toEqual([])
  })

  test('an empty file is no answer yet; a link, a folder, what is no text and what is too long are none', async () => {
    const empty = waiting([(file) => writeFile(file, ' \n'), nothing])
    expect(await kindOf(empty.model.ask(empty.request))).toBe('stopped')
    const [brief = ''] = (await readdir(folder)).filter((name) => name.endsWith('.brief.md'))
    const answer = join(folder, brief.replace('.brief.', '.answer.'))
    const model = personByFile({ folder, outputBytesMax: 10, wait: nothing })
    await writeFile(answer, 'eleven byte')
    expect(await kindOf(model.ask(request))).toBe('unreadable')
    await writeFile(answer, new Uint8Array([0xff, 0xfe]))
    expect(await kindOf(model.ask(request))).toBe('unreadable')
    await rm(answer)
    await symlink('/dev/zero', answer)
    expect(await kindOf(model.ask(request))).toBe('unreadable')
    await rm(answer)
    await symlink(folder, answer)
    expect(await kindOf(model.ask(request))).toBe('unreadable')
  })

  test('two calls never share a name', async () => {
    const stop = waiting([])
    await kindOf(stop.model.ask(stop.request))
    const other = waiting([])
    await kindOf(other.model.ask({ ...other.request, idempotencyKey: 'slice/S1:5' }))
    expect(await readdir(folder)).toHaveLength(2)
  })
})

function terminal(inputIs: boolean, outputIs: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY: inputIs })
  const output = Object.assign(new PassThrough(), { isTTY: outputIs })
  let shown = ''
  output.setEncoding('utf8').on('data', (text: string) => (shown += text))
  return { input, model: personAtTerminal({ input, output, id: 'ana' }), shown: () => shown }
}

describe('a person at a terminal', () => {
  test('types an answer and ends it with a dot; a dot alone is no answer', async () => {
    const { input, model } = terminal(true, true)
    input.write('.\nit never closes\n\n  because\n.\nand more')
    expect(await model.ask(request)).toMatchObject({ text: 'it never closes\n\n  because\n', model: { provider: 'person', id: 'ana' } })
  })

  test('the brief can neither move the cursor nor hide itself', async () => {
    const { input, model, shown } = terminal(true, true)
    input.write('no\n.\n')
    await model.ask({ ...request, brief: 'one\n\u001b[2Jtwo\u202e\r' })
    expect(shown()).toContain('one\n\\u{1b}[2Jtwo\\u{202e}\\u{d}\n')
  })

  test('nothing but a terminal at both ends may answer', async () => {
    for (const [inputIs, outputIs] of [
      [false, true],
      [true, false],
      [false, false],
    ] as const) {
      const { input, model, shown } = terminal(inputIs, outputIs)
      input.end('SHIP\n.\n')
      expect(await kindOf(model.ask(request))).toBe('refused')
      expect(shown()).toBe('')
    }
    // What the platform itself says of a pipe.
    const piped = 'process.stdout.write(String(process.stdin.isTTY === true || process.stderr.isTTY === true))'
    expect(spawnSync(process.execPath, ['-e', piped], { input: 'SHIP\n.\n', encoding: 'utf8' }).stdout).toBe('false')
  })

  test('a terminal that is closed early, and a call that is stopped, give no answer', async () => {
    const closed = terminal(true, true)
    closed.input.end('SHIP\n')
    expect(await kindOf(closed.model.ask(request))).toBe('refused')
    const stopped = new AbortController()
    const { input, model } = terminal(true, true)
    input.write('SHIP\n')
    const first = kindOf(model.ask({ ...request, signal: stopped.signal }))
    const second = kindOf(model.ask({ ...request, signal: stopped.signal }))
    setImmediate(() => stopped.abort())
    expect(await Promise.all([first, second])).toEqual(['stopped', 'stopped'])
  })
})
