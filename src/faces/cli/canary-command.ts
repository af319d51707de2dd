import { resolve } from 'node:path'
import { exitOfGate } from '../../gate/assemble-report'
import { canaryRun } from '../../running/gate/canary-run'
import { gatePorts } from '../embed/run-gate'
import { canaryText } from '../formats/canary-text'
import { gateText } from '../formats/gate-text'
import type { ExitCode } from './exit-codes'
import type { Surroundings } from './terminal'
import { dressed, wantsColour } from './terminal'

export type CanaryCommandOptions = {
  readonly control?: string
  readonly base?: string
  readonly json: boolean
  readonly colour: boolean
}

/** `adjudicate gate --canary`: plants known faults in copies of HEAD; 0 when all that could be planted are caught, 1 when one is missed or none could be planted, 2 nothing judged. */
export async function canaryCommand({ control, base, json, colour }: CanaryCommandOptions, here: Surroundings): Promise<ExitCode> {
  const stopped = new AbortController()
  const stop = (): void => stopped.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    const outcome = await canaryRun(gatePorts(stopped.signal), {
      repo: resolve(here.cwd),
      signal: stopped.signal,
      ...(control === undefined ? {} : { control: resolve(here.cwd, control) }),
      ...(base === undefined ? {} : { base }),
    })
    const text = outcome.verdict === 'nothing-judged' ? gateText(outcome) : canaryText(outcome)
    here.out(json ? `${JSON.stringify(outcome, null, 2)}\n` : dressed(text, wantsColour(here, colour)))
    return exitOfGate(outcome)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
