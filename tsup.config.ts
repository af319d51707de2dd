import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'
import { defineConfig } from 'tsup'

const entries = readdirSync('src/entries', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name.replace(/\.ts$/, ''), `src/entries/${name}`] as const)

/** The licences of the packages whose code is in the bundle, beside it. */
const licences: Plugin = {
  name: 'licences',
  setup(build) {
    build.initialOptions.metafile = true
    build.onEnd(({ metafile }) => {
      const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) => Object.entries(output.inputs))
      const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path)
      const folders = new Set(used.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))
      const texts = [...folders].sort().map((folder) => {
        const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
        const { license, author } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { license: string; author?: unknown }
        const text = file === undefined ? `by ${JSON.stringify(author)}` : readFileSync(`${folder}/${file}`, 'utf8').trim()
        return `${folder.replace(/^.*node_modules\//, '')}, ${license}\n\n${text}\n`
      })
      writeFileSync('dist/cli.licences.txt', texts.join('\n----\n\n'))
    })
  },
}

export default defineConfig([
  {
    entry: Object.fromEntries(entries),
    format: 'esm',
    dts: { entry: Object.fromEntries(entries), compilerOptions: { ignoreDeprecations: '6.0' } },
  },
  {
    // In one file with all it needs: loading some hundred small files takes longer than judging a branch.
    entry: { cli: 'src/faces/cli/main.ts' },
    format: 'esm',
    noExternal: [/^(?!@vscode\/tree-sitter-wasm$)/],
    external: ['@vscode/tree-sitter-wasm'],
    splitting: false,
    banner: { js: "import { createRequire as createRequireHere } from 'node:module'\nconst require = createRequireHere(import.meta.url)" },
    esbuildPlugins: [licences],
    esbuildOptions(options) {
      options.mainFields = ['module', 'main']
      options.minifyWhitespace = true
      options.minifySyntax = true
    },
  },
])
