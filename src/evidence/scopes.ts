import type { Citation, OutputCitation } from './citation'
import type { Corpus } from './corpus'
import { withLfEnds } from './lines'
import type { Located } from './located'
import { hashOf } from './prefix-hash'
import { isShort, trimmed } from './white-space'

/** All citations of one scope that ask for the same text. */
export type Group = {
  readonly text: string
  /** Set when the text is short: the whole line that it then has to be. */
  readonly asLine?: string
  readonly members: number[]
  /** Some text of the scope has it as a whole line. */
  wholeLine: boolean
  /** The common answer where the place doesn't depend on the citation. */
  located?: Located
}

/** Citations that are looked up in the same texts by the same rule; `bare` are those without a text. */
export type Scope = {
  readonly rule: 'first' | 'lines' | 'section'
  readonly groups: Group[]
  readonly bare: number[]
}

/** The scopes of a panel's citations by the text they look in; each citation is in one scope, or in none when its target doesn't exist. */
export type Scopes = { readonly all: readonly Scope[]; readonly bySource: readonly Scope[][]; readonly byRun: readonly Scope[][] }

type Filing = { readonly scope: Scope; add(citation: number, text: string | undefined): void }

/** Files every citation under its scope (spec 02, table of kinds; E-LINEDIFF). */
export function scopesOf(citations: readonly Citation[], corpus: Corpus): Scopes {
  const all: Scope[] = []
  const bySource = corpus.sources.map((): Scope[] => [])
  const byRun = corpus.runs.map((): Scope[] => [])
  const filings = new Map<string, Filing | undefined>()
  const targets = targetsOf(corpus)

  function filing(key: string, rule: Scope['rule'], holders: Scope[][], targeted: () => readonly number[]): Filing | undefined {
    if (filings.has(key)) return filings.get(key)
    const where = targeted()
    const made = where.length === 0 && key !== everywhere ? undefined : newFiling(rule)
    filings.set(key, made)
    if (made === undefined) return undefined
    all.push(made.scope)
    for (const index of where) holders[index]?.push(made.scope)
    return made
  }
  citations.forEach((citation, index) => {
    switch (citation.kind) {
      case 'quote': {
        const { source } = citation
        const key = source === undefined ? everywhere : `quote ${source}`
        return filing(key, 'first', bySource, () => targets.quoted(source))?.add(index, citation.text)
      }
      case 'line':
        return filing(`line ${citation.file}`, 'lines', bySource, () => targets.artifact(citation.file))?.add(index, citation.text)
      case 'section':
        return filing(`section ${citation.source}`, 'section', bySource, () => targets.quoted(citation.source))?.add(index, citation.text)
      case 'output':
        return filing(`output ${citation.exitCode} ${citation.command}`, 'first', byRun, () => targets.runs(citation))?.add(
          index,
          citation.text,
        )
    }
  })
  return { all, bySource, byRun }
}

const everywhere = 'everywhere'

type Targets = {
  quoted(source: string | undefined): readonly number[]
  artifact(file: string): readonly number[]
  runs(citation: OutputCitation): readonly number[]
}

/** Indexes of the sources and runs that a citation names: a source by its id, an artifact by its path too. */
function targetsOf(corpus: Corpus): Targets {
  const ids = indexed(corpus.sources, ({ id }) => id)
  const files = indexed(corpus.sources, ({ role, path, id }) => (role === 'artifact' ? (path ?? id) : undefined))
  const commands = indexed(corpus.runs, ({ command }) => command)
  return {
    quoted: (source) => (source === undefined ? corpus.sources.map((_, index) => index) : (ids.get(source) ?? files.get(source) ?? [])),
    artifact: (file) => files.get(file) ?? [],
    runs: ({ command, exitCode }) =>
      (commands.get(command) ?? []).filter((run) => exitCode === undefined || corpus.runs[run]?.exitCode === exitCode),
  }
}

function indexed<T>(items: readonly T[], keyOf: (item: T) => string | undefined): ReadonlyMap<string, number[]> {
  const index = new Map<string, number[]>()
  items.forEach((item, at) => {
    const key = keyOf(item)
    if (key === undefined) return
    const same = index.get(key)
    if (same === undefined) index.set(key, [at])
    else same.push(at)
  })
  return index
}

// Engines hash no more than about this many units of a string that is a key; longer ones would all meet in one bucket.
const keyUnitsMax = 8192

function newFiling(rule: Scope['rule']): Filing {
  const scope: Scope = { rule, groups: [], bare: [] }
  const groups = new Map<string, Group[]>()
  return {
    scope,
    add(citation, given) {
      if (given === undefined) {
        scope.bare.push(citation)
        return
      }
      const text = withLfEnds(given)
      const key = text.length <= keyUnitsMax ? text : `${text.length} ${hashOf(text)}`
      const sameKey = groups.get(key) ?? []
      const known = sameKey.find((group) => group.text === text)
      if (known !== undefined) {
        known.members.push(citation)
        return
      }
      const group: Group = { text, ...(isShort(text) && { asLine: trimmed(text) }), members: [citation], wholeLine: false }
      scope.groups.push(group)
      groups.set(key, [...sameKey, group])
    },
  }
}
