import type { Command } from 'commander'
import type { ExitWith } from './exit-codes'
import type { Flags } from './flags'
import { anotherFlag, fullFlags, withFlags } from './flags'
import type * as Commands from './policy-command'
import type { Surroundings } from './terminal'

const which = 'a policy as a JSON file, or a published one by name: bugfix@1, bugfix@2, bugfix@3, dev-gate@1'

// Loaded when a command of it runs: what the others need would only cost time.
const commands = (): Promise<typeof Commands> => import('./policy-command')

/** Adds `policy show`, `eval`, `explain`, `test`, `analyse` and `diff`. */
export function addPolicy(program: Command, here: Surroundings, exitWith: ExitWith): void {
  const policy = program.command('policy').description('rule tables as files: evaluate, explain, test, analyse, compare')
  for (const [name, does, run] of [
    ['eval', 'what a policy says of some facts', 'policyEval'],
    ['explain', 'why it says so, and the shortest ways to each better outcome', 'policyExplain'],
  ] as const) {
    withFlags(policy.command(name))
      .description(does)
      .argument('<policy>', which)
      .argument('[facts]', 'a JSON file with a value for each fact')
      .option('--fact <name=value>', 'one fact; may be given several times', anotherFlag)
      .addHelpText(
        'after',
        `\nExample:\n  adjudicate policy ${name} release.json --fact gate=pass --fact freeze=false\n\nExit: 0 judged, 2 not judged`,
      )
      .action(async (file: string, factsFile: string | undefined, options: Flags & { fact?: readonly string[] }) => {
        const { [run]: judged } = await commands()
        exitWith(await judged(file, { factsFile, ...(options.fact === undefined ? {} : { fact: options.fact }) }, fullFlags(options), here))
      })
  }
  policy
    .command('show')
    .description('the table itself as JSON, to begin one of your own with')
    .argument('<policy>', which)
    .addHelpText('after', '\nExample:\n  adjudicate policy show bugfix@1\n\nExit: 0 printed, 2 not read')
    .action(async (file: string) => exitWith(await (await commands()).policyShow(file, here)))
  withFlags(policy.command('test'))
    .description('runs tables of cases; a case that fails says what was given instead, by which rule, and why no earlier one')
    .argument('<policy>', which)
    .argument('<cases...>', 'JSON files: lists of { name?, facts, outcome, rule? }')
    .option('--junit <file>', 'writes JUnit XML')
    .addHelpText(
      'after',
      '\nExample:\n  adjudicate policy test release.json release.cases.json --junit cases.xml\n\nExit: 0 all passed, 1 not, 2 not judged',
    )
    .action(async (file: string, cases: readonly string[], options: Flags & { junit?: string }) => {
      const { junit } = options
      exitWith(await (await commands()).policyTest(file, cases, { ...fullFlags(options), ...(junit === undefined ? {} : { junit }) }, here))
    })
  withFlags(policy.command('analyse'))
    .description('walks over every input: rules that never fire, what only otherwise takes, better facts that get a worse outcome')
    .argument('<policy>', which)
    .addHelpText(
      'after',
      '\nExample:\n  adjudicate policy analyse bugfix@1\n\nExit: 0 nothing found, 1 dead rules or inversions, 2 not judged',
    )
    .action(async (file: string, options: Flags) => exitWith(await (await commands()).policyAnalyse(file, fullFlags(options), here)))
  withFlags(policy.command('diff'))
    .description('every input on which two policies differ, by the two rules at work')
    .argument('<a>', which)
    .argument('<b>', 'the other one')
    .addHelpText(
      'after',
      '\nExample:\n  adjudicate policy diff bugfix@1 bugfix@2\n\nExit: 0 they say the same, 1 they differ, 2 not judged',
    )
    .action(async (a: string, b: string, options: Flags) => exitWith(await (await commands()).policyDiff(a, b, fullFlags(options), here)))
}
