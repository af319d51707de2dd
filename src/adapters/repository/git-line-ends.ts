import { readFile } from 'node:fs/promises'
import type { PathEntry } from '../../gate/changed-path'
import { readBlobs } from './git-blobs'
import { factsOf, oidOf, placeOf } from './git-disk'
import type { IndexFacts } from './git-index'
import type { WorkTree } from './git-tree-access'

const bytesMax = 16 * 1024 * 1024

/** Whether the file would be the index's again once CRLF became LF, in a repository that asks git for that. */
export async function sameButLineEnds(tree: WorkTree, index: IndexFacts, name: Buffer, old: PathEntry, now: PathEntry): Promise<boolean> {
  if (old.mode !== now.mode || !old.mode.startsWith('100')) return false
  const place = placeOf(tree.disk, name)
  if (((await factsOf(place))?.size ?? Infinity) > bytesMax) return false
  const bytes = await readFile(place)
  if (bytes.includes(0) || !bytes.includes('\r\n')) return false
  const converted = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  return oidOf(tree.disk, converted) === old.oid && (await convertsLineEnds(tree, index))
}

async function convertsLineEnds({ git }: WorkTree, { rules }: IndexFacts): Promise<boolean> {
  const { stdout } = await git.named(['config', '--local', '--get', 'core.autocrlf'], { exitCodes: [0, 1, 128] })
  if (/^(?:true|input|yes|on|1)$/i.test(stdout.toString().trim()) || process.platform === 'win32') return true
  const oids = [...rules].flatMap(([path, { entry }]) => (/(?:^|\/)\.gitattributes$/.test(path) ? [entry.oid] : []))
  let converts = false
  await readBlobs(git, [...new Set(oids)], bytesMax, (_, content) => {
    converts ||= content.kind === 'bytes' && /\s(?:text|eol=|crlf)/.test(Buffer.from(content.bytes).toString('latin1'))
  })
  return converts
}
