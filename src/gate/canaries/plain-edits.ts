import { applyEdits, modify, parse } from 'jsonc-parser'
import { roleOf } from '../tampering/file-role'
import type { PlainSource, Planting } from './canary'

type Plain = 'runner-config-weakened' | 'script-neutralised' | 'ci-weakened' | 'snapshot-rewritten' | 'control-plane'

/** Faults planted in files that are no tests; none where the file offers no place for one. */
export function plainEdits(kind: Plain, source: PlainSource, globs: readonly string[], firstTest: string): Planting[] {
  const role = roleOf(source.path, globs)
  const text =
    kind === 'control-plane'
      ? role === 'control'
        ? `${source.text}\n`
        : undefined
      : kind === 'ci-weakened'
        ? role === 'ci'
          ? weakPipeline(source.text)
          : undefined
        : kind === 'snapshot-rewritten'
          ? role === 'snapshot'
            ? otherValue(source.text)
            : undefined
          : kind === 'script-neutralised'
            ? emptyScript(source)
            : weakRunner(source, firstTest)
  if (text === undefined || text === source.text) return []
  return [{ kind, edit: { path: source.path, text }, what: whats[kind] }]
}

const whats: Readonly<Record<Plain, string>> = {
  'runner-config-weakened': 'the runner passes without tests, or leaves some out',
  'script-neutralised': 'the test script does nothing and succeeds',
  'ci-weakened': 'a failing step no longer stops the pipeline',
  'snapshot-rewritten': 'a recorded value was changed',
  'control-plane': "the gate's own configuration was edited",
}

function weakRunner({ path, text }: PlainSource, firstTest: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/^(vitest|vite)\.config\.[cm]?[jt]s$/.test(name)) return text.replace(/\btest\s*:\s*\{/, '$& passWithNoTests: true,')
  if (/^jest\.config\.[cm]?[jt]s$/.test(name))
    return text.replace(/(?:module\.exports\s*=|export\s+default)\s*\{/, '$& passWithNoTests: true,')
  if (name === 'jest.config.json') return withMember(text, ['passWithNoTests'], true)
  const ignored = `--ignore=${firstTest}`
  if (name === 'pyproject.toml') return withOption(text, /^\[tool\.pytest\.ini_options\]$/m, `addopts = "${ignored}"`, ignored)
  if (name === 'setup.cfg') return withOption(text, /^\[tool:pytest\]$/m, `addopts = ${ignored}`, ignored)
  if (name === 'pytest.ini' || name === 'tox.ini') return withOption(text, /^\[pytest\]$/m, `addopts = ${ignored}`, ignored)
  if (path !== 'package.json') return undefined
  const script = scriptsOf(text)['test']
  return script !== undefined && /\b(vitest|jest)\b/.test(script)
    ? withMember(text, ['scripts', 'test'], `${script} --passWithNoTests`)
    : undefined
}

function withOption(text: string, section: RegExp, line: string, option: string): string | undefined {
  if (!section.test(text)) return undefined
  const own = /^(addopts\s*=\s*["']?)/m
  return own.test(text) ? text.replace(own, `$1${option} `) : text.replace(section, (head) => `${head}\n${line}`)
}

function emptyScript({ path, text }: PlainSource): string | undefined {
  if (path === 'package.json') {
    return scriptsOf(text)['test'] === undefined ? undefined : withMember(text, ['scripts', 'test'], 'exit 0')
  }
  if (/(^|\/)(GNU)?[Mm]akefile$/.test(path)) return text.replace(/^(test|check)(\s*:[^=\n]*\n)(?:\t.*\n?)+/m, '$1$2\t@true\n')
  return /\.(sh|bash)$/.test(path) && /\btest/.test(text) ? '#!/bin/sh\nexit 0\n' : undefined
}

function scriptsOf(text: string): Readonly<Record<string, string>> {
  const json: unknown = parse(text)
  const scripts = typeof json === 'object' && json !== null && 'scripts' in json ? json.scripts : undefined
  if (typeof scripts !== 'object' || scripts === null) return {}
  return Object.fromEntries(Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function withMember(text: string, path: string[], value: unknown): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: { insertSpaces: true, tabSize: 2 } }))
}

function weakPipeline(text: string): string {
  return text.replace(
    /^([ \t]*)- run:.*(?:test|check|lint|build).*$/m,
    (line, indent: string) => `${line}\n${indent}  continue-on-error: true`,
  )
}

/** The last letter or digit between quotes or on a line of its own becomes another. */
function otherValue(text: string): string {
  const found = [...text.matchAll(/[A-Za-z0-9](?=[^A-Za-z0-9]*$)/g)].at(-1)
  return found === undefined ? text : `${text.slice(0, found.index)}${found[0] === 'x' ? 'y' : 'x'}${text.slice(found.index + 1)}`
}
