import { gitArtifact } from '../../adapters/artifact/git'
import { processCommands } from '../../adapters/commands/process'
import { gitRepositories } from '../../adapters/repository/git'
import { AdjudicateError, isAdjudicateError } from '../../errors'
import type { Source } from '../../evidence/corpus'
import type { Artifact, Cited } from '../../ports/artifact'
import type { CommandRun, Commands } from '../../ports/commands'
import type { OpenRepository } from '../../ports/repository'
import type { Evidence, Inspection } from '../../running/driver/hands'
import { parseAddress } from '../../tribunal/address'
import type { SliceState } from '../../tribunal/state'
import { citedIn } from '../cli/cited'

/** Where addresses are resolved: a repository, what its commits are compared with, and how long one verification command may take. */
export type GitPlace = {
  readonly repo: string
  /** The first parent of each commit when not given. */
  readonly base?: string
  readonly commandTimeoutMs: number
  /** Names of variables that reach the commands beside PATH, HOME and LANG. */
  readonly env: readonly string[]
}

/** A diff goes whole into every brief; over this it is no slice any more. */
const diffBytesMax = 67_108_864

/**
 * Holds an address against the repository (R-TRI-79): the commit with its diff, and a fresh run of each command in a fresh checkout of it. A commit that isn't there
 * does not resolve; a diff over 64 MiB throws `file-too-large`, since no panel could be shown the whole of it.
 */
export async function inspectInGit(
  place: GitPlace,
  address: string,
  commands: readonly string[],
  signal?: AbortSignal,
): Promise<Inspection> {
  const commit = await commitOf(place, address, signal)
  if (commit === undefined) return { runs: commands.map(notRun), resolves: false, diff: '' }
  const artifact = await artifactAt(place, commit, { citedPaths: [], citedTexts: [] }, signal)
  const diffs = artifact.sources.filter(({ role }) => role === 'diff')
  const diff = diffs.map(({ text }) => text).join('\n')
  const bytes = Buffer.byteLength(diff)
  if (bytes > diffBytesMax)
    throw new AdjudicateError('file-too-large', `the diff has ${bytes} bytes, at most ${diffBytesMax}: split the slice`, { bytes })
  const runs = await runsIn(place, commit, commands, signal)
  return {
    runs,
    resolves: true,
    diff,
    files: [...new Set(diffs.flatMap(({ path }) => path ?? []))],
    digest: artifact.digest,
    base: baseWords(place),
  }
}

/** The base of a slice's diffs, as messages name it. */
export function baseWords({ base }: GitPlace): string {
  return base === undefined ? 'its first parent' : base.replace(/^([0-9a-f]{12})[0-9a-f]{28,52}$/, '$1')
}

/** What a panel is ruled on: the commit with all that the panel cites, the fresh runs on record, the slice's text and references. */
export async function evidenceInGit(place: GitPlace, address: string, state: SliceState, signal?: AbortSignal): Promise<Evidence> {
  const commit = await commitOf(place, address, signal)
  if (commit === undefined) throw new AdjudicateError('git-failed', `${address} does not resolve any more`, { address })
  const { sources, ...artifact } = await artifactAt(place, commit, citedIn(state.panel.map(({ answer }) => answer)), signal)
  const taken = new Set(sources.map(({ id }) => id))
  const own = ownSources(state).map((source) => (taken.has(source.id) ? { ...source, id: `slice:${source.id}` } : source))
  const runs = state.checks.at(-1)?.runs ?? []
  return { corpus: { sources: [...sources, ...own], runs: [...runs] }, artifact: { address: artifact.address, digest: artifact.digest } }
}

function ownSources({ setup }: SliceState): Source[] {
  const { spec = '', references = [] } = setup ?? {}
  return [
    { id: 'spec', role: 'spec', text: spec },
    ...references.map(({ name, text }): Source => ({ id: `reference:${name}`, role: 'reference', text })),
  ]
}

function notRun(command: string): { readonly command: string; readonly exitCode: number; readonly output: string } {
  return { command, exitCode: 127, output: 'not run: the address does not resolve' }
}

function artifactAt({ repo, base }: GitPlace, revision: string, cited: Cited, signal?: AbortSignal): Promise<Artifact> {
  return gitArtifact({ repo, revision, base, signal }).read(cited)
}

function openerOf(signal: AbortSignal | undefined): OpenRepository {
  return gitRepositories(signal === undefined ? {} : { signal })
}

async function commitOf({ repo }: GitPlace, address: string, signal?: AbortSignal): Promise<string | undefined> {
  const parsed = parseAddress(address)
  if (!parsed.ok || parsed.value.kind === 'uri') return undefined
  const { sha } = parsed.value
  return openerOf(signal)(repo, async ({ commitAt }) => {
    try {
      const { commit } = await commitAt(sha)
      // A branch that is called like a commit is none.
      return commit.startsWith(sha) ? commit : undefined
    } catch (error) {
      if (!isAdjudicateError(error) || signal?.aborted === true) throw error
      return undefined
    }
  })
}

async function runsIn(place: GitPlace, commit: string, commands: readonly string[], signal?: AbortSignal): Promise<Inspection['runs']> {
  if (commands.length === 0) return []
  return openerOf(signal)(place.repo, async ({ checkOut }) => {
    const { dir, remove } = await checkOut(commit)
    try {
      const runs: { readonly command: string; readonly exitCode: number; readonly output: string }[] = []
      // One after the other: they share one checkout.
      for (const command of commands) runs.push(recordOf(command, await runOne(processCommands(), command, dir, place, signal)))
      return runs
    } finally {
      await remove()
    }
  })
}

function runOne(
  port: Commands,
  cmd: string,
  folder: string,
  { commandTimeoutMs, env }: GitPlace,
  signal?: AbortSignal,
): Promise<CommandRun> {
  return port.run({ cmd, folder, timeoutMs: commandTimeoutMs, env, ...(signal === undefined ? {} : { signal }) })
}

/** Exit codes as shells give them: 124 for a time that was over, 127 for what can't be started, 128 for a signal. */
function recordOf(
  command: string,
  { end, tail }: CommandRun,
): { readonly command: string; readonly exitCode: number; readonly output: string } {
  const output = tail.join('\n')
  switch (end.kind) {
    case 'exited':
      return { command, exitCode: end.code, output }
    case 'signalled':
      return { command, exitCode: 128, output: `${output}\nended by ${end.signal}` }
    case 'timed-out':
      return { command, exitCode: 124, output: `${output}\nnot done within ${end.timeoutMs} ms` }
    case 'not-started':
      return { command, exitCode: 127, output: end.message }
    case 'stopped':
      throw new AdjudicateError('command-io', `${command} was stopped`, { command })
  }
}
