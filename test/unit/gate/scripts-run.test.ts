import { expect, test } from 'vitest'
import { parseGateConfig } from '../../../src/gate/gate-config'
import { screenConfig } from '../../../src/gate/screen-config'

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
