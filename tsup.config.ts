import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'
import { defineConfig } from 'tsup'
import packageJson from './package.json' with { type: 'json' }

const entries = readdirSync('src/entries', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name.replace(/\.ts$/, ''), `src/entries/${name}`] as const)

/** Packages that the user installs where wanted; the bundle must not hold them. */
const optional = Object.keys(packageJson.peerDependencies)

/** The licences of the packages whose code is in a bundle, beside it; parts of an earlier build go. */
function licences(file: string, parts?: string): Plugin {
  return {
    name: 'licences',
    setup(build) {
      build.initialOptions.metafile = true
      if (parts !== undefined) build.onStart(() => rmSync(parts, { recursive: true, force: true }))
      build.onEnd(({ metafile }) => {
        const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) => Object.entries(output.inputs))
        const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path)
        const folders = new Set(used.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))
        const texts = [...folders].sort().map((folder) => {
          const name = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
          const { license, author } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { license: string; author?: unknown }
          const text = name === undefined ? `by ${JSON.stringify(author)}` : readFileSync(`${folder}/${name}`, 'utf8').trim()
          return `${folder.replace(/^.*node_modules\//, '')}, ${license}\n\n${text}\n`
        })
        mkdirSync('dist', { recursive: true })
        writeFileSync(file, texts.join('\n----\n\n'))
      })
    },
  }
}

export default defineConfig([
  {
    entry: Object.fromEntries(entries),
    format: 'esm',
    // As it comes it brings its words in some hundred languages, a file each, which nobody here says.
    noExternal: ['zod'],
    esbuildPlugins: [licences('dist/licences.txt')],
    dts: { entry: Object.fromEntries(entries), compilerOptions: { ignoreDeprecations: '6.0' } },
  },
  {
    // With all it needs in few files: loading some hundred small ones takes longer than judging a branch. What only one command needs is loaded for that one.
    entry: { cli: 'src/faces/cli/main.ts' },
    format: 'esm',
    noExternal: [new RegExp(`^(?!(?:${optional.join('|')})$)`)],
    external: optional,
    splitting: true,
    banner: { js: "import { createRequire as createRequireHere } from 'node:module'\nconst require = createRequireHere(import.meta.url)" },
    esbuildPlugins: [licences('dist/cli.licences.txt', 'dist/cli')],
    esbuildOptions(options) {
      options.mainFields = ['module', 'main']
      options.minifyWhitespace = true
      options.minifySyntax = true
      options.chunkNames = 'cli/[name]-[hash]'
    },
  },
])
