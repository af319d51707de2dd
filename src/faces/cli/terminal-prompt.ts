import { createInterface } from 'node:readline'
import { AdjudicateError } from '../../errors'

/** Asks at a terminal; lines that were typed ahead answer the questions that follow. */
export type TerminalPrompt = { readonly ask: (question: string) => Promise<string>; readonly close: () => void }

/** One reader for all questions of a command. Where the input ends (Ctrl-D) `ask` throws `usage`; Ctrl-C ends the process as it does anywhere else. */
export function terminalPrompt(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): TerminalPrompt {
  const prompt = createInterface({ input, output })
  const lines = prompt[Symbol.asyncIterator]()
  prompt.on('SIGINT', () => {
    prompt.close()
    process.kill(process.pid, 'SIGINT')
  })
  const ask = async (question: string): Promise<string> => {
    prompt.setPrompt(question)
    prompt.prompt()
    const next = await lines.next()
    if (next.done === true) throw new AdjudicateError('usage', 'the input ended before an answer was given; nothing was done', {})
    return next.value
  }
  return { ask, close: () => prompt.close() }
}
