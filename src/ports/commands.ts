/** One shell command to run. Nothing of our own environment reaches it but PATH, HOME, LANG, CI and what is named here. */
export type Command = {
  readonly cmd: string
  /** Where it runs. */
  readonly folder: string
  readonly timeoutMs: number
  /** Names of variables that are passed on; their values are cut out of the log and of `tail`. Names that aren't set are left out. */
  readonly env: readonly string[]
  /** HOME for the command; our own when not given. */
  readonly home?: string
  /** Gets all output, capped; written anew. Without it only `tail` is kept. */
  readonly logFile?: string
  /** Ends the command and all its processes. */
  readonly signal?: AbortSignal
}

/** How a command ended; only `exited` with code 0 is a success. `signalled`: it ended by a signal that isn't ours. */
export type CommandEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'timed-out'; readonly timeoutMs: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'not-started'; readonly message: string }

/**
 * What a command gave. `tail` are the last lines of its output, standard and error output in the order of writing, oldest first, each cut to a maximum and with
 * bytes that aren't UTF-8 replaced; `leftRunning`: processes of it were still
 * there when it ended, if only for a moment; they were ended too.
 */
export type CommandRun = {
  readonly end: CommandEnd
  readonly tail: readonly string[]
  readonly outputBytes: number
  /** Bytes that were left out in the middle of the log. */
  readonly logBytesLeftOut: number
  readonly leftRunning: boolean
  readonly tookMs: number
}

/** Runs commands (spec 10, 1). Never rejects for what a command does; throws `command-io` where a log can't be written. */
export type Commands = { run(command: Command): Promise<CommandRun> }

/**
 * Runs several, at most `sideBySideMax` at once; the results stand in the order of the commands, whatever order they end in. The first thrown error is thrown on when all
 * that had begun have ended; no other is begun after it.
 */
export async function runSideBySide(commands: Commands, list: readonly Command[], sideBySideMax: number): Promise<CommandRun[]> {
  const runs: CommandRun[] = []
  const faults: unknown[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < list.length && faults.length === 0) {
      const place = next++
      const command = list[place]
      if (command === undefined) return
      try {
        runs[place] = await commands.run(command)
      } catch (error) {
        faults.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(sideBySideMax, list.length)) }, worker))
  if (faults.length > 0) throw faults[0]
  return runs
}
