/** A marker line of a shared file (R-BUILD-29): `build:t03 start` or `build:t03 end`, whatever the comment sign. */
export type Mark = { readonly at: number; readonly task: string; readonly edge: 'start' | 'end' }

/** The lines from a start marker to its end marker, both included; `end` is undefined where the region is never closed. */
export type Region = { readonly task: string; readonly start: number; readonly end: number | undefined }

/** A file's regions in order, and the markers that belong to none. */
export type Regions = { readonly regions: readonly Region[]; readonly stray: readonly Mark[] }

/** Case, spacing and spelling are exact; before and after may stand what no word character joins to the marker. */
const markPattern = /(?:^|[^\w.-])build:([A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?) (start|end)(?![\w-])/g

/** Markers by line, from 0. A line with two of them has both. */
export function marksOf(lines: readonly string[]): Mark[] {
  return lines.flatMap((line, at) =>
    [...line.matchAll(markPattern)].map(([, task = '', edge]) => ({
      at,
      task,
      edge: edge === 'start' ? ('start' as const) : ('end' as const),
    })),
  )
}

/** Pairs markers: a start is closed by the next marker of the file, if that is its end. */
export function regionsOf(lines: readonly string[]): Regions {
  const regions: Region[] = []
  const stray: Mark[] = []
  let open: Mark | undefined
  const leaveOpen = (): void => {
    if (open !== undefined) regions.push({ task: open.task, start: open.at, end: undefined })
    open = undefined
  }
  for (const mark of marksOf(lines)) {
    if (mark.edge === 'start') {
      leaveOpen()
      open = mark
    } else if (open?.task === mark.task) {
      regions.push({ task: mark.task, start: open.at, end: mark.at })
      open = undefined
    } else stray.push(mark)
  }
  leaveOpen()
  return { regions, stray }
}
