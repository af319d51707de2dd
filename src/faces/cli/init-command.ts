import { runGit } from '../../adapters/git/git-process'
import { AdjudicateError, isAdjudicateError } from '../../errors'
import type { Detected, RepositoryTexts } from '../../gate/detect-commands'
import { detectCommands, filesToDetect } from '../../gate/detect-commands'
import { parseGateConfig, usualTestGlobs } from '../../gate/gate-config'
import { roleOf } from '../../gate/tampering/file-role'
import type { Files } from '../../ports/files'
import type { Repository } from '../../ports/repository'
import { controlLayouts } from '../../running/gate/control-files'
import { hang, ledLine } from '../../text/columns'
import { padEnd, printable } from '../../text/printable'
import { gatePorts } from '../embed/run-gate'
import type { ExitCode } from './exit-codes'
import { exitCodes } from './exit-codes'
import type { Surroundings } from './terminal'
import { dressed, wantsColour } from './terminal'

export type InitCommandOptions = { readonly json: boolean; readonly colour: boolean }

type Written = {
  readonly path: string
  readonly config: object
  readonly detected: Detected
  readonly base: string
  readonly tests: number
}

const configPath = '.adjudicate/config.json'
const ignorePath = '.adjudicate/.gitignore'

// Reports, logs and the record stay out of commits; what a branch is judged by goes in.
const ignoreText = '*\n!.gitignore\n!config.json\n!baseline.json\n!tasks/\n!tasks/*.json\n'

const lockFiles =
  /^(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|uv\.lock|poetry\.lock|Cargo\.lock|go\.sum)$/

const hiddenNote =
  '.gitignore hides .adjudicate: write `.adjudicate/*` and `!.adjudicate/config.json` there, or the configuration is in no commit'

/** `adjudicate init`: 0 a configuration was written, 1 there is one already and nothing was touched, 2 there is nothing to write one from. */
export async function initCommand(options: InitCommandOptions, here: Surroundings): Promise<ExitCode> {
  const { openRepository, files } = gatePorts()
  const tell = (text: string, document: object): void =>
    here.out(options.json ? `${JSON.stringify(document, null, 2)}\n` : dressed(text, wantsColour(here, options.colour)))
  return await openRepository(here.cwd, async (repository) => {
    const { root } = repository
    if (root === undefined) throw new AdjudicateError('usage', 'a bare repository has no work tree to write a configuration into', {})
    const present = await presentConfig(files, root)
    if (present !== undefined) {
      const text = [ledLine(`! kept  ${present} is there already`, 'exit 1'), '', '  next   adjudicate gate']
      tell(`${text.join('\n')}\n`, { written: false, path: present })
      return exitCodes.notDone
    }
    if (await files.leadsThroughLink(root, `${root}/${configPath}`)) {
      const message = '.adjudicate is a link, which may lead out of the repository: nothing is written through it'
      throw new AdjudicateError('file-io', message, { path: '.adjudicate' })
    }
    const written = await configure(repository, files, root)
    await files.write(`${root}/${configPath}`, `${JSON.stringify(written.config, null, 2)}\n`)
    if ((await files.read(`${root}/${ignorePath}`, 1 << 20)) === undefined) await files.write(`${root}/${ignorePath}`, ignoreText)
    tell(pageOf(written), { written: true, path: configPath, config: written.config, notes: written.detected.notes })
    return exitCodes.done
  })
}

async function presentConfig(files: Files, root: string): Promise<string | undefined> {
  for (const layout of controlLayouts) {
    const path = `${layout}/config.json`
    try {
      if ((await files.read(`${root}/${path}`, Infinity)) !== undefined) return path
    } catch (error) {
      // A link or a folder in its place is somebody's too: it is kept like a file.
      if (isAdjudicateError(error) && error.code !== 'internal') return path
      throw error
    }
  }
  return undefined
}

async function configure(repository: Repository, files: Files, root: string): Promise<Written> {
  const seen = await workTree(files, root)
  const found = detectCommands(seen)
  const hidden = /^\/?\.adjudicate\/?$/m.test(seen.texts.get('.gitignore') ?? '')
  const detected = { ...found, notes: [...found.notes, ...(hidden ? [hiddenNote] : []), ...(await uncommittedNotes(root, seen))] }
  if (detected.checks.length === 0) {
    const message =
      'this work tree names no command that checks anything: no script of package.json, no pytest, cargo, go, make or pipeline. Write .adjudicate/config.json by hand:\n' +
      '{ "base_ref": "main", "validation": [{ "name": "test", "cmd": "..." }] }'
    throw new AdjudicateError('usage', message, {})
  }
  const base = await baseBranch(repository, root)
  const config = {
    base_ref: base,
    ...(detected.setup.length === 0 ? {} : { setup: detected.setup.map((cmd) => ({ cmd })) }),
    validation: detected.checks.map(({ name, cmd, report }) => ({ name, cmd, ...(report === undefined ? {} : { report }) })),
    test_globs: usualTestGlobs,
    ...(detected.caches.length === 0 ? {} : { caches: detected.caches }),
  }
  const parsed = parseGateConfig(config)
  if (!parsed.ok) throw new AdjudicateError('internal', `the written configuration has faults: ${JSON.stringify(parsed.issues)}`, {})
  const tests = [...seen.paths].filter((path) => roleOf(path, usualTestGlobs) === 'test').length
  return { path: configPath, config, detected, base, tests }
}

