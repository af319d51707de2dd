import { createHmac, randomBytes } from 'node:crypto'
import { access, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { systemAmbient } from '../../adapters/ambient/system'
import { fileBlobs } from '../../adapters/blobs/file'
import { fileLedger } from '../../adapters/ledger-store/file'
import { parseHolder, standingOf, surroundings } from '../../adapters/ledger-store/file-holder'
import { openTelemetryTracing } from '../../adapters/tracing/opentelemetry'
import { AdjudicateError } from '../../errors'
import type { Clock, DriveLimits, DrivePorts, Holders } from '../../running/driver/drive-ports'
import type { Hands, Models } from '../../running/driver/hands'
import { knownEvents } from '../../running/known-events'
import type { Tribunal, TribunalParts } from '../../running/open-tribunal'
import { tribunalOver } from '../../running/open-tribunal'
import { withEventTypes } from '../../running/typed-ledger'
import type { SliceGate } from './gate-inspection'
import { withGate } from './gate-inspection'
import { evidenceInGit, inspectInGit } from './git-inspection'
import { platformDigest } from './platform-digest'
import type { SliceState } from '../../tribunal/state'

/** Hands that a host puts in place of its own: how addresses that git doesn't know are checked, and what a person does. */
export type OwnHands = Partial<Pick<Hands, 'inspect' | 'evidence' | 'supply' | 'refine' | 'person' | 'deliver' | 'acknowledge'>>

export type OpenTribunalOptions = {
  /** The folder of the ledger, its blobs and the driver's key; keep it out of the commits. */
  readonly dir: string
  readonly models: Models
  /** Where addresses are resolved; the working directory unless said. */
  readonly repo?: string
  /** What a commit is compared with; its first parent unless said. */
  readonly base?: string
  readonly limits?: Partial<DriveLimits>
  readonly hands?: OwnHands
  /** Names of variables that reach the verification commands. */
  readonly env?: readonly string[]
  /** 600,000 unless set; for one verification command. */
  readonly commandTimeoutMs?: number
  /** Has the mechanical gate judge each commit that is reported, before any panel sees it. */
  readonly gate?: SliceGate
  /** Stops what runs; its record goes on the next time. */
  readonly signal?: AbortSignal
}

/**
 * The embedded default (spec 13): a file ledger, git, no server, no configuration. `run` takes a slice to its end and, called again by whatever process, goes on where
 * the record stands. Throws `usage` for a model without a price under a limit of cost, `file-io` where the key can't be kept.
 */
export async function openTribunal(options: OpenTribunalOptions): Promise<Tribunal> {
  const { parts, folder } = await tribunalParts(options)
  return tribunalOver({ ledger: withEventTypes(fileLedger(folder), knownEvents), ...parts })
}

/** All of it but the ledger, for a host that has the ledger of that folder open already. Throws like `openTribunal`. */
export async function tribunalParts(
  options: OpenTribunalOptions,
): Promise<{ readonly folder: string; readonly parts: Omit<TribunalParts, 'ledger'> }> {
  const { dir, models, repo = '.', base, limits, hands = {}, env = [], commandTimeoutMs = 600_000, gate, signal } = options
  if (dir.trim() === '') throw new AdjudicateError('usage', 'a tribunal needs a folder, found an empty name', {})
  const folder = resolve(dir)
  const place = { repo: resolve(repo), commandTimeoutMs, env, ...(base === undefined ? {} : { base }) }
  const key = await driverKey(folder)
  const tracing = await openTelemetryTracing()
  const parts = {
    blobs: fileBlobs(join(folder, 'blobs')),
    ports: { ...systemPorts(), ...(tracing === undefined ? {} : { tracing }) },
    digest: platformDigest,
    hands: (state: SliceState): Hands => ({
      models,
      newSession: () => `session-${systemAmbient.newId()}`,
      secretOf: (subject) => createHmac('sha256', key).update(subject).digest('hex').slice(0, 32),
      inspect: async ({ address, commands }, ended) => {
        const found = await inspectInGit(place, address, commands, ended)
        return gate === undefined ? found : await withGate(place, gate, address, found, ended)
      },
      evidence: ({ address }, ended) => evidenceInGit(place, address, state, ended),
      ...hands,
    }),
    ...(limits === undefined ? {} : { limits }),
    ...(signal === undefined ? {} : { signal }),
  }
  return { folder, parts }
}

/** This machine's clock, ids and processes. */
function systemPorts(): DrivePorts {
  return { clock: systemClock, holders: systemHolders(), newId: () => systemAmbient.newId(), random: () => Math.random() }
}

const systemClock: Clock = {
  now: () => systemAmbient.now(),
  sleep: (ms, signal) =>
    new Promise((done) => {
      if (signal.aborted) return done()
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        done()
      }
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end, { once: true })
    }),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

function systemHolders(): Holders {
  const { stateOf, ...mine } = surroundings()
  const here = { ...mine, stateOf }
  return {
    me: JSON.stringify({ ...mine, nonce: systemAmbient.newId() }),
    isGone: (holder) => {
      const parsed = parseHolder(holder.slice(0, holder.lastIndexOf('#')))
      return parsed !== undefined && standingOf(parsed, here) === 'dead'
    },
  }
}

/**
 * The key that tokens and nonces are made with: whoever starts again finds those given out before. The ledger holds hashes of tokens only; whoever can read this file
 * could fill every seat, so it belongs to its owner alone.
 */
async function driverKey(folder: string): Promise<Buffer> {
  const path = join(folder, 'driver.key')
  try {
    await mkdir(folder, { recursive: true })
    await keepKey(path)
    const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'hex')
    if (key.length === 32) return key
  } catch (error) {
    throw new AdjudicateError('file-io', `the key of the driver can't be kept in ${path}: ${String(error)}`, { path }, error)
  }
  throw new AdjudicateError('file-unreadable', `${path} holds no key of 64 hex digits`, { path })
}

/** The first process makes it, and it appears whole: nobody may read half a key. */
async function keepKey(path: string): Promise<void> {
  if (await isThere(path)) return
  const draft = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(randomBytes(32).toString('hex'))
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    // What is wrong with it shows when it is made or read.
    return false
  }
}
