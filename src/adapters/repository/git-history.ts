import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AdjudicateError } from '../../errors'
import { shown } from '../../issues'
import type { CommitFacts } from '../../ports/repository'
import { misread } from '../git/git-fields'
import type { Git, GitAccess } from '../git/git-private'
import type { OpenGit } from './git-open'

const idPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** The commit of a name with its tree; see `Repository.commitAt`. A tag or branch of the same name can't take a branch's place. */
export async function commitNamed(git: OpenGit, name: string): Promise<CommitFacts> {
  if (name === '' || /[\0\n\r]/.test(name))
    throw new AdjudicateError('git-failed', `${shown(name)} can't be the name of a commit`, { name })
  const names = candidatesFor(name)
  const input = names.flatMap((candidate) => [`${candidate}^{commit}\n`, `${candidate}^{tree}\n`]).join('')
  let text = ''
  await git.names.ask(input, (chunk) => {
    text += chunk.toString('latin1')
    return text.split('\n').length > 2 * names.length
  })
  const lines = text.split('\n').slice(0, -1)
  if (lines.length !== 2 * names.length) throw misread(`${lines.length} answers for ${2 * names.length} names`)
  for (let at = 0; at < lines.length; at += 2) {
    const [, commit] = /^([0-9a-f]+) commit [0-9]+$/.exec(lines[at] ?? '') ?? []
    const [, tree] = /^([0-9a-f]+) tree [0-9]+$/.exec(lines[at + 1] ?? '') ?? []
    if (commit !== undefined && tree !== undefined) return { commit, tree }
  }
  if (git.shallow) {
    throw new AdjudicateError(
      'no-merge-base',
      `${shown(name)} is not in this shallow clone: fetch the whole history (\`git fetch --unshallow\`)`,
      { name },
    )
  }
  throw new AdjudicateError('git-failed', `${shown(name)} is no commit of this repository`, { name })
}

function candidatesFor(name: string): string[] {
  if (idPattern.test(name) || name.startsWith('refs/') || /^(?:HEAD|@)(?![\w./-])/.test(name)) return [name]
  // A clone for one branch has the others under its remote alone.
  return [`refs/heads/${name}`, `refs/remotes/${name}`, `refs/tags/${name}`, name, `refs/remotes/origin/${name}`]
}

/** All best common ancestors, sorted by id. Throws `no-merge-base`. */
export async function mergeBasesOf(git: GitAccess, head: string, base: string): Promise<string[]> {
  const { stdout, stderr, exitCode } = await git.objects(['merge-base', '--all', head, base], { exitCodes: [0, 1, 128] })
  const ids = stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '')
  if (exitCode === 0 && ids.length > 0 && ids.every((id) => idPattern.test(id))) return ids.sort()
  const details = { head, base, stderr }
  if (git.shallow) {
    throw new AdjudicateError(
      'no-merge-base',
      `the shallow clone does not reach a common commit of ${head} and ${base}: fetch the whole history`,
      details,
    )
  }
  if (exitCode === 1) throw new AdjudicateError('no-merge-base', `${head} and ${base} have no commit in common`, details)
  throw new AdjudicateError('git-failed', `\`git merge-base\` failed with exit code ${exitCode}: ${stderr}`, details)
}

/**
 * Tells the private git directory where a shallow clone ends. Only ends beyond which parents are truly missing count: written into a
 * whole clone by hand they would cut history where somebody likes.
 */
export async function layShallowEnds(git: GitAccess, commonDir: string): Promise<void> {
  if (!git.shallow) return
  const listed = (await readFile(join(commonDir, 'shallow'), 'utf8')).split('\n').filter((id) => idPattern.test(id))
  const parents = await parentsOf(git.objects, listed)
  const missing = await missingOf(git.objects, [...new Set([...parents.values()].flat())])
  const ends = listed.filter((id) => parents.get(id)?.some((parent) => missing.has(parent)) === true)
  await writeFile(join(git.privateDir, 'shallow'), ends.map((id) => `${id}\n`).join(''))
}

async function parentsOf(objects: Git, ids: readonly string[]): Promise<Map<string, string[]>> {
  const parents = new Map<string, string[]>()
  if (ids.length === 0) return parents
  const { stdout } = await objects(['cat-file', '--batch'], { input: ids.map((id) => `${id}\n`).join('') })
  const text = stdout.toString('latin1')
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    const [, id, size] = /^([0-9a-f]+) commit ([0-9]+)$/.exec(text.slice(at, end)) ?? []
    if (id === undefined) {
      at = end + 1
      continue
    }
    const body = text.slice(end + 1, end + 1 + Number(size))
    const header = body.slice(0, body.indexOf('\n\n') + 1)
    parents.set(
      id,
      [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent),
    )
    at = end + 1 + Number(size) + 1
  }
  return parents
}

async function missingOf(objects: Git, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { stdout } = await objects(['cat-file', '--batch-check'], { input: ids.map((id) => `${id}\n`).join('') })
  return new Set([...stdout.toString().matchAll(/^([0-9a-f]+) missing$/gm)].map(([, id = '']) => id))
}
