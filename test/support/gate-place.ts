import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { RunGateOptions } from '../../src/faces/embed/run-gate'
import { runGate } from '../../src/faces/embed/run-gate'
import type { GateOutcome, GateReport } from '../../src/gate/gate-report'
import type { Built, Step } from './git-steps'
import { buildSteps, stepGit } from './git-steps'

/** A repository to judge: two files and a test on `main`, and a branch for a task that owns one of the files and the test. */
export type GatePlace = Built & {
  write(path: string, text: string): void
  read(path: string): string
  exists(path: string): boolean
  git(...args: readonly string[]): string
  commit(message?: string): string
  /** Judges the task in the work tree unless said otherwise. */
  gate(asked?: Asked): Promise<GateOutcome>
  /** As `gate`, for runs that come to a verdict. */
  judge(asked?: Asked): Promise<GateReport>
}

/** Without a task: `null`. */
export type Asked = Partial<Omit<RunGateOptions, 'task'>> & { readonly task?: string | null }

export type GateSetting = {
  readonly config?: object
  readonly manifest?: object
  /** Steps on `main` before the pin. */
  readonly base?: readonly Step[]
  /** Steps on the task's branch. */
  readonly work?: readonly Step[]
}

export const testOfA =
  "import { a } from '../src/a'\nit('one', () => {\n  expect(a).toBe(1)\n})\nit('two', () => {\n  expect(a + 1).toBe(2)\n})\n"

/** The commit that the task's owner makes when all is well. */
export const honest: readonly Step[] = [
  ['write', 'src/a.ts', 'export const a = 1 // better\n'],
  ['commit', 'work'],
]

/** Builds a place; control files stand in the base commit, the task in `tasks/t01.json`, and the judged branch is checked out. */
export function gatePlace({ config = {}, manifest = {}, base = [], work = honest }: GateSetting = {}): GatePlace {
  const built = buildSteps([
    ['init'],
    ['write', 'src/a.ts', 'export const a = 1\n'],
    ['write', 'src/victim.ts', 'export const victim = 1\n'],
    ['write', 'tests/a.spec.ts', testOfA],
    [
      'write',
      '.claude/build/config.json',
      json({ base_ref: 'main', validation: [{ name: 'tests', cmd: 'true' }], contracts: [], ...config }),
    ],
    ['write', '.claude/build/tasks/t01.json', json({ ...task, ...manifest })],
    ...base,
    ['commit', 'base'],
    ['pin'],
    ['git', 'checkout', '-q', '-b', 'build/t01-a'],
    ...work,
  ])
  return placeOf(built)
}

export const task = { task_id: 't01', branch: 'build/t01-a', owned_files: ['src/a.ts', 'tests/a.spec.ts'] }

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function placeOf(built: Built): GatePlace {
  const at = (path: string): string => join(built.folder, path)
  const gate = ({ task: id = 't01', ...asked }: Asked = {}): Promise<GateOutcome> =>
    runGate({ repo: built.folder, decide: false, ...(id === null || asked.integration === true ? {} : { task: id }), ...asked })
  return {
    ...built,
    write: (path, text) => {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text)
    },
    read: (path) => readFileSync(at(path), 'utf8'),
    exists: (path) => existsSync(at(path)),
    git: (...args) => stepGit(built.folder, ...args),
    commit: (message = 'more') => {
      stepGit(built.folder, 'add', '-A')
      stepGit(built.folder, 'commit', '-qm', message, '--allow-empty')
      return stepGit(built.folder, 'rev-parse', 'HEAD')
    },
    gate,
    judge: async (asked) => reportOf(await gate(asked)),
  }
}

/** The report of a run that judged; where it didn't, its faults are the failure's message. */
export function reportOf(outcome: GateOutcome): GateReport {
  if (outcome.verdict === 'nothing-judged') expect.unreachable(JSON.stringify(outcome.issues))
  return outcome
}

/** `path kind` of each blocking finding of scope and tampering, in the report's order. */
export function blockingOf({ scope, tampering }: GateReport): string[] {
  return [...scope.findings, ...tampering.findings]
    .filter(({ severity }) => severity === 'block')
    .map(({ path, kind }) => `${path ?? ''} ${kind}`)
}
