import { mustBeQuoted, needsQuotes, pathOfName, quotedName, utf8Text } from '../../text/path-name'
import { misread, splitAt } from '../git/git-fields'
import type { Git } from '../git/git-private'
import type { Compared } from './git-commits'

/** One path that differs between the trees; a rename is two of them. `id` and `mode` are the new side's, zeros where it was deleted. */
export type Change = { readonly name: Buffer; readonly path: string; readonly mode: string; readonly id: string; readonly status: string }

const flags = ['-r', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv', '--no-relative', '--ignore-submodules=none']
const patchFlags = [
  '-p',
  '--full-index',
  '--unified=3',
  '--inter-hunk-context=0',
  '--diff-algorithm=myers',
  '--indent-heuristic',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--submodule=short',
  '--ws-error-highlight=none',
]

/** Every path that differs, in git's order (by bytes). Throws `git-failed`. */
export async function changesOf(objects: Git, { baseTree, tree }: Compared): Promise<Change[]> {
  const { stdout } = await objects(['diff-tree', '--raw', '-z', '--no-abbrev', ...flags, baseTree, tree])
  const fields = splitAt(stdout, 0)
  const changes: Change[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) changes.push(changeOf(fields[at]?.toString('latin1') ?? '', fields[at + 1]))
  if (fields.length % 2 !== 0) throw misread(`an odd number of fields, ${fields.length}`)
  return changes
}

function changeOf(facts: string, name: Buffer | undefined): Change {
  const [, mode, id, status] = /^:[0-7]{6} ([0-7]{6}) [0-9a-f]+ ([0-9a-f]+) ([AMDT])$/.exec(facts) ?? []
  if (mode === undefined || id === undefined || status === undefined || name === undefined) throw misread(JSON.stringify(facts))
  return { name, path: pathOfName(name), mode, id, status }
}

/** What the diff of a path came to; of one whose lines are no UTF-8 only git's own header is left. */
export type PathDiff = { readonly path: string; readonly text: string; readonly headerOnly: boolean }

/** The diff of every change, one for each and in their order, checked header by header. Throws `git-failed` where one is missing. */
export async function diffsOf(objects: Git, { baseTree, tree }: Compared, changes: readonly Change[]): Promise<PathDiff[]> {
  const { stdout } = await objects(['diff-tree', ...patchFlags, ...flags, baseTree, tree])
  const sections = sectionsOf(stdout)
  let next = 0
  const diffs = changes.map((change) => {
    const header = headerOf(change.name)
    // A file that becomes a link, or a link a submodule, is deleted and created anew: two sections.
    const own = sections.slice(next, (next += change.status === 'T' ? 2 : 1))
    const missing = own.length === 0 || own.some((section) => !section.subarray(0, header.length).equals(header))
    if (missing) throw misread(`no diff for ${JSON.stringify(change.path)}`)
    return diffOf(change, own)
  })
  if (next !== sections.length) throw misread(`${sections.length} diffs for ${changes.length} changes`)
  return diffs
}

/** Within a section every line of a file begins with a space, `+`, `-` or `\`, and a name with a line end is quoted. */
function sectionsOf(patch: Buffer): Buffer[] {
  const sections: Buffer[] = []
  for (let start = 0; start < patch.length;) {
    const next = patch.indexOf('\ndiff --git ', start)
    const end = next < 0 ? patch.length : next + 1
    sections.push(patch.subarray(start, end))
    start = end
  }
  return sections
}

function headerOf(name: Buffer): Buffer {
  return Buffer.from(`${nameLines(name, false)[0]}\n`, 'latin1')
}

/** As git writes it in a header, in latin1, so that each byte is one character. */
function prefixed(prefix: string, name: Buffer, beyondAscii: boolean): string {
  const whole = Buffer.concat([Buffer.from(prefix), name])
  return needsQuotes(whole) || beyondAscii ? quotedName(whole, beyondAscii) : whole.toString('latin1')
}

function diffOf({ name, path }: Change, sections: readonly Buffer[]): PathDiff {
  const named = mustBeQuoted(name) ? sections.map((section) => withQuotedName(section, name)) : sections
  const text = utf8Text(Buffer.concat(named))
  if (text !== undefined) return { path, text, headerOnly: false }
  const headers = utf8Text(Buffer.concat(named.map((section) => section.subarray(0, headerEnd(section)))))
  if (headers === undefined) throw misread(`an unreadable header for ${JSON.stringify(path)}`)
  return { path, text: headers, headerOnly: true }
}

/** A name that isn't UTF-8 is written as in the rest of the artifact, wherever git's header has it. */
function withQuotedName(section: Buffer, name: Buffer): Buffer {
  const raw = nameLines(name, false)
  const quoted = nameLines(name, true)
  const end = headerEnd(section)
  const lines = section.subarray(0, end).toString('latin1').split('\n')
  const header = lines.map((line) => quoted[raw.indexOf(line)] ?? line).join('\n')
  return Buffer.concat([Buffer.from(header, 'latin1'), section.subarray(end)])
}

/** Every line of a header that can hold the name, in latin1; git ends a name with white space in it with a tab. */
function nameLines(name: Buffer, beyondAscii: boolean): string[] {
  const [a = '', b = ''] = ['a/', 'b/'].map((prefix) => prefixed(prefix, name, beyondAscii))
  const none = '/dev/null'
  return [
    `diff --git ${a} ${b}`,
    ...['', '\t'].flatMap((tab) => [`--- ${a}${tab}`, `+++ ${b}${tab}`]),
    ...[`${a} and ${b}`, `${none} and ${b}`, `${a} and ${none}`].map((files) => `Binary files ${files} differ`),
  ]
}

/** Where the first hunk begins. */
function headerEnd(section: Buffer): number {
  const hunk = section.indexOf('\n@@ ')
  return hunk < 0 ? section.length : hunk + 1
}
