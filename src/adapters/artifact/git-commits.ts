import { createHash } from 'node:crypto'
import { AdjudicateError } from '../../errors'
import { shown } from '../../issues'
import type { Git, GitAccess } from '../git/git-private'

/** The two trees that are compared; `base` is undefined for a commit without parents, whose base is the empty tree. */
export type Compared = { readonly commit: string; readonly tree: string; readonly base: string | undefined; readonly baseTree: string }

type Commit = { readonly id: string; readonly tree: string; readonly parents: readonly string[] }

/** Finds the commits by name; without a base it is the first parent. Throws `git-failed` naming what isn't there. */
export async function findCompared(git: GitAccess, revision: string, base: string | undefined): Promise<Compared> {
  const { id: commit, tree, parents } = await commitNamed(git, 'revision', revision)
  if (base !== undefined) {
    const { id, tree: baseTree } = await commitNamed(git, 'base', base)
    return { commit, tree, base: id, baseTree }
  }
  const [parent] = parents
  if (parent === undefined) return { commit, tree, base: undefined, baseTree: emptyTree(git.hash) }
  const parentCommit = await commitAt(git.objects, parent)
  if (parentCommit !== undefined) return { commit, tree, base: parent, baseTree: parentCommit.tree }
  const why = git.shallow ? 'the clone is shallow; fetch more of its history or name another base' : 'the repository is incomplete'
  throw new AdjudicateError('git-failed', `the parent ${parent} of ${commit} is not in the repository: ${why}`, { commit, parent })
}

async function commitNamed(git: GitAccess, what: 'revision' | 'base', name: string): Promise<Commit> {
  const { stdout, stderr } = await git.named(['rev-parse', '--verify', '--end-of-options', name], { exitCodes: [0, 128] })
  const id = stdout.toString().trim()
  const commit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id) ? await commitAt(git.objects, id) : undefined
  if (commit !== undefined) return commit
  const note = git.shallow ? ' (the clone is shallow, so older commits are missing)' : ''
  const said = [stderr, id].filter((part) => part !== '').map((part) => `; git says ${shown(part)}`)
  const message = `the ${what} ${shown(name)} is no commit of this repository${note}${said.join('')}`
  throw new AdjudicateError('git-failed', message, { [what]: name, stderr })
}

/** The commit, also behind a tag, with the parents that it names itself, whatever grafts or a shallow boundary say; undefined where there is none. */
async function commitAt(objects: Git, id: string): Promise<Commit | undefined> {
  const { stdout } = await objects(['cat-file', '--batch'], { input: `${id}^{commit}\n` })
  const text = stdout.toString('latin1')
  const [, commit, tree] = /^([0-9a-f]+) commit [0-9]+\ntree ([0-9a-f]+)\n/.exec(text) ?? []
  if (commit === undefined || tree === undefined) return undefined
  const header = text.slice(0, text.indexOf('\n\n') + 1)
  return { id: commit, tree, parents: [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent) }
}

function emptyTree(hash: 'sha1' | 'sha256'): string {
  return createHash(hash).update('tree 0\0').digest('hex')
}
