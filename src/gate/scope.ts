import type { ChangedPath } from './changed-path'
import { pathsOf } from './changed-path'
import { isControlPath, isGatePath, isNudge } from './control-path'
import { leavesRepository } from './link-target'
import type { Ownership } from './ownership'
import { claimOn, ownershipOf } from './ownership'
import { matchesAny, pathPattern } from './path-pattern'
import { judgeRegions } from './regions'
import type { TaskManifest } from './task-manifest'
import type { Violation } from './violation'

/** Both texts of a path that changed; a side is left out where there is none. */
type ChangedText = { readonly base?: string; readonly head?: string }

/** What the scope of a branch is judged from (spec 10, 2). */
export type ScopeInput = {
  readonly changed: readonly ChangedPath[]
  /** Without one, everything but ownership is judged. */
  readonly manifest?: TaskManifest | undefined
  /** Entries without `patternFault`. */
  readonly scopeIgnore?: readonly string[]
  /** By object id; needed of shared append-only files, links and `.gitignore`: what isn't given can't be proved and is a violation. */
  readonly texts?: ReadonlyMap<string, string>
  /** Targets of links that didn't change, by path, so that a way through them is followed. */
  readonly links?: ReadonlyMap<string, string>
  /** Further files that the checks run, such as scripts and runner configuration: owned or not, a person must agree. */
  readonly controlPaths?: readonly string[]
}

export type ScopeViolation = Omit<Violation, 'id'>

/** `reason` is undefined where the scope is kept; lists are sorted by path. */
export type ScopeVerdict = {
  readonly status: 'PASS' | 'FAIL'
  readonly reason?: 'no-op' | 'violations'
  readonly changed: readonly string[]
  readonly allowed: readonly string[]
  readonly ignored: readonly string[]
  /** Paths with a change that no commit holds: the run is provisional. */
  readonly dirty: readonly string[]
  readonly violations: readonly ScopeViolation[]
}

/** Whether every changed path may have changed (spec 10, 2; R-BUILD-29, R-BUILD-64). One violation for each path, kind and layer. */
export function judgeScope(input: ScopeInput): ScopeVerdict {
  const ignore = (input.scopeIgnore ?? []).map(pathPattern)
  const ignored = input.changed.filter((change) => isIgnored(change, input) || matchesAny(ignore, change.path))
  const judged = input.changed.filter((change) => !ignored.includes(change))
  const ownership = input.manifest === undefined ? undefined : ownershipOf(input.manifest)
  const violations = distinct(judged.flatMap((change) => violationsOf(change, ownership, input)))
  const noOp = judged.length === 0 && input.manifest?.no_op !== true
  return {
    status: noOp || violations.length > 0 ? 'FAIL' : 'PASS',
    ...(noOp ? { reason: 'no-op' as const } : violations.length > 0 ? { reason: 'violations' as const } : {}),
    changed: pathsOf(judged),
    allowed: ownership?.written ?? [],
    ignored: pathsOf(ignored),
    dirty: pathsOf(input.changed.filter(({ where }) => where !== 'committed')),
    violations: noOp ? [nothingChanged(input)] : violations,
  }
}

/** What looks like success is often work that was never committed, or a run on the base branch itself. */
function nothingChanged({ manifest }: ScopeInput): ScopeViolation {
  const message =
    manifest === undefined
      ? 'nothing differs from the merge base, so there is no work to judge: is this the base branch itself?'
      : 'nothing differs from the merge base, so there is no work to judge; where that is right, the manifest says `"no_op": true`'
  return { kind: 'no-op', severity: 'block', path: '.', message }
}

/** The gate's own folder and the orchestrator's nudges; control files count there as soon as git holds them. */
function isIgnored(change: ChangedPath, { texts }: ScopeInput): boolean {
  if (isNudge(change, textsOf(change, texts))) return true
  return isGatePath(change.path) && (change.where === 'untracked' || !isControlPath(change.path))
}

