import { trimmed } from './white-space'

/** CRLF and lone CR become LF, nothing else changes (spec 02, E-RAWOFFSET, A-TRI-12). */
export function withLfEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** Lines count from 1; a line's own LF belongs to it and a final LF starts no new one (E-LINELF, E-FINALLF). */
export type LineIndex = {
  lineAt(offset: number): number
  /** Undefined past the last line. */
  startOf(line: number): number | undefined
  /** The offset after the line's LF; undefined past the last line. */
  endOf(line: number): number | undefined
}

const linesPerMark = 32

/** Looks lines up in LF text; it reads only as far as asked and keeps one number for 32 lines. */
export function indexLines(text: string): LineIndex {
  const marks = [0]
  let line = 1
  let start = 0
  let lf = lfFrom(0)

  function lfFrom(offset: number): number {
    const at = text.indexOf('\n', offset)
    return at < 0 ? Infinity : at
  }
  function jump(mark: number): void {
    line = mark * linesPerMark + 1
    start = marks[mark] ?? 0
    lf = lfFrom(start)
  }
  function advance(): void {
    start = lf + 1
    lf = lfFrom(start)
    line++
    if (marks.length * linesPerMark === line - 1) marks.push(start)
  }
  function lineAt(offset: number): number {
    if (offset < start || offset > lf) {
      const mark = lastAtOrBefore(marks, offset)
      if (offset < start || mark * linesPerMark + 1 > line) jump(mark)
      while (offset > lf) advance()
    }
    return line
  }
  function startOf(target: number): number | undefined {
    const mark = Math.min(Math.floor((target - 1) / linesPerMark), marks.length - 1)
    if (target < 1) return undefined
    if (target < line || mark * linesPerMark + 1 > line) jump(mark)
    while (line < target && lf !== Infinity) advance()
    return line === target && start < text.length ? start : undefined
  }
  function endOf(target: number): number | undefined {
    return startOf(target) === undefined ? undefined : Math.min(lf + 1, text.length)
  }
  return { lineAt, startOf, endOf }
}

/** Index of the last number that is not above `value` in an ascending list whose first is not. */
function lastAtOrBefore(ascending: readonly number[], value: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((ascending[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}

/** Those of the `wanted` trimmed texts, none longer than `unitsMax`, that are a whole trimmed line of the LF text (spec 02, E-SHORTPERSOURCE). */
export function wholeLinesOf(text: string, wanted: ReadonlyMap<string, unknown>, unitsMax: number): readonly string[] {
  const found = new Set<string>()
  for (let start = 0; start < text.length && found.size < wanted.size;) {
    const lf = text.indexOf('\n', start)
    const end = lf < 0 ? text.length : lf
    const line = trimmed(text, start, end)
    if (line.length <= unitsMax && wanted.has(line)) found.add(line)
    start = end + 1
  }
  return [...found]
}
