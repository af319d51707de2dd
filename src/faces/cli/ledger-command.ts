import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { fileBlobs } from '../../adapters/blobs/file'
import { canonicalJson } from '../../canonical/canonical-json'
import type { Event } from '../../ledger/event'
import { hang, ledLine } from '../../text/columns'
import { cutTo, padEnd, printable } from '../../text/printable'
import { ed25519 } from '../../adapters/signatures/ed25519'
import { knownEvents, personalEvents } from '../../running/known-events'
import type { BlobFault, BlobsVerdict } from '../../running/verify-blobs'
import { verifyBlobs } from '../../running/verify-blobs'
import type { LedgerVerdict } from '../../running/verify-ledger'
import { verify } from '../../running/verify-ledger'
import type { SignatureCounts } from '../../running/verify-signatures'
import type { LedgerStore } from '../../ports/ledger-store'
import type { ExitCode } from './exit-codes'
import { exitCodes } from './exit-codes'
import { openFileLedger } from './ledger-folder'
import { readOutsideKeys } from './outside-keys'
import type { Surroundings } from './terminal'
import { dressed, wantsColour } from './terminal'

export type LedgerOptions = { readonly ledger: string; readonly json: boolean; readonly colour: boolean }

/**
 * `adjudicate ledger verify`: 0 for a whole ledger, 1 for a broken, altered, cut or empty one, for a person's act without the signature that a keyed
 * ledger asks for, and for a blob that was altered. A blob that isn't there is said, since blobs may be purged, and changes no exit code.
 */
export async function ledgerVerifyCommand(
  options: LedgerOptions & { readonly expectHead?: string; readonly keys?: string },
  here: Surroundings,
): Promise<ExitCode> {
  const keys = await readOutsideKeys(here.cwd, options.keys)
  const { ledger, folder } = openFileLedger(here.cwd, options.ledger, here.err)
  try {
    const { expectHead } = options
    const signatures = { signatures: ed25519(), personal: personalEvents, ...(keys === undefined ? {} : { keys }) }
    const found = await verify(ledger, { types: knownEvents, signatures, ...(expectHead === undefined ? {} : { expectHead }) })
    const blobs = found.state === 'intact' ? await blobsOf(ledger, join(folder, 'blobs')) : undefined
    // An empty ledger is not a whole one: a mistyped folder must not read as an intact record.
    const exit = found.state === 'intact' && (blobs?.altered ?? 0) === 0 ? exitCodes.done : exitCodes.notDone
    here.out(
      options.json
        ? `${canonicalJson({ ...found, ...(found.state === 'intact' ? { blobs: blobs ?? null } : {}), exit })}\n`
        : dressed(
            verifiedText(found, blobs, exit, { head: expectHead !== undefined, keys: keys?.length }),
            wantsColour(here, options.colour),
          ),
    )
    return exit
  } finally {
    await ledger.close()
  }
}

/** Undefined where the ledger has no folder of blobs. */
async function blobsOf(ledger: LedgerStore, folder: string): Promise<BlobsVerdict | undefined> {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? verifyBlobs(ledger, fileBlobs(folder)) : undefined
}

export type ShowOptions = LedgerOptions & {
  readonly stream?: string
  readonly from?: number
  readonly to?: number
  readonly type?: readonly string[]
}

/** `adjudicate ledger show [SEQ]`: one line for each event, or one event whole. A broken record stops it with `ledger-corrupt`. */
export async function ledgerShowCommand(seq: number | undefined, options: ShowOptions, here: Surroundings): Promise<ExitCode> {
  const { ledger } = openFileLedger(here.cwd, options.ledger, here.err)
  try {
    const { stream, from, to, type } = options
    const range =
      seq === undefined
        ? { ...(from === undefined ? {} : { fromSeq: from }), ...(to === undefined ? {} : { toSeq: to }) }
        : { fromSeq: seq, toSeq: seq }
    const events = ledger.read({ ...range, ...(stream === undefined ? {} : { stream }), ...(type === undefined ? {} : { types: type }) })
    let count = 0
    for await (const event of events) {
      if (options.json) here.out(`${count === 0 ? '[' : ','}${canonicalJson(event)}\n`)
      else here.out(seq === undefined ? `${eventLine(event)}\n` : `${printableJson(event)}\n`)
      count++
    }
    if (options.json) here.out(count === 0 ? '[]\n' : ']\n')
    else if (count === 0) here.err(seq === undefined ? '. no events\n' : `x there is no event ${seq}\n`)
    return seq !== undefined && count === 0 ? exitCodes.notDone : exitCodes.done
  } finally {
    await ledger.close()
  }
}

function eventLine({ seq, stream, type, at, data }: Event): string {
  const head = `  ${padEnd(String(seq), 5)} ${padEnd(cutTo(printable(stream), 14), 14)}  ${padEnd(cutTo(printable(type), 16), 16)} ${at.slice(0, 19)}Z`
  return `${head}${summaryOf(data)}`
}