function violationsOf(change: ChangedPath, ownership: Ownership | undefined, input: ScopeInput): ScopeViolation[] {
  const { path } = change
  const found: ScopeViolation[] = []
  const add = (kind: string, message: string, more: Partial<ScopeViolation> = {}): void => {
    found.push({ kind, severity: 'block', message, path, where: change.where, ...entriesOf(change), ...more })
  }
  const target = change.head?.mode === '120000' ? textsOf(change, input.texts).head : undefined
  if (change.head?.mode === '120000' && (target === undefined || leavesRepository(path, target, linksOf(input)))) {
    add(
      'symlink-leaves',
      target === undefined
        ? 'a symbolic link whose target was not read'
        : `a symbolic link to ${JSON.stringify(target)}, outside the repository`,
    )
  }
  if (isControlPath(path) || input.controlPaths?.includes(path) === true) {
    add('control-plane', 'decides how the branch is judged, so a person must agree to the change')
    return found
  }
  if (ownership !== undefined) addClaim(change, ownership, input, add)
  return found
}

function addClaim(
  change: ChangedPath,
  ownership: Ownership,
  { texts }: ScopeInput,
  add: (kind: string, message: string, more?: Partial<ScopeViolation>) => void,
): void {
  const claim = claimOn(ownership, change.path)
  switch (claim.kind) {
    case 'owned':
      return
    case 'foreign':
      add('not-owned', `${ownership.task} neither owns nor shares it`)
      return
    case 'reserved':
      add(claim.by, `only ${claim.writer} writes it`, { owner: claim.writer })
      return
    case 'append-only':
      addRegionFaults(change, ownership.task, textsOf(change, texts), add)
  }
}

function addRegionFaults(
  change: ChangedPath,
  task: string,
  text: ChangedText,
  add: (kind: string, message: string, more?: Partial<ScopeViolation>) => void,
): void {
  const { status, base, head } = change
  if (status === 'deleted' || status === 'type-changed' || (base !== undefined && base.mode !== head?.mode)) {
    add('region', 'a shared file may only grow: it was deleted or its mode changed')
    return
  }
  if (text.head === undefined || (text.base === undefined && status !== 'added')) {
    add('region', 'a shared file whose texts could not be read, so that its regions are unknown')
    return
  }
  const { faults, kinds } = judgeRegions({ base: text.base ?? '', head: text.head, task })
  for (const kind of kinds) {
    const first = faults.find((fault) => fault.kind === kind)
    add(
      kind,
      `only lines between \`build:${task} start\` and \`build:${task} end\` may differ`,
      first === undefined ? {} : { line: first.line, after: first.text },
    )
  }
}

function textsOf({ base, head }: ChangedPath, texts: ReadonlyMap<string, string> = new Map()): ChangedText {
  const [was, is] = [base, head].map((entry) => (entry === undefined ? undefined : texts.get(entry.oid)))
  return { ...(was === undefined ? {} : { base: was }), ...(is === undefined ? {} : { head: is }) }
}

/** The links at head, the changed ones as they are now. */
function linksOf({ changed, texts, links }: ScopeInput): Map<string, string> {
  const all = new Map(links)
  for (const { path, head } of changed) {
    const target = head?.mode === '120000' ? texts?.get(head.oid) : undefined
    if (target === undefined) all.delete(path)
    else all.set(path, target)
  }
  return all
}

/** Modes and object ids, as a report shows them. */
function entriesOf({ base, head }: ChangedPath): Pick<ScopeViolation, 'before' | 'after'> {
  return {
    ...(base === undefined ? {} : { before: `${base.mode} ${base.oid}` }),
    ...(head === undefined ? {} : { after: `${head.mode} ${head.oid}` }),
  }
}

function distinct(violations: readonly ScopeViolation[]): ScopeViolation[] {
  const keyed = new Map(violations.map((violation) => [`${violation.path}\0${violation.kind}\0${violation.where ?? ''}`, violation]))
  return [...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, violation]) => violation)
}
