import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runCli } from '../../src/faces/cli/cli'

export type Ran = { readonly exit: number; readonly out: string; readonly err: string }

/** A throw-away folder with files; `run` is the command line in it. */
export type Place = {
  readonly folder: string
  write(name: string, content: string | Uint8Array): void
  read(name: string): string
  git(...args: readonly string[]): string
  run(...args: readonly string[]): Promise<Ran>
}

const environment = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
}

/** Makes a place, hands it over, and removes it again. */
export async function inPlace(work: (place: Place) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'adjudicate-cli-'))
  try {
    await work(placeAt(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function placeAt(folder: string): Place {
  return {
    folder,
    write: (name, content) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), content)
    },
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    git: (...args) => execFileSync('git', [...args], { cwd: folder, encoding: 'utf8', env: { ...process.env, ...environment } }),
    run: async (...args) => {
      let out = ''
      let err = ''
      const exit = await runCli(args, {
        cwd: folder,
        env: {},
        out: (text) => (out += text),
        err: (text) => (err += text),
        isTerminal: false,
      })
      return { exit, out, err }
    },
  }
}
