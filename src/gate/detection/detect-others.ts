import { parse as toml } from 'smol-toml'
import { parse } from 'yaml'
import { screenCommand } from '../screen-command'
import type { Detected, DetectedCheck, RepositoryTexts } from './detected'
import { nothingDetected, reportFolder } from './detected'

/** Rust, by `Cargo.toml`. */
export function detectRust(repository: RepositoryTexts): Detected {
  const { paths } = repository
  if (!paths.has('Cargo.toml')) return nothingDetected
  const locked = paths.has('Cargo.lock') ? ' --locked' : ''
  const from = 'Cargo.toml'
  return {
    ...nothingDetected,
    checks: [
      { name: 'format', cmd: 'cargo fmt --check', from },
      nextest(repository, locked) ?? { name: 'test', cmd: `cargo test${locked}`, from },
    ],
    caches: ['.cargo/registry', '.rustup'],
  }
}

/** Only where the repository uses it. The file of its report stands under the profile's folder, and only a profile can ask for one. */
function nextest({ texts }: RepositoryTexts, locked: string): DetectedCheck | undefined {
  const path = '.config/nextest.toml'
  const text = texts.get(path)
  if (text === undefined) return undefined
  const [profile, file] = junitProfile(text) ?? []
  if (profile === undefined || file === undefined) return { name: 'test', cmd: `cargo nextest run${locked}`, from: path }
  const report = { format: 'junit' as const, path: `target/nextest/${profile}/${file}` }
  return { name: 'test', cmd: `cargo nextest run --profile ${profile}${locked}`, from: path, report }
}

function junitProfile(text: string): readonly [string, string] | undefined {
  try {
    const profiles = memberOf(toml(text), 'profile')
    for (const [name, profile] of typeof profiles === 'object' && profiles !== null ? Object.entries(profiles) : []) {
      const file = memberOf(memberOf(profile, 'junit'), 'path')
      if (typeof file === 'string' && /^[\w.-]+$/.test(file) && /^[\w-]+$/.test(name)) return [name, file]
    }
  } catch {
    // A file that is no TOML names no profile.
  }
  return undefined
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

/** Go, by `go.mod`. */
export function detectGo(repository: RepositoryTexts): Detected {
  const { paths } = repository
  if (!paths.has('go.mod')) return nothingDetected
  return {
    ...nothingDetected,
    checks: [
      { name: 'vet', cmd: 'go vet ./...', from: 'go.mod' },
      gotestsum(repository) ?? { name: 'test', cmd: 'go test ./...', from: 'go.mod' },
    ],
    caches: ['go/pkg/mod', '.cache/go-build'],
  }
}

/** Only where the repository speaks of it: as a tool of the module, in a Makefile or a pipeline. */
function gotestsum({ texts }: RepositoryTexts): DetectedCheck | undefined {
  const [from] = [...texts].find(([, text]) => /\bgotestsum\b/.test(text)) ?? []
  if (from === undefined) return undefined
  const asTool = /^\s*(?:tool\s+)?gotest\.tools\/gotestsum\s*$/m.test(texts.get('go.mod') ?? '')
  const path = `${reportFolder}/go.xml`
  const cmd = `${asTool ? 'go tool ' : ''}gotestsum --junitfile ${path} ./...`
  return { name: 'test', cmd, from, report: { format: 'junit', path } }
}

/** The targets of a Makefile that check. */
export function detectMake({ texts }: RepositoryTexts): Detected {
  const name = ['GNUmakefile', 'makefile', 'Makefile'].find((one) => texts.has(one))
  const text = name === undefined ? '' : (texts.get(name) ?? '')
  const targets = ['lint', 'typecheck', 'types', 'check', 'test'].filter((target) => new RegExp(`^${target}\\s*:(?!=)`, 'm').test(text))
  return { ...nothingDetected, checks: targets.map((target) => ({ name: target, cmd: `make ${target}`, from: name ?? 'Makefile' })) }
}

const pipelines = /^(\.github\/workflows\/[^/]+|\.gitlab-ci)\.ya?ml$/
const checking = /\b(test|tests|pytest|lint|check|vet|clippy|typecheck|mypy|ruff|spec)\b/

/** Single commands that a pipeline runs and that check something; those that a shell would make more of are left to a person. */
export function detectPipelines({ texts }: RepositoryTexts): Detected {
  const checks: DetectedCheck[] = []
  for (const [path, text] of texts) {
    if (!pipelines.test(path)) continue
    for (const cmd of commandsIn(text)) {
      if (!checking.test(cmd) || screenCommand(cmd, []).decision === 'reject' || checks.some((one) => one.cmd === cmd)) continue
      checks.push({ name: nameOf(cmd), cmd, from: path })
    }
  }
  return { ...nothingDetected, checks }
}

function nameOf(cmd: string): string {
  const word = checking.exec(cmd)?.[1] ?? 'check'
  return /^(tests|pytest|spec)$/.test(word)
    ? 'test'
    : /^(typecheck|mypy)$/.test(word)
      ? 'types'
      : /^(ruff|clippy)$/.test(word)
        ? 'lint'
        : word
}

/** Every `run` and `script` line of a pipeline; a file that is no YAML has none. */
function commandsIn(text: string): string[] {
  try {
    return [...lines(parse(text))]
  } catch {
    return []
  }
}

function* lines(value: unknown, key = '', depth = 0): Generator<string> {
  if (depth > 20) return
  if (typeof value === 'string') {
    if (key === 'run' || key === 'script') yield* value.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) yield* lines(inner, Array.isArray(value) ? key : name, depth + 1)
}