/** What the next commit could hold: tracked files and new ones that nothing ignores, as they lie here, so that a lock file made a moment ago counts and a repository without a commit has something too. */
async function workTree(files: Files, root: string): Promise<RepositoryTexts> {
  const listed = await gitPaths(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const gone = new Set(await gitPaths(root, ['ls-files', '-z', '--deleted']))
  const paths = new Set(listed.filter((path) => !gone.has(path)))
  const texts = new Map<string, string>()
  for (const path of filesToDetect(paths)) {
    const text = await textAt(files, root, path)
    if (text !== undefined) texts.set(path, text)
  }
  return { paths, texts }
}

async function textAt(files: Files, root: string, path: string): Promise<string | undefined> {
  try {
    if (await files.leadsThroughLink(root, `${root}/${path}`)) return undefined
    const bytes = await files.read(`${root}/${path}`, 1 << 20)
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
  } catch (error) {
    // A link, a folder or something huge in the place of a manifest names no command.
    if (isAdjudicateError(error) && error.code !== 'internal') return undefined
    throw error
  }
}

async function gitPaths(root: string, args: readonly string[]): Promise<string[]> {
  const call = { args: ['-C', root, ...args], timeoutMs: 60_000, stdoutBytesMax: 64 << 20 }
  const { stdout } = await runGit(call)
  return new TextDecoder()
    .decode(stdout)
    .split('\0')
    .filter((path) => path !== '')
}

/** A deciding run has commits only: what the configuration was read from has to go into one with it. */
async function uncommittedNotes(root: string, { paths, texts }: RepositoryTexts): Promise<string[]> {
  const read = [...texts.keys(), ...[...paths].filter((path) => lockFiles.test(path))].filter((path) => path !== '.gitignore')
  if (read.length === 0) return []
  const { stdout } = await runGit({
    args: ['-C', root, 'status', '--porcelain', '-z', '--no-renames', '--', ...read],
    timeoutMs: 60_000,
    stdoutBytesMax: 1 << 20,
  })
  const open = new TextDecoder()
    .decode(stdout)
    .split('\0')
    .filter((one) => one !== '')
    .map((one) => one.slice(3))
  return open.length === 0 ? [] : [`not committed as it was read: ${open.join(', ')}. Commit it with the configuration`]
}

/** The remote's own default branch, else a usual one that is here, else the current one, which may have no commit yet. */
async function baseBranch(repository: Repository, root: string): Promise<string> {
  const remote = (await symbolicRef(root, 'refs/remotes/origin/HEAD')).replace(/^origin\//, '')
  for (const name of [remote, 'main', 'master', 'trunk', 'develop']) {
    if (name !== '' && (await isKnown(repository, name))) return name
  }
  const current = await symbolicRef(root, 'HEAD')
  return current === '' ? 'main' : current
}

/** The short name behind a symbolic ref; empty where there is none. */
async function symbolicRef(root: string, name: string): Promise<string> {
  const args = ['-C', root, 'symbolic-ref', '--quiet', '--short', name]
  const { exitCode, stdout } = await runGit({ args, timeoutMs: 10_000, stdoutBytesMax: 4096, exitCodes: [0, 1, 128] })
  return exitCode === 0 ? new TextDecoder().decode(stdout).trim() : ''
}

async function isKnown(repository: Repository, name: string): Promise<boolean> {
  try {
    await repository.commitAt(name)
    return true
  } catch (error) {
    if (isAdjudicateError(error) && error.code !== 'internal') return false
    throw error
  }
}

function pageOf({ path, detected, base, tests }: Written): string {
  const lines = [
    ledLine(`+ written  ${path}`, 'exit 0'),
    '',
    ...hang('  base        ', printable(`${base}: a branch is judged by what differs from its merge base with it`)),
    ...detected.setup.flatMap((cmd) => hang('  setup       ', printable(`${cmd}   before the checks of a deciding run`))),
    ...detected.checks.flatMap(({ name, cmd, from, report }) => [
      ...hang(`  ${padEnd(name, 10)}  `, printable(cmd)),
      ...hang('              ', printable(`from ${from}${report === undefined ? '' : '; its report counts the cases'}`)),
    ]),
    ...hang(
      '  tests       ',
      `${tests} ${tests === 1 ? 'file' : 'files'} by \`test_globs\`: what happens to them is followed case by case`,
    ),
    ...detected.notes.flatMap((note) => hang('! note        ', printable(note))),
    ...hang('  left out    ', `${ignorePath} keeps reports and the record out of commits`),
    '',
    ...hang('  next   ', 'read it, commit it on the base branch, then:'),
    '         adjudicate gate --canary        what this configuration catches',
    '         adjudicate gate                 judges the current branch',
  ]
  return lines.map((line) => `${line}\n`).join('')
}
