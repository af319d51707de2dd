import { parse } from 'jsonc-parser'
import type { Detected, DetectedCheck, RepositoryTexts } from './detected'
import { nothingDetected } from './detected'
import type { ScriptCall } from './javascript-runners'
import { withReport } from './javascript-runners'

type Manager = { readonly run: string; readonly separator: string; readonly install: string; readonly caches: readonly string[] }

const managers: readonly (readonly [string, Manager])[] = [
  [
    'pnpm-lock.yaml',
    { run: 'pnpm run', separator: '', install: 'pnpm install --frozen-lockfile', caches: ['.local/share/pnpm', '.cache/pnpm'] },
  ],
  ['yarn.lock', { run: 'yarn run', separator: '', install: 'yarn install --frozen-lockfile', caches: ['.cache/yarn', '.yarn'] }],
  ['bun.lock', { run: 'bun run', separator: '', install: 'bun install --frozen-lockfile', caches: ['.bun'] }],
  ['bun.lockb', { run: 'bun run', separator: '', install: 'bun install --frozen-lockfile', caches: ['.bun'] }],
  ['package-lock.json', { run: 'npm run', separator: '-- ', install: 'npm ci', caches: ['.npm'] }],
  ['npm-shrinkwrap.json', { run: 'npm run', separator: '-- ', install: 'npm ci', caches: ['.npm'] }],
]
const withoutLock: Manager = { run: 'npm run', separator: '-- ', install: 'npm install', caches: ['.npm'] }

// One script for each kind of check, the likeliest name first: of several that do the same only one is taken.
const wanted: readonly (readonly [string, readonly string[]])[] = [
  ['format', ['format:check', 'check:format', 'prettier:check', 'fmt:check', 'format-check', 'format']],
  ['lint', ['lint:check', 'lint']],
  ['types', ['typecheck', 'type-check', 'types', 'check:types', 'check-types', 'tsc']],
  ['build', ['build']],
  ['test', ['test', 'test:unit', 'unit']],
]

const writes = /--write\b|--fix\b|\bprettier\b(?!.*(?:--check|-c\b|--list-different|-l\b))/
const neverEnds = /--watch\b(?!=false)|\bnodemon\b|\bwatch\b/
const placeholder = /no test specified/

/** The scripts of `package.json`, run by the manager whose lock file lies beside it. */
export function detectJavascript({ paths, texts }: RepositoryTexts): Detected {
  const text = texts.get('package.json')
  if (text === undefined) return nothingDetected
  const scripts = scriptsOf(text)
  const locked = managers.find(([lock]) => paths.has(lock))
  const manager = locked?.[1] ?? withoutLock
  const notes: string[] = []
  const checks = wanted.flatMap(([name, names]): DetectedCheck[] => {
    for (const script of names) {
      const line = scripts[script]
      if (line === undefined || line.trim() === '' || placeholder.test(line)) continue
      if (writes.test(line)) notes.push(`the script ${script} rewrites files, so it is no check`)
      else if (neverEnds.test(line)) notes.push(`the script ${script} watches and would not end`)
      else {
        const { note, ...call } = withReport(callOf(manager, scripts, script, line))
        if (note !== undefined) notes.push(note)
        return [{ name, from: `package.json, script ${script}`, ...call }]
      }
    }
    return []
  })
  if (locked === undefined) notes.push('no lock file: a deciding run can install other packages than yours')
  return { checks, setup: hasPackages(text) ? [manager.install] : [], caches: hasPackages(text) ? manager.caches : [], notes }
}

function callOf({ run, separator }: Manager, scripts: Readonly<Record<string, string>>, script: string, line: string): ScriptCall {
  const cmd = run === 'npm run' && script === 'test' ? 'npm test' : `${run} ${script}`
  return { cmd, separator, line, hooked: scripts[`pre${script}`] !== undefined || scripts[`post${script}`] !== undefined }
}

function scriptsOf(text: string): Readonly<Record<string, string>> {
  const scripts = memberOf(parse(text), 'scripts')
  if (typeof scripts !== 'object' || scripts === null) return {}
  return Object.fromEntries(Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function hasPackages(text: string): boolean {
  const json: unknown = parse(text)
  return ['dependencies', 'devDependencies'].some((name) => {
    const packages = memberOf(json, name)
    return typeof packages === 'object' && packages !== null && Object.keys(packages).length > 0
  })
}

function memberOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, name) ? Reflect.get(json, name) : undefined
}
