import type { Digest } from '../../canonical/digest'
import type { Waiver } from '../../gate/waiver'
import type { Commands } from '../../ports/commands'
import type { Files } from '../../ports/files'
import type { OpenRepository } from '../../ports/repository'
import type { Syntax } from '../../ports/syntax'

/** The world of a gate run; `now` gives UTC times like 2026-08-14T16:30:00.000Z, `home` is the person's own HOME. */
export type GatePorts = {
  readonly openRepository: OpenRepository
  readonly commands: Commands
  readonly syntax: Syntax
  readonly files: Files
  readonly now: () => string
  readonly home: string
  readonly digest: Digest
}

/** What is judged: a task by its manifest, the whole branch at integration, or a branch without a task. */
export type GateTarget = { readonly mode: 'task'; readonly taskId: string } | { readonly mode: 'integration' } | { readonly mode: 'branch' }

/** A gate run as it was asked for. `base` is a commit pinned by whoever dispatched the work; it wins over the configuration's `base_ref`. */
export type GateRequest = {
  readonly repo: string
  readonly target: GateTarget
  readonly decide: boolean
  /** A folder with the control files, outside the judged tree. */
  readonly control?: string
  readonly base?: string
  readonly waivers?: readonly Waiver[]
  /** Kinds of findings that a person waives in this run, all those found; they become waivers by id. */
  readonly waiveKinds?: { readonly kinds: readonly string[]; readonly by: Waiver['by']; readonly reason: string }
  readonly signal?: AbortSignal
}
