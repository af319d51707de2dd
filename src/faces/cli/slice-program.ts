import type { Command } from 'commander'
import { AdjudicateError } from '../../errors'
import { printable } from '../../text/printable'
import type { ExitWith } from './exit-codes'
import type { Flags } from './flags'
import { fullFlags, refuseEmpty, withFlags } from './flags'
import type { PersonsWay } from './persons-ways'
import { personsWays } from './persons-ways'
import type * as SliceCommands from './slice-command'
import type { WayAsked } from './resolve-ways'
import type { Surroundings } from './terminal'

// Loaded when a command of it runs: what the others need would only cost time.
const commands = (): Promise<typeof SliceCommands> => import('./slice-command')

const exits =
  '\n\nExit: 0 shipped or accepted, 1 not shipped, 2 not judged, 3 waits for a person, 130 ended by Ctrl-C (143 by SIGTERM; its record goes on)'

/** Adds `run`, `resume`, `status` and `resolve`. */
export function addSlice(program: Command, here: Surroundings, exitWith: ExitWith): void {
  withFlags(program.command('run'))
    .description('drives a tribunal: a doer, the checks, a panel, a verdict, until it ships or a person is needed')
    .argument('<slice>', 'a JSON file with the slice, the repository, the models and the limits')
    .addHelpText('after', `\nExample:\n  adjudicate run slice.json${exits}`)
    .action(async (file: string, options: Flags) => exitWith(await (await commands()).runCommand(file, fullFlags(options), here)))
  withFlags(program.command('resume'))
    .description('goes on with a slice where its record stands')
    .argument('[slice]', 'its id, such as S4; without one the only slice that is unfinished')
    .addHelpText('after', `\nExample:\n  adjudicate resume S4${exits}`)
    .action(async (name: string | undefined, options: Flags) =>
      exitWith(await (await commands()).resumeCommand(name, fullFlags(options), here)),
    )
  withFlags(program.command('status'))
    .description('the slices on record, what is due and who is waited for; records nothing')
    .argument('[slice]', 'its id, such as S4')
    .option('--rulings', 'with an id: each ruling whole, with its sum and what was thrown out')
    .addHelpText(
      'after',
      `\nExample:\n  adjudicate status S4\n\nExit: 0 all shipped or accepted, 1 one is not, 2 not judged, 3 a person is waited for`,
    )
    .action(async (name: string | undefined, options: Flags & { rulings?: boolean }) =>
      exitWith(await (await commands()).statusCommand(name, { ...fullFlags(options), rulings: options.rulings === true }, here)),
    )
  addResolve(program, here, exitWith)
}

type ResolveFlags = Flags & {
  readonly accept?: true | readonly string[]
  readonly grant?: readonly string[]
  readonly rebut?: string
  readonly newRubric?: string
  readonly abandon?: boolean
  readonly reason?: string
  readonly evidence?: string
  readonly quote?: readonly string[]
  readonly continue?: boolean
}

function addResolve(program: Command, here: Surroundings, exitWith: ExitWith): void {
  withFlags(program.command('resolve'))
    .description('a person says how a slice that waits goes on; at the terminal only')
    .argument('<slice>', 'its id, such as S4')
    .argument('[way]', personsWays.join(', '))
    .argument('[what...]', 'caveats, what is granted, MEMBER/SCENARIO, or a file, by the way')
    .option('--accept [caveats...]', 'it is good enough as it is, with every open caveat')
    .option('--grant <what...>', 'round, dispatch, rounds=N or dispatches=N')
    .option('--rebut <member/scenario>', 'a named failure does not happen; needs --quote or --evidence')
    .option('--new-rubric <file>', 'other criteria, a new version of the slice from round 1')
    .option('--abandon', 'the slice ends without shipping')
    .option('--reason <text>', 'why; asked for on the terminal unless given')
    .option('--evidence <file>', 'citations for a rebuttal, a list as JSON')
    .option('--quote <text...>', 'words that stand in the artifact, for a rebuttal')
    .option('--continue', 'drives the slice on at once')
    .addHelpText(
      'after',
      '\nExample:\n  adjudicate resolve S4 grant round --continue\n\nExit: 0 recorded, 1 refused by a rule, 2 usage; with --continue as for run',
    )
    .action(async (name: string, way: string | undefined, what: string[], options: ResolveFlags) => {
      const asked = wayOf(way, what, options)
      const { resolveCommand } = await import('./resolve-command')
      exitWith(await resolveCommand(name, asked, { ...fullFlags(options), goOn: options.continue === true }, here))
    })
}

/** The one way that was typed, as a word or as a flag. */
function wayOf(word: string | undefined, what: readonly string[], options: ResolveFlags): WayAsked {
  const { accept, grant, rebut, newRubric, abandon, reason, evidence, quote } = options
  const typed: { readonly way: PersonsWay; readonly what: readonly string[] }[] = [
    ...(word === undefined ? [] : [{ way: wayNamed(word), what }]),
    ...(accept === undefined ? [] : [{ way: 'accept' as const, what: accept === true ? [] : accept }]),
    ...(grant === undefined ? [] : [{ way: 'grant' as const, what: grant }]),
    ...(rebut === undefined ? [] : [{ way: 'rebut' as const, what: [rebut] }]),
    ...(newRubric === undefined ? [] : [{ way: 'new-rubric' as const, what: [newRubric] }]),
    ...(abandon === true ? [{ way: 'abandon' as const, what: [] }] : []),
  ]
  const [only] = typed
  if (only === undefined || typed.length > 1) {
    const found = typed.length === 0 ? 'none' : typed.map(({ way }) => way).join(' and ')
    throw new AdjudicateError('usage', `resolve takes one way of ${personsWays.join(', ')}; found ${found}`, {})
  }
  const isBare = (only.way === 'abandon' || only.way === 'model' || only.way === 'split' || only.way === 'give-up') && only.what.length > 0
  if (isBare) throw new AdjudicateError('usage', `${only.way} takes no ${JSON.stringify(only.what[0])}; why is said with --reason`, {})
  if ((evidence !== undefined || quote !== undefined) && only.way !== 'rebut')
    throw new AdjudicateError('usage', '--evidence and --quote go with a rebuttal', {})
  refuseEmpty({ reason, evidence })
  return {
    ...only,
    ...(reason === undefined ? {} : { reason }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(quote === undefined ? {} : { quotes: quote }),
  }
}

function wayNamed(word: string): PersonsWay {
  const way = personsWays.find((one) => one === word)
  if (way === undefined) throw new AdjudicateError('usage', `${printable(word)} is none of ${personsWays.join(', ')}`, { word })
  return way
}
