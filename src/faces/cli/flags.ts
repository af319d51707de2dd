import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { AdjudicateError } from '../../errors'
import { printable } from '../../text/printable'

/** The flags that every command takes, as they are typed. */
export type Flags = { readonly json?: boolean; readonly ledger?: string; readonly color?: boolean }

/** The same, filled in. */
export type FullFlags = { readonly json: boolean; readonly ledger: string; readonly colour: boolean }

/** Adds the flags that every command takes. */
export function withFlags(command: Command): Command {
  return command
    .option('--json', 'one JSON document on stdout, everything else on stderr')
    .option('--ledger <dir>', 'where the record is kept', '.adjudicate')
    .option('--no-color', 'no colour, also without NO_COLOR')
}

/** The flags filled in. */
export function fullFlags({ json = false, ledger = '.adjudicate', color = true }: Flags): FullFlags {
  return { json, ledger, colour: color }
}

/** Reads the number of an event, for commander. */
export function countFlag(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError(`${printable(text)} is no number of an event; they count from 1.`)
  return number
}

/** Adds one more value to an option that may be given several times, for commander. */
export function anotherFlag(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}

/** An empty name is what an unset shell variable leaves behind: throws `usage`. */
export function refuseEmpty(options: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && value.trim() === '') throw new AdjudicateError('usage', `--${name} is empty`, { option: name })
  }
}
