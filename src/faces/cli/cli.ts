import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { isAdjudicateError } from '../../errors'
import { release } from '../../release'
import { hang, ledLine } from '../../text/columns'
import { printable } from '../../text/printable'
import type { ExitCode } from './exit-codes'
import { exitCodes } from './exit-codes'
import { ledgerShowCommand, ledgerVerifyCommand } from './ledger-command'
import type { Surroundings } from './terminal'
import { dressed, wantsColour } from './terminal'
import { verdictCommand } from './verdict-command'

type Common = { readonly json?: boolean; readonly ledger?: string; readonly color?: boolean }

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
  if (args.includes('--json')) here.out(`${JSON.stringify({ error: { code, message }, exit })}\n`)
  const lines = message.split('\n').flatMap((line) => hang('  ', printable(line)))
  const text = `${ledLine(`x not judged  ${code}`, `exit ${exit}`)}\n\n${lines.join('\n')}\n`
  here.err(dressed(text, wantsColour(here, !args.includes('--no-color'))))
  if (!known && error instanceof Error && error.stack !== undefined) here.err(`${error.stack}\n`)
  return exit
}

function programFor(here: Surroundings, exitWith: (code: ExitCode) => void): Command {
  const program = new Command('adjudicate')
    .description('Decides what happens to work done by coding agents.')
    .version(release)
    .exitOverride()
    .configureOutput({ writeOut: here.out, writeErr: here.err })
    .showHelpAfterError('(adjudicate --help lists the commands)')
  common(program.command('verdict'))
    .description('adjudicates scorecards from a file against a real artifact')
    .argument('<panel>', 'a JSON file with rubric, panel and, where wanted, spec, references and runs')
    .addOption(new Option('--artifact <rev-or-dir>', 'what was judged: a git revision or a folder'))
    .addOption(new Option('--base <rev>', "what it is compared with; without it the revision's first parent"))
    .addHelpText(
      'after',
      '\nExample:\n  adjudicate verdict panel.json --artifact HEAD\n\nExit: 0 SHIP, 1 ITERATE or BLOCK, 3 ESCALATE, SHIP_WITH_CAVEATS or something due, 2 not judged',
    )
    .action(async (panel: string, options: Common & { artifact?: string; base?: string }) => {
      exitWith(await verdictCommand(panel, { ...options, ...commonOf(options) }, here))
    })
  const ledger = program.command('ledger').description('the append-only record')
  common(ledger.command('verify'))
    .description('checks the chain from the first event to the last')
    .option('--expect-head <hash>', 'the hash the last event must have; finds a cut tail')
    .addHelpText(
      'after',
      '\nExample:\n  adjudicate ledger verify --expect-head sha256:9f3c...\n\nExit: 0 whole, 1 broken, cut or empty, 2 not judged',
    )
    .action(async (options: Common & { expectHead?: string }) => {
      exitWith(await ledgerVerifyCommand({ ...options, ...commonOf(options) }, here))
    })
  common(ledger.command('show'))
    .description('lists the events, or shows one whole')
    .argument('[seq]', 'the number of one event', count)
    .option('--stream <name>', 'events of one stream')
    .option('--type <type...>', 'events of these types')
    .option('--from <seq>', 'from this event on', count)
    .option('--to <seq>', 'up to this event', count)
    .addHelpText('after', '\nExample:\n  adjudicate ledger show --from 10')
    .action(async (seq: number | undefined, options: Common & { stream?: string; type?: string[]; from?: number; to?: number }) => {
      exitWith(await ledgerShowCommand(seq, { ...options, ...commonOf(options) }, here))
    })
  return program
}

function common(command: Command): Command {
  return command
    .option('--json', 'one JSON document on stdout, everything else on stderr')
    .option('--ledger <dir>', 'where the record is kept', '.adjudicate')
    .option('--no-color', 'no colour, also without NO_COLOR')
}

function commonOf({ json = false, ledger = '.adjudicate', color = true }: Common): { json: boolean; ledger: string; colour: boolean } {
  return { json, ledger, colour: color }
}

function count(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError(`${printable(text)} is no number of an event; they count from 1.`)
  return number
}
