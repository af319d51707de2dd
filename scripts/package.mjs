// Packs the package, installs the tarball into an empty project, and uses it there as a stranger would: every subpath imported, the command run,
// the types compiled by a strict consumer, publint and attw on the tarball.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'adjudicate-packed-'))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const subpaths = Object.keys(manifest.exports).filter((name) => name !== './package.json')
let passed = 0

function run(what, command, args, cwd = folder, expected = 0) {
  try {
    execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
    if (expected !== 0) throw Object.assign(new Error(`exit 0, wanted ${expected}`), { status: 0 })
  } catch (error) {
    if (error.status !== expected)
      throw new Error(`${what}: ${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`, { cause: error })
  }
  passed++
  process.stdout.write(`+ ${what}\n`)
}

try {
  const packed = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root, encoding: 'utf8' }),
  )
  const { filename } = Array.isArray(packed) ? packed[0] : Object.values(packed)[0]
  const tarball = join(folder, filename)
  run('publint', join(root, 'node_modules/.bin/publint'), ['--strict', tarball], root)
  run('attw', join(root, 'node_modules/.bin/attw'), ['--profile', 'esm-only', tarball], root)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }))
  run('the tarball installs', 'npm', ['install', '--no-audit', '--no-fund', tarball])
  for (const subpath of subpaths) {
    const name = subpath === '.' ? 'adjudicate' : `adjudicate/${subpath.slice(2)}`
    const check = `const m = await import(${JSON.stringify(name)}); if (Object.keys(m).length === 0) throw new Error('exports nothing')`
    run(`import ${name}`, process.execPath, ['--input-type=module', '-e', check])
  }
  writeFileSync(join(folder, 'use.ts'), consumer())
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2023',
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['use.ts'] }))
  run('the types compile in a strict project, libraries checked', join(root, 'node_modules/.bin/tsc'), ['-p', '.'])
  run('the command answers', join(folder, 'node_modules/.bin/adjudicate'), ['--version'])
  writeFileSync(join(folder, 'panel.json'), readFileSync(join(root, 'examples/smallest/panel.json')))
  run('the command ships what ships', join(folder, 'node_modules/.bin/adjudicate'), ['verdict', 'panel.json'])
  run('the command refuses what it cannot read', join(folder, 'node_modules/.bin/adjudicate'), ['verdict', 'nothing.json'], folder, 2)
  for (const name of ['limiter', 'review', 'steps'])
    writeFileSync(join(folder, `${name}.mjs`), readFileSync(join(root, `examples/first-verdict/${name}.mjs`)))
  run('the tutorial runs', process.execPath, ['steps.mjs', 'scenario'])
  run('the record is whole', join(folder, 'node_modules/.bin/adjudicate'), ['ledger', 'verify'])
  process.stdout.write(`${passed} passed, 0 failed\n`)
} catch (error) {
  process.stderr.write(`x ${error.message}\n`)
  process.stdout.write(`${passed} passed, 1 failed\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function consumer() {
  const imports = subpaths.map(
    (subpath, index) => `import * as m${index} from '${subpath === '.' ? 'adjudicate' : `adjudicate/${subpath.slice(2)}`}'`,
  )
  const uses = subpaths.map((_, index) => `export const k${index}: string[] = Object.keys(m${index})`)
  return [
    ...imports,
    "import { adjudicate, type Ruling } from 'adjudicate'",
    ...uses,
    'export const ruling: Ruling = adjudicate({ rubric: {}, panel: [], corpus: {} })',
    '',
  ].join('\n')
}
