import { liesWithScripts } from '../following/place'
import { flatText } from './flat-text'
import { compareScriptFile } from './compare-script-files'
import { newFacts } from './compare-test-files'
import { readTests } from './read-tests'
import type { SourceSide } from './read-tests'
import type { JudgedPath } from './runner-context'
import type { Tampering } from './tamper-finding'
import { tokensOf } from './test-words'

const runnerWords =
  /(^|[^\w.-])(vitest|jest|mocha|ava|tap|jasmine|karma|playwright|cypress|pytest|unittest|nose2|tox|nox|tsc|eslint|oxlint|biome|prettier|stylelint|ruff|mypy|pyright|flake8|pylint|go (?:test|vet)|cargo (?:test|clippy)|mvn|gradlew?|rspec|phpunit|ctest|bats|shellcheck|node --test|--test|npm (?:test|run \w+))(?![\w.-])/g
/** How a result is given on to whoever started the program. */
const verdicts =
  /\bprocess \. exit(?:Code)?\b|\bDeno \. exit\b|\bsys \. exit\b|\bos \. _exit\b|\bSystemExit\b|\bexit \(|\bthrow\b|\braise\b|\bcheck = True\b|\bcheck_(?:call|output|returncode)\b|\bexecSync\b|\bexecFileSync\b/g
/** How any code says that something is wrong: a check by it only where the file is a check's by its place. */
const complaints = /\bthrow\b|\braise\b/
const softening =
  /--pass-?with-?no-?tests|--exit-zero|--no-fail\b|--retry|--reruns|--collect-only|--dry-run|\|\| ?(?:true|:)|;\s*true\b|--update\b|--snapshot-update|--if-present/gi

/** A program that a check runs, or a module that it loads: it gives its result on no more, runs its tool no more, or does something else than it did. */
export function compareRunScript(file: JudgedPath): Tampering[] {
  const { path, base, head } = file
  if (base === undefined) return head === undefined ? [] : newScript(path, head)
  const shape = { path, before: base.text.slice(0, 400) }
  if (head === undefined) return [{ ...shape, kind: 'script-neutralised', message: 'a script that a check runs is gone' }]
  if (base.tree === undefined && isShell(file)) return shellScript(file)
  const [was, now] = [codeOf(base), codeOf(head)]
  if (was === now) return []
  const weaker = [...forcedExits(path, base, head), ...lostParts(path, was, now)]
  return weaker.length > 0
    ? weaker.slice(0, 1)
    : [{ kind: 'script-changed', path, message: 'a script that a check runs changed', ...firstDifference(was, now) }]
}

function isShell({ path, base }: JudgedPath): boolean {
  return /\.(sh|bash|zsh)$/.test(path) || /^#!.*\b(ba|z|da)?sh\b/.test(base?.text ?? '')
}

function shellScript(file: JudgedPath): Tampering[] {
  const found = compareScriptFile({ ...file, role: 'script' })
  const plain = (text: string): string =>
    text
      .replace(/^\s*#(?!!).*$/gm, '')
      .replace(/\s+/g, ' ')
      .trim()
  if (found.length > 0 || plain(file.base?.text ?? '') === plain(file.head?.text ?? '')) return found
  return [{ kind: 'script-changed', path: file.path, message: 'a script that a check runs changed' }]
}

function codeOf({ text, tree }: SourceSide): string {
  return tree === undefined ? text.replace(/\s+/g, ' ').trim() : flatText(tree.root)
}

/** What wasn't there before can only do harm by ending the process. */
function newScript(path: string, head: SourceSide): Tampering[] {
  const forced = forcedExits(path, { text: '' }, head)
  return forced.length > 0 ? forced : [{ kind: 'script-changed', path, message: 'a script that a check runs loads a new file' }]
}

function forcedExits(path: string, base: SourceSide, head: SourceSide): Tampering[] {
  const before = base.text === '' ? [] : readTests(path, base).facts
  const exits = newFacts(before, readTests(path, head).facts).filter(
    (fact) => (fact.kind === 'exit' && fact.status === 'zero' && fact.at === 'load') || (fact.kind === 'hook' && fact.rewrites),
  )
  return exits.slice(0, 1).map((fact) => ({
    kind: 'script-neutralised',
    path,
    line: fact.line,
    message: 'a script that a check runs ends with success whatever happened',
    ...('text' in fact ? { after: fact.text } : {}),
  }))
}

function lostParts(path: string, was: string, now: string): Tampering[] {
  const count = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((one) => (one[2] ?? one[0]).trim())
  const lostTool = count(was, runnerWords).find((word) => !count(now, runnerWords).includes(word))
  const words = (text: string): string[] => count(text, verdicts).filter((word) => liesWithScripts(path) || !complaints.test(word))
  const isTold = words(was).length > 0 && words(now).length === 0
  const soft = count(now, softening).find((word) => !count(was, softening).includes(word))
  const dropped = isTold ? 'it no longer gives its result on' : soft === undefined ? undefined : `it runs with ${soft} now`
  const isReplaced = lostTool !== undefined && count(now, runnerWords).length === 0
  const told = isReplaced ? `${lostTool} is no longer run` : dropped
  return told === undefined ? [] : [{ kind: 'script-neutralised', path, message: told, ...firstDifference(was, now) }]
}

/** The first tokens that differ, with what follows. */
function firstDifference(was: string, now: string): { readonly before: string; readonly after: string } {
  const [before, after] = [tokensOf(was), tokensOf(now)]
  const at = before.findIndex((token, index) => token !== after[index])
  const from = Math.max(0, (at < 0 ? before.length : at) - 5)
  const cut = (tokens: readonly string[]): string =>
    tokens
      .slice(from, from + 40)
      .join(' ')
      .slice(0, 300)
  return { before: cut(before), after: cut(after) }
}
