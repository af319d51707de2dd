import type { GateOutcome, GateReport } from '../../gate/gate-report'
import { cutTo, printable } from '../../text/printable'
import { undecided } from './gate-decision'
import type { GateItem } from './gate-items'
import { gateItems } from './gate-items'

/** What GitHub shows of one step's annotations, of each level; what is over is dropped there without a word. */
export const annotationsPerLevelMax = 10

const columnsMax = 2000

type Annotation = {
  readonly level: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
  readonly file?: string
  readonly line?: number
}

/**
 * A gate's outcome as workflow commands, one a line: at most 10 errors, 10 warnings and 10 notices, errors that name a file first. Where more were due, the last
 * notice says how many are left out. `room` is what the job may still show of its 50 in all.
 */
export function gateAnnotations(outcome: GateOutcome, room = 50): string {
  const due =
    outcome.verdict === 'nothing-judged'
      ? outcome.issues.map(nothingAnnotation)
      : [...undecidedAnnotation(outcome), ...gateItems(outcome).map(annotationOf)]
  const shown = chosen(due, Math.max(0, room))
  const left = due.length - shown.length
  const lines = [...shown, ...(left > 0 && room > 0 ? [leftOut(due, shown)] : [])].map(commandOf)
  return lines.map((line) => `${line}\n`).join('')
}

/** Errors before warnings before notices; one place is kept for the notice about the rest. */
function chosen(due: readonly Annotation[], room: number): Annotation[] {
  const ranked = (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const own = due.filter((one) => one.level === level)
    return [...own.filter(({ file }) => file !== undefined), ...own.filter(({ file }) => file === undefined)].slice(
      0,
      annotationsPerLevelMax,
    )
  })
  if (ranked.length === due.length && ranked.length <= room) return ranked
  const kept = ranked.slice(0, Math.max(0, room - 1))
  const notices = kept.filter(({ level }) => level === 'notice')
  return notices.length < annotationsPerLevelMax ? kept : kept.filter((one) => one !== notices.at(-1))
}

function leftOut(due: readonly Annotation[], shown: readonly Annotation[]): Annotation {
  const missing = (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const count = due.filter((one) => one.level === level).length - shown.filter((one) => one.level === level).length
    return count === 0 ? [] : [`${count} ${level}${count === 1 ? '' : 's'}`]
  })
  return {
    level: 'notice',
    title: 'gate: not all shown',
    message: `${missing.join(', ')} more, over GitHub's caps; the report and the job summary have them`,
  }
}

/** A green step that decides nothing says so where people look. */
function undecidedAnnotation(report: GateReport): Annotation[] {
  const open = undecided(report)
  if (open === undefined) return []
  return [{ level: 'warning', title: 'gate: decides nothing', message: `provisional: ${[...open.reasons, ...open.remedies].join('; ')}` }]
}

function annotationOf({ kind, level, message, path, line, before, after, waiver }: GateItem): Annotation {
  const texts = [message, ...(before === undefined ? [] : [`before: ${before}`]), ...(after === undefined ? [] : [`after: ${after}`])]
  const waived = waiver === undefined ? '' : `waived by ${waiver.by}, ${waiver.reason}; `
  // The runner turns back line ends alone: a name with other unseen characters is said in words.
  const isPlain = path === undefined || printable(path.replace(/[\r\n]/g, '')) === path.replace(/[\r\n]/g, '')
  return {
    level: level === 'note' ? 'notice' : level,
    title: `gate: ${kind}`,
    message: `${isPlain ? '' : `${path}: `}${waived}${texts.join(' | ')}`,
    ...(path === undefined || !isPlain ? {} : { file: path }),
    ...(line === undefined ? {} : { line }),
  }
}

function nothingAnnotation({
  code,
  path,
  message,
}: {
  readonly code: string
  readonly path: string
  readonly message: string
}): Annotation {
  return { level: 'error', title: `gate: nothing judged, ${code}`, message: path === '' ? message : `${path}: ${message}` }
}

function commandOf({ level, title, message, file, line }: Annotation): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${property(printable(title))}`,
  ]
  return `::${level} ${properties.join(',')}::${data(cutTo(printable(message), columnsMax))}`
}

/** A message: the runner turns these back (`%` first, or they would be escaped twice). */
function data(text: string): string {
  return text.toWellFormed().replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** A property's value ends at a comma or colon, so these are escaped too. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
