import { gitArtifact } from '../../../src/adapters/artifact/git'
import type { Artifact, Cited } from '../../../src/ports/artifact'
import type { Repository } from './throw-away'
import { throwAwayRepository } from './throw-away'

export const nothingCited: Cited = { citedPaths: [], citedTexts: [] }

export function read(repo: Repository, revision = 'HEAD', base?: string, cited: Partial<Cited> = {}): Promise<Artifact> {
  return gitArtifact({ repo: repo.dir, revision, base }).read({ ...nothingCited, ...cited })
}

export function textOf({ sources }: Artifact, id: string): string | undefined {
  return sources.find((source) => source.id === id)?.text
}

export function idsOf({ sources }: Artifact): string[] {
  return sources.map(({ id }) => id)
}

/** A commit with the files, on top of one with a single file. */
export function grown(files: Readonly<Record<string, string | Uint8Array>>): Repository {
  const repo = throwAwayRepository()
  repo.write('first.txt', 'first\n')
  repo.commit()
  for (const [name, content] of Object.entries(files)) repo.write(name, content)
  repo.commit()
  return repo
}

/** Two commits: `a.ts` changed in many places, `b c.ts` new, `caf\u00e9.ts` deleted, `quiet.txt` as it was. */
export function changedRepository(): Repository {
  const repo = throwAwayRepository()
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index}`)
  repo.write('a.ts', `${lines.join('\n\n')}\n`)
  repo.write('caf\u00e9.ts', 'gone\n')
  repo.write('quiet.txt', 'the quiet words of it\n')
  repo.commit()
  repo.write('a.ts', `${lines.map((line, index) => (index % 20 === 3 ? `${line} changed` : line)).join('\n\n')}\n`)
  repo.write('b c.ts', 'a new file\n')
  repo.remove('caf\u00e9.ts')
  repo.commit()
  return repo
}
