import { detectJavascript } from './detection/detect-javascript'
import { detectGo, detectMake, detectPipelines, detectRust } from './detection/detect-others'
import { detectPython } from './detection/detect-python'
import type { Detected, DetectedCheck, RepositoryTexts } from './detection/detected'

export type { Detected, RepositoryTexts } from './detection/detected'

/** The files that detection wants to read, of all paths of a repository. */
export function filesToDetect(paths: Iterable<string>): string[] {
  const wanted =
    /^(package\.json|pyproject\.toml|setup\.cfg|setup\.py|pytest\.ini|tox\.ini|requirements\.txt|Cargo\.toml|\.config\/nextest\.toml|go\.mod|(GNU)?[Mm]akefile|\.gitignore|\.gitlab-ci\.yml|\.github\/workflows\/[^/]+\.ya?ml)$/
  return [...paths].filter((path) => wanted.test(path)).sort()
}

/**
 * The checks that a repository has (spec 14, init): by its manifests first, by Makefile and pipelines where those name nothing of that sort. In the order of the work: format, lint, types,
 * build, test. Names are unique.
 */
export function detectCommands(repository: RepositoryTexts): Detected {
  const manifests = [detectJavascript, detectPython, detectRust, detectGo].map((detect) => detect(repository))
  const own = manifests.flatMap(({ checks }) => checks)
  const make = detectMake(repository).checks.filter(({ name }) => !own.some((one) => one.name === name))
  const byHand = [...own, ...make]
  const pipelines = byHand.some(({ name }) => name === 'test')
    ? []
    : detectPipelines(repository).checks.filter(({ name }) => !byHand.some((one) => one.name === name))
  const merge = (field: 'setup' | 'caches' | 'notes'): string[] => [...new Set(manifests.flatMap((one) => one[field]))]
  const checks = named([...byHand, ...pipelines]).sort((a, b) => rank(a) - rank(b))
  return { checks, setup: merge('setup'), caches: merge('caches'), notes: merge('notes') }
}

/** Two languages in one repository both have a `test`. */
function named(checks: readonly DetectedCheck[]): DetectedCheck[] {
  const seen = new Map<string, number>()
  return checks.map((check) => {
    const count = (seen.get(check.name) ?? 0) + 1
    seen.set(check.name, count)
    return count === 1 ? check : { ...check, name: `${check.name}-${count}` }
  })
}

function rank({ name }: DetectedCheck): number {
  const order = ['format', 'lint', 'vet', 'types', 'typecheck', 'check', 'build', 'test']
  const at = order.indexOf(name.replace(/-\d+$/, ''))
  return at < 0 ? order.length : at
}
