import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const made: string[] = []

afterAll(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true })
})

/** An empty folder that is gone after the tests of the file. */
export function throwAwayFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'adjudicate-test-'))
  made.push(dir)
  return dir
}

export type Repository = {
  readonly dir: string
  git(...args: readonly string[]): string
  /** Writes a file, with the folders above it; the name may be bytes. */
  write(name: string | Buffer, content: string | Uint8Array): void
  link(name: string, target: string): void
  makeExecutable(name: string): void
  remove(name: string | Buffer): void
  /** Appends settings to the repository's own configuration. */
  configure(settings: readonly (readonly [string, string])[]): void
  /** Commits all there is and gives the commit's id. */
  commit(message?: string): string
}

const identity = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org', GIT_COMMITTER_NAME: 'c', GIT_COMMITTER_EMAIL: 'c@example.org' }
const env = { PATH: process.env['PATH'] ?? '', ...identity, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, LC_ALL: 'C' }

/** A repository with real git, without anybody's configuration. */
export function throwAwayRepository(...initArgs: readonly string[]): Repository {
  const dir = throwAwayFolder()
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', dir, '-c', 'core.compression=0', ...args], { env, encoding: 'utf8', stdio: 'pipe' }).trim()
  git('init', '-q', '-b', 'main', ...initArgs)
  const at = (name: string | Buffer): Buffer => Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(name)])
  return {
    dir,
    git,
    write(name, content) {
      const path = at(name)
      const slash = path.lastIndexOf('/')
      mkdirSync(path.subarray(0, slash), { recursive: true })
      writeFileSync(path, content)
    },
    link: (name, target) => symlinkSync(target, at(name)),
    makeExecutable: (name) => chmodSync(at(name), 0o755),
    remove: (name) => rmSync(at(name), { recursive: lstatSync(at(name)).isDirectory() }),
    configure(settings) {
      const lines = settings.map(([name, value]) => {
        const [section = '', ...rest] = name.split('.')
        const key = rest.pop() ?? ''
        const title = rest.length === 0 ? section : `${section} "${rest.join('.')}"`
        return `[${title}]\n${key} = "${value.replaceAll('"', '\\"')}"\n`
      })
      appendFileSync(join(git('rev-parse', '--absolute-git-dir'), 'config'), lines.join(''))
    },
    commit(message = 'change') {
      git('add', '-A')
      git('commit', '-q', '--no-verify', '--allow-empty', '-m', message)
      return git('rev-parse', 'HEAD')
    },
  }
}
