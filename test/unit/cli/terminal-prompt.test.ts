import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { terminalPrompt } from '../../../src/faces/cli/terminal-prompt'

describe('asking at a terminal', () => {
  test('lines that were typed ahead answer the questions that follow', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const prompt = terminalPrompt(input, output)
    input.write('Ann\ntry the current hypothesis\n')
    expect(await prompt.ask('Your name: ')).toBe('Ann')
    expect(await prompt.ask('In your own words: ')).toBe('try the current hypothesis')
    prompt.close()
    expect(String(output.read())).toBe('Your name: In your own words: ')
  })

  test('an input that ends is no answer: nothing is done, and it is said so', async () => {
    const input = new PassThrough()
    const prompt = terminalPrompt(input, new PassThrough())
    input.end('Ann\n')
    expect(await prompt.ask('Your name: ')).toBe('Ann')
    await expect(prompt.ask('In your own words: ')).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('the input ended') as string,
    })
  })
})
