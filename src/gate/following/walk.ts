import { foldersUp, folderOf, isPattern, matching, pathFrom } from './place'
import type { Texts, TreeFacts } from './reach'

const stepsMax = 40_000
const charactersMax = 6_000_000
const linksMax = 40

/** What has been found, and what is left to look at. */
export type Walk = {
  readonly texts: Texts
  readonly facts: TreeFacts
  readonly run: Set<string>
  readonly loaded: Set<string>
  readonly absent: Set<string>
  readonly made: Set<string>
  readonly patterns: Set<string>
  readonly parts: Map<string, Set<string>>
  readonly wanted: Set<string>
  readonly left: (() => void)[]
  readonly seen: Set<string>
  readonly readings: Map<string, number>
  readonly budget: { steps: number; characters: number; wantsPaths: boolean }
}

/** A walk that has found nothing yet. */
export function beginWalk(texts: Texts, facts: TreeFacts): Walk {
  return {
    texts,
    facts,
    run: new Set(),
    loaded: new Set(),
    absent: new Set(),
    made: new Set(),
    patterns: new Set(),
    parts: new Map(),
    wanted: new Set(),
    left: [],
    seen: new Set(),
    readings: new Map(),
    budget: { steps: stepsMax, characters: charactersMax, wantsPaths: false },
  }
}

/** The same step is taken once. */
export function once(walk: Walk, key: readonly unknown[], step: () => void): void {
  const name = JSON.stringify(key)
  walk.budget.characters -= name.length
  if (walk.seen.has(name) || walk.budget.characters < 0) return
  walk.seen.add(name)
  walk.left.push(step)
}

/** Where a path leads through symbolic links, and these links; undefined for a ring, or a way out of the repository. */
export function real(path: string, { facts }: Walk): { readonly path: string | undefined; readonly links: readonly string[] } {
  const links: string[] = []
  let at: string | undefined = path
  while (at !== undefined && links.length <= linksMax) {
    const here: string = at
    const link = foldersUp(here)
      .reverse()
      .find((folder) => facts.links?.has(folder) === true)
    if (link === undefined) return { path: here, links }
    links.push(link)
    const target = pathFrom(folderOf(link), facts.links?.get(link) ?? '')
    at = target === undefined ? undefined : pathFrom(target, `./${here.slice(link.length + 1)}`)
  }
  return { path: undefined, links }
}

/** The content of a file; undefined where it isn't there or isn't known yet. */
export function textAt(path: string, walk: Walk): string | undefined {
  const found = isPattern(path) ? undefined : real(path, walk).path
  if (found === undefined || found === '') return undefined
  if (!walk.texts.has(found)) walk.wanted.add(found)
  return walk.texts.get(found)
}

/** Notes a file, or whatever a pattern may ever find, as run; its text, undefined where it isn't there or isn't known yet. */
export function noteRun(path: string, walk: Walk): string | undefined {
  if (isPattern(path)) {
    walk.patterns.add(path)
    return undefined
  }
  const text = textAt(path, walk)
  const way = real(path, walk)
  for (const link of way.links) walk.run.add(link)
  if (way.path === undefined) return undefined
  if (text !== undefined) walk.run.add(way.path)
  else if (walk.texts.has(way.path)) walk.absent.add(way.path)
  return text
}

/** Whether a path is where tests are, by its folder or name. */
export function isTestLike(path: string): boolean {
  return testLike.test(path)
}

const testLike = /(^|\/)(tests?|specs?|__tests__|e2e|fixtures?)\/|[._-](test|spec)s?\.\w+$|(^|\/)test[_-]/i

/** What a pattern stands for at the commit, and at its end the pattern itself, for what may come. */
export function matchingPaths(pattern: string, { facts, budget }: Walk): readonly string[] {
  if (!isPattern(pattern) && pattern.endsWith('/package.json')) return [pattern]
  if (facts.paths === undefined) budget.wantsPaths = true
  // What a pattern finds among tests are tests, which are judged as such.
  const found = matching(pattern, facts.paths ?? []).filter((path) => !testLike.test(path))
  return [...found.slice(0, 200), ...(testLike.test(pattern) || !isPattern(pattern) ? [] : [pattern])]
}

/** The first of these that is there. */
export function firstOf(paths: readonly (string | undefined)[], walk: Walk): string | undefined {
  for (const path of paths) {
    if (path === undefined || path === '' || isPattern(path)) continue
    if (textAt(path, walk) !== undefined) return path
    const way = real(path, walk).path
    if (way !== undefined && walk.texts.has(way)) walk.absent.add(way)
  }
  return undefined
}
