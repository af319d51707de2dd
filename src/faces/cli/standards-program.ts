import type { Command } from 'commander'
import { AdjudicateError } from '../../errors'
import type { ExitWith } from './exit-codes'
import type { Flags } from './flags'
import { fullFlags, withFlags } from './flags'
import type { StandardsOptions } from './standards-command'
import type * as Commands from './standards-command'
import type { Surroundings } from './terminal'

type StandardsFlags = Flags & { readonly workflow?: string; readonly by?: string; readonly offer?: string }
type ApproveFlags = StandardsFlags & { readonly reject?: boolean; readonly rescind?: boolean; readonly keep?: boolean }

// Loaded when a command of it runs: what the others need would only cost time.
const commands = (): Promise<typeof Commands> => import('./standards-command')

const exits = '\n\nExit: 0 recorded, 1 refused by a rule, 2 not judged'

/** Adds `standards`, `signal`, `propose` and `approve`. */
export function addStandards(program: Command, here: Surroundings, exitWith: ExitWith): void {
  const added = (command: Command): Command => withFlags(command).option('--workflow <name>', 'whose standards: dev or bugfix', 'bugfix')
  const standards = program.command('standards').description('the judging rules of a workflow')
  added(standards.command('show'))
    .description('the rules in force, what is open, what is due')
    .addHelpText('after', `\nExample:\n  adjudicate standards show --workflow dev${exits}`)
    .action(async (options: StandardsFlags) => exitWith(await (await commands()).standardsShow(full(options), here)))
  added(standards.command('open'))
    .description('the rules that a workflow begins with')
    .argument('<file>', '{ version, clauses: [{ id, text, policy? }] } as JSON')
    .addHelpText('after', `\nExample:\n  adjudicate standards open standards.json${exits}`)
    .action(async (file: string, options: StandardsFlags) => exitWith(await (await commands()).standardsOpen(file, full(options), here)))
  added(program.command('signal'))
    .description('what a person said about a judgement, to the letter; a person at the terminal only')
    .argument('<file>', 'target, quote, verdict, evidence, signature, kind, source, and clause and facts where known, as JSON')
    .addHelpText('after', `\nExample:\n  adjudicate signal signal.json${exits}`)
    .action(async (file: string, options: StandardsFlags) => exitWith(await (await commands()).signalCommand(file, full(options), here)))
  added(program.command('propose'))
    .description('a change of the standards that recurrence calls for, with what it would have changed')
    .argument('[file]', 'signature, clause, change, evidence, counter_example, falsify, rollback, as JSON')
    .option('--by <name>', 'who proposes', 'agent')
    .option('--offer <proposal>', 'tries an open proposal once more on the cases of the past')
    .addHelpText('after', `\nExample:\n  adjudicate propose proposal.json --by codex${exits}`)
    .action(async (file: string | undefined, options: StandardsFlags) => {
      const { offer, by = 'agent' } = options
      if (file !== undefined && offer === undefined) exitWith(await (await commands()).proposeCommand(file, { ...full(options), by }, here))
      else if (file === undefined && offer !== undefined) exitWith(await (await commands()).offerCommand(offer, full(options), here))
      else throw new AdjudicateError('usage', 'propose takes a file, or --offer and the id of a proposal', {})
    })
  added(program.command('approve'))
    .description("a person decides on a proposal in their own words, or hands a slice's report over; at the terminal only")
    .argument('<proposal-or-slice>', 'the id of a proposal, such as P-20261128-01, or of a slice, such as S4')
    .option('--reject', 'the standards stay as they are')
    .option('--rescind', 'takes an adopted change back')
    .option('--keep', 'an adopted change stays, whatever was said against it')
    .addHelpText('after', `\nExample:\n  adjudicate approve P-20261128-01${exits}`)
    .action(async (proposal: string, options: ApproveFlags) => {
      const asked = (['reject', 'rescind', 'keep'] as const).filter((one) => options[one] === true)
      if (!/^P-\d{8}-\d{2,}$/.test(proposal) && asked.length === 0) {
        const { approveSliceCommand } = await import('./resolve-command')
        exitWith(await approveSliceCommand(proposal, fullFlags(options), here))
        return
      }
      if (asked.length > 1) throw new AdjudicateError('usage', `one decision at a time: ${asked.join(', ')}`, { asked })
      exitWith(await (await commands()).approveCommand(proposal, asked[0] ?? 'approve', full(options), here))
    })
}

function full(options: StandardsFlags): StandardsOptions {
  return { ...fullFlags(options), workflow: options.workflow ?? 'bugfix' }
}
