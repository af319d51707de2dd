import { withoutEdges } from '../text/edges'
import { lookAlike, unseenCharacter } from './screening/characters'
import { verifiesNothing } from './screening/no-op'
import { screenProgram } from './screening/program'
import type { Objection, RejectCode, SimpleCommand } from './screening/screened'
import { baseName, objection, quoted } from './screening/screened'
import { shapeOf } from './screening/shape'

/** Commands longer than this many characters are refused: nobody reads them to the end. */
export const commandCharactersMax = 4096

/**
 * What may be done with a command (spec 10, 1; R-BUILD-15, R-BUILD-16). `allow`: run `approved`, the entry itself. `propose`: show it to a person, never run it before they
 * approve; `not-exact` is an approved command with other arguments. `verifiesNothing`: it can hardly fail, so its success shows nothing.
 */
export type ScreenedCommand =
  | {
      readonly decision: 'allow'
      readonly code: 'approved'
      readonly reason: string
      readonly approved: string
      readonly verifiesNothing: boolean
    }
  | {
      readonly decision: 'propose'
      readonly code: 'not-approved' | 'not-exact' | 'changed-since'
      readonly reason: string
      readonly verifiesNothing: boolean
    }
  | { readonly decision: 'reject'; readonly code: RejectCode; readonly reason: string; readonly verifiesNothing: boolean }

/** Where the command comes from, for the words of the reason, and which files that an approved command runs were changed since its approval. */
export type ScreenOptions = { readonly origin?: string; readonly changedSince?: readonly string[] }

/**
 * Decides about a command that somebody's document asks to be run. Only what stands byte for byte among the approved is allowed, blanks around it aside; everything else is parsed as
 * a shell would, and refused, or proposed to a person. Total: any text gets a decision.
 */
export function screenCommand(cmd: string, approved: readonly string[], options: ScreenOptions = {}): ScreenedCommand {
  const text = withoutEdges(cmd, / /)
  const entry = approved.find((one) => one === cmd) ?? approved.find((one) => one === text)
  if (entry !== undefined && text !== '') return allowed(entry, options.changedSince ?? [])
  const before = textObjection(text)
  if (before !== undefined) return rejected(before, false)
  const shape = shapeOf(text)
  const [first] = shape.commands
  const nothing = shape.commands.length > 0 && shape.commands.every(verifiesNothing)
  const objections = [
    ...shape.objections,
    ...optional(unseenCharacter(text)),
    ...optional(lookAlike(text, first?.program ?? '', shape.unquoted)),
    ...shape.commands.flatMap((command) => optional(screenProgram(command))),
  ]
  const weighed = gravest(fetchedAndRun(shape.commands, objections))
  if (weighed !== undefined) return rejected(weighed, nothing)
  return proposed(first, approved, nothing, options.origin)
}

function allowed(entry: string, changedSince: readonly string[]): ScreenedCommand {
  const { commands } = shapeOf(entry)
  const nothing = commands.length > 0 && commands.every(verifiesNothing)
  if (changedSince.length > 0) {
    const reason = `approved, but what it runs was changed since: ${changedSince.map(quoted).join(', ')}`
    return { decision: 'propose', code: 'changed-since', reason, verifiesNothing: nothing }
  }
  return {
    decision: 'allow',
    code: 'approved',
    reason: 'it is an approved command, byte for byte',
    approved: entry,
    verifiesNothing: nothing,
  }
}

function textObjection(text: string): Objection | undefined {
  if (text.trim() === '') return objection('malformed', 'there is no command in it, and a shell calls that a success')
  if (text.length > commandCharactersMax)
    return objection('too-long', `it has ${text.length} characters, at most ${commandCharactersMax} are read`)
  if (/^(?:cmd|test|review): /.test(text))
    return objection('not-a-command', `${quoted(text)} refers to a check by name, and no such check is approved`)
  // A line end is weighed with the rest: what it parts or begins says more.
  return unseenCharacter(text.replaceAll('\n', ''))
}

/** What is fetched and handed to another program is worse than either. */
function fetchedAndRun(commands: readonly SimpleCommand[], objections: readonly Objection[]): readonly Objection[] {
  const piped = objections.some(({ code }) => code === 'chaining' || code === 'substitution')
  const fetched = objections.find(({ code }) => code === 'network-fetch')
  if (!piped || fetched === undefined || commands.length < 2) return objections
  return [objection('network-exec', `${fetched.reason}, and another command gets what it fetched`), ...objections]
}

const order: readonly RejectCode[] = [
  'malformed',
  'look-alike',
  'network-exec',
  'chaining',
  'background',
  'redirection',
  'substitution',
  'control-character',
  'expansion',
  'wrapper',
  'indirect-exec',
  'network-fetch',
  'network-install',
  'writes-outside',
]

function gravest(objections: readonly Objection[]): Objection | undefined {
  return [...objections].sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code))[0]
}

function rejected({ code, reason }: Objection, nothing: boolean): ScreenedCommand {
  return { decision: 'reject', code, reason, verifiesNothing: nothing }
}

function proposed(
  command: SimpleCommand | undefined,
  approved: readonly string[],
  nothing: boolean,
  origin: string | undefined,
): ScreenedCommand {
  const name = baseName(command?.program ?? '')
  const near = approved.find((one) => baseName(one.split(' ')[0] ?? '') === name && name !== '')
  const from = origin === undefined ? '' : ` (from ${quoted(origin)})`
  const what = near === undefined ? 'it is not among the approved commands' : `it is not the approved ${quoted(near)}`
  const reason = `${what}${from}: a person decides${nothing ? '; it verifies nothing' : ''}`
  return { decision: 'propose', code: near === undefined ? 'not-approved' : 'not-exact', reason, verifiesNothing: nothing }
}

function optional<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value]
}
