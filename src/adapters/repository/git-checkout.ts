import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AdjudicateError } from '../../errors'
import type { Checkout, Overlay } from '../../ports/repository'
import { nameOfPath } from '../../text/path-name'
import { watching } from '../children/watcher'
import type { Git, GitAccess } from '../git/git-private'
import { neutralAttributes } from './git-tree-access'

/** See `Repository.checkOut`. The checkout's git directory is its own and borrows the objects; what is written there stays there. */
export async function freshCheckout(git: GitAccess, commit: string, overlays: readonly Overlay[]): Promise<Checkout> {
  const watch = watching()
  const top = await mkdtemp(join(tmpdir(), 'adjudicate-checkout-')).catch((error: unknown) => {
    throw new AdjudicateError('git-failed', `no temporary folder can be made for a checkout: ${String(error)}`, {}, error)
  })
  const gone = watch.folder(top)
  const remove = async (): Promise<void> => {
    await rm(top, { recursive: true, force: true, maxRetries: 3 })
    gone()
  }
  try {
    const dir = join(top, 'tree')
    await layOutCheckout(git, dir, commit)
    const env = {
      GIT_DIR: join(dir, '.git'),
      GIT_WORK_TREE: dir,
      GIT_OBJECT_DIRECTORY: join(dir, '.git', 'objects'),
      GIT_INDEX_FILE: join(dir, '.git', 'index'),
    }
    const inside: Git = (args, more = {}) => git.objects(['-C', dir, ...args], { ...more, env })
    await inside(['read-tree', commit])
    if (overlays.length > 0)
      await inside(['update-index', '-z', '--add', '--replace', '--index-info'], { input: indexLines(overlays, git.hash) })
    await inside(['checkout-index', '-a', '-f', '-u', '-q'])
    return { dir, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function layOutCheckout({ hash, objectsDir }: GitAccess, dir: string, commit: string): Promise<void> {
  const gitDir = join(dir, '.git')
  for (const folder of ['refs/heads', 'objects/info', 'objects/pack', 'info']) await mkdir(join(gitDir, folder), { recursive: true })
  const format = hash === 'sha1' ? '' : '[extensions]\n\tobjectFormat = sha256\n'
  await writeFile(join(gitDir, 'HEAD'), `${commit}\n`)
  await writeFile(join(gitDir, 'config'), `[core]\n\trepositoryFormatVersion = ${hash === 'sha1' ? 0 : 1}\n\tbare = false\n${format}`)
  await writeFile(join(gitDir, 'objects', 'info', 'alternates'), `${objectsDir}\n`)
  await writeFile(join(gitDir, 'info', 'attributes'), neutralAttributes)
}

/** Mode 0 takes a path out of the index. */
function indexLines(overlays: readonly Overlay[], hash: 'sha1' | 'sha256'): Buffer {
  const none = '0'.repeat(hash === 'sha1' ? 40 : 64)
  const nul = Buffer.from([0])
  return Buffer.concat(
    overlays.flatMap(({ path, entry }) => [
      Buffer.from(`${entry?.mode ?? '0'} ${entry?.oid ?? none}\t`),
      Buffer.from(nameOfPath(path)),
      nul,
    ]),
  )
}
