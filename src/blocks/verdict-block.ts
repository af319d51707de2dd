import { shown } from '../issues'
import { printable } from '../text/printable'
import { withoutEdges } from '../text/edges'
import type { Correction, ReadJson } from './strict-json'
import { jsonLimits, readJson } from './strict-json'

/** The blocks that this library's protocols know; a host may use names of its own. */
export const blockNames = [
  'ARCHITECT_VERDICT',
  'EXECUTIVE_VERDICT',
  'JUDGE_VERDICT',
  'SCORECARD',
  'SYNTHESIS',
  'DOER_REPORT',
  'REFEREE',
] as const

/** Why no block could be read (spec 06). Nothing is ever made up in its place. */
export type BlockFault =
  | 'no-block'
  | 'several-blocks'
  | 'unclosed'
  | 'wrong-nonce'
  | 'syntax'
  | 'duplicate-key'
  | 'too-deep'
  | 'too-long'
  | 'empty'
  | 'not-an-object'

/** The one block of that name, as an object, with what was corrected in its form; or the fault that says why there is none. */
export type VerdictBlock =
  | { readonly kind: 'block'; readonly value: Readonly<Record<string, unknown>>; readonly corrections: readonly Correction[] }
  | { readonly kind: 'fault'; readonly fault: BlockFault; readonly message: string }

/** The lines that a model must put around its JSON: `|||NAME|||`, or `|||NAME:nonce|||` where the dispatch carries one. Throws nothing; both parts are taken as they are. */
export function blockMarkers(name: string, nonce?: string): { readonly open: string; readonly close: string } {
  const tail = nonce === undefined ? '' : `:${nonce}`
  return { open: `|||${name}${tail}|||`, close: `|||END_${name}${tail}|||` }
}

/**
 * Takes the one block between its markers, each alone on a line, out of free text. With a nonce only blocks that carry it count, at the opening marker at
 * least; the same block said twice in the very same words is one, and says so in `corrections`.
 */
export function parseVerdictBlock(text: string, name: string, nonce?: string): VerdictBlock {
  const { found, reasoned } = blocksIn(text, name, nonce)
  if (reasoned === 'unclosed') return fault('unclosed', 'a reasoning section is not closed')
  const ours = found.filter((block) => block.nonce === nonce)
  if (ours.length === 0) {
    if (found.length === 0) return fault('no-block', noBlock(text, name, nonce))
    const other = found[0]?.nonce
    const wanted = nonce === undefined ? 'none is expected' : `${quoted(nonce)} is expected`
    return fault(
      'wrong-nonce',
      `the block ${quoted(name)} carries ${other === undefined ? 'no nonce' : `the nonce ${quoted(other)}`}; ${wanted}`,
    )
  }
  const [first] = ours
  if (first === undefined || ours.some(({ body }) => body === undefined)) return fault('unclosed', `a block ${quoted(name)} is not closed`)
  const distinct = new Set(ours.map(({ body }) => body))
  if (distinct.size > 1) return fault('several-blocks', `there are ${ours.length} blocks ${quoted(name)} and they differ`)
  const more: Correction[] = [
    ...(reasoned === 'set-aside' ? (['reasoning-section'] as const) : []),
    ...(ours.length > 1 ? (['repeated-block'] as const) : []),
  ]
  return blockOf(readJson(first.body ?? ''), more)
}

/** Reads the bare object that a model gives where the host holds it to structured output; the nonce is then a field of it. */
export function readBareBlock(input: unknown, nonce?: string): VerdictBlock {
  const read: ReadJson = typeof input === 'string' ? readJson(input) : readValue(input)
  const block = blockOf(read, [])
  if (block.kind === 'fault' || nonce === undefined) return block
  const { nonce: given, ...value } = block.value
  return given === nonce ? { ...block, value } : fault('wrong-nonce', `the field nonce is ${quoted(given)}; ${quoted(nonce)} is expected`)
}

function blockOf(read: ReadJson, more: readonly Correction[]): VerdictBlock {
  if (!read.ok) return fault(read.fault, read.message)
  const { value } = read
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fault('not-an-object', `found ${quoted(value)}: expected an object`)
  return { kind: 'block', value: value as Readonly<Record<string, unknown>>, corrections: [...more, ...read.corrections] }
}

