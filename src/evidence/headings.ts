/** A heading's place in LF text and the extent of what stands below it, before the next of the same or a higher level. */
export type Heading = {
  readonly title: string
  readonly level: number
  readonly start: number
  readonly bodyStart: number
  readonly bodyEnd: number
}

type Fence = { readonly mark: string; readonly length: number }

export type Titles = ReadonlyMap<string, Titled>

/** The first heading of a title, and what stands below all of that title, without the ones inside others. */
export type Titled = { readonly first: number; readonly bodies: { readonly start: number; readonly end: number }[] }

/** Groups headings by their exact title (E-FIRSTHEADING). */
export function titledBodies(headings: readonly Heading[]): Titles {
  const titles = new Map<string, Titled>()
  for (const { title, start, bodyStart, bodyEnd } of headings) {
    const same = titles.get(title)
    if (same === undefined) titles.set(title, { first: start, bodies: [{ start: bodyStart, end: bodyEnd }] })
    else if ((same.bodies.at(-1)?.end ?? 0) < bodyEnd) same.bodies.push({ start: bodyStart, end: bodyEnd })
  }
  return titles
}

/** ATX headings outside fenced code, closing #s dropped, in order (spec 02, E-SETEXT, E-FENCE, E-CLOSINGHASH). */
export function headingsOf(text: string): readonly Heading[] {
  const found: { title: string; level: number; start: number; bodyStart: number }[] = []
  let fence: Fence | undefined
  for (let start = 0; start < text.length;) {
    const lf = text.indexOf('\n', start)
    const end = lf < 0 ? text.length : lf
    const at = indented(text, start)
    const first = text[at]
    if (fence !== undefined) {
      if (closes(text, at, end, fence)) fence = undefined
    } else if (first === '`' || first === '~') {
      fence = opened(text, at, end, first)
    } else if (first === '#') {
      const level = runLength(text, at, '#')
      const title = level <= 6 ? titleOf(text, at + level, end) : undefined
      if (title !== undefined) found.push({ title, level, start, bodyStart: Math.min(end + 1, text.length) })
    }
    start = end + 1
  }
  return withBodies(found, text.length)
}

/** Past up to three spaces of indentation; a fourth makes the line indented code. */
function indented(text: string, start: number): number {
  let at = start
  while (at < start + 3 && text[at] === ' ') at++
  return at
}

function runLength(text: string, from: number, mark: string): number {
  let at = from
  while (text[at] === mark) at++
  return at - from
}

function opened(text: string, at: number, end: number, mark: string): Fence | undefined {
  const length = runLength(text, at, mark)
  if (length < 3) return undefined
  if (mark === '`') {
    const next = text.indexOf('`', at + length)
    if (next >= 0 && next < end) return undefined
  }
  return { mark, length }
}

function closes(text: string, at: number, end: number, fence: Fence): boolean {
  const length = runLength(text, at, fence.mark)
  return length >= fence.length && afterBlanks(text, at + length) === end
}

/** Never past the line: its end is no blank. */
function afterBlanks(text: string, from: number): number {
  let at = from
  while (isBlank(text[at])) at++
  return at
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t'
}

/** The title after the opening #s, or undefined when no blank separates them. */
function titleOf(text: string, afterHashes: number, end: number): string | undefined {
  const from = afterBlanks(text, afterHashes)
  if (from === afterHashes && from < end) return undefined
  let to = end
  while (to > from && isBlank(text[to - 1])) to--
  let closing = to
  while (closing > from && text[closing - 1] === '#') closing--
  if (isBlank(text[closing - 1])) {
    to = closing
    while (to > from && isBlank(text[to - 1])) to--
  }
  return text.slice(from, to)
}

function withBodies(headings: readonly Omit<Heading, 'bodyEnd'>[], textEnd: number): Heading[] {
  const closed: Heading[] = []
  // nextStart[level] is where the nearest later heading of that level or a higher one begins.
  const nextStart: number[] = []
  for (const heading of [...headings].reverse()) {
    closed.push({ ...heading, bodyEnd: nextStart[heading.level] ?? textEnd })
    for (let level = heading.level; level <= 6; level++) nextStart[level] = heading.start
  }
  return closed.reverse()
}
