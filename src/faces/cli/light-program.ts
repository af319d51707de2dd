import type { Command } from 'commander'
import type { ExitWith } from './exit-codes'
import type { Flags } from './flags'
import { fullFlags, withFlags } from './flags'
import type * as Commands from './light-command'
import type { Surroundings } from './terminal'

type LightFlags = Flags & { readonly policy?: string; readonly operation?: string; readonly use?: string }

// Loaded when a command of it runs: what the others need would only cost time.
const commands = (): Promise<typeof Commands> => import('./light-command')

/** Adds `light`, `light explain` and `authorize`. */
export function addLight(program: Command, here: Surroundings, exitWith: ExitWith): void {
  const light = withFlags(program.command('light'))
    // Flags after `explain` are that command's own.
    .enablePositionalOptions()
    .description('a traffic light with its card: a fault for bugfix, or a development gate')
    .argument('<file>', "a fault's payload (four axes, H1 to H4, dossier) or a gate's (l1, fast, facts), as JSON")
    .option('--policy <name>', 'bugfix@1, bugfix@2, bugfix@3, or one that was adopted here; the table in force unless given')
    .option('--operation <name>', 'the dangerous operation that H4 is about')
    .option('--use <authorization>', "uses a person's authorization, which counts once")
    .addHelpText(
      'after',
      '\nExample:\n  adjudicate light fault.json\n  adjudicate light explain F-20261128-02\n\nExit: 0 go on, 3 waits for a person, 1 stop, 2 not judged',
    )
    .action(async (file: string, options: LightFlags) => {
      const { json: _json, ledger: _ledger, color: _color, ...own } = options
      exitWith(await (await commands()).lightCommand(file, { ...own, ...fullFlags(options) }, here))
    })
  withFlags(light.command('explain'))
    .description('the same page for a file or a card on record, and nothing is recorded')
    .argument('<file-or-card>', 'a payload as JSON, or the id of a card')
    .option('--policy <name>', 'bugfix@1, bugfix@2, bugfix@3, or one that was adopted here; the table in force unless given')
    .addHelpText(
      'after',
      '\nExample:\n  adjudicate light explain F-20261128-02\n\nExit: 0 go on, 3 waits for a person, 1 stop, 2 not judged',
    )
    .action(async (file: string, options: Flags & { policy?: string }) => {
      const { policy } = options
      exitWith(
        await (await commands()).lightExplainCommand(file, { ...fullFlags(options), ...(policy === undefined ? {} : { policy }) }, here),
      )
    })
  withFlags(program.command('authorize'))
    .description('a person lets a yellow go on, in their own words at the terminal; H2 and H4 are judged anew')
    .argument('<card>', 'the id of a card, such as F-20261128-02')
    .requiredOption('--grant <grant>', 'attempt-hypothesis, observe-this-version, verification-fix or dangerous-operation')
    .option('--operation <name>', 'the dangerous operation, by the name that the card gives')
    .addHelpText(
      'after',
      '\nExample:\n  adjudicate authorize F-20261128-02 --grant attempt-hypothesis\n\nExit: 0 go on, 3 waits for a person, 1 refused or red, 2 usage',
    )
    .action(async (card: string, options: Flags & { grant: string; operation?: string }) => {
      const { grant, operation } = options
      exitWith(
        await (
          await commands()
        ).authorizeCommand(card, { ...fullFlags(options), grant, ...(operation === undefined ? {} : { operation }) }, here),
      )
    })
}