/** What a host holds in its hands already is under the limit of depth too: nothing that looks at it may run out of stack. */
function readValue(value: unknown): ReadJson {
  const { depthMax } = jsonLimits
  if (!isDeeper(value, depthMax)) return { ok: true, value, corrections: [] }
  return { ok: false, fault: 'too-deep', message: `nested more than ${depthMax} deep, at most ${depthMax} is read` }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

/** The nonce itself isn't said: the same fault has the same words in every dispatch. */
function noBlock(text: string, name: string, nonce: string | undefined): string {
  const start = quoted(text.trimStart().slice(0, 40))
  const there = text.trim() === '' ? 'nothing' : `${text.length} characters that begin with ${start}`
  const { open, close } = blockMarkers(printable(name), nonce === undefined ? undefined : '<nonce>')
  return `there is no block ${quoted(name)}: found ${there}, expected ${open} and ${close}, each alone on a line`
}

/** A stranger's value in a message: short, and with nothing that moves a cursor. */
function quoted(value: unknown): string {
  return printable(shown(value))
}

function fault(kind: BlockFault, message: string): VerdictBlock {
  return { kind: 'fault', fault: kind, message }
}

type FoundBlock = { readonly nonce: string | undefined; readonly body: string | undefined }

/** What was found, and what became of thoughts that the model wrote into its answer. */
type FoundBlocks = { readonly found: readonly FoundBlock[]; readonly reasoned: 'none' | 'set-aside' | 'unclosed' }

/** Blocks in order; one that is opened again before it was closed, or never closed, has no body. */
function blocksIn(text: string, name: string, nonce: string | undefined): FoundBlocks {
  const found: FoundBlock[] = []
  const thoughts: Thoughts = { closing: undefined, any: false }
  let open: { nonce: string | undefined; lines: string[] } | undefined
  for (const line of text.split(/\r\n|\n|\r/)) {
    // What our block holds is data; everywhere else a draft of a verdict may stand among thoughts.
    const spoken = open === undefined || open.nonce !== nonce ? withoutThoughts(line, thoughts) : line
    const marker = markerOf(spoken, name)
    if (marker === undefined) open?.lines.push(spoken)
    else if (marker.opens) {
      if (open !== undefined) found.push({ nonce: open.nonce, body: undefined })
      open = { nonce: marker.nonce, lines: [] }
    } else if (open !== undefined && (marker.nonce === undefined || marker.nonce === open.nonce)) {
      found.push({ nonce: open.nonce, body: open.lines.join('\n') })
      open = undefined
    }
  }
  if (open !== undefined) found.push({ nonce: open.nonce, body: undefined })
  return { found, reasoned: thoughts.closing !== undefined ? 'unclosed' : thoughts.any ? 'set-aside' : 'none' }
}

/** `closing` is the tag that ends the section that the reading is in. */
type Thoughts = { closing: string | undefined; any: boolean }

/** The part of a line that stands in no reasoning section; each tag of the line is looked at once. */
function withoutThoughts(line: string, thoughts: Thoughts): string {
  let spoken = ''
  let from = 0
  for (const { 0: tag, 1: slash, 2: name = '', index } of line.matchAll(/<(\/?)(think|thinking|reasoning|analysis)>/gi)) {
    if (thoughts.closing !== undefined) {
      if (tag.toLowerCase() === thoughts.closing) {
        from = index + tag.length
        thoughts.closing = undefined
      }
    } else if (slash === '') {
      spoken += line.slice(from, index)
      thoughts.closing = `</${name.toLowerCase()}>`
      thoughts.any = true
    }
  }
  return thoughts.closing === undefined ? spoken + line.slice(from) : spoken
}

/** Compared letter by letter, not by a pattern: a name may hold anything. */
function markerOf(line: string, name: string): { opens: boolean; nonce: string | undefined } | undefined {
  const bare = withoutEdges(line, /[\s\u200b]/)
  if (!bare.startsWith('|||') || !bare.endsWith('|||') || bare.length < 7) return undefined
  const inner = bare.slice(3, -3)
  const opens = !inner.startsWith(`END_${name}`)
  const tail = inner.slice(opens ? name.length : name.length + 4)
  if (opens && !inner.startsWith(name)) return undefined
  if (tail === '') return { opens, nonce: undefined }
  return tail.startsWith(':') && /^:[A-Za-z0-9_-]+$/.test(tail) ? { opens, nonce: tail.slice(1) } : undefined
}
