import { afterAll, expect, test } from 'vitest'
import { gatePlace, json } from '../../support/gate-place'
import { clearSteps } from '../../support/git-steps'
import type { Step } from '../../support/git-steps'

afterAll(clearSteps, 60_000)

const base = {
  'all.sh': 'for part in deep; do . "$(dirname "$0")/ci/$part"; done\n',
  'ci/deep': 'cat ci/piped | sh -e\n',
  'ci/piped': 'exit 1\n',
  'tools/real': 'exit 1\n',
  'packages/a/package.json': json({ name: 'a', scripts: { test: 'false' } }),
  'packages/b/package.json': json({ name: 'b', scripts: { test: 'true', build: 'tsc' } }),
  Makefile: 'all:\n\tfalse\n',
  'package.json': json({ workspaces: ['packages/*'], imports: { '#way': './scripts/way.mjs' } }),
  'scripts/run.mjs': "import '#way'\n",
  'scripts/way.mjs': 'process.exit(1)\n',
  'docs/build.sh': 'exit 1\n',
}
const commands = ['sh all.sh', './linked/real', 'npm test --workspaces', 'make', 'node scripts/run.mjs']

/** The paths that need a person, of a branch that writes these files. */
async function controlled(work: readonly Step[], ...owned: readonly string[]): Promise<string[]> {
  const place = gatePlace({
    config: { validation: commands.map((cmd, index) => ({ name: `check-${index}`, cmd })) },
    manifest: { owned_files: owned },
    base: [...Object.entries(base).map(([path, text]): Step => ['write', path, text]), ['symlink', 'tools', 'linked']],
    work: [...work, ['commit', 'work']],
  })
  const { scope } = await place.judge()
  return scope.findings.filter(({ kind }) => kind === 'control-plane').map(({ path }) => path)
}

test('spec 10, 1: a branch that edits what stands behind a check, by whatever way, needs a person', async () => {
  const dodges = {
    'ci/piped': 'exit 0\n',
    'tools/real': 'exit 0\n',
    'packages/a/package.json': json({ name: 'a', scripts: { test: 'true' } }),
    GNUmakefile: 'all:\n\ttrue\n',
    'package.json': json({ workspaces: ['packages/*'], imports: { '#way': './docs/way.mjs' } }),
  }
  const paths = Object.keys(dodges)
  const work = Object.entries(dodges).map(([path, text]): Step => ['write', path, text])
  expect((await controlled(work, ...paths)).sort()).toEqual(paths.sort())
  const link: readonly Step[] = [
    ['rm', 'linked'],
    ['symlink', 'docs', 'linked'],
  ]
  expect(await controlled(link, 'linked')).toEqual(['linked'])
})

test('spec 10, 1: a branch that edits what no check runs needs nobody', async () => {
  const honest = {
    'docs/build.sh': 'exit 0\n',
    'packages/b/package.json': json({ name: 'b', version: '2.0.0', scripts: { test: 'true', build: 'tsc -b' } }),
    'package.json': json({ workspaces: ['packages/*', 'more'], imports: { '#way': './scripts/way.mjs', '#core': './src/a.ts' } }),
    'ci/other': '',
  }
  const work = Object.entries(honest).map(([path, text]): Step => ['write', path, text])
  expect(await controlled(work, ...Object.keys(honest))).toEqual([])
})
