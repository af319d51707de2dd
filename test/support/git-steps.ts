import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'

/** One step of a case: its name, then its arguments. */
export type Step = readonly [string, ...string[]]

/** What the steps made; `pin` is the commit that was noted as known at dispatch, `folder` where the gate shall run. */
export type Built = {
  readonly top: string
  readonly root: string
  readonly folder: string
  readonly sentinel: string
  readonly pin: string | undefined
}

type Bench = {
  readonly top: string
  readonly root: string
  readonly sentinel: string
  cwd: string
  folder: string
  pin: string | undefined
}

const identity = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
  [`GIT_${who}_NAME`, 'a'],
  [`GIT_${who}_EMAIL`, 'a@example.org'],
  [`GIT_${who}_DATE`, '2026-01-01T00:00:00Z'],
])
const env = {
  ...Object.fromEntries(identity),
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
}
const made: string[] = []
const templates = new Map<string, Built>()

/** Runs git as the steps do: without anybody's configuration, at a fixed time. */
export function stepGit(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'core.compression=0', '-c', 'gc.auto=0', ...args], { cwd, env, encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** Takes away what one case built. */
export function clearBuilt({ top }: Built): void {
  made.splice(made.indexOf(top), 1)
  rmSync(top, { recursive: true, force: true })
}

/** Takes away all that was built. */
export function clearSteps(): void {
  for (const top of made.splice(0)) rmSync(top, { recursive: true, force: true })
  templates.clear()
}

/** Builds a repository step by step; what many cases begin with is made once and copied. A step that isn't known here throws. */
export function buildSteps(steps: readonly Step[]): Built {
  const pinned = steps.findIndex(([name]) => name === 'pin') + 1
  const key = JSON.stringify(steps.slice(0, pinned))
  if (pinned === 0 || /subrepo|\$ROOT|\$SENTINEL|worktree/.test(key)) return run(steps, newBench())
  const template = templates.get(key) ?? run(steps.slice(0, pinned), newBench())
  templates.set(key, template)
  const bench = newBench()
  rmSync(bench.root, { recursive: true })
  cpSync(template.root, bench.root, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  bench.pin = template.pin
  return run(steps.slice(pinned), bench)
}

function newBench(): Bench {
  if (made.length === 0) process.once('exit', clearSteps)
  const top = mkdtempSync(join(tmpdir(), 'adjudicate-steps-'))
  made.push(top)
  const root = join(top, 'repo')
  mkdirSync(root)
  return { top, root, sentinel: join(top, 'SENTINEL'), cwd: root, folder: root, pin: undefined }
}

function run(steps: readonly Step[], bench: Bench): Built {
  for (const [name, ...args] of steps) {
    const step = Object.hasOwn(known, name) ? known[name] : undefined
    if (step === undefined) throw new Error(`unknown step ${name}`)
    const given = args.map((arg) => arg.replaceAll('$ROOT', bench.root).replaceAll('$SENTINEL', bench.sentinel))
    step(bench, given)
  }
  const { top, root, folder, sentinel, pin } = bench
  return { top, root, folder, sentinel, pin }
}

/** A lone surrogate from U+DC80 stands for a byte that is no UTF-8. */
export function bytesOfText(text: string): Buffer {
  const parts = [...text].map((character) => {
    const code = character.codePointAt(0) ?? 0
    return code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code - 0xdc00]) : Buffer.from(character)
  })
  return Buffer.concat(parts)
}

function placeIn(folder: string, path = ''): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), bytesOfText(path)])
}

function put(folder: string, path: string, text: string): void {
  makeWay(placeIn(folder, path))
  writeFileSync(placeIn(folder, path), bytesOfText(text))
}

function makeWay(place: Buffer): void {
  mkdirSync(place.subarray(0, place.lastIndexOf('/')), { recursive: true })
}

function executable(folder: string, path: string, text: string): void {
  put(folder, path, text)
  chmodSync(placeIn(folder, path), 0o755)
}

const known: Readonly<Record<string, (bench: Bench, args: readonly string[]) => void>> = {
  init: ({ cwd }) => void stepGit(cwd, 'init', '-q', '--template=', '-b', 'main'),
  write: ({ cwd }, [path = '', text = '']) => put(cwd, path, text),
  rm: ({ cwd }, [path]) => rmSync(placeIn(cwd, path)),
  rmdir: ({ cwd }, [path]) => rmSync(placeIn(cwd, path), { recursive: true }),
  mv: ({ cwd }, [from, to]) => {
    makeWay(placeIn(cwd, to))
    renameSync(placeIn(cwd, from), placeIn(cwd, to))
  },
  cp: ({ cwd }, [from, to]) => {
    makeWay(placeIn(cwd, to))
    copyFileSync(placeIn(cwd, from), placeIn(cwd, to))
  },
  chmod: ({ cwd }, [path, mode = '644']) => chmodSync(placeIn(cwd, path), Number.parseInt(mode, 8)),
  symlink: ({ cwd }, [target = '', path]) => {
    const place = placeIn(cwd, path)
    if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) rmSync(place)
    makeWay(place)
    symlinkSync(target, place)
  },
  commit: ({ cwd }, [message = '', ...more]) => {
    stepGit(cwd, 'add', '-A', ...more)
    stepGit(cwd, 'commit', '-qm', message, '--allow-empty')
  },
  'commit-index': ({ cwd }, [message = '']) => void stepGit(cwd, 'commit', '-qm', message),
  git: ({ cwd }, args) => void stepGit(cwd, ...args),
  trygit: ({ cwd }, args) => {
    try {
      stepGit(cwd, ...args)
    } catch {
      // Whatever comes of it.
    }
  },
  script: ({ cwd }, [path = '', text = '']) => executable(cwd, path, text),
  gitdirfile: ({ root }, [path = '', text = '']) => executable(join(root, '.git'), path, text),
  subrepo: ({ top }, [name = '']) => {
    const dir = join(top, name)
    mkdirSync(dir)
    stepGit(dir, 'init', '-q', '--template=', '-b', 'main')
    for (const message of ['1', '2']) {
      put(dir, 'f.txt', `${message}\n`)
      stepGit(dir, 'add', '-A')
      stepGit(dir, 'commit', '-qm', message)
    }
  },
  gitlink: ({ top, cwd }, [name = '', path = '', revision = '']) => {
    const commit = stepGit(join(top, name), 'rev-parse', revision)
    stepGit(cwd, 'update-index', '--add', '--cacheinfo', `160000,${commit},${path}`)
    mkdirSync(placeIn(cwd, path), { recursive: true })
  },
  'clone-shallow': (bench, [depth = '', branch = '']) => {
    bench.folder = join(bench.top, 'clone')
    stepGit(bench.top, 'clone', '-q', '--depth', depth, '--no-single-branch', '-b', branch, `file://${bench.root}`, bench.folder)
  },
  pin: (bench) => {
    bench.pin = stepGit(bench.cwd, 'rev-parse', 'HEAD')
  },
  use: (bench) => {
    bench.cwd = bench.folder
  },
  worktree: (bench, [branch = '']) => {
    bench.folder = bench.cwd = join(bench.top, 'wt')
    stepGit(bench.root, 'worktree', 'add', '-q', bench.folder, branch)
  },
  'replace-blob-tree': ({ root }, [name = '', other = '']) => {
    const commit = stepGit(root, 'commit-tree', stepGit(root, 'rev-parse', `${other}^{tree}`), '-m', 'fake')
    stepGit(root, 'replace', stepGit(root, 'rev-parse', name), commit)
  },
}
