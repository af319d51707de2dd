import { parse } from 'yaml'
import { screenCommand } from '../screen-command'
import type { Detected, DetectedCheck, RepositoryTexts } from './detected'
import { nothingDetected } from './detected'

/** Rust, by `Cargo.toml`. */
export function detectRust({ paths }: RepositoryTexts): Detected {
  if (!paths.has('Cargo.toml')) return nothingDetected
  const locked = paths.has('Cargo.lock') ? ' --locked' : ''
  const from = 'Cargo.toml'
  return {
    ...nothingDetected,
    checks: [
      { name: 'format', cmd: 'cargo fmt --check', from },
      { name: 'test', cmd: `cargo test${locked}`, from },
    ],
    caches: ['.cargo/registry', '.rustup'],
  }
}

/** Go, by `go.mod`. */
export function detectGo({ paths }: RepositoryTexts): Detected {
  if (!paths.has('go.mod')) return nothingDetected
  return {
    ...nothingDetected,
    checks: [
      { name: 'vet', cmd: 'go vet ./...', from: 'go.mod' },
      { name: 'test', cmd: 'go test ./...', from: 'go.mod' },
    ],
    caches: ['go/pkg/mod', '.cache/go-build'],
  }
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
