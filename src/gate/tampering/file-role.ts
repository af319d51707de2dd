import { Minimatch } from 'minimatch'
import { isControlPath } from '../control-path'
import { languageOf } from '../source-language'
import { inTestFolder, looksLikeTest } from './collected'

/** What a path is to the gate. A test is what the globs or the runners' own names say; data is what stands beside tests and is no code. */
export type FileRole = 'test' | 'snapshot' | 'data' | 'config' | 'ci' | 'script' | 'attributes' | 'control' | 'source' | 'other'

const configNames =
  /(^|\/)((vitest|vite|jest|playwright|cypress|ava|karma\.conf|wdio|nyc|stryker|babel|eslint|stylelint|prettier|tsup|knip)[^/]*\.(config|conf)\.[cm]?[jt]s(on)?|(vitest|jest|playwright|cypress|ava|karma|wdio|nyc|stryker|eslint)[^/]*\.(config|conf|workspace|setup)(\.[^/]+)?\.([cm]?[jt]s|json)|vite\.config\.[cm]?[jt]s|karma\.conf\.[jt]s|\.(mocharc|nycrc|c8rc|eslintrc|oxlintrc|swcrc|babelrc|tarc|taprc|jshintrc)[^/]*|[jt]sconfig[^/]*\.json|package\.json|pyproject\.toml|pytest\.(ini|toml)|\.pytest\.(ini|toml)|tox\.ini|setup\.cfg|\.coveragerc|mypy\.ini|\.mypy\.ini|\.?ruff\.toml|\.flake8|\.pylintrc|Cargo\.toml|\.cargo\/config(\.toml)?|nextest\.toml|\.config\/nextest\.toml|codecov\.ya?ml|\.codecov\.ya?ml|sonar-project\.properties|pom\.xml|\.mvn\/maven\.config|build\.gradle(\.kts)?|gradle\.properties|biome\.jsonc?|deno\.jsonc?|bunfig\.toml|\.golangci\.ya?ml|go\.mod|\.npmrc|\.yarnrc(\.yml)?|pnpm-workspace\.yaml|\.pnpmfile\.cjs|lerna\.json|nx\.json|turbo\.json|project\.json|phpunit\.xml(\.dist)?|\.rspec)$/
const ciPaths =
  /^(\.github\/(workflows|actions)\/.*\.ya?ml|\.gitlab-ci\.ya?ml|\.gitlab\/.*\.ya?ml|\.circleci\/.*\.ya?ml|azure-pipelines[^/]*\.ya?ml|\.azure\/.*\.ya?ml|\.travis\.ya?ml|bitbucket-pipelines\.ya?ml|appveyor\.ya?ml|\.appveyor\.ya?ml|\.drone\.ya?ml|\.woodpecker(\/.*)?\.ya?ml|\.buildkite\/.*\.ya?ml|\.cirrus\.ya?ml|\.semaphore\/.*\.ya?ml|\.pre-commit-config\.yaml|lefthook\.ya?ml|(.*\/)?action\.ya?ml|cloudbuild\.ya?ml|Jenkinsfile)$/
const scriptPaths =
  /(^|\/)((GNU)?[Mm]akefile|[^/]+\.mk|[Jj]ustfile|Taskfile\.ya?ml|[^/]+\.(sh|bash|zsh)|Dockerfile[^/]*|Earthfile|Rakefile|noxfile\.py|pre-commit|pre-push|Procfile)$|(^|\/)(\.husky|\.githooks|\.ci|ci)\/[^/.]+$/
const snapshots =
  /(__snapshots__|__image_snapshots__|__file_snapshots__|__screenshots__|\.approvals?|snapshots)\/|\.(snap|ambr|snapshot|approved\.\w+|golden|storyshot)$|-snapshots\/|(^|\/)(golden|goldens|expected|approved|baselines?)(\/|[^/]*\.(json|txt|ya?ml|xml|csv|html|md|out)$)|[._-](expected|golden|approved|snapshot)\.\w+$/i

const otherCode =
  /\.(rb|php|cs|kts?|swift|scala|groovy|c|cc|cpp|cxx|h|hpp|m|mm|dart|exs?|erl|clj[cs]?|lua|r|jl|hs|mli?|fsx?|vb|pl|t|bats|zig|nim|sol|vue|svelte|astro)$/i

/** The role of a path; `globs` are the configuration's `test_globs`, read with braces and dot files. */
export function roleOf(path: string, globs: readonly string[]): FileRole {
  if (isControlPath(path)) return 'control'
  if (/(^|\/)\.gitattributes$/.test(path)) return 'attributes'
  if (ciPaths.test(path)) return 'ci'
  if (configNames.test(path)) return 'config'
  const isTest = standsWithTests(path, globs)
  if (scriptPaths.test(path)) return 'script'
  const isCode = languageOf(path) !== undefined || otherCode.test(path) || looksLikeTest(path)
  if (
    (isTest || /(^|\/)(__snapshots__|testdata|fixtures)\//.test(path) || /\.(snap|ambr)$/.test(path)) &&
    snapshots.test(path) &&
    !looksLikeTest(path)
  )
    return 'snapshot'
  if (isCode && (isTest || looksLikeTest(path))) return 'test'
  if (isTest || /(^|\/)(testdata|fixtures|__fixtures__|cassettes)\//.test(path)) return isCode ? 'test' : 'data'
  return isCode ? 'source' : 'other'
}

/** Whether the path is where tests are, by the globs or by its folder, whatever kind of file it is. */
export function standsWithTests(path: string, globs: readonly string[]): boolean {
  return inTestFolder(path) || readGlobs(globs).some((glob) => glob.match(path))
}

// A configuration's globs are asked about every path of a change, so they are read once.
const read = new WeakMap<readonly string[], readonly Minimatch[]>()

function readGlobs(globs: readonly string[]): readonly Minimatch[] {
  const known = read.get(globs) ?? globs.map((glob) => new Minimatch(glob, { dot: true }))
  read.set(globs, known)
  return known
}
