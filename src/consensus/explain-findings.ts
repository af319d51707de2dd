import type { Citation } from '../evidence/citation'
import type { Corpus } from '../evidence/corpus'
import { differences, nearestLine } from '../evidence/nearest'
import { hang, pageWidth } from '../text/columns'
import { cutTo, padEnd, printable, widthOf } from '../text/printable'
import { hasText } from '../text/blank'
import type { Dissent, Escalation, FailedCitation, Fix, RuledCaveat, RuledScenario } from './ruling'

const indent = ' '.repeat(12)
const quoteWidth = pageWidth - indent.length

/** What was refuted or left unanchored and why, each with the quote, and the nearest line where one is like it. */
export function evidenceLines(dissents: readonly Dissent[], failed: readonly FailedCitation[], corpus: Corpus | undefined): string[] {
  const out = dissents.filter((dissent) => dissent.status !== 'logged')
  const shown = new Set<FailedCitation>()
  const lines = out.flatMap((dissent) => {
    const mine = failed.filter((one) => one.by === dissent.member && one.on === dissent.dimension)
    for (const one of mine) shown.add(one)
    const refuted = dissent.status === 'refuted'
    const why = refuted
      ? `${mine.length > 1 ? 'its quotes stand' : 'its quote stands'} nowhere. It left the sum.`
      : `no evidence that a score of ${dissent.score} needs. It left the sum.`
    const head = hang(refuted ? 'x refuted   ' : '? unanchored ', `${who(dissent)}: ${why}`)
    const more = mine.length > 3 ? [`  and ${mine.length - 3} more; --json lists them`] : []
    return [...head, ...mine.slice(0, 3).flatMap((one) => failedLines(one, corpus)), ...more]
  })
  const others = failed.filter((one) => !shown.has(one))
  const named = others
    .slice(0, 5)
    .flatMap((one) => [
      ...hang('x not found ', `${shortName(one.by)} on ${shortName(one.on)}: ${reasonOf(one)}`),
      ...failedLines(one, corpus),
    ])
  const rest = others.length > 5 ? [`  and ${others.length - 5} more citations that anchor nothing; --json lists them`] : []
  return [...lines, ...named, ...rest]
}

function who({ member, dimension, score }: Dissent): string {
  return `${shortName(member)} on ${shortName(dimension)}, ${score}`
}

/** A name in a heading: escaped, and cut so that the heading fits its line. */
function shortName(name: string): string {
  return cutTo(printable(name), 18)
}

function reasonOf({ outcome }: FailedCitation): string {
  if (outcome === 'near') return 'only near: white space or typography differ'
  return outcome === 'too-short' ? 'under 8 characters and no whole line' : 'it stands nowhere'
}

function failedLines({ citation, place }: FailedCitation, corpus: Corpus | undefined): string[] {
  const quoted = citedText(citation)
  const lines = [`  quoted    ${cutTo(printable(quoted), quoteWidth)}`]
  if (place !== undefined) return [...lines, `  near      ${cutTo(`${printable(place.path)}:${place.line}`, quoteWidth)}`]
  const nearest = corpus === undefined ? undefined : nearestLine(quoted, corpus)
  if (nearest === undefined) return lines
  const found = printable(nearest.text.trim())
  const carets = caretsFor(printable(quoted.trim()), found)
  return [
    ...lines,
    `  nearest   ${cutTo(found, quoteWidth)}`,
    ...(carets === '' ? [] : [`${indent}${carets}`]),
    `${indent}${cutTo(`${printable(nearest.path ?? nearest.source)}:${nearest.line}`, quoteWidth)}`,
  ]
}

/** A caret under each place where the nearest line begins to differ; wide letters take two columns. */
function caretsFor(quoted: string, found: string): string {
  let line = ''
  for (const at of differences(quoted, found)) {
    const column = widthOf(found.slice(0, at))
    if (column >= quoteWidth - 3) break
    if (column >= line.length) line = `${line.padEnd(column)}^`
  }
  return line
}

function citedText(citation: Citation): string {
  switch (citation.kind) {
    case 'quote':
      return citation.text
    case 'line':
      return citation.text ?? `${citation.file}:${citation.line}`
    case 'section':
      return citation.text ?? `${citation.source}, ${citation.heading}`
    case 'output':
      return citation.text
  }
}

/** Dissents kept on record, in the member's own words. */
export function dissentLines(dissents: readonly Dissent[]): string[] {
  return dissents
    .filter((dissent) => dissent.status === 'logged')
    .flatMap((dissent) => {
      const head = `~ dissent   ${who(dissent)}`
      return dissent.rationale.trim() === '' ? [head] : hang(`${head}: "`, `${cutTo(printable(dissent.rationale.trim()), 400)}"`)
    })
}

/** Scenarios and caveats with what became of them. */
export function findingLines(scenarios: readonly RuledScenario[], caveats: readonly RuledCaveat[]): string[] {
  return [
    ...scenarios.flatMap((one) => {
      const status = one.fixed ? 'fixed' : one.status
      const waits = status === 'unrebutted' && one.class !== 'other'
      const mark = waits ? '^' : status === 'verified' ? 'x' : status === 'fixed' ? '+' : '!'
      const fix = hasText(one.fix) ? ` (fix: ${printable(one.fix)})` : ''
      const said = `${printable(one.input)} -> ${printable(one.wrongBehaviour)}${fix}`
      return hang(
        `${mark} scenario  ${shortName(one.member)}/${shortName(one.id)} ${status}, ${one.class}, ${one.repair}: `,
        cutTo(said, 400),
      )
    }),
    ...caveats.flatMap((one) => {
      const mark = one.status === 'fixed' ? '+' : one.blocking ? 'x' : '!'
      const head = `${mark} caveat    ${shortName(one.member)}/${shortName(one.id)} ${one.status}${one.blocking ? ', blocking' : ''}: `
      return hang(head, cutTo(printable(one.text), 400))
    }),
  ]
}

/** The numbered fix list: where, what, who says so; what doesn't fit one line hangs below its place. */
export function fixLines(fixes: readonly Fix[]): string[] {
  if (fixes.length === 0) return []
  const places = fixes.map(({ place }) => (place === undefined ? '' : `${printable(place.path)}:${place.line}`))
  const placeWidth = Math.max(...places.map(widthOf))
  return [
    '  fix list',
    ...fixes.flatMap((fix, index) => {
      const number = `  ${String(index + 1).padStart(fixes.length > 9 ? 2 : 1)}  `
      const place = places[index] ?? ''
      const from = `(${cutTo(printable(fix.member), 24)}${fix.id === undefined ? '' : `/${cutTo(printable(fix.id), 24)}`})`
      const text = `${printable(fix.fix)}  ${from}`
      if (place === '') return hang(number, text)
      const head = `${number}${padEnd(place, placeWidth)}  `
      if (widthOf(head) + widthOf(text) <= pageWidth) return [`${head}${text}`]
      return [...hang(number, place), ...hang(' '.repeat(number.length), text)]
    }),
  ]
}

/** What a person has to decide on. */
export function escalationLines(escalation: Escalation | undefined): string[] {
  if (escalation === undefined) return []
  return [
    ...escalation.escalations.flatMap(({ member, text }) => hang(`^ escalates ${shortName(member)}: "`, `${cutTo(printable(text), 400)}"`)),
    ...escalation.unclassified.flatMap(({ dimension, members }) =>
      hang(
        '^ cause     ',
        `${printable(dimension)} is blocked by ${members.map(printable).join(', ')}, and nobody says how far the cause reaches`,
      ),
    ),
  ]
}
