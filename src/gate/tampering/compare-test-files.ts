import { fileMarkerFindings } from './compare-markers'
import type { Tampering } from './tamper-finding'
import type { FileFact, TestFile } from './test-file'
import { namesIn } from './test-words'

type Called = () => ReadonlySet<string>
type Sides = { readonly path: string; readonly base?: TestFile; readonly head?: TestFile }

/** What changed about a test file as a whole: markers, exits, hooks, build conditions, mocks of what it tests. */
export function fileFindings({ path, base, head }: Sides, called: Called = () => new Set()): Tampering[] {
  if (head === undefined) return []
  const fresh = newFacts(base?.facts ?? [], head.facts)
  const isShared = base !== undefined || head.cases.length === 0
  const markers = fileMarkerFindings(path, base?.markers ?? [], head.markers).filter(({ kind }) => isShared || kind === 'focus-added')
  return [
    ...markers,
    ...fresh.flatMap((fact) => factFindings(fact, path, base, head, called)),
    ...replacedSubjects(path, base, head),
    ...ownWords(path, base, head),
    ...ignoredPaths(path, base, head),
  ]
}

/** Facts of the head that stand there more often than at the base; lines don't matter. */
export function newFacts(base: readonly FileFact[], head: readonly FileFact[]): FileFact[] {
  const old = base.map(factKey)
  return head.filter((fact) => {
    const at = old.indexOf(factKey(fact))
    if (at >= 0) old.splice(at, 1)
    return at < 0
  })
}

function factKey({ line: _, ...fact }: FileFact): string {
  return JSON.stringify(fact)
}

