import { canonicalJson } from '../../canonical/canonical-json'
import type { Refusal } from '../../ledger/decider'
import { AdjudicateError } from '../../errors'
import type { Issue, Parsed } from '../../issues'
import { refusalText } from '../formats/refusal-text'
import type { ExitCode } from './exit-codes'
import { exitCodes } from './exit-codes'
import type { FullFlags } from './flags'
import type { Surroundings } from './terminal'
import { dressed, wantsColour } from './terminal'

/** Prints a result as one JSON document or as a page, and gives the exit code back. */
export function tell(here: Surroundings, flags: FullFlags, exit: ExitCode, json: object, text: () => string): ExitCode {
  here.out(flags.json ? `${canonicalJson({ ...json, exit })}\n` : dressed(text(), wantsColour(here, flags.colour)))
  return exit
}

/** A command that a rule forbids: nothing was recorded, exit 1. */
export function tellRefusal(here: Surroundings, flags: FullFlags, refusal: Refusal, next: readonly string[] = []): ExitCode {
  return tell(here, flags, exitCodes.notDone, { refusal }, () => refusalText(refusal, exitCodes.notDone, next))
}

/** The value that was read; every fault at once is `data-invalid`, which the command line shows with its path. */
export function wellRead<T>(file: string, parsed: Parsed<T>, help?: string): T {
  if (parsed.ok) return parsed.value
  throw notRead(file, parsed.issues, help)
}

function notRead(file: string, issues: readonly Issue[], help: string | undefined): AdjudicateError {
  const all = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  return new AdjudicateError('data-invalid', `${file}: ${all}`, { file, issues, ...(help === undefined ? {} : { help }) })
}
