import { answerSheet } from './answers'
import type { Citation } from './citation'
import type { Corpus, SourceRole } from './corpus'
import { fold } from './fold'
import type { Haystack } from './haystack'
import { runHaystack, sourceHaystack } from './haystack'
import { verbatim } from './hunt'
import type { Located } from './located'
import { lookupOf } from './lookup'
import type { Scope } from './scopes'
import { scopesOf } from './scopes'
import { isAscii } from './units'

/** Looks one citation up; see `locateAll` for the rules (spec 02, R-TRI-26, A-TRI-12). */
export function locate(citation: Citation, corpus: Corpus): Located {
  return locateAll([citation], corpus)[0] ?? { outcome: 'missing' }
}

/**
 * Looks all citations up, answers in their order. Each text of the corpus is read a fixed number of times, however many
 * citations there are, and folded only for what is not found word for word (spec 02, Cost; R-TRI-26, A-TRI-12).
 */
export function locateAll(citations: readonly Citation[], corpus: Corpus): Located[] {
  const scopes = scopesOf(citations, corpus)
  const answers = answerSheet(citations)
  const lookups = new Map(scopes.all.map((scope) => [scope, lookupOf(scope, answers)]))
  for (const likeness of ['found', 'near'] as const) {
    for (const lookup of lookups.values()) lookup.begin(likeness)
    visitTexts(corpus, scopes.bySource, scopes.byRun, (here, open) => {
      const due = here.flatMap((scope) => lookups.get(scope) ?? []).filter((lookup) => lookup.isDue())
      if (due.length === 0) return
      const hay = open()
      if (likeness === 'found') {
        for (const lookup of due) lookup.visit(hay, verbatim(hay.text))
      } else {
        const hopeful = isAscii(hay.text) ? due.filter((lookup) => lookup.mayBeNear(hay.text)) : due
        const folded = hopeful.length > 0 ? fold(hay.text) : undefined
        if (folded !== undefined) for (const lookup of hopeful) lookup.visit(hay, folded)
      }
    })
  }
  for (const lookup of lookups.values()) lookup.end()
  return answers.all()
}

/** Artifact and diff sources come first, then the others, each in corpus order (E-SOURCEORDER), then the runs. */
function visitTexts(
  { sources, runs }: Corpus,
  bySource: readonly Scope[][],
  byRun: readonly Scope[][],
  visit: (here: readonly Scope[], open: () => Haystack) => void,
): void {
  for (const ofArtifact of [true, false]) {
    sources.forEach((source, index) => {
      if (isOfArtifact(source.role) === ofArtifact) visit(bySource[index] ?? [], () => sourceHaystack(source))
    })
  }
  runs.forEach((run, index) => visit(byRun[index] ?? [], () => runHaystack(run, index)))
}

function isOfArtifact(role: SourceRole): boolean {
  return role === 'artifact' || role === 'diff'
}
