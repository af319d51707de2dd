import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { misread } from './git-fields'
import type { GitCall } from './git-process'
import { exitFailure, failure, keeper, killGroup, notStarted, started } from './git-process'

/** One run of git that answers question after question, since starting it takes longer than most answers. */
export type KeptGit = {
  /**
   * Writes a question and hands on what comes until `take` says that the answer is whole; one after the other, in the order asked. After a failure the next question starts git anew.
   * Throws as `runGit` does, and what `take` throws.
   */
  ask(question: string, take: (chunk: Buffer) => boolean): Promise<void>
  /** Ends it, and with it a question that is still open. */
  close(): void
}

type Turn = { readonly take: (chunk: Buffer) => boolean; readonly done: () => void; readonly failed: (thrown: unknown) => void }

type Talk = { readonly child: ChildProcessWithoutNullStreams; turn: Turn | undefined; ended: boolean }

/** Starts git at once; the time limit holds for each question. */
export function keepGit(call: Omit<GitCall, 'input' | 'take' | 'exitCodes' | 'stdoutBytesMax'>): KeptGit {
  const whole: GitCall = { ...call, stdoutBytesMax: 0 }
  let talk = begun(whole)
  let before: Promise<void> = Promise.resolve()
  const askNow = async (question: string, take: Turn['take']): Promise<void> => {
    if (talk === undefined || talk.ended) talk = opened(whole)
    await answered(whole, talk, question, take)
  }
  return {
    ask: (question, take) => {
      const answer = before.then(() => askNow(question, take))
      before = answer.catch(() => undefined)
      return answer
    },
    close: () => {
      if (talk !== undefined && !talk.ended) end(talk, failure(whole, 'was ended', {}))
    },
  }
}

/** What keeps git from starting is said to whoever asks first. */
function begun(call: GitCall): Talk | undefined {
  try {
    return opened(call)
  } catch {
    return undefined
  }
}

function opened(call: GitCall): Talk {
  const child = started(call)
  const talk: Talk = { child, turn: undefined, ended: false }
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => taken(talk, chunk))
  child.stderr.on('data', keeper(stderr))
  // Its exit code says whether it was right to end before it had read everything.
  child.stdin.on('error', () => undefined)
  child.on('error', (error) => end(talk, notStarted(call, error)))
  child.on('close', (code, killedBy) => {
    const answer = { exitCode: code ?? -1, stdout: Buffer.alloc(0), stderr: Buffer.concat(stderr).toString().trim() }
    if (!talk.ended) end(talk, exitFailure(call, answer, killedBy))
  })
  return talk
}

function taken(talk: Talk, chunk: Buffer): void {
  const { turn } = talk
  if (talk.ended) return
  try {
    if (turn === undefined) throw misread('an answer that nobody asked for')
    if (!turn.take(chunk)) return
    talk.turn = undefined
    turn.done()
  } catch (thrown) {
    end(talk, thrown)
  }
}

function end(talk: Talk, thrown: unknown): void {
  const { turn } = talk
  talk.ended = true
  talk.turn = undefined
  killGroup(talk.child)
  turn?.failed(thrown)
}

function answered(call: GitCall, talk: Talk, question: string, take: Turn['take']): Promise<void> {
  const { signal, timeoutMs } = call
  return new Promise((resolve, reject) => {
    const stop = (): void => end(talk, failure(call, 'was stopped', {}, signal?.reason))
    const timer = setTimeout(() => end(talk, failure(call, `took more than ${timeoutMs} ms`, { timeoutMs })), timeoutMs)
    const over = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
    talk.turn = {
      take,
      done: () => {
        over()
        resolve()
      },
      failed: (thrown) => {
        over()
        reject(thrown)
      },
    }
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted === true) stop()
    else talk.child.stdin.write(question)
  })
}
