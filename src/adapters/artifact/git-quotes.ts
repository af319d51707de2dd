import { withLfEnds } from '../../evidence/lines'
import { searchFor } from '../../evidence/search'
import { isShort } from '../../evidence/white-space'
import { artifactLimits, counted } from '../../ports/artifact-rules'
import { misread, splitAt } from '../git/git-fields'
import type { Git } from '../git/git-private'
import type { TreeEntry } from '../git/git-tree'
import { entriesAt, inBatches, isFile, sizesOf } from '../git/git-tree'
import { contentsOf } from './git-objects'

const limits = {
  textsMax: 200,
  filesReadMax: 2000,
  bytesReadMax: 256 * 1024 * 1024,
  batchBytesMax: 32 * 1024 * 1024,
  patternUnitsMax: 512,
} as const

/** A file of the tree that holds a cited text. */
export type QuotedFile = { readonly entry: TreeEntry; readonly text: string; readonly bytes: number }

export type QuotedFiles = { readonly files: readonly QuotedFile[]; readonly notices: readonly string[] }

/** Texts that are looked for; `left` are those that no text looked into so far holds, whatever the line ends. */
type Wanted = { lookInto(text: string): boolean; readonly left: () => string[] }

/**
 * For each of the texts that no loaded text holds: the first file of the tree, by path, that does. One search of the tree for
 * all of them, so its time doesn't grow with their number; at most 200 texts, so at most 200 files. Texts that are too short to
 * be evidence (spec 02) aren't searched for. `known` are names that need no search, in latin1. Throws `git-failed`.
 */
export async function quotedFiles(
  objects: Git,
  tree: string,
  texts: readonly string[],
  loaded: readonly string[],
  known: ReadonlySet<string>,
): Promise<QuotedFiles> {
  const wanted = wantedTexts(texts.map(withLfEnds).filter(canBeFound))
  for (const text of loaded) wanted.lookInto(text)
  const missing = wanted.left()
  const searched = wantedTexts(missing.slice(0, limits.textsMax))
  if (missing.length === 0) return { files: [], notices: [] }
  const names = await namesHolding(objects, tree, searched.left().map(patternOf))
  const { files, complete } = await firstHolders(
    objects,
    tree,
    names.filter((name) => !known.has(name.toString('latin1'))),
    searched,
  )
  return { files, notices: noticesOf(missing.length, complete ? 0 : searched.left().length) }
}

function noticesOf(missing: number, unfinished: number): string[] {
  const elsewhere = 'files that are neither changed nor cited'
  const unsearched = `only ${limits.textsMax} of ${missing} cited texts were searched for in ${elsewhere}`
  const ended = `${counted(unfinished, 'cited text')} not searched for in all of the ${elsewhere}: those with its longest line are too many or too large`
  return [...(missing > limits.textsMax ? [unsearched] : []), ...(unfinished > 0 ? [ended] : [])]
}

/** Half a surrogate pair stands in no UTF-8 file. */
function canBeFound(text: string): boolean {
  return text.isWellFormed() && !isShort(text) && patternOf(text) !== ''
}

function wantedTexts(texts: readonly string[]): Wanted {
  const unique = [...new Set(texts)]
  const found = new Set<number>()
  const search = searchFor(unique)
  return {
    lookInto(text) {
      const before = found.size
      if (before < unique.length) {
        search.in(withLfEnds(text), (index) => {
          found.add(index)
          return false
        })
      }
      return found.size > before
    },
    left: () => unique.filter((_, index) => !found.has(index)),
  }
}

/** The longest line, or its beginning: every file that holds the text holds it. */
function patternOf(text: string): string {
  const longest = text.split(/[\n\0]/).reduce((best, line) => (line.length > best.length ? line : best), '')
  const cut = longest.slice(0, limits.patternUnitsMax)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** The files of the tree in which any of the patterns stands, by name in bytes, whatever attributes say of them. */
async function namesHolding(objects: Git, tree: string, patterns: readonly string[]): Promise<Buffer[]> {
  const args = ['grep', '-F', '-z', '-l', '-a', '--no-textconv', '--no-color', '--full-name', '--no-recurse-submodules', '-f', '-', tree]
  const { stdout, stderr } = await objects(args, { input: `${patterns.join('\n')}\n`, exitCodes: [0, 1] })
  // An unreadable blob is only a message to git.
  if (stderr !== '') throw misread(`the message ${JSON.stringify(stderr)} to \`git grep\``)
  return splitAt(stdout, 0)
    .map((field) => field.subarray(tree.length + 1))
    .sort((a, b) => Buffer.compare(a, b))
}

type Holders = { readonly files: readonly QuotedFile[]; readonly complete: boolean }

async function firstHolders(objects: Git, tree: string, names: readonly Buffer[], wanted: Wanted): Promise<Holders> {
  const entries = (await entriesAt(objects, tree, names.slice(0, limits.filesReadMax))).filter(({ mode }) => isFile(mode))
  const sizes = await sizesOf(objects, entries)
  const sizeOf = ({ id }: TreeEntry): number => sizes.get(id) ?? 0
  const readable = entries.filter((entry) => sizeOf(entry) <= artifactLimits.fileBytesMax)
  const files: QuotedFile[] = []
  let bytesLeft: number = limits.bytesReadMax
  for (const batch of inBatches(readable, sizeOf, limits.batchBytesMax)) {
    bytesLeft -= batch.reduce((sum, entry) => sum + sizeOf(entry), 0)
    if (wanted.left().length === 0 || bytesLeft < 0) break
    const contents = await contentsOf(objects, new Map(batch.map((entry) => [entry.id, sizeOf(entry)])))
    for (const entry of batch) {
      const content = contents.get(entry.id)
      if (content?.kind === 'text' && wanted.lookInto(content.text)) files.push({ entry, text: content.text, bytes: content.bytes })
    }
  }
  return { files, complete: bytesLeft >= 0 && names.length <= limits.filesReadMax && readable.length === entries.length }
}