function factFindings(fact: FileFact, path: string, base: TestFile | undefined, head: TestFile, called: Called): Tampering[] {
  const shape = { path, line: fact.line }
  switch (fact.kind) {
    case 'exit':
      if (fact.status !== 'zero') return []
      return [
        {
          ...shape,
          kind: fact.at === 'function' ? 'exit-added' : 'exit-forced',
          message: 'the run is ended with success',
          after: fact.text,
        },
      ]
    case 'hook':
      return fact.rewrites
        ? [
            {
              ...shape,
              kind: hookKind(fact.name),
              subject: fact.name,
              message: 'a hook rewrites results or chooses tests',
              after: fact.text,
            },
          ]
        : []
    case 'build-condition':
      return base === undefined || base.cases.length === 0
        ? []
        : [{ ...shape, kind: 'test-case-removed', message: 'the file is only built under a condition now', after: fact.text }]
    case 'mock':
      if (head.cases.length === 0 && replacesWhole(fact, path, called))
        return [{ ...shape, kind: 'subject-mocked', subject: fact.target, message: 'what the tests look at is replaced', after: fact.text }]
      if (head.cases.length === 0 && /^\.{0,2}\/|^[@~]\//.test(fact.target) && (base?.cases.length ?? 0) === 0)
        return [
          {
            ...shape,
            kind: 'runner-config-changed',
            subject: fact.target,
            message: 'a module is replaced for all tests',
            after: fact.text,
          },
        ]
      return (base !== undefined && mocksSubject(fact.target, head)) ||
        (head.cases.length === 0 && mocksElsewhere(fact.target, head, called))
        ? [{ ...shape, kind: 'subject-mocked', subject: fact.target, message: 'what the tests look at is replaced', after: fact.text }]
        : []
    case 'import':
    case 'uncollected':
      return []
  }
}

function hookKind(name: string): 'exit-forced' | 'harness-hook' {
  return /TestMain|^process\.|atexit|exit/i.test(name) && !name.startsWith('pytest_') ? 'exit-forced' : 'harness-hook'
}

/** A mocked module whose names are called in what assertions look at, or a mocked function that is. */
function mocksSubject(target: string, head: TestFile): boolean {
  const called = calledNames(head)
  const last = target.split(/[./]/).at(-1) ?? ''
  const isFile = /^[./@~]|\//.test(target)
  if (!isFile && called.has(last)) return true
  if (head.language === 'java' && looksInto(target, head)) return true
  return head.facts.some((fact) => fact.kind === 'import' && fact.target === target && fact.names.some((name) => called.has(name)))
}

/** A class whose static methods assertions look at. */
function looksInto(target: string, { cases, facts }: TestFile): boolean {
  const isStatic = facts.some((fact) => fact.kind === 'mock' && fact.target === target && fact.text.includes('mockStatic ('))
  return isStatic && cases.some(({ assertions }) => assertions.some(({ actual }) => ` ${actual}`.includes(` ${target} . `)))
}

/** A whole module that tests import and look at, put out of its place by a set-up file; one that keeps the module's own parts is only told. */
function replacesWhole({ target, text }: { readonly target: string; readonly text: string }, path: string, called: Called): boolean {
  if (/Actual|Original|spy : true|\.\.\.|^(vi|jest) \. spyOn/.test(text)) return false
  return called().has(moduleKey(target, path))
}

/** A module under one key, whoever names it: its dotted name, or its path from the root of the repository without an ending. */
export function moduleKey(target: string, path: string): string {
  if (!/^\.{1,2}\//.test(target)) return `module ${target}`
  const parts = path.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return `module ${parts.join('/').replace(/\.[cm]?[jt]sx?$/, '')}`
}

/**
 * A set-up file has no cases of its own: what the cases of other files call counts. In Python a dotted name tells whose function it is: `requests.get`
 * is none of the project's where the tests only take from `shop` (where they import nothing of that kind, it can't be told).
 */
function mocksElsewhere(target: string, { language }: TestFile, called: Called): boolean {
  const [root, last] = [target.split('.')[0] ?? '', target.split('.').at(-1) ?? '']
  if (/^[./@~]|\//.test(target) || !called().has(last)) return false
  const isForeign = language === 'python' && target.includes('.') && !called().has(`root ${root}`) && !called().has('root .')
  return !isForeign || ![...called()].some((name) => name.startsWith('root '))
}

/** Names that are called in what assertions look at, and in what is bound before. */
export function calledNames(file: TestFile): Set<string> {
  const names = new Set<string>()
  const texts = file.cases.flatMap(({ assertions, steps }) => [
    ...assertions.map(({ actual }) => actual),
    ...steps.filter((step) => / :?= /.test(step)),
  ])
  for (const text of texts) for (const found of text.matchAll(/([A-Za-z_$][\w$]*) \(/g)) if (found[1] !== undefined) names.add(found[1])
  return names
}

/** What the cases of a file call in what they look at: names, and keys of the modules that these are imported from. */
export function calledIn(file: TestFile): string[] {
  const names = calledNames(file)
  const modules = file.facts.flatMap((fact) =>
    fact.kind === 'import' && fact.names.some((name) => names.has(name)) ? [moduleKey(fact.target, file.path)] : [],
  )
  const roots = file.cases.length === 0 || file.language !== 'python' ? [] : file.facts.flatMap(rootOf)
  return [...names, ...modules, ...roots]
}

const standIn = /(mock|stub|fake|dummy|fixture|double(?!d))/i

function rootOf(fact: FileFact): string[] {
  if (fact.kind !== 'import') return []
  // What is imported from beside may have any root.
  const root = fact.target.startsWith('.') ? '.' : (fact.target.split('.')[0] ?? '')
  return root === '' || /^(pytest|unittest|typing|os|sys|re|json|math|datetime|pathlib|decimal|collections)$/.test(root)
    ? []
    : [`root ${root}`]
}

/** What was imported and is looked at comes from a stand-in now, or from the test itself. */
function replacedSubjects(path: string, base: TestFile | undefined, head: TestFile): Tampering[] {
  if (base === undefined) return []
  const before = importedNames(base)
  const after = importedNames(head)
  const called = calledNames(head)
  return [...before].flatMap(([name, source]): Tampering[] => {
    if (!called.has(name) || !/[./]/.test(source.target)) return []
    const now = after.get(name)
    const own = head.helpers.find((helper) => helper.name === name) ?? head.bindings.find((binding) => binding.name === name)
    const isStandIn = now !== undefined && now.target !== source.target && standIn.test(now.target) && !standIn.test(source.target)
    if (!isStandIn && (now !== undefined || own === undefined)) return []
    const line = now?.line ?? own?.line
    return [
      {
        kind: 'subject-mocked',
        path,
        ...(line === undefined ? {} : { line }),
        subject: name,
        message: 'what the tests look at comes from a stand-in now',
        before: source.target,
        after: now?.target ?? namesIn(name).join(''),
      },
    ]
  })
}

function importedNames(file: TestFile): Map<string, { readonly target: string; readonly line: number }> {
  const names = new Map<string, { target: string; line: number }>()
  for (const fact of file.facts)
    if (fact.kind === 'import') for (const name of fact.names) names.set(name, { target: fact.target, line: fact.line })
  return names
}

const words = /^(expect|assert|it|test|describe|suite|specify|beforeEach|pytest|unittest)$/

/** The runner's words came from a package and come from a file of the repository now. Many do so for fixtures of their own: it is told. */
function ownWords(path: string, base: TestFile | undefined, head: TestFile): Tampering[] {
  if (base === undefined) return []
  const before = importedNames(base)
  return [...importedNames(head)].flatMap(([name, { target, line }]): Tampering[] => {
    const was = before.get(name)?.target
    if (!words.test(name) || was === undefined || /^[./]/.test(was) || !/^[./]/.test(target)) return []
    const message = "the runner's own word comes from the repository now"
    return [{ kind: 'runner-config-changed', path, line, subject: name, message, before: was, after: target }]
  })
}

/** conftest's `collect_ignore` leaves files out. */
function ignoredPaths(path: string, base: TestFile | undefined, head: TestFile): Tampering[] {
  const old = new Set((base?.bindings ?? []).map(({ name, value }) => `${name} ${value}`))
  return head.bindings.flatMap(({ name, value, line }): Tampering[] => {
    if (name === 'pytest_plugins' && !old.has(`${name} ${value}`))
      return [{ kind: 'runner-config-changed', path, line, subject: name, message: 'other plugins are loaded', after: value }]
    if (!/^collect_ignore(_glob)?$/.test(name) || old.has(`${name} ${value}`) || /^[[(] [\])]$/.test(value)) return []
    return [{ kind: 'runner-config-weakened', path, line, subject: name, message: 'test files are left out', after: value }]
  })
}
