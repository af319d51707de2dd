import type { Ruling } from '../../consensus/ruling'

/**
 * The one table of exit codes (spec 14): a script that only looks at the code never takes a wait or a fault for a pass. The last two are a shell's own for Ctrl-C and
 * SIGTERM.
 */
export const exitCodes = { done: 0, notDone: 1, usage: 2, waits: 3, internal: 70, interrupted: 130, terminated: 143 } as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Takes the exit code of the command that ran. */
export type ExitWith = (code: ExitCode) => void

/** 0 SHIP; 1 ITERATE, BLOCK; 3 ESCALATE, SHIP_WITH_CAVEATS, a synthesis or replacement due; 2 refused. */
export function exitCodeOf(ruling: Ruling): ExitCode {
  if (ruling.kind === 'refused') return exitCodes.usage
  if (ruling.kind !== 'verdict') return exitCodes.waits
  switch (ruling.verdict) {
    case 'SHIP':
      return exitCodes.done
    case 'ITERATE':
    case 'BLOCK':
      return exitCodes.notDone
    case 'ESCALATE':
    case 'SHIP_WITH_CAVEATS':
      return exitCodes.waits
  }
}
