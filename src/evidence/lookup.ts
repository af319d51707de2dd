import type { AnswerSheet } from './answers'
import type { Citation } from './citation'
import { standsInDeletedLines } from './deleted-lines'
import { foldedQuote } from './fold'
import type { Haystack } from './haystack'
import { locatedAt } from './haystack'
import type { Titles } from './headings'
import { headingsOf, titledBodies } from './headings'
import type { Hunt, Shorts, View } from './hunt'
import { huntFor, huntIn, huntShorts, shortsOf } from './hunt'
import type { Group, Scope } from './scopes'
import type { Likeness, Seeker, TitledBodies, WantedLines } from './seekers'
import { linesSeeker, sectionSeeker } from './seekers'

/** With more texts open than this, folding at once is quicker than looking for a word of each first. */
const wordsMax = 6

/** Takes one scope through its texts: once word for word, once folded for what was not found, then the end. */
export type Lookup = {
  begin(likeness: Likeness): void
  /** False: nothing is open that another text could settle. */
  isDue(): boolean
  /** False: the text has nothing that could fold to what is open; asked only of ASCII texts, where folding leaves words alone. */
  mayBeNear(asciiText: string): boolean
  visit(hay: Haystack, view: View): void
  end(): void
}

/** A look-up that has read nothing yet; what it finds goes onto the answer sheet. */
export function lookupOf(scope: Scope, answers: AnswerSheet): Lookup {
  let likeness: Likeness = 'found'
  let hunt: Hunt | undefined
  let long: readonly Group[] = []
  let shorts: Shorts = shortsOf([])
  const titlesSeen: Titles[] = []
  let words: readonly string[] = []

  function isOpen(group: Group): boolean {
    return group.located === undefined && group.members.some((index) => answers.isOpen(index))
  }
  return {
    begin(next) {
      likeness = next
      hunt = undefined
      const open = next === 'found' ? scope.groups : scope.groups.filter(isOpen)
      long = open.filter(({ asLine }) => asLine === undefined)
      shorts = shortsOf(open.filter(({ wholeLine }) => next === 'found' || wholeLine))
      words = next === 'near' && long.length <= wordsMax ? long.map(({ text }) => longestWord(foldedQuote(text))) : []
    },
    mayBeNear: (asciiText) => words.length === 0 || shorts.byLine.size > 0 || words.some((word) => asciiText.includes(word)),
    isDue() {
      const longs = scope.rule === 'first' && hunt !== undefined ? hunt.search.left() : long.length
      return longs > 0 || shorts.byLine.size > 0 || (likeness === 'found' && (scope.bare.length > 0 || scope.rule === 'section'))
    },
    visit(hay, view) {
      const titles = scope.rule === 'section' ? titledBodies(headingsOf(hay.text)) : noTitles
      if (likeness === 'found') {
        titlesSeen.push(titles)
        settleBare(scope, hay, titles, answers)
      }
      const seekerOf = (group: Group): Seeker => seekerFor(scope.rule, group, hay, likeness, titles, answers)
      // Where the place depends on the citation, each text is searched for all groups anew.
      if (scope.rule !== 'first') hunt = undefined
      if (long.length > 0) {
        hunt ??= huntFor(long, likeness)
        huntIn(hunt, view, seekerOf)
      }
      huntShorts(shorts, likeness, hay, view, seekerOf)
    },
    end() {
      for (const group of scope.groups) {
        for (const index of group.members) {
          // Where the heading itself is lacking nothing was too short to be looked for.
          const isLacking = group.asLine === undefined || group.wholeLine || lacksHeading(answers.citation(index), titlesSeen)
          answers.settle(index, group.located ?? { outcome: isLacking ? 'missing' : 'too-short' })
        }
      }
    },
  }
}

function longestWord(folded: string): string {
  return folded.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest), '')
}

function lacksHeading(citation: Citation | undefined, titlesSeen: readonly Titles[]): boolean {
  return citation?.kind === 'section' && !titlesSeen.some((titles) => titles.has(citation.heading))
}

const noTitles: Titles = new Map()

/** Citations without a text: the lines are there, or the heading is. */
function settleBare(scope: Scope, hay: Haystack, titles: Titles, answers: AnswerSheet): void {
  for (const index of scope.bare) {
    const citation = answers.citation(index)
    let start: number | undefined
    if (citation?.kind === 'section') start = titles.get(citation.heading)?.first
    if (citation?.kind === 'line') {
      const { line, endLine = line } = citation
      start = endLine >= line && hay.lines.endOf(endLine) !== undefined ? hay.lines.startOf(line) : undefined
    }
    if (start !== undefined) answers.settle(index, locatedAt(hay, 'found', start))
  }
}

function seekerFor(rule: Scope['rule'], group: Group, hay: Haystack, likeness: Likeness, titles: Titles, answers: AnswerSheet): Seeker {
  if (rule === 'first') return { see: (start, end) => seeFirst(group, hay, likeness, start, end) }
  const members = likeness === 'found' ? group.members : group.members.filter((index) => answers.isOpen(index))
  if (rule === 'lines')
    return linesSeeker(
      hay,
      likeness,
      members.flatMap((index) => wantedLines(index, answers)),
    )
  return sectionSeeker(hay, likeness, wantedSections(members, titles, answers))
}

function wantedLines(index: number, answers: AnswerSheet): WantedLines[] {
  const citation = answers.citation(index)
  return citation?.kind === 'line' ? [{ citation, settle: (located) => answers.settle(index, located) }] : []
}

/** Citations of the same heading share one search. */
function wantedSections(members: readonly number[], titles: Titles, answers: AnswerSheet): TitledBodies[] {
  const byHeading = new Map<string, number[]>()
  for (const index of members) {
    const citation = answers.citation(index)
    if (citation?.kind !== 'section') continue
    const same = byHeading.get(citation.heading)
    if (same === undefined) byHeading.set(citation.heading, [index])
    else same.push(index)
  }
  return [...byHeading].map(([heading, indexes]) => ({
    bodies: titles.get(heading)?.bodies ?? [],
    settle: (located) => indexes.forEach((index) => answers.settle(index, located)),
  }))
}

/** The first occurrence is the place; in a diff the search goes on while only deleted lines were seen. */
function seeFirst(group: Group, hay: Haystack, likeness: Likeness, start: number, end: number): boolean {
  const deleted = likeness === 'found' && hay.role === 'diff' && standsInDeletedLines(hay, start, end)
  const ofArtifact = hay.role === 'artifact' || hay.role === 'diff'
  const first = group.located
  if (first === undefined) group.located = locatedAt(hay, likeness, start, deleted)
  else if (ofArtifact && !deleted && first.outcome === 'found') group.located = { ...first, deletedOnly: false }
  return deleted
}
