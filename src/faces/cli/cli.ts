import { Command, CommanderError, Option } from 'commander'
import { AdjudicateError, isAdjudicateError } from '../../errors'
import type { Issue } from '../../issues'
import { release } from '../../release'
import { hang, ledLine } from '../../text/columns'
import { printable } from '../../text/printable'
import { faultsText } from '../formats/faults-text'
import type { ExitCode, ExitWith } from './exit-codes'
import { exitCodes } from './exit-codes'
import type { Flags } from './flags'
import { countFlag, fullFlags, withFlags } from './flags'
import type { GateCommandOptions } from './gate-command'
import { addPolicy } from './policy-program'
import { addJudges } from './judges-program'
import { addLight } from './light-program'
import { addCard } from './card-program'
import { addSlice } from './slice-program'
import { addStandards } from './standards-program'
import type { Surroundings } from './terminal'
import { dressed, wantsColour } from './terminal'

type GateFlags = Flags & Omit<GateCommandOptions, 'json' | 'ledger' | 'colour'> & { readonly canary?: boolean }

/** Runs one command line and gives its exit code; a user's mistake is said in a sentence, never with a stack trace. */
export async function runCli(args: readonly string[], here: Surroundings): Promise<ExitCode> {
  let exit: ExitCode = exitCodes.done
  const program = programFor(here, (code) => {
    exit = code
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exit
  } catch (error) {
    return explained(error, args, here)
  }
}

function explained(error: unknown, args: readonly string[], here: Surroundings): ExitCode {
  // Commander has written its own words; help and version that were asked for are no mistake.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  const known = isAdjudicateError(error) && error.code !== 'internal'
  const message = error instanceof Error ? error.message : String(error)
  const code = isAdjudicateError(error) ? error.code : 'internal'
  const exit = known ? exitCodes.usage : exitCodes.internal
  const { issues, file, help } = faultsOf(error)
  if (args.includes('--json'))
    here.out(`${JSON.stringify({ error: { code, message, ...(issues === undefined ? {} : { issues }) }, exit })}\n`)
  if (issues !== undefined && file !== undefined) {
    here.err(dressed(faultsText(file, issues, exit, help), wantsColour(here, !args.includes('--no-color'))))
    return exit
  }
  const lines = message.split('\n').flatMap((line) => hang('  ', printable(line)))
  const text = `${ledLine(`x not judged  ${code}`, `exit ${exit}`)}\n\n${lines.join('\n')}\n`
  here.err(dressed(text, wantsColour(here, !args.includes('--no-color'))))
  if (!known && error instanceof Error && error.stack !== undefined) here.err(`${error.stack}\n`)
  return exit
}

/** Faults of a file that was handed in, which are shown one by one with their paths. */
function faultsOf(error: unknown): { readonly issues?: readonly Issue[]; readonly file?: string; readonly help?: string } {
  if (!isAdjudicateError(error)) return {}
  const { issues, file, help } = error.details
  if (!Array.isArray(issues) || issues.length === 0 || typeof file !== 'string') return {}
  return { issues: issues as readonly Issue[], file, ...(typeof help === 'string' ? { help } : {}) }
}

function programFor(here: Surroundings, exitWith: ExitWith): Command {
  const program = new Command('adjudicate')
    .description('Decides what happens to work done by coding agents.')
    .version(release)
    .exitOverride()
    // What stands after a command is that command's own: `light explain` and `light` have flags of the same name.
    .enablePositionalOptions()
    .configureOutput({ writeOut: here.out, writeErr: here.err })
    .showHelpAfterError('(adjudicate --help lists the commands)')
  withFlags(program.command('verdict'))
    .description('adjudicates scorecards from a file against a real artifact')
    .argument('<panel>', 'a JSON file with rubric, panel and, where wanted, spec, references and runs')
    .addOption(new Option('--artifact <rev-or-dir>', 'what was judged: a git revision or a folder'))
    .addOption(new Option('--base <rev>', "what it is compared with; without it the revision's first parent"))
    .addHelpText(
      'after',
      '\nExample:\n  adjudicate verdict panel.json --artifact HEAD\n\nExit: 0 SHIP, 1 ITERATE or BLOCK, 3 ESCALATE, SHIP_WITH_CAVEATS or something due, 2 not judged',
    )
    .action(async (panel: string, options: Flags & { artifact?: string; base?: string }) => {
      const { verdictCommand } = await import('./verdict-command')
      exitWith(await verdictCommand(panel, { ...options, ...fullFlags(options) }, here))
    })
  withFlags(program.command('gate'))
    .description('the mechanical gate: real commands, the real change, no model')
    .argument('[task]', 'a task with a manifest; without one the current branch is judged against its base')
    .option('--integration', 'the whole branch; on the base commit it takes the baseline')
    .option('--decide', 'HEAD in a fresh checkout, on which a merge may rest; the default where CI is set')
    .option('--no-decide', "the work as it lies in this folder, for the worker's own use")
    .option('--canary', 'plants known faults in throw-away copies of HEAD and says which ones are caught')
    .option('--control <dir>', 'the folder with config.json, tasks/ and baseline.json, outside the judged tree')
    .option('--base <commit>', 'the commit that the work was dispatched from')
    .option('--junit <file>', 'writes JUnit XML')
    .option('--sarif <file>', 'writes SARIF 2.1.0')
    .option('--summary <file>', 'writes a summary in Markdown')
    .option('--annotations', "GitHub's annotations, on stderr")
    .option('--waive <finding...>', 'lets findings stand, by id or kind; a person at a terminal only')
    .option('--reason <text>', 'why they may stand')
    .addHelpText('after', '\nExample:\n  adjudicate gate t03 --decide\n\nExit: 0 PASS, 1 FAIL, 2 nothing judged')
    .action(async (task: string | undefined, options: GateFlags) => {
      if (options.canary === true) {
        if (task !== undefined) throw new AdjudicateError('usage', 'canaries are planted in HEAD, not in a task', { task })
        const { canaryCommand } = await import('./canary-command')
        exitWith(await canaryCommand({ ...options, ...fullFlags(options) }, here))
        return
      }
      const { gateCommand } = await import('./gate-command')
      exitWith(await gateCommand(task, { ...options, ...fullFlags(options) }, here))
    })
  withFlags(program.command('init'))
    .description("finds this repository's checks and writes .adjudicate/config.json; never overwrites")
    .addHelpText('after', '\nExample:\n  adjudicate init\n\nExit: 0 written, 1 there is one already, 2 nothing to write one from')
    .action(async (options: Flags) => {
      const { initCommand } = await import('./init-command')
      exitWith(await initCommand(fullFlags(options), here))
    })
  addLedger(program, here, exitWith)
  addPolicy(program, here, exitWith)
  addLight(program, here, exitWith)
  addCard(program, here, exitWith)
  addStandards(program, here, exitWith)
  addJudges(program, here, exitWith)
  addSlice(program, here, exitWith)
  return program
}

function addLedger(program: Command, here: Surroundings, exitWith: ExitWith): void {
  const ledger = program.command('ledger').description('the append-only record')
  withFlags(ledger.command('verify'))
    .description('checks the chain from the first event to the last, and the blobs that rulings name')
    .option('--expect-head <hash>', 'the hash the last event must have; finds a cut tail')
    .option('--keys <file>', "a JSON list of public keys kept outside the ledger: only what they signed counts as a person's act")
    .addHelpText(
      'after',
      '\nExample:\n  adjudicate ledger verify --expect-head sha256:9f3c...\n\nExit: 0 whole, 1 broken, cut, empty, not signed or with an altered blob, 2 not judged',
    )
    .action(async (options: Flags & { expectHead?: string; keys?: string }) => {
      const { ledgerVerifyCommand } = await import('./ledger-command')
      exitWith(await ledgerVerifyCommand({ ...options, ...fullFlags(options) }, here))
    })
  withFlags(ledger.command('show'))
    .description('lists the events, or shows one whole')
    .argument('[seq]', 'the number of one event', countFlag)
    .option('--stream <name>', 'events of one stream')
    .option('--type <type...>', 'events of these types')
    .option('--from <seq>', 'from this event on', countFlag)
    .option('--to <seq>', 'up to this event', countFlag)
    .addHelpText('after', '\nExample:\n  adjudicate ledger show --from 10')
    .action(async (seq: number | undefined, options: Flags & { stream?: string; type?: string[]; from?: number; to?: number }) => {
      const { ledgerShowCommand } = await import('./ledger-command')
      exitWith(await ledgerShowCommand(seq, { ...options, ...fullFlags(options) }, here))
    })
}
