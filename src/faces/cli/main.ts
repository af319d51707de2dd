#!/usr/bin/env node
import { exitCodes } from './exit-codes'
import { runCli } from './cli'
import type { TerminalPrompt } from './terminal-prompt'

// A reader that closes early, such as `head`, is no failure of ours. Anything else means that nobody was told: that is never a verdict's exit code.
const written = { failed: false }
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  written.failed = true
  process.exitCode = exitCodes.usage
  process.stderr.write(`x not told  the result can't be written: ${error.code ?? error.message}\n`)
})
// Progress and notices that can't be written change nothing of what was decided.
process.stderr.on('error', () => undefined)

const asking: { prompt?: TerminalPrompt } = {}

async function ask(question: string): Promise<string> {
  const { terminalPrompt } = await import('./terminal-prompt')
  asking.prompt ??= terminalPrompt(process.stdin, process.stderr)
  return await asking.prompt.ask(question)
}

const exit = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  ...(process.stderr.isTTY ? { redrawColumns: process.stderr.columns } : {}),
  ...(process.stdin.isTTY && process.stderr.isTTY ? { ask } : {}),
})
asking.prompt?.close()
process.exitCode = written.failed ? exitCodes.usage : exit
