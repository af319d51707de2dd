import type { JudgedPath } from './runner-context'
import type { LockEntry } from './lock-entries'
import { lockEntries } from './lock-entries'
import { isRunnerPackage } from './shadowing'
import type { Tampering } from './tamper-finding'

const localSource = /^(file:|link:|portal:|patch:|workspace:|git|ssh:|github:|directory|path|\.{0,2}\/|url:)|\.git(#|$)/

/** What a lock file says of runners and of libraries that assert: another place to come from, other content for the same version, no check of the content (dependency-shadowed). */
export function lockFindings({ path, base, head }: JudgedPath): Tampering[] {
  if (head === undefined) return []
  const known = base === undefined ? [] : lockEntries(path, base.text)
  const after = lockEntries(path, head.text)
  if (after === undefined || (after.length === 0 && known?.length !== 0)) return [unread(path, known, after)]
  const before = known ?? []
  const hosts = new Set([...before, ...after.filter(({ name }) => !isRunnerPackage(name))].map(({ source }) => hostOf(source)))
  return after.flatMap((entry): Tampering[] => {
    if (!isRunnerPackage(entry.name)) return []
    const same = before.filter(({ name }) => name === entry.name)
    if (
      same.some(
        (one) =>
          one.source === entry.source &&
          one.version === entry.version &&
          one.alias === entry.alias &&
          one.hashes.join() === entry.hashes.join(),
      )
    )
      return []
    const message = faultOf(entry, same, base === undefined ? undefined : hosts)
    if (message === undefined) return []
    const was = same.find(({ version }) => version === entry.version) ?? same[0]
    return [
      {
        kind: 'dependency-shadowed',
        path,
        subject: entry.name,
        message,
        ...(was === undefined ? {} : { before: shown(was) }),
        after: shown(entry),
      },
    ]
  })
}

/** What can't be read any more can't be cleared (dependency-shadowed); what never could be, or holds nothing any more, is for a person. */
function unread(path: string, before: readonly LockEntry[] | undefined, after: readonly LockEntry[] | undefined): Tampering {
  const named = { path, subject: path }
  if (before === undefined) return { ...named, kind: 'runner-config-changed', message: 'the lock file can not be read' }
  if (after !== undefined) return { ...named, kind: 'runner-config-changed', message: 'the lock file holds no package any more' }
  return { ...named, kind: 'dependency-shadowed', message: 'the lock file can not be read any more' }
}

function faultOf(entry: LockEntry, known: readonly LockEntry[], hosts: ReadonlySet<string> | undefined): string | undefined {
  if (localSource.test(entry.source) && !known.some(({ source }) => localSource.test(source))) return 'a runner comes from somewhere else'
  const host = hostOf(entry.source)
  if (hosts !== undefined && host !== '' && !hosts.has(host)) return 'a runner comes from a place of its own'
  const file = /\/((?:@[\w.-]+\/)?[\w.-]+)\/-\//.exec(entry.source.replaceAll('%2f', '/'))?.[1]
  if (file !== undefined && file !== entry.name && !known.some(({ source }) => source.includes(`/${file}/-/`)))
    return 'another package stands in for a runner'
  if (entry.alias !== undefined && entry.alias !== entry.name && !known.some(({ alias }) => alias === entry.alias))
    return 'another package stands in for a runner'
  const same = known.find(({ version, hashes }) => version === entry.version && hashes.length > 0)
  if (same === undefined) return undefined
  if (entry.hashes.length === 0) return 'the content of a runner is no longer checked'
  const comparable = same.hashes.some((hash) => entry.hashes.some((other) => algorithm(hash) === algorithm(other)))
  return comparable && !same.hashes.some((hash) => entry.hashes.includes(hash))
    ? 'a runner of the same version has other content'
    : undefined
}

function algorithm(hash: string): string {
  return /^[a-z]+\d+/.exec(hash)?.[0] ?? ''
}

function hostOf(source: string): string {
  return /^https?:\/\/[^/]+/.exec(source)?.[0] ?? ''
}

function shown({ name, version, source, hashes }: LockEntry): string {
  return [`${name}@${version}`, source, ...hashes.slice(0, 2)].filter((part) => part !== '').join(' ')
}
