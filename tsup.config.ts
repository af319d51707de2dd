import { readdirSync } from 'node:fs'
import { defineConfig } from 'tsup'

const entries = readdirSync('src/entries', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name.replace(/\.ts$/, ''), `src/entries/${name}`] as const)

export default defineConfig({
  entry: { ...Object.fromEntries(entries), cli: 'src/faces/cli/main.ts' },
  format: 'esm',
  dts: { entry: Object.fromEntries(entries), compilerOptions: { ignoreDeprecations: '6.0' } },
})
