import { expect, test } from 'vitest'
import { parseGateConfig } from '../../../src/gate/gate-config'
import { screenConfig } from '../../../src/gate/screen-config'
import { scriptsRun } from '../../../src/gate/scripts-run'

test('what of the repository a command runs', () => {
  const expected: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['npm test', ['package.json'], ['pretest', 'test', 'posttest']],
    ['npm --prefix a run lint -- x', ['package.json'], ['prelint', 'lint', 'postlint']],
    ['yarn check', ['package.json'], ['precheck', 'check', 'postcheck']],
    ['npm ls', ['package.json'], []],
    ['./scripts/check.sh arg', ['./scripts/check.sh'], []],
    ['bash -eu scripts/check.sh', ['scripts/check.sh'], []],
    ['node scripts/check.mjs x.json', ['scripts/check.mjs'], []],
    ['/usr/bin/node ../x.mjs', [], []],
    ['make -f build/rules.mk test', ['GNUmakefile', 'makefile', 'Makefile', 'build/rules.mk'], []],
    ['npm run a && ./b.sh', ['package.json', './b.sh'], ['prea', 'a', 'posta']],
    ['tsc --noEmit', [], []],
    ["npm test '", [], []],
  ]
  for (const [cmd, files, packageScripts] of expected) expect(scriptsRun(cmd), cmd).toEqual({ files, packageScripts })
})

test('F42 the commands of a configuration are held against those that a person signed off', () => {
  const parsed = parseGateConfig({
    base_ref: 'main',
    setup: [{ cmd: 'npm ci' }],
    validation: [
      { name: 'a', cmd: 'npm test' },
      { name: 'b', cmd: 'true && echo pwned > x; true | sh' },
    ],
    contracts: [{ artifact: 'x', cmd: 'npm run x' }],
    originals: { cmd: 'npm test' },
  })
  const entries = parsed.ok ? screenConfig(parsed.value, ['npm test', 'npm ci']) : []
  expect(entries.map(({ path, screened }) => [path, screened.decision])).toEqual([
    ['setup[0].cmd', 'allow'],
    ['validation[0].cmd', 'allow'],
    ['validation[1].cmd', 'reject'],
    ['contracts[0].cmd', 'propose'],
    ['originals.cmd', 'allow'],
  ])
})
