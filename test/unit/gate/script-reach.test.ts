import { expect, test } from 'vitest'
import { checkScripts, scriptReach } from '../../../src/gate/script-reach'

const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'shop',
    scripts: {
      test: 'run-s unit lint',
      unit: 'cross-env A=1 node --import ./pre.mjs scripts/run.mjs',
      prelint: 'python3 -m tools.warm',
      lint: 'make style',
      docs: 'node docs.mjs',
    },
  }),
  'pre.mjs': '',
  'docs.mjs': '',
  'scripts/run.mjs': 'import { a } from "./lib/a"\nimport "../src/code.mjs"\nspawn("sh", ["./ci/deep.sh"])',
  'scripts/lib/a.ts': 'export * from "./b.js"',
  'scripts/lib/b.ts': '',
  'src/code.mjs': '',
  'ci/deep.sh': '#!/bin/sh\nif true; then\n  bash ci/deeper.sh >log 2>&1\nfi\n',
  'ci/deeper.sh': '',
  'tools/warm.py': 'from .oven import heat\nimport os\n',
  'tools/oven.py': '',
  Makefile: 'all: docs\nstyle: pre\n\t@./ci/style $$X\npre:\n\tsh ci/pre.sh\ndocs:\n\tsh ci/docs.sh\n',
  'ci/style': '#!/bin/sh\n',
  'ci/pre.sh': '',
  'ci/docs.sh': '',
}

/** Answers what is asked for until nothing more is. */
function reachOf(...commands: readonly string[]): { readonly run: string[]; readonly loaded: string[] } {
  const texts = new Map<string, string | undefined>()
  for (;;) {
    const { run, loaded, wanted } = scriptReach(commands, texts)
    if (wanted.length === 0) return { run: [...run].sort(), loaded: [...loaded].sort() }
    for (const path of wanted) texts.set(path, files[path])
  }
}

test('commands are followed through package scripts, interpreters, shell scripts and targets to what they run and load', () => {
  expect(reachOf('npm test')).toEqual({
    run: ['Makefile', 'ci/deep.sh', 'ci/deeper.sh', 'ci/pre.sh', 'ci/style', 'pre.mjs', 'scripts/run.mjs', 'tools/warm.py'],
    loaded: ['scripts/lib/a.ts', 'scripts/lib/b.ts', 'tools/oven.py'],
  })
  expect(reachOf('make').run).toEqual(['Makefile', 'ci/docs.sh'])
  expect(reachOf('node --test tests/a.test.js', 'vitest run', '/usr/bin/node ../x.mjs')).toEqual({ run: [], loaded: [] })
})

test('scripts that run one another, and steps without end, come to an end', () => {
  const ring = new Map<string, string | undefined>([
    ['package.json', JSON.stringify({ scripts: { a: 'npm run b', b: 'npm run a && sh x.sh' } })],
    ['x.sh', 'sh x.sh\nnpm run a\n'],
  ])
  expect([...scriptReach(['npm run a'], ring).run]).toEqual(['x.sh'])
})

test('package scripts that are named like checks are known by their names', () => {
  expect(checkScripts(files['package.json'])).toEqual(['npm run test', 'npm run unit', 'npm run lint'])
  expect(checkScripts('{ broken')).toEqual([])
  expect(checkScripts(undefined)).toEqual([])
})
