import { runGit } from '../../adapters/git/git-process'
import { AdjudicateError, isAdjudicateError } from '../../errors'
import type { Detected } from '../../gate/detect-commands'
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
    const written = await configure(repository, root)
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

async function configure(repository: Repository, root: string): Promise<Written> {
  const head = await repository.head()
  const entries = await repository.allEntries(head.commit)
  const texts = await textsOf(repository, entries)
  const found = detectCommands({ paths: new Set(entries.keys()), texts })
  const hidden = /^\/?\.adjudicate\/?$/m.test(texts.get('.gitignore') ?? '')
  const detected = hidden ? { ...found, notes: [...found.notes, hiddenNote] } : found
  if (detected.checks.length === 0) {
    const message =
      'HEAD names no command that checks anything: no script of package.json, no pytest, cargo, go, make or pipeline. Write .adjudicate/config.json by hand:\n' +
      '{ "base_ref": "main", "validation": [{ "name": "test", "cmd": "..." }] }'
    throw new AdjudicateError('usage', message, {})
  }
  const base = await baseBranch(repository, root, head.branch)
  const config = {
    base_ref: base,
    ...(detected.setup.length === 0 ? {} : { setup: detected.setup.map((cmd) => ({ cmd })) }),
    validation: detected.checks.map(({ name, cmd, report }) => ({ name, cmd, ...(report === undefined ? {} : { report }) })),
    test_globs: usualTestGlobs,
    ...(detected.caches.length === 0 ? {} : { caches: detected.caches }),
  }
  const parsed = parseGateConfig(config)
  if (!parsed.ok) throw new AdjudicateError('internal', `the written configuration has faults: ${JSON.stringify(parsed.issues)}`, {})
  const tests = [...entries.keys()].filter((path) => roleOf(path, usualTestGlobs) === 'test').length
  return { path: configPath, config, detected, base, tests }
}

async function textsOf(repository: Repository, entries: Awaited<ReturnType<Repository['allEntries']>>): Promise<Map<string, string>> {
  const wanted = filesToDetect(entries.keys())
  const byOid = new Map<string, string>()
  const plain = wanted.flatMap((path) => {
    const entry = entries.get(path)
    return entry?.mode.startsWith('100') === true ? [{ path, oid: entry.oid }] : []
  })
  await repository.read(
    plain.map(({ oid }) => ({ oid })),
    1 << 20,
    (oid, content) => {
      if (content.kind === 'bytes') byOid.set(oid, new TextDecoder().decode(content.bytes))
    },
  )
  return new Map(plain.flatMap(({ path, oid }) => (byOid.has(oid) ? [[path, byOid.get(oid) ?? '']] : [])))
}

/** The remote's own default branch, else a usual one that is here, else the current one. */
async function baseBranch(repository: Repository, root: string, current: string | undefined): Promise<string> {
  const args = ['-C', root, 'symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD']
  const { exitCode, stdout } = await runGit({ args, timeoutMs: 10_000, stdoutBytesMax: 4096, exitCodes: [0, 1, 128] })
  const remote =
    exitCode === 0
      ? new TextDecoder()
          .decode(stdout)
          .trim()
          .replace(/^origin\//, '')
      : ''
  for (const name of [remote, 'main', 'master', 'trunk', 'develop']) {
    if (name !== '' && (await isKnown(repository, name))) return name
  }
  return current ?? 'main'
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
    ...hang('  tests       ', `${tests} files of HEAD by \`test_globs\`: what happens to them is followed case by case`),
    ...detected.notes.flatMap((note) => hang('! note        ', printable(note))),
    ...hang('  left out    ', `${ignorePath} keeps reports and the record out of commits`),
    '',
    ...hang('  next   ', 'read it, commit it on the base branch, then:'),
    '         adjudicate gate --canary        what this configuration catches',
    '         adjudicate gate                 judges the current branch',
  ]
  return lines.map((line) => `${line}\n`).join('')
}
