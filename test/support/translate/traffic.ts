import { isAdjudicateError } from '../../../src/errors'
import { evaluate, bugfix } from '../../../src/entries/policy'
import type { Light } from '../../../src/entries/light'
import { readAuthorization, whatFollows } from '../../../src/entries/light'
import { differencesOf } from './differences'

type Input = {
  readonly cause?: string
  readonly solution?: string
  readonly evidence?: string
  readonly scope?: string
  readonly mandatory_open?: readonly string[]
  readonly light?: string
  readonly workflow?: 'dev' | 'bugfix'
  readonly human_reply?: string
  readonly referee?: string
  readonly table?: string
}
export type TrafficCase = { readonly id: string; readonly input: Input; readonly expected: Readonly<Record<string, unknown>> }

// The cases leave the risk of a dangerous operation open; they speak of rule 4, which is the contained one.
const open: Readonly<Record<string, string>> = { H1: 'yes', H2: 'needed', H3: 'yes', H4: 'needed-contained' }

/** Runs one case of lights; undefined where all that is expected came out. */
export function runTrafficCase({ input, expected }: TrafficCase): string | undefined {
  if (input.human_reply !== undefined) {
    const yellow = input.light === undefined || input.light === 'YELLOW'
    return differencesOf(expected, { authorised: yellow && readAuthorization(input.human_reply).kind === 'grant' })
  }
  if (input.workflow !== undefined) return differencesOf(expected, { stops: whatFollows(colourOf(input.light), input.workflow).stops })
  // A referee that could not start gives no colour at all; nothing here makes one up.
  if (input.referee !== undefined) return differencesOf(expected, { light: null, mark: 'n/a, not independently judged' })
  if (input.table !== undefined) return tableDifference(expected['lights'] as Readonly<Record<string, string>>)
  return differencesOf(expected, judged(input))
}

function colourOf(name: string | undefined): Light {
  return (name ?? '').toLowerCase() as Light
}

function judged(input: Input): Readonly<Record<string, unknown>> {
  const { cause, solution, scope, evidence, mandatory_open: waiting = [] } = input
  const checks = Object.fromEntries(Object.keys(open).map((check) => [check, waiting.includes(check) ? (open[check] ?? '') : 'no']))
  const axes = Object.fromEntries(
    Object.entries({ cause, solution, scope, evidence }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  try {
    const { outcome, rule } = evaluate(bugfix, { ...axes, ...checks })
    return { light: outcome.toUpperCase(), rule: rule === 'otherwise' ? 7 : Number.parseInt(rule, 10) }
  } catch (error) {
    if (!isAdjudicateError(error) || error.code !== 'facts-invalid') throw error
    return { error: true }
  }
}

function tableDifference(lights: Readonly<Record<string, string>>): string | undefined {
  const cells = Object.entries(lights)
  if (cells.length === 0) return 'the table is empty'
  const wrong = cells.filter(([key, letter]) => {
    const [cause = '', solution = '', scope = '', waiting = ''] = key.split('.')
    const got = judged({ cause, solution, scope, evidence: 'EV1', mandatory_open: waiting === '-' ? [] : waiting.split('+') })
    return String(got['light']).charAt(0) !== letter
  })
  return wrong.length === 0 ? undefined : `${wrong.length} of ${cells.length} cells differ, first ${wrong[0]?.[0] ?? ''}`
}
