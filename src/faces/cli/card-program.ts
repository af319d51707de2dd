import type { Command } from 'commander'
import type { ExitWith } from './exit-codes'
import type { Surroundings } from './terminal'

/** Adds the commands. */
export function addCard(_program: Command, _here: Surroundings, _exitWith: ExitWith): void {}
