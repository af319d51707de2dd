/** Why a command from a spec is refused (spec 10, 1; R-BUILD-16). */
export type RejectCode =
  | 'malformed'
  | 'too-long'
  | 'control-character'
  | 'look-alike'
  | 'not-a-command'
  | 'network-exec'
  | 'chaining'
  | 'background'
  | 'redirection'
  | 'substitution'
  | 'expansion'
  | 'wrapper'
  | 'indirect-exec'
  | 'network-fetch'
  | 'network-install'
  | 'writes-outside'

/** One reason against a command, with a sentence that names what was found. */
export type Objection = { readonly code: RejectCode; readonly reason: string }

/** A simple command as the shell would pass it on: the values of its words after quotes are taken off. */
export type SimpleCommand = {
  readonly program: string
  readonly args: readonly string[]
  readonly assignments: readonly { readonly name: string; readonly value: string }[]
}

/** Builds an objection. */
export function objection(code: RejectCode, reason: string): Objection {
  return { code, reason }
}

/** A word for a message: JSON, cut, so that it can't break the line or hide its end. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}

/** A program's name without folder, `.exe` and version, in small letters: `/usr/bin/Python3.11` is `python`. */
export function baseName(program: string): string {
  const last = program.split(/[/\\]/).at(-1) ?? program
  const plain = last.toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1)$/, '')
  return plain.replace(/-?\d[\d.]*$/, '') || plain
}
