import type { Command } from 'commander'
import { AdjudicateError } from '../../errors'
import type { CardOptions, DoNow } from './card-command'
import type * as Commands from './card-command'
import type { ExitWith } from './exit-codes'
import type { Flags } from './flags'
import { fullFlags, withFlags } from './flags'
import type { Surroundings } from './terminal'

type CardFlags = Flags & {
  readonly build?: string
  readonly authority?: string
  readonly by?: string
  readonly document?: string
  readonly artifact?: string
}

// Loaded when a command of it runs: what the others need would only cost time.
const commands = (): Promise<typeof Commands> => import('./card-command')

const exits = '\n\nExit: 0 recorded, 1 refused by a rule, 2 not judged'

const fromFiles: readonly (readonly [string, DoNow, string])[] = [
  ['give', 'give-card', 'a yellow card: builder, packet, instruction, violation, evidence, corpus, correction'],
  ['correct', 'correct', 'the correction of a card, with its evidence; the packet goes on'],
  ['complete', 'complete', 'a packet completed successfully'],
  ['fail', 'fail', 'a packet that failed or was abandoned'],
  ['revert', 'revert', 'a completed packet that was taken back'],
  ['reconstruct', 'reconstruct', 'what a benched builder hands in: builder and six parts'],
  ['amend', 'amend', 'the owner amends an instruction; a person at the terminal only'],
  ['rescind', 'rescind', 'the owner strikes a card, with a reason; a person at the terminal only'],
  ['review', 'review', 'the diagnosis of a drift-root review; a person at the terminal only'],
  ['continue', 'continue', 'the way on after an expulsion; a person at the terminal only'],
  ['keep', 'keep-alternate', 'the alternate goes on leading after the bench; a person at the terminal only'],
]

const withEvidence: ReadonlySet<DoNow> = new Set(['give-card', 'correct'])

/** Adds `card open`, `card give` and all that follows a card. */
export function addCard(program: Command, here: Surroundings, exitWith: ExitWith): void {
  const card = program.command('card').description('builders that drift: cards, the bench, the way back')
  const added = (name: string): Command => withFlags(card.command(name)).option('--build <name>', 'which build of this ledger', 'main')
  added('open')
    .description('opens a build: authority, primary, alternates')
    .argument('<file>', 'the setup as JSON')
    .option('--authority <document>', 'the document that the build is held to, where the file names none')
    .addHelpText('after', `\nExample:\n  adjudicate card open build.json --authority DIRECTIVE.md${exits}`)
    .action(async (file: string, options: CardFlags) => {
      const { authority } = options
      exitWith(await (await commands()).cardOpen(file, { ...full(options), ...(authority === undefined ? {} : { authority }) }, here))
    })
  for (const [name, doNow, does] of fromFiles) {
    const command = added(name)
    if (withEvidence.has(doNow))
      command.option('--artifact <rev-or-dir>', 'where the evidence is looked up, instead of a corpus in the file')
    command
      .description(does)
      .argument('<file>', 'its parts as JSON')
      .addHelpText('after', `\nExample:\n  adjudicate card ${name} ${name}.json${exits}`)
      .action(async (file: string, options: CardFlags) => exitWith(await (await commands()).cardDo(doNow, file, full(options), here)))
  }
  added('packet')
    .description('a packet completed successfully, without a file')
    .argument('<packet>', 'its name')
    .requiredOption('--by <builder>', 'who completed it')
    .addHelpText('after', `\nExample:\n  adjudicate card packet p7 --by codex${exits}`)
    .action(async (packet: string, options: CardFlags) =>
      exitWith(await (await commands()).cardPacket(packet, options.by ?? '', full(options), here)),
    )
  added('reread')
    .description('a benched builder reread the whole authority: from a file, or by the document itself')
    .argument('<file-or-builder>', 'JSON with builder and sha256; with --document the builder')
    .option('--document <file>', 'the document that was read, whole')
    .addHelpText('after', `\nExample:\n  adjudicate card reread opus --document DIRECTIVE.md${exits}`)
    .action(async (name: string, options: CardFlags) => {
      const { document } = options
      if (document !== undefined) exitWith(await (await commands()).cardReread(name, document, full(options), here))
      else exitWith(await (await commands()).cardDo('reread', name, full(options), here))
    })
  added('state')
    .description('how a build stands; nothing is recorded')
    .argument('[build]', 'which build; the same as --build')
    .addHelpText('after', `\nExample:\n  adjudicate card state${exits}`)
    .action(async (build: string | undefined, options: CardFlags) => {
      if (build !== undefined && options.build !== undefined && options.build !== 'main' && options.build !== build) {
        throw new AdjudicateError('usage', 'two builds are named: one of them', { build })
      }
      exitWith(await (await commands()).cardState({ ...full(options), ...(build === undefined ? {} : { build }) }, here))
    })
}

function full(options: CardFlags): CardOptions {
  const { build = 'main', artifact } = options
  return { ...fullFlags(options), build, ...(artifact === undefined ? {} : { artifact }) }
}
