import type { TestFile } from './test-file'

const namePatterns: Readonly<Record<string, RegExp>> = {
  javascript: /(\.|^)(test|spec|e2e|cy|bench)\.[cm]?[jt]sx?$|(^|\/)__tests__\//,
  python: /(^|\/)(test_[^/]*|[^/]*_tests?|tests?)\.py$/,
  go: /_test\.go$/,
  java: /(^|\/)(Test[^/]*|[^/]*(Test|Tests|TestCase|IT|Spec))\.java$/,
}
const deadFolders: Readonly<Record<string, RegExp>> = {
  javascript: /(^|\/)(node_modules|\.[^/]+)\//,
  python: /(^|\/)(node_modules|\.[^/]+|build|dist|venv|_darcs|[^/]+\.egg)\//,
  go: /(^|\/)(testdata|_[^/]*|\.[^/]*)\/|(^|\/)[_.][^/]*\.go$|_(windows|darwin|js|wasm|wasip1|plan9|android|ios|freebsd|netbsd|openbsd|solaris|aix|illumos|dragonfly)(_\w+)?_test\.go$/,
}
const testFolders = /(^|\/)(tests?|specs?|__tests__|e2e|integration|testing)\//i

/** Whether a runner of that language would find a file by its usual name. */
export function hasTestName(path: string, language: string): boolean {
  return namePatterns[language]?.test(path) === true && deadFolders[language]?.test(path) !== true
}

/** True for names that runners look for, whatever the globs say: nobody has to name them in a configuration. */
export function looksLikeTest(path: string): boolean {
  return (
    Object.values(namePatterns).some((pattern) => pattern.test(path)) ||
    /(^|\/)(conftest\.py|[^/]+_(test|spec)\.(rb|exs|dart|cc|cpp))$/.test(path)
  )
}

/** True for files beside tests: they may hold helpers. */
export function inTestFolder(path: string): boolean {
  return testFolders.test(path)
}

/**
 * Where a file that held cases had a name that its runner looks for, a new file without one doesn't run: its cases don't count. Projects with names
 * of their own have them at the base already, so nothing is held against those.
 */
export function isCollected(head: TestFile, bases: readonly TestFile[]): boolean {
  if (bases.some(({ path }) => path === head.path)) return true
  const known = bases.filter(({ language, cases }) => language === head.language && cases.length > 0)
  if (deadFolders[head.language]?.test(head.path) === true && !known.some(({ path }) => deadFolders[head.language]?.test(path)))
    return false
  if (namePatterns[head.language] === undefined || hasTestName(head.path, head.language)) return true
  return known.length === 0 || !known.every(({ path }) => hasTestName(path, head.language))
}