function summaryOf(data: unknown): string {
  if (typeof data !== 'object' || data === null || !('verdict' in data) || typeof data.verdict !== 'string') return ''
  return `  ${cutTo(printable(data.verdict), 17)}`
}

/** JSON.stringify escapes control characters; direction marks and the like are escaped besides, inside the strings. */
function printableJson(event: Event): string {
  return JSON.stringify(event, null, 2)
    .split('\n')
    .map((line) => printable(line))
    .join('\n')
}

function verifiedText(found: LedgerVerdict, blobs: BlobsVerdict | undefined, exit: number, compared: Compared): string {
  const [first = '', ...rest] = verifiedLines(found, blobs, compared)
  return `${[ledLine(first, `exit ${exit}`), ...rest].join('\n')}\n`
}

function verifiedLines(found: LedgerVerdict, blobs: BlobsVerdict | undefined, compared: Compared): string[] {
  switch (found.state) {
    case 'empty':
      return ['. empty  no event was ever recorded here', ...marginLines(found)]
    case 'broken': {
      const hashes = [
        ...(found.expected === undefined ? [] : [`  expected   ${printable(found.expected)}`]),
        ...(found.actual === undefined ? [] : [`  actual     ${printable(found.actual)}`]),
      ]
      return [
        `x broken  at event ${found.seq}`,
        '',
        ...hang('  ', printable(found.message)),
        ...hashes,
        '  what comes after it was not judged; nothing was repaired',
      ]
    }
    case 'intact': {
      const types = Object.entries(found.unknownTypes).map(([type, count]) => `${count} ${printable(type)}`)
      return [
        `${(blobs?.altered ?? 0) === 0 ? '+ intact' : 'x altered'}  ${counted(found.events)}, head ${shortHash(found.head)}`,
        '',
        `+ chain       1 to ${found.events}, 0 breaks`,
        `+ schemas     ${found.known} known, ${found.unknown} unknown`,
        ...(types.length === 0 ? [] : hang('! unknown     ', types.join(', '))),
        ...signatureLines(found.signatures, compared.keys),
        ...blobLines(blobs),
        ...(compared.head ? [] : ['. head        compared with none; --expect-head HASH finds a cut tail']),
        ...marginLines(found),
      ]
    }
  }
}

/** What the record was held against from outside; `keys` is how many. */
type Compared = { readonly head: boolean; readonly keys: number | undefined }

function signatureLines(found: SignatureCounts | undefined, keys: number | undefined): string[] {
  if (found === undefined) return []
  const { keyed, signed, byHost } = found
  if (!keyed)
    return [`. signatures  none: ${byHost} ${byHost === 1 ? 'act' : 'acts'} of a person on the host's word; the ledger has no keys`]
  const all = `${signed} of ${signed}`
  if (keys === undefined)
    return hang('! signatures  ', `${all}, by the ledger's own keys; --keys FILE holds them against keys kept elsewhere`)
  return [`+ signatures  ${all}, ${keys} ${keys === 1 ? 'key' : 'keys'} from outside`]
}

function blobLines(blobs: BlobsVerdict | undefined): string[] {
  if (blobs === undefined) return ['. blobs       there is no folder of them; what the events name was not looked at']
  const { named, missing, altered, faults } = blobs
  if (missing + altered === 0) return [`+ blobs       ${named} named, all there and whole`]
  const mark = altered > 0 ? 'x' : '!'
  const shown = faults.slice(0, faultsShownMax).map(faultLine)
  const more = missing + altered - shown.length
  return [
    `${mark} blobs       ${named} named, ${altered} altered, ${missing} not there: purged or lost`,
    ...shown,
    ...(more === 0 ? [] : [`  and ${more} more`]),
  ]
}

const faultsShownMax = 10

function faultLine({ seq, address, state }: BlobFault): string {
  return `  ${padEnd(state, 9)}   ${shortHash(address)} of event ${seq}`
}

function counted(events: number): string {
  return events === 1 ? '1 event' : `${events} events`
}

function marginLines({ tail, unverifiedPrefix }: Pick<LedgerVerdict & { state: 'empty' }, 'tail' | 'unverifiedPrefix'>): string[] {
  const before = unverifiedPrefix === undefined ? [] : [`! old log     ${unverifiedPrefix} lines before the first event were never hashed`]
  switch (tail?.kind) {
    case 'torn':
      return [...before, `! torn tail   ${tail.bytes} bytes after ${tail.afterSeq}; the next writer moves them aside`]
    case 'blank':
      return [...before, `! blank tail  ${tail.lines} empty lines after ${tail.afterSeq}`]
    case 'unended':
      return [...before, `! line end    event ${tail.afterSeq} lacks its line feed; the next writer adds it`]
    case undefined:
      return before
  }
}

function shortHash(hash: string): string {
  const hex = hash.replace(/^sha256:/, '')
  return `${hex.slice(0, 6)}...${hex.slice(-4)}`
}
