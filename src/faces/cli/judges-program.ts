import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { printable } from '../../text/printable'
import type { ExitWith } from './exit-codes'
import type { Flags } from './flags'
import { fullFlags, refuseEmpty, withFlags } from './flags'
import type { Surroundings } from './terminal'

type JudgesFlags = Flags & {
  readonly pairs?: number
  readonly seed?: number
  readonly run?: string
  readonly missedMax?: number
  readonly falseAlarmsMax?: number
  readonly callsMax?: number
  readonly tokensMax?: number
  readonly sideBySide?: number
}

const examples = `
Example:
  adjudicate panel canary panel.json --pairs 12 --missed-max .2 --false-alarms-max .1

Exit: 0 measured and within the limits, 1 beyond one or somebody said nothing,
      2 not measured to the end`

/** Adds `panel canary`. */
export function addJudges(program: Command, here: Surroundings, exitWith: ExitWith): void {
  const panel = program.command('panel').description('the judges themselves')
  withFlags(panel.command('canary'))
    .description(
      'sends code with a known fault, and its clean twin, through a panel that is told neither; what it misses and where it cries wolf',
    )
    .argument('<file>', "a JSON file { panel, adversary, limits? } of models, or a slice's file")
    .option('--pairs <n>', 'so many pairs, picked by the seed; all unless said', wholeFrom(1))
    .option('--seed <n>', 'of the order, the choice and the intervals; drawn unless said', wholeFrom(0))
    .option('--run <id>', 'goes on with a run that was stopped, or names a new one')
    .option('--missed-max <share>', 'the share of faults that the panel may fail to catch, from 0 to 1', share)
    .option('--false-alarms-max <share>', 'the share of clean twins that it may fail to pass, from 0 to 1', share)
    .option('--calls-max <n>', 'asks the models so often at most', wholeFrom(1))
    .option('--tokens-max <n>', 'asks no more once so many tokens are used', wholeFrom(1))
    .option('--side-by-side <n>', 'variants at once; 2 unless said', wholeFrom(1))
    .addHelpText('after', examples)
    .action(async (file: string, options: JudgesFlags) => {
      const { pairs, seed, run, missedMax, falseAlarmsMax, callsMax, tokensMax, sideBySide } = options
      refuseEmpty({ file, ...(run === undefined ? {} : { run }) })
      const { judgesCommand } = await import('./judges-command')
      const thresholds = { ...given('missedMax', missedMax), ...given('falseAlarmsMax', falseAlarmsMax) }
      const asked = {
        ...given('pairsMax', pairs),
        ...given('seed', seed),
        ...given('run', run),
        ...given('callsMax', callsMax),
        ...given('tokensMax', tokensMax),
        ...given('sideBySideMax', sideBySide),
      }
      exitWith(await judgesCommand(file, { ...fullFlags(options), ...asked, thresholds }, here))
    })
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [name in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [name in Name]?: Value }
}

function wholeFrom(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number
    throw new InvalidArgumentError(`${printable(text)} is no whole number of ${least} or more.`)
  }
}

function share(text: string): number {
  const number = Number(text)
  if (/^(?:\d+|\d*\.\d+)$/.test(text) && number >= 0 && number <= 1) return number
  throw new InvalidArgumentError(`${printable(text)} is no share from 0 to 1, such as .2`)
}
